package bloomward.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.Arrays;

/// CPU time and memory used by the current thread or the whole JVM.
final class Cpu {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();

    private Cpu() {}

    /// CPU time of this thread, in nanoseconds, without garbage collection and compilation, which have their own
    /// threads.
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

    /// Reachable bytes of the heap, without the memory reserved by threads for new objects.
    static long reachableBytes() {
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans()
                .stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getCollectionUsage().getUsed())
                .sum();
    }

    /// A percentile of the values.
    static double percentile(double[] values, int percent) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) * percent / 100];
    }
}
