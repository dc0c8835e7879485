package bloomward.benchmarks;

import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Applies one delta repeatedly, like a freshly started agent. Argument: folder with `old.packed` and `delta`.
final class ApplyWorker {

    private static final int LATER = 30;

    private ApplyWorker() {}

    static void main(String[] args) throws IOException, FormatException {
        Path folder = Path.of(args[0]);
        double[] thread = new double[LATER];
        double[] process = new double[LATER];
        // An agent keeps its old file open.
        try (FilterFile base = FilterFile.open(folder.resolve("old.packed"))) {
            long threadStart = Cpu.threadNanos();
            long processStart = Cpu.processNanos();
            apply(base, folder);
            double firstThread = (Cpu.threadNanos() - threadStart) / 1e6;
            double firstProcess = (Cpu.processNanos() - processStart) / 1e6;
            for (int i = 0; i < LATER; i++) {
                threadStart = Cpu.threadNanos();
                processStart = Cpu.processNanos();
                apply(base, folder);
                thread[i] = (Cpu.threadNanos() - threadStart) / 1e6;
                process[i] = (Cpu.processNanos() - processStart) / 1e6;
            }
            System.out.println("first apply, all threads " + firstProcess);
            System.out.println("first apply, its thread " + firstThread);
            System.out.println("later applies, all threads, median " + Cpu.percentile(process, 50));
            System.out.println("later applies, its thread, median " + Cpu.percentile(thread, 50));
        }
    }

    private static void apply(FilterFile base, Path folder) throws IOException, FormatException {
        Path packed = folder.resolve("result.packed");
        try (FileChannel packedOut = create(packed); FileChannel flatOut = create(folder.resolve("result.flat"))) {
            Delta.open(MemorySegment.ofArray(Files.readAllBytes(folder.resolve("delta")))).apply(base, packedOut);
            try (FilterFile result = FilterFile.open(packed)) {
                FilterFile.writeFlat(flatOut, result.packed());
            }
        }
    }

    private static FileChannel create(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
}
