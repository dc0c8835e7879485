package bloomward.format.confirm;

import static bloomward.format.confirm.ConfirmSamples.hashIn;
import static bloomward.format.confirm.ConfirmSamples.listing;
import static bloomward.format.confirm.ConfirmSamples.published;
import static bloomward.format.confirm.ConfirmSamples.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.Fuzz;
import bloomward.format.confirm.ConfirmSamples.Published;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BucketTreeTest {

    /// The leaves that certificate transparency tests its trees with, and their roots.
    private static final List<String> KNOWN_LEAVES = List.of("", "00", "10", "2021", "3031", "40414243",
            "5051525354555657", "606162636465666768696a6b6c6d6e6f");

    @ParameterizedTest
    @CsvSource({"0, 6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "1, fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "2, d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "3, 5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"})
    void hashesAsCertificateTransparencyDoes(int bits, String root) {
        byte[] hashes = new byte[(1 << bits) * 32];
        TreeHasher hasher = new TreeHasher();
        for (int i = 0; i < 1 << bits; i++) {
            byte[] leaf = HexFormat.of().parseHex(KNOWN_LEAVES.get(i));
            hasher.leaf(leaf, leaf.length, hashes, i * 32);
        }
        BucketTree tree = BucketTree.over(new BucketBits(bits), hashes);
        assertThat(tree.root()).hasToString(root);
        for (int i = 0; i < 1 << bits; i++) {
            byte[] leaf = HexFormat.of().parseHex(KNOWN_LEAVES.get(i));
            assertThat(tree.proof(i)).hasSize(bits * 32);
            assertThat(BucketTree.rootBy(leaf, i, tree.proof(i))).hasToString(root);
        }
    }

    @Test
    void changesInPlaceAsIfItWereBuiltAnew() {
        RandomGenerator random = Fuzz.random(3);
        for (int count : new int[] {0, 1, 2, 5, 9}) {
            BucketBits bits = new BucketBits(count);
            List<ConfirmRecord> records = new ArrayList<>(records(random, 300));
            BucketTree tree = published(bits, records).tree();
            for (int step = 0; step < 20; step++) {
                int bucket = random.nextInt(bits.buckets());
                if (random.nextInt(3) == 0) {
                    records.removeIf(record -> bits.bucketOf(record.hash()) == bucket);
                } else {
                    records.add(listing(random, hashIn(random, bits, bucket)));
                }
                tree.replace(Bucket.of(bits, bucket,
                        records.stream().filter(record -> bits.bucketOf(record.hash()) == bucket).toList()));
                Published anew = published(bits, records);
                assertThat(tree.root()).as("seed 3, %s, step %d", bits, step).isEqualTo(anew.tree().root());
                for (int other = 0; other < bits.buckets(); other++) {
                    assertThat(tree.proof(other)).isEqualTo(anew.tree().proof(other));
                }
            }
        }
    }

    @Test
    void aCopyStaysAsItWas() {
        RandomGenerator random = Fuzz.random(4);
        BucketBits bits = new BucketBits(3);
        Published published = published(bits, records(random, 100));
        ConfirmRoot before = published.tree().root();
        BucketTree copy = published.tree().copy();
        copy.replace(Bucket.of(bits, 6, List.of()));
        assertThat(published.tree().root()).isEqualTo(before);
        assertThat(copy.root()).isNotEqualTo(before);
        assertThat(copy.bits()).isEqualTo(bits);
    }

    @Test
    void takesNoBucketOfAnotherTree() {
        BucketTree tree = published(new BucketBits(3), List.of()).tree();
        assertThatIllegalArgumentException().isThrownBy(() -> tree.replace(Bucket.of(new BucketBits(4), 2, List.of())));
        for (int bucket : new int[] {-1, 8, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException().isThrownBy(() -> tree.proof(bucket));
            assertThatIllegalArgumentException().isThrownBy(() -> tree.hasLeaf(bucket, new byte[8]));
        }
    }
}
