package bloomward.format.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

final class IoWordsTest {

    @Test
    void nameTheCauseBesideTheFile() {
        assertThat(IoWords.of(new AccessDeniedException("/a/b"))).isEqualTo("/a/b: access denied");
        assertThat(IoWords.of(new NoSuchFileException("/a/b"))).isEqualTo("/a/b: no such file");
        assertThat(IoWords.of(new FileAlreadyExistsException("/a/b"))).isEqualTo("/a/b: already exists");
        assertThat(IoWords.of(new FileSystemException("/a/b", null, "No space left on device")))
                .isEqualTo("/a/b: No space left on device");
    }

    @Test
    void areNeverMissing() {
        assertThat(IoWords.of(new IOException("reset"))).isEqualTo("reset");
        assertThat(IoWords.of(new EOFException())).isEqualTo("EOFException");
    }
}
