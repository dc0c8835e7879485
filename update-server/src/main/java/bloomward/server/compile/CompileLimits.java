package bloomward.server.compile;

/// The share of the machine that a compile may take; it changes the time and never the bytes that come out.
///
/// @param threads that hash, sort and make leaves
/// @param keyBytes how many bytes of keys are held in memory before the rest goes to the scratch folder, twice
/// @param hashBytes the same of full hashes
record CompileLimits(int threads, long keyBytes, long hashBytes) {

    private static final int MOST_THREADS = 8;

    CompileLimits {
        if (threads < 1 || keyBytes < 0 || hashBytes < 0) {
            throw new IllegalArgumentException(threads + " threads, " + keyBytes + " and " + hashBytes + " bytes");
        }
    }

    /// All cores, and of the heap about a third; with a gigabyte a list of ten million keeps its keys in memory.
    static CompileLimits ofThisMachine() {
        Runtime machine = Runtime.getRuntime();
        long heap = machine.maxMemory();
        return new CompileLimits(Math.min(MOST_THREADS, machine.availableProcessors()), heap / 10, heap / 6);
    }
}
