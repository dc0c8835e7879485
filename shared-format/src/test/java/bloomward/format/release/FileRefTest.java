package bloomward.format.release;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileRefTest {

    @TempDir
    Path folder;

    @Test
    void knowsAFileByLengthAndDigest() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "one");
        FileRef ref = FileRef.of(file);
        assertThat(ref).isEqualTo(FileRef.of("one".getBytes(US_ASCII)));
        assertThat(ref.isOf(file)).isTrue();
        assertThat(ref.isOf(Files.writeString(folder.resolve("other"), "two"))).isFalse();
        assertThat(ref.isOf(Files.writeString(folder.resolve("longer"), "one "))).isFalse();
        assertThat(new FileRef(ref.digest(), 4).isOf(file)).isFalse();
        assertThat(ref.is(ref.digest(), 3)).isTrue();
        assertThat(ref.is(ref.digest(), 4)).isFalse();
        assertThat(ref.is(Digest.of(new byte[3]), 3)).isFalse();
    }

    @Test
    void hasALengthThatAFileCanHave() {
        Digest digest = Digest.of(new byte[0]);
        assertThat(new FileRef(digest, FileRef.MAX_LENGTH).length()).isEqualTo(FileRef.MAX_LENGTH);
        assertThatIllegalArgumentException().isThrownBy(() -> new FileRef(digest, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new FileRef(digest, FileRef.MAX_LENGTH + 1));
    }
}
