package bloomward.format.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/// Writes what each test class takes to `target/test-times`, a file for each JVM: class, seconds, seconds of processor time. The
/// processor time includes child processes that have ended. `.ci/times` adds the files up. Only Linux tells processor times; elsewhere
/// nothing is written.
public final class TestTimes implements TestExecutionListener {

    private static final Path PROCESS = Path.of("/proc/self/stat");
    /// Linux counts in these units whatever the kernel's own clock.
    private static final double TICKS_PER_SECOND = 100;

    private final Path file = Path.of("target", "test-times", ProcessHandle.current().pid() + ".tsv");
    private long startedAt;
    private double usedBefore;

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isTopLevelClass(test)) {
            startedAt = System.nanoTime();
            usedBefore = processorSeconds();
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (isTopLevelClass(test) && Files.isReadable(PROCESS)) {
            write(String.format(Locale.ROOT, "%s\t%.2f\t%.2f%n", test.getLegacyReportingName(),
                    (System.nanoTime() - startedAt) / 1e9, processorSeconds() - usedBefore));
        }
    }

    private static boolean isTopLevelClass(TestIdentifier test) {
        return test.getSource().orElse(null) instanceof ClassSource
                && test.getParentIdObject().filter(parent -> parent.getSegments().size() == 1).isPresent();
    }

    private void write(String line) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Of this process and of its children that have ended: fields 14 to 17, counted behind the name of the program.
    private static double processorSeconds() {
        if (!Files.isReadable(PROCESS)) {
            return 0;
        }
        try {
            String line = Files.readString(PROCESS);
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            long ticks = 0;
            for (int i = 11; i <= 14; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
