package bloomward.format.confirm;

import static bloomward.format.confirm.ConfirmSamples.hashIn;
import static bloomward.format.confirm.ConfirmSamples.listing;
import static bloomward.format.confirm.ConfirmSamples.published;
import static bloomward.format.confirm.ConfirmSamples.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.Fuzz;
import bloomward.format.confirm.ConfirmSamples.Published;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class BucketWriterTest {

    private static final BucketBits BITS = new BucketBits(3);

    @Test
    void writesTheLeavesOfItsBucketsOneBehindTheOther() {
        List<ConfirmRecord> records = records(Fuzz.random(1), 200);
        Published published = published(BITS, records);
        long end = 0;
        for (int number = 0; number < BITS.buckets(); number++) {
            int bucket = number;
            List<ConfirmRecord> inBucket = records.stream()
                    .filter(record -> BITS.bucketOf(record.hash()) == bucket)
                    .toList();
            assertThat(published.index().offset(bucket)).isEqualTo(end);
            end += published.index().sizeInBytes(bucket);
            assertThat(published.leaf(bucket)).isEqualTo(Bucket.of(BITS, bucket, inBucket).toBytes());
        }
        assertThat(published.leaves()).hasSize((int) end);
    }

    /// The largest hash may be in the first bucket, and none at all be there: every bucket has its leaf.
    @Test
    void writesEmptyBucketsToo() {
        assertThat(published(BITS, List.of()).leaves()).hasSize(8 * 8);
        ConfirmRecord last = listing(Fuzz.random(2), hashIn(Fuzz.random(2), BITS, 7));
        Published published = published(BITS, List.of(last));
        assertThat(published.index().offset(7)).isEqualTo(7 * 8);
        assertThat(published.leaf(6)).containsExactly(6, 0, 0, 0, 0, 0, 0, 0);
        assertThat(published.leaf(7)).isEqualTo(Bucket.of(BITS, 7, List.of(last)).toBytes());
    }

    @Test
    void dropsWhatComesTwice() throws IOException {
        List<ConfirmRecord> sorted = List.copyOf(new TreeSet<>(records(Fuzz.random(3), 50)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BucketWriter writer = new BucketWriter(BITS, out);
        for (ConfirmRecord record : sorted) {
            writer.add(record);
            writer.add(record);
        }
        assertThat(writer.finish().tree().root()).isEqualTo(published(BITS, sorted).tree().root());
        assertThat(out.toByteArray()).isEqualTo(published(BITS, sorted).leaves());
    }

    @Test
    void refusesRecordsThatDecrease() throws IOException {
        RandomGenerator random = Fuzz.random(4);
        List<ConfirmRecord> sorted = List.copyOf(new TreeSet<>(records(random, 30)));
        for (int i = 1; i < sorted.size(); i++) {
            BucketWriter writer = new BucketWriter(BITS, OutputStream.nullOutputStream());
            writer.add(sorted.get(i));
            ConfirmRecord less = sorted.get(i - 1);
            assertThatIllegalArgumentException().isThrownBy(() -> writer.add(less));
        }
    }

    @Test
    void doesNotCareInWhatOrderABucketIsGiven() {
        List<ConfirmRecord> records = records(Fuzz.random(5), 100);
        byte[] leaf = Bucket.of(new BucketBits(0), 0, records).toBytes();
        for (long seed = 0; seed < 20; seed++) {
            Collections.shuffle(records, new Random(seed));
            assertThat(Bucket.of(new BucketBits(0), 0, records).toBytes()).as("seed %d", seed).isEqualTo(leaf);
        }
    }

    @Test
    void saysWhenNothingCanBeWritten() {
        BucketWriter writer = new BucketWriter(BITS, new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("no space left");
            }
        });
        assertThatExceptionOfType(IOException.class).isThrownBy(writer::finish).withMessage("no space left");
    }
}
