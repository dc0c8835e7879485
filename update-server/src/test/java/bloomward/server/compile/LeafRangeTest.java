package bloomward.server.compile;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.url.Scope;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class LeafRangeTest {

    private static final List<Category> CATEGORIES = List.of(new Category("phishing"), new Category("malware"));

    /// Rows of hashes that begin with eleven zero bytes: of one bucket, and alike in all bits that are sorted at once.
    private static byte[] alike(int count) {
        byte[] rows = new byte[count * HashRow.SIZE_IN_BYTES];
        for (int i = 0; i < count; i++) {
            int at = i * HashRow.SIZE_IN_BYTES;
            int number = Integer.reverse(i) >>> 12;
            rows[at + 11] = (byte) (number >> 16);
            rows[at + 12] = (byte) (number >> 8);
            rows[at + 13] = (byte) number;
            HashRow.tag(rows, at, Scope.EXACT, i & 1);
        }
        return rows;
    }

    @Test
    void keepsWhatItIsGiven() {
        byte[] row = alike(2);
        for (Scope scope : Scope.values()) {
            for (int category : new int[] {0, 1, HashRow.MOST_CATEGORIES - 1}) {
                HashRow.tag(row, HashRow.SIZE_IN_BYTES, scope, category);
                assertThat(HashRow.scope(row, HashRow.SIZE_IN_BYTES)).isEqualTo(scope);
                assertThat(HashRow.category(row, HashRow.SIZE_IN_BYTES)).isEqualTo(category);
            }
        }
    }

    @Test
    void sortsHashesThatWereMadeToBeginAlike() throws CompileException {
        LeafRange range = LeafRange.of(new BucketBits(3), 0, 2, alike(5_000), CATEGORIES);
        assertThat(LongStream.of(range.records()).sum()).isEqualTo(5_000);
        assertThat(range.expressions()).isEqualTo(5_000);
        assertThat(range.lengths()[1]).isEqualTo(8);
    }

    /// Somebody who can list a hundred thousand URLs can choose them for one bucket.
    @Test
    void saysWhichBucketsAreFull() throws CompileException {
        LeafRange range = LeafRange.of(new BucketBits(16), 0, 1, alike(110_000), CATEGORIES);
        assertThat(range.full()).containsExactly(0);
        assertThat(LongStream.of(range.records()).sum()).isLessThan(110_000);
    }
}
