package bloomward.server.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DurableFileTest {

    @TempDir
    Path folder;

    private Path write(byte... bytes) throws IOException {
        return DurableFile.<Path, RuntimeException>write(folder.resolve("file"), channel -> {
            channel.write(ByteBuffer.wrap(bytes));
            return folder.resolve("file");
        });
    }

    private void fillTheDisk() throws IOException {
        DurableFile.<Path, RuntimeException>write(folder.resolve("file"), channel -> {
            channel.write(ByteBuffer.wrap(new byte[10]));
            throw new IOException("no space left on device");
        });
    }

    @Test
    void aFullDiskLeavesNothing() throws IOException {
        assertThatExceptionOfType(IOException.class).isThrownBy(this::fillTheDisk).withMessageContaining("no space");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFullDiskLeavesWhatWasThere() throws IOException {
        write((byte) 1, (byte) 2);
        assertThatExceptionOfType(IOException.class).isThrownBy(this::fillTheDisk);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("file"));
        }
        assertThat(folder.resolve("file")).hasBinaryContent(new byte[] {1, 2});
    }

    @Test
    void whatACrashLeftIsOverwrittenAndNotAppendedTo() throws IOException {
        Files.write(folder.resolve("file.part"), new byte[100]);
        assertThat(write((byte) 7)).hasBinaryContent(new byte[] {7});
        assertThat(folder.resolve("file.part")).doesNotExist();
    }

    @Test
    void writesNoFileOfNothing() throws IOException {
        assertThat(DurableFile.<String, RuntimeException>place(folder.resolve("file"), _ -> Optional.empty()))
                .isEmpty();
        assertThat(folder).isEmptyDirectory();
    }
}
