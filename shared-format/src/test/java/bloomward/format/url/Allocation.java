package bloomward.format.url;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// How much a thread has allocated, in bytes. Asking allocates nothing.
final class Allocation {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    static long ofThisThread() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
