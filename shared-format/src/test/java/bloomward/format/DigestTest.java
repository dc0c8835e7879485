package bloomward.format;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.FormatException.Reason;
import java.io.EOFException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DigestTest {

    /// Of "abc", from FIPS 180.
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path folder;

    @Test
    void isSha256() throws Exception {
        Digest digest = Digest.of("abc".getBytes(US_ASCII));
        assertThat(digest).hasToString(ABC).isEqualTo(Digest.parse(ABC)).hasSameHashCodeAs(Digest.parse(ABC));
        assertThat(digest.toHex()).isEqualTo(ABC);
        assertThat(Digest.ofBytes(digest.toBytes())).isEqualTo(digest);
        assertThat(digest).isNotEqualTo(Digest.of(new byte[0]));
    }

    @Test
    void collectsPieces() {
        MessageDigest sha256 = Digest.newSha256();
        sha256.update((byte) 'a');
        sha256.update("bc".getBytes(US_ASCII));
        assertThat(Digest.finish(sha256)).hasToString(ABC);
    }

    @Test
    void readsFilesOfAnyLength() throws Exception {
        byte[] content = new byte[200_001];
        new Random(3).nextBytes(content);
        for (int length : new int[] {0, 1, 65_535, 65_536, 65_537, 200_001}) {
            Path file = Files.write(folder.resolve("file"), Arrays.copyOf(content, length));
            assertThat(Digest.ofFile(file)).isEqualTo(Digest.of(Arrays.copyOf(content, length)));
        }
        try (FileChannel channel = FileChannel.open(folder.resolve("file"))) {
            channel.position(17);
            assertThat(Digest.ofFile(channel)).isEqualTo(Digest.of(content));
            assertThat(Digest.ofFile(channel, 70_000)).isEqualTo(Digest.of(Arrays.copyOf(content, 70_000)));
            assertThat(channel.position()).isEqualTo(17);
            assertThatExceptionOfType(EOFException.class).isThrownBy(() -> Digest.ofFile(channel, 200_002));
        }
    }

    @Test
    void isOrderedAsUnsignedBytes() throws Exception {
        Digest low = Digest.parse("7f" + ABC.substring(2));
        Digest high = Digest.parse("80" + ABC.substring(2));
        assertThat(low).isLessThan(high);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ba", "BA7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", ABC + "0",
        "g" + "a7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "\u0661" + "a7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"})
    void refusesOtherSpellings(String hex) {
        assertThat(FormatErrors.of(() -> Digest.parse(hex)).reason()).isEqualTo(Reason.MALFORMED);
    }

    @Test
    void hasThirtyTwoBytes() {
        assertThatIllegalArgumentException().isThrownBy(() -> Digest.ofBytes(new byte[31]));
    }

    @Test
    void keepsWhatItWasGiven() {
        byte[] bytes = new byte[32];
        Digest digest = Digest.ofBytes(bytes);
        bytes[0] = 1;
        digest.toBytes()[0] = 1;
        assertThat(digest.toHex()).startsWith("00");
    }
}
