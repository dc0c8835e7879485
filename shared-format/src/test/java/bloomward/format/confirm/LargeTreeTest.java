package bloomward.format.confirm;

import static bloomward.format.confirm.ConfirmSamples.MALWARE;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Fuzz;
import bloomward.format.key.FullHash;
import bloomward.format.url.Scope;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A list of a million entries, in as many buckets as there can be.
final class LargeTreeTest {

    private static final int RECORDS = 1_000_000;
    private static final BucketBits BITS = new BucketBits(16);

    @TempDir
    private Path folder;

    @Test
    void provesAMillionRecordsAndFollowsTheirChanges() throws Exception {
        long[] tops = Fuzz.random(1).longs(RECORDS).toArray();
        sortUnsigned(tops);
        Path file = folder.resolve("leaves");
        BucketIndex index = write(tops, file);
        BucketTree tree = index.tree();
        RandomGenerator random = Fuzz.random(2);
        try (FileChannel leaves = FileChannel.open(file)) {
            assertThat(leaves.size()).isEqualTo(65_536L * 8 + RECORDS * 41L);
            for (int i = 0; i < 500; i++) {
                ConfirmRecord listed = listing(tops[random.nextInt(RECORDS)]);
                ConfirmRecord added = listing(random.nextLong());
                int number = BITS.bucketOf(listed.hash());
                Bucket bucket = proven(tree, index, leaves, number);
                assertThat(bucket.find(listed.hash())).containsExactly(listed);

                List<ConfirmRecord> more = new ArrayList<>(bucket.records());
                more.add(new ConfirmRecord(listed.hash(), Scope.EXACT, MALWARE));
                Bucket changed = Bucket.of(BITS, number, more);
                ConfirmRoot before = tree.root();
                tree.replace(changed);
                assertThat(tree.root()).isNotEqualTo(before);
                assertThat(ConfirmAnswer.of(tree, changed).prove(tree.root(), BITS, number).find(listed.hash()))
                        .hasSize(2);
                tree.replace(bucket);
                assertThat(tree.root()).isEqualTo(before);
                assertThat(proven(tree, index, leaves, BITS.bucketOf(added.hash())).find(added.hash())).isEmpty();
            }
        }
    }

    private static BucketIndex write(long[] tops, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            BucketWriter writer = new BucketWriter(BITS, out);
            for (long top : tops) {
                writer.add(listing(top));
            }
            return writer.finish();
        }
    }

    private static Bucket proven(BucketTree tree, BucketIndex index, FileChannel leaves, int bucket) throws Exception {
        ByteBuffer leaf = ByteBuffer.allocate(index.sizeInBytes(bucket));
        leaves.read(leaf, index.offset(bucket));
        byte[] answer = ConfirmAnswer.of(tree, bucket, leaf.array()).toBytes();
        return ConfirmAnswer.parse(answer).prove(tree.root(), BITS, bucket);
    }

    private static ConfirmRecord listing(long top) {
        byte[] hash = ByteBuffer.allocate(32).putLong(top).putLong(~top).putLong(top * 31).putLong(top ^ 42).array();
        return new ConfirmRecord(FullHash.ofDigest(hash), Scope.HOST, MALWARE);
    }

    private static void sortUnsigned(long[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] ^= Long.MIN_VALUE;
        }
        Arrays.sort(numbers);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] ^= Long.MIN_VALUE;
        }
    }
}
