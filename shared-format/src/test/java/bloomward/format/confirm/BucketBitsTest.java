package bloomward.format.confirm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.key.FullHash;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BucketBitsTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "63, 0", "64, 0", "127, 0", "128, 1", "255, 1", "256, 2", "1000, 3", "10000, 7",
        "1000000, 13", "2097151, 14", "2097152, 15", "4194303, 15", "4194304, 16", "8388608, 16", "10000000, 16",
        "9223372036854775807, 16"})
    void leavesSixtyFourEntriesInABucket(long entries, int bits) {
        assertThat(BucketBits.forEntries(entries)).isEqualTo(new BucketBits(bits));
        assertThat(BucketBits.forEntries(entries).buckets()).isEqualTo(1 << bits);
    }

    @Test
    void isNeverMoreThanTheRuleSays() {
        for (long entries = 64; entries < 1 << 23; entries += 61) {
            int bits = BucketBits.forEntries(entries).count();
            assertThat(entries >> bits).isGreaterThanOrEqualTo(64);
            assertThat(bits == 16 || entries >> (bits + 1) < 64).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2, 2", "4, 10", "7, 83", "8, 166", "9, 333", "12, 2668", "15, 21349", "16, 42699"})
    void aBucketIsTheTopBitsOfTheHash(int bits, int bucket) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) 0xff);
        bytes[0] = (byte) 0xa6;
        bytes[1] = (byte) 0xcb;
        assertThat(new BucketBits(bits).bucketOf(FullHash.ofDigest(bytes))).isEqualTo(bucket);
    }

    @Test
    void refusesWhatIsNoNumberOfBits() {
        for (int bits : new int[] {-1, 17, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new BucketBits(bits));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> BucketBits.forEntries(-1));
    }
}
