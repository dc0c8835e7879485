package bloomward.format.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.FormatException;
import bloomward.format.testing.Needs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whole or not at all, and in the right order.
final class DurableFilesTest {

    @TempDir
    Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void writesAndReplaces() throws IOException {
        Path target = folder.resolve("a");
        DurableFiles.write(target, bytes("one"));
        assertThat(target).hasContent("one");
        DurableFiles.write(target, out -> out.write(bytes("two")));
        assertThat(target).hasContent("two");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void leavesWhatWasThereWhenTheContentFails() throws IOException {
        Path target = folder.resolve("a");
        DurableFiles.write(target, bytes("one"));
        assertThatThrownBy(() -> DurableFiles.write(target, out -> {
            out.write(new byte[1 << 20]);
            throw new IOException("No space left on device");
        })).isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write " + target)
                .hasMessageContaining("No space left");
        assertThatThrownBy(() -> DurableFiles.write(target, _ -> {
            throw new IllegalStateException();
        })).isInstanceOf(IllegalStateException.class);
        assertThat(target).hasContent("one");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void namesFileAndStep() throws IOException {
        Path target = folder.resolve("missing/a");
        assertThatThrownBy(() -> DurableFiles.write(target, bytes("x"))).isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write " + target);
        Path taken = Files.createDirectory(folder.resolve("taken"));
        Files.createDirectory(taken.resolve("sub"));
        assertThatThrownBy(() -> DurableFiles.write(taken, bytes("x"))).isInstanceOf(IOException.class)
                .hasMessageContaining("cannot rename " + taken);
        assertThat(names()).containsExactly("taken");
    }

    @Test
    void placesWhatAFillingMade() throws IOException {
        Path target = folder.resolve("a");
        assertThat(place(target, "one")).contains("one");
        assertThat(place(target, "two")).contains("two");
        assertThat(target).hasContent("two");
        assertThat(names()).containsExactly("a");
    }

    @Test
    void leavesWhatWasThereWhenNothingIsToBePlaced() throws IOException {
        Path target = folder.resolve("a");
        assertThat(place(target, "")).isEmpty();
        assertThat(names()).isEmpty();
        DurableFiles.write(target, bytes("one"));
        assertThat(place(target, "")).isEmpty();
        assertThat(target).hasContent("one");
        assertThatThrownBy(() -> DurableFiles.place(target, channel -> {
            channel.write(ByteBuffer.wrap(new byte[10]));
            throw new FormatException(FormatException.Reason.MALFORMED, "half");
        })).isInstanceOf(FormatException.class);
        assertThat(target).hasContent("one");
        assertThat(names()).containsExactly("a");
    }

    private static Optional<String> place(Path target, String text) throws IOException {
        return DurableFiles.<String, RuntimeException>place(target, channel -> {
            channel.write(ByteBuffer.wrap(bytes(text)));
            return Optional.of(text).filter(some -> !some.isEmpty());
        });
    }

    @Test
    void movesIntoPlace() throws IOException {
        Path target = folder.resolve("a");
        Files.writeString(target, "old");
        Path built = Files.writeString(DurableFiles.temporaryFor(target), "new");
        DurableFiles.moveIntoPlace(built, target);
        assertThat(target).hasContent("new");
        assertThat(names()).containsExactly("a");
        assertThatThrownBy(() -> DurableFiles.moveIntoPlace(built, target)).isInstanceOf(NoSuchFileException.class);
        Path lost = Files.writeString(folder.resolve("built"), "x");
        assertThatThrownBy(() -> DurableFiles.moveIntoPlace(lost, folder.resolve("missing/a")))
                .isInstanceOf(IOException.class);
        assertThat(names()).containsExactly("a");
    }

    @Test
    void cleansWhatACrashLeft() throws IOException {
        Path target = folder.resolve("a");
        DurableFiles.write(target, bytes("one"));
        Files.writeString(DurableFiles.temporaryFor(target), "half");
        Files.writeString(DurableFiles.temporaryFor(target), "ha");
        Files.createFile(folder.resolve(".hidden"));
        assertThat(DurableFiles.clean(folder)).isEqualTo(2);
        assertThat(names()).containsExactly(".hidden", "a");
        assertThat(DurableFiles.clean(folder)).isZero();
    }

    @Test
    void deletes() throws IOException {
        Path target = folder.resolve("a");
        DurableFiles.write(target, bytes("one"));
        DurableFiles.delete(target);
        DurableFiles.delete(target);
        assertThat(names()).isEmpty();
    }

    /// The order of calls, which no test of behaviour can see: the file is synced before it is renamed, and the folder
    /// after.
    @Test
    void syncsTheFileBeforeAndTheFolderAfterTheRename() throws Exception {
        Path log = folder.resolve("log");
        assertThat(trace(Writing.class, log)).isEqualTo("written");
        assertThat(calls(log)).containsExactly("write temporary", "fsync temporary", "rename temporary target",
                "fsync folder");
    }

    @Test
    void syncsTheFolderAfterAMoveAndAfterADeletion() throws Exception {
        Path log = folder.resolve("log");
        assertThat(trace(Moving.class, log)).isEqualTo("moved and deleted");
        assertThat(calls(log)).containsExactly("write temporary", "fsync temporary", "rename temporary target",
                "fsync folder", "unlink target", "fsync folder");
    }

    private List<String> calls(Path log) throws IOException {
        return Files.readAllLines(log)
                .stream()
                .filter(line -> line.contains(folder.toString()))
                .map(line -> line.replaceFirst("^\\d+ +", ""))
                .map(this::brief)
                .toList();
    }

    @Test
    void trustsNoFileWhoseSyncFailed() throws Exception {
        Path log = folder.resolve("log");
        assertThat(trace(Writing.class, log, "-e", "inject=fsync:error=EIO:when=1")).startsWith("cannot sync /");
        assertThat(names()).containsExactly("log");
        assertThat(trace(Writing.class, log, "-e", "inject=fsync:error=EIO:when=2"))
                .startsWith("cannot sync the folder of /");
        assertThat(names()).containsExactly("log", "target-file");
    }

    @Test
    void leavesNothingWhenItCannotRename() throws Exception {
        Path log = folder.resolve("log");
        assertThat(trace(Writing.class, log, "-e", "inject=rename,renameat,renameat2:error=EIO"))
                .startsWith("cannot rename /");
        assertThat(names()).containsExactly("log");
    }

    /// Runs a program that works on `target-file` in another process, under strace.
    ///
    /// @return the output of that process
    private String trace(Class<?> program, Path log, String... options) throws Exception {
        Needs.programs("strace");
        List<String> command = new ArrayList<>(List.of("strace", "-f", "-y", "-qq", "-s", "0", "-o", log.toString(),
                "-e", "trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat"));
        command.addAll(List.of(options));
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), program.getName(),
                folder.resolve("target-file").toString()));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return said;
    }

    private String brief(String call) {
        String name = call.substring(0, call.indexOf('('));
        String rest = call.contains(".unfinished-") ? " temporary" : "";
        rest += call.contains("/target-file\"") ? " target" : "";
        rest += call.contains("<" + folder + ">") ? " folder" : "";
        return name.replaceAll("^(write|fsync|rename|unlink).*", "$1") + rest;
    }

    /// Runs under strace.
    static final class Writing {
        public static void main(String[] args) {
            try {
                DurableFiles.write(Path.of(args[0]), bytes("content"));
                System.out.print("written");
            } catch (IOException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    /// Runs under strace.
    static final class Moving {
        public static void main(String[] args) throws IOException {
            Path target = Path.of(args[0]);
            Path built = Files.writeString(DurableFiles.temporaryFor(target), "content");
            DurableFiles.moveIntoPlace(built, target);
            DurableFiles.delete(target);
            System.out.print("moved and deleted");
        }
    }
}
