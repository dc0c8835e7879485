package bloomward.format.confirm;

import static bloomward.format.confirm.ConfirmSamples.published;
import static bloomward.format.confirm.ConfirmSamples.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.Fuzz;
import bloomward.format.confirm.ConfirmSamples.Published;
import bloomward.format.url.Scope;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class LeafWriterTest {

    private static final BucketBits BITS = new BucketBits(3);

    /// Leaves made one by one, in any order of the buckets, are those of a list that was written in one go.
    @Test
    void makesTheLeavesAndTheTreeOfABucketWriter() {
        List<ConfirmRecord> records = records(Fuzz.random(1), 200);
        Published published = published(BITS, records);
        LeafWriter writer = new LeafWriter(BITS);
        byte[] hashes = new byte[BITS.buckets() * LeafWriter.HASH_IN_BYTES];
        for (int bucket = BITS.buckets() - 1; bucket >= 0; bucket--) {
            writer.begin(bucket);
            for (ConfirmRecord record : new TreeSet<>(records)) {
                byte[] behindOthers = new byte[40];
                System.arraycopy(record.hash().toBytes(), 0, behindOthers, 8, 32);
                if (BITS.bucketOf(behindOthers, 8) == bucket) {
                    writer.add(behindOthers, 8, record.scope(), record.category());
                }
            }
            byte[] leaf = new byte[writer.finish() + 1];
            writer.copyTo(leaf, 1);
            writer.hashTo(hashes, bucket * LeafWriter.HASH_IN_BYTES);
            assertThat(leaf).endsWith(published.leaf(bucket)).hasSize(published.leaf(bucket).length + 1);
        }
        BucketTree tree = BucketTree.over(BITS, hashes);
        assertThat(tree.root()).isEqualTo(published.tree().root());
        assertThat(tree.leafHashes()).isEqualTo(hashes);
        assertThat(tree.hasLeafHash(3, hashes, 3 * 32)).isTrue();
        assertThat(tree.hasLeafHash(3, hashes, 4 * 32)).isFalse();
    }

    @Test
    void saysWhenALeafIsFull() {
        LeafWriter writer = new LeafWriter(new BucketBits(0));
        Category category = new Category("malware");
        writer.begin(0);
        byte[] hash = new byte[32];
        int count = 0;
        while (writer.hasRoomFor(category)) {
            hash[0] = (byte) (count >> 16);
            hash[1] = (byte) (count >> 8);
            hash[2] = (byte) count++;
            writer.add(hash, 0, Scope.HOST, category);
        }
        assertThat(writer.finish()).isBetween(Leaf.MAX_SIZE_IN_BYTES - 41, Leaf.MAX_SIZE_IN_BYTES);
        hash[0] = -1;
        assertThatIllegalArgumentException().isThrownBy(() -> writer.add(hash, 0, Scope.HOST, category))
                .withMessageContaining("full");
    }

    @Test
    void treesNeedTheHashOfEveryLeaf() {
        assertThatIllegalArgumentException().isThrownBy(() -> BucketTree.over(BITS, new byte[7 * 32]))
                .withMessageContaining("8 buckets need 256");
    }
}
