package bloomward.format.sign;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The texts of public and private keys.
final class KeyTest {

    @ParameterizedTest
    @ValueSource(strings = {SampleNotes.C2SP_KEY, SampleNotes.PETER_KEY, SampleNotes.ENOCH_KEY,
        "TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6"}) // the base64 of the last has a plus
    void readsPublishedKeysAndWritesThemAlike(String text) throws FormatException {
        VerifierKey key = VerifierKey.parse(text);
        assertThat(key).hasToString(text);
        assertThat(key.name()).isEqualTo(text.substring(0, text.indexOf('+')));
        assertThat(VerifierKey.of(key.name(), key.publicKey())).isEqualTo(key).hasSameHashCodeAs(key);
    }

    @Test
    void knowsThePublicHalfOfAPrivateKey() throws FormatException {
        SigningKey key = SigningKey.parse(SampleNotes.PETER_PRIVATE);
        assertThat(key.verifierKey()).isEqualTo(VerifierKey.parse(SampleNotes.PETER_KEY));
        assertThat(key.toPrivateText()).isEqualTo(SampleNotes.PETER_PRIVATE);
    }

    /// The third and the fourth are of Go's tests.
    @ParameterizedTest
    @CsvSource({"MALFORMED, ''", "MALFORMED, PeterNeumann",
        "MALFORMED, PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "OTHER_TYPE, PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "OTHER_TYPE, remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
        "OTHER_TYPE, PeterNeumann+c74f20a3+", "MALFORMED, PeterNeumann+c74f20a3+AQ==",
        "MALFORMED, PeterNeumann+c74f20a3",
        "CHECKSUM, PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "CHECKSUM, PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "CHECKSUM, PeterNeumann+c74f20a+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "CHECKSUM, PaterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "MALFORMED, Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "MALFORMED, +c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "MALFORMED, PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq_LDE4izWy10TW"})
    void refusesAnOddKey(Reason reason, String text) {
        assertThat(FormatErrors.of(() -> VerifierKey.parse(text)).reason()).isEqualTo(reason);
    }

    /// Points of low order, coordinates not below 2^255 - 19, the wrong sign of zero, no point at all.
    @ParameterizedTest
    @ValueSource(strings = {"0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "efffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "0200000000000000000000000000000000000000000000000000000000000000"})
    void refusesAPublicKeyThatNobodyHas(String hex) {
        FormatException refusal = FormatErrors.of(() -> VerifierKey.of("name", HexFormat.of().parseHex(hex)));
        assertThat(refusal.reason()).isEqualTo(Reason.MALFORMED);
        assertThat(refusal).hasMessageContaining("prime-order subgroup");
    }

    /// The sum of somebody's key and the point of order two: (-x, -y) for (x, y).
    @Test
    void refusesAPublicKeyOfMixedOrder() throws FormatException {
        byte[] publicKey = VerifierKey.parse(SampleNotes.PETER_KEY).publicKey();
        BigInteger y = new BigInteger(1, reversed(publicKey)).clearBit(255);
        BigInteger minusY = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19)).subtract(y);
        byte[] other = reversed(
                ByteBuffer.allocate(33).put(33 - minusY.toByteArray().length, minusY.toByteArray()).array());
        byte[] mixed = Arrays.copyOf(other, 32);
        mixed[31] |= (byte) (~publicKey[31] & 0x80);
        assertThat(FormatErrors.of(() -> VerifierKey.of("name", mixed))).hasMessageContaining("prime-order subgroup");
        mixed[31] ^= (byte) 0x80; // minus that, a point as well
        FormatErrors.of(() -> VerifierKey.of("name", mixed));
        publicKey[31] ^= (byte) 0x80; // while minus the key alone is a key
        VerifierKey.of("name", publicKey);
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a\u007fb", "a\u0080b", "a\u202eb", "a\u200bb", "a\u00a0b", "a\u0085b", "a\nb", "a+b", "", " "})
    void refusesANameThatCannotBeShown(String name) {
        FormatErrors.of(() -> SigningKey.generate(name, new SecureRandom()));
    }

    @Test
    void refusesAVeryLongName() throws FormatException {
        SigningKey.generate("x".repeat(255), new SecureRandom());
        FormatErrors.of(() -> SigningKey.generate("x".repeat(256), new SecureRandom()));
    }

    @Test
    void aNewKeyIsAnother() throws FormatException {
        SigningKey one = SigningKey.generate("name", new SecureRandom());
        SigningKey two = SigningKey.generate("name", new SecureRandom());
        assertThat(one.verifierKey().isSameKey(two.verifierKey())).isFalse();
        assertThat(one.verifierKey()).isNotEqualTo(two.verifierKey());
        assertThat(SigningKey.parse(one.toPrivateText()).verifierKey()).isEqualTo(one.verifierKey());
    }

    @ParameterizedTest
    @CsvSource({"NOT_OUR_FILE, PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz",
        "MALFORMED, PRIVATE+KEY+PeterNeumann+c74f20a3",
        "MALFORMED, PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDF",
        "MALFORMED, PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKA==",
        "OTHER_TYPE, PRIVATE+KEY+PeterNeumann+c74f20a3+AoEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz",
        "CHECKSUM, PRIVATE+KEY+PeterNeumann+c74f20a4+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz",
        "CHECKSUM, PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFw"})
    void refusesAnOddPrivateKeyAndKeepsItSecret(Reason reason, String text) {
        FormatException refusal = FormatErrors.of(() -> SigningKey.parse(text));
        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(refusal.getMessage()).doesNotContain("EKFALVFGyN");
    }

    @Test
    void tellsNobodyThePrivateKey() throws FormatException {
        SigningKey key = SigningKey.parse(SampleNotes.PETER_PRIVATE);
        assertThat(key).hasToString("signing key of " + SampleNotes.PETER_KEY);
    }
}
