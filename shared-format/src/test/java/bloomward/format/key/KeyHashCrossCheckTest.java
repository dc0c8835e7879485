package bloomward.format.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The key hash is the XXH3 of everybody else: values of the reference implementation (xxHash 0.8.3,
/// `XSUM_XXH3_testdata` and, between its lengths, the same buffer hashed by the C library).
final class KeyHashCrossCheckTest {

    private static final long PRIME32 = 2_654_435_761L;
    private static final long PRIME64 = 0x9e37_79b1_85eb_ca8dL;

    /// Lengths on both sides of every border where the algorithm changes.
    @ParameterizedTest
    @CsvSource({"0, 2d06800538d394c2, a8a6b918b2f0364a", "1, c44bdff4074eecdb, 032be332dd766ef8",
        "3, 54247382a8d6b94d, 634b8990b4976373", "4, e5dc74bc51848a51, aa2e7eccb0c8f747",
        "6, 27b56a84cd2d7325, 84589c116ab59ab9", "8, 24ccc9acaa9f65e4, 8f973410999b8f6b",
        "9, 14d5001c15dd3f2b, b3ae7333d9013f60", "12, a713daf0dfbb77e7, e7303e1b2336de0e",
        "16, 981b17d36c7498c9, 663f29333b4db6b1", "17, 796f5acd3a60f862, f3ec5067f4306db3",
        "24, a3fe70bf9d3510eb, 850e80fc35bdd690", "48, 397da259ecba1f11, adc2cbaa44acc616",
        "80, bcdefbbb2c47c90a, c6dd0cb699532e73", "128, fcff24126754d861, 73fde75280646649",
        "129, 98f1b0a679a2ca29, 21fffdbca099c844", "195, cd94217ee362ec3a, ba68003d370cb3d9",
        "240, 81c3c2b67f568ccf, cc0f58c27ef3d8ee", "241, c5a639ecd2030e5e, dda9b0a161d4829a",
        "403, cdeb804d65c6dea4, 6259f6ecfd6443fd", "512, 617e49599013cb6b, 3ce457de14c27708",
        "1023, 87a8f7b2f2e22496, 0f0f02de8590e1b5", "1024, dd85c9b5c1109c5c, ef368a8a2ebabaef",
        "1025, d870c0fa13211c6a, 96792bcf9af88519", "2048, dd59e2c3a5f038e0, 66f81670669ababc",
        "2099, c6b9d9b3fc9ac765, 184f316843663974", "2240, 6e73a90539cf2948, 757ba8487d1b5247",
        "2367, cb37aeb9e5d361ed, d2db3415b942b42a"})
    void givesThePublishedValues(int length, String unseeded, String seeded) {
        byte[] input = sanityBuffer(length);
        assertThat(KeyHash.seeded(0).of(input)).isEqualTo(HexFormat.fromHexDigitsToLong(unseeded));
        assertThat(KeyHash.seeded(PRIME64).of(input)).isEqualTo(HexFormat.fromHexDigitsToLong(seeded));
    }

    @ParameterizedTest
    @CsvSource({"example.test/, 0, c2b70829010d6af2", "example.test/, 1, 4c123aa3e550af1c",
        "example.test/, ffffffffffffffff, 7ddb5db7a9415c55", "example.test/, 0123456789abcdef, 3b58fc29be0ba0f0",
        "b\u00fccher.test/a?b, 0, 19ae7f862d5cd00e", "b\u00fccher.test/a?b, 1, 0a0e9fa32b46fc9a",
        "b\u00fccher.test/a?b, ffffffffffffffff, 5b6ee28beb1cae00",
        "b\u00fccher.test/a?b, 0123456789abcdef, 35baf124fe27697f"})
    void hashesTheUtf8BytesOfText(String text, String seed, String expected) {
        KeyHash hash = KeyHash.seeded(HexFormat.fromHexDigitsToLong(seed));
        assertThat(hash.seed()).isEqualTo(HexFormat.fromHexDigitsToLong(seed));
        assertThat(hash.of(text)).isEqualTo(HexFormat.fromHexDigitsToLong(expected));
        assertThat(hash.of(text.getBytes(UTF_8))).isEqualTo(HexFormat.fromHexDigitsToLong(expected));
    }

    @Test
    void hashesARangeAsIfItWereTheWhole() {
        byte[] buffer = sanityBuffer(700);
        KeyHash hash = KeyHash.seeded(7);
        for (int offset : new int[] {0, 1, 7, 64}) {
            for (int length : new int[] {0, 1, 13, 200, 600}) {
                assertThat(hash.of(buffer, offset, length))
                        .isEqualTo(hash.of(Arrays.copyOfRange(buffer, offset, offset + length)));
            }
        }
    }

    private static byte[] sanityBuffer(int length) {
        byte[] buffer = new byte[length];
        long generator = PRIME32;
        for (int i = 0; i < length; i++) {
            buffer[i] = (byte) (generator >>> 56);
            generator *= PRIME64;
        }
        return buffer;
    }
}
