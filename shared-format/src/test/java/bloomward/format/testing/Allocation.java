package bloomward.format.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// How much a thread has allocated, in bytes. Asking allocates nothing.
public final class Allocation {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    public static long ofThisThread() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
