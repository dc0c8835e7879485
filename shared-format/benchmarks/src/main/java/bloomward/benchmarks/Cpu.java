package bloomward.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.Arrays;

/// What the current thread, or the whole JVM, has used up.
final class Cpu {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();

    private Cpu() {}

    /// CPU time of this thread, in nanoseconds. Collecting garbage and compiling are other threads' work.
    static long threadNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /// CPU time of all threads of this JVM, in nanoseconds.
    static long processNanos() {
        return SYSTEM.getProcessCpuTime();
    }

    /// Bytes that this thread has allocated so far.
    static long allocatedBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /// Bytes of the heap that are reachable. What threads have reserved for new objects is not counted.
    static long reachableBytes() {
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getCollectionUsage().getUsed()).sum();
    }

    /// The value that so many in a hundred are not above.
    static double percentile(double[] values, int percent) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) * percent / 100];
    }
}
