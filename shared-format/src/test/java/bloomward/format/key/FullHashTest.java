package bloomward.format.key;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FullHashTest {

    /// The first two are those of FIPS 180.
    @ParameterizedTest
    @CsvSource({"'', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "example.test/, 2fc5ff4b19faef20653393a743ad494ff875ec56a7d2bb8b10d61957306b0448"})
    void isTheSha256(String expression, String hex) {
        assertThat(of(expression)).hasToString(hex);
        byte[] within = ("<" + expression + ">").getBytes(US_ASCII);
        assertThat(FullHash.of(within, 1, expression.length())).isEqualTo(of(expression))
                .hasSameHashCodeAs(of(expression));
    }

    @Test
    void isReadFromAndGivenAsBytes() {
        assertThat(FullHash.ofDigest(of("a").toBytes())).isEqualTo(of("a")).isNotEqualTo(of("b"));
    }

    @Test
    void sharesNoArray() {
        byte[] digest = of("a").toBytes();
        FullHash hash = FullHash.ofDigest(digest);
        digest[0]++;
        assertThat(hash).isEqualTo(of("a"));
        hash.toBytes()[0]++;
        assertThat(hash).isEqualTo(of("a"));
    }

    @Test
    void isOrderedAsUnsignedBytes() {
        assertThat(ofFirstByte(0x7f)).isLessThan(ofFirstByte(0x80));
        assertThat(ofFirstByte(0)).isLessThan(ofFirstByte(0xff));
        assertThat(ofFirstByte(3)).isEqualByComparingTo(ofFirstByte(3));
    }

    @Test
    void refusesOtherLengths() {
        assertThatIllegalArgumentException().isThrownBy(() -> FullHash.ofDigest(new byte[31]))
                .withMessageContaining("31");
        assertThatIllegalArgumentException().isThrownBy(() -> FullHash.ofDigest(new byte[33]))
                .withMessageContaining("33");
    }

    private static FullHash of(String expression) {
        byte[] bytes = expression.getBytes(US_ASCII);
        return FullHash.of(bytes, 0, bytes.length);
    }

    private static FullHash ofFirstByte(int first) {
        byte[] digest = new byte[FullHash.SIZE_IN_BYTES];
        digest[0] = (byte) first;
        return FullHash.ofDigest(digest);
    }
}
