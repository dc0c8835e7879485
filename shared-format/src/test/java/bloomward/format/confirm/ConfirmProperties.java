package bloomward.format.confirm;

import static bloomward.format.confirm.ConfirmSamples.hash;
import static bloomward.format.confirm.ConfirmSamples.published;
import static bloomward.format.confirm.ConfirmSamples.records;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.Fuzz;
import bloomward.format.confirm.ConfirmSamples.Published;
import bloomward.format.key.FullHash;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Properties of confirm answers: an agent learns from an honest server what the list says, and from another one
/// nothing.
final class ConfirmProperties {

    private static final int[] COUNTS = {0, 1, 2, 63, 64, 500, 3000};

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyListingIsProvableAndEveryOtherHashProvablyAbsent(long seed) throws FormatException {
        RandomGenerator random = Fuzz.random(seed);
        for (int hashes : COUNTS) {
            List<ConfirmRecord> records = records(random, hashes);
            BucketBits bits = random.nextBoolean()
                    ? BucketBits.forEntries(records.size())
                    : new BucketBits(random.nextInt(11));
            Published list = published(bits, records);
            Map<Integer, Bucket> proven = new HashMap<>();
            Map<FullHash, TreeSet<ConfirmRecord>> expected = records.stream()
                    .collect(Collectors.groupingBy(ConfirmRecord::hash, TreeMap::new,
                            Collectors.toCollection(TreeSet::new)));
            for (Map.Entry<FullHash, TreeSet<ConfirmRecord>> listed : expected.entrySet()) {
                assertThat(asked(list, proven, listed.getKey())).as("seed %d, %s", seed, bits)
                        .containsExactlyElementsOf(listed.getValue());
                assertThat(asked(list, proven, neighbour(listed.getKey()))).as("seed %d, %s", seed, bits).isEmpty();
            }
            for (int i = 0; i < 200; i++) {
                assertThat(asked(list, proven, hash(random))).as("seed %d, %s", seed, bits).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theSameRecordsMakeTheSameBytes(long seed) {
        RandomGenerator random = Fuzz.random(seed);
        for (int hashes : COUNTS) {
            List<ConfirmRecord> records = records(random, hashes);
            BucketBits bits = new BucketBits(random.nextInt(11));
            Published list = published(bits, records);
            Collections.shuffle(records, new Random(seed));
            Published again = published(bits, records);
            assertThat(again.leaves()).as("seed %d", seed).isEqualTo(list.leaves());
            assertThat(again.tree().root()).as("seed %d", seed).isEqualTo(list.tree().root());
        }
    }

    /// Any bytes behind the frame, not one bit only.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noOtherAnswerIsProven(long seed) {
        RandomGenerator random = Fuzz.random(seed);
        Published list = published(new BucketBits(4), records(random, 400));
        for (int i = 0; i < 2000; i++) {
            int bucket = random.nextInt(16);
            byte[] answer = list.answer(bucket);
            byte[] changed = answer.clone();
            byte[] other = list.answer(random.nextInt(16));
            for (int change = random.nextInt(4); change >= 0; change--) {
                int at = random.nextInt(changed.length);
                if (random.nextBoolean()) {
                    changed[at] ^= (byte) (1 + random.nextInt(255));
                } else {
                    System.arraycopy(other, at % other.length, changed, at, Math.min(random.nextInt(200),
                            Math.min(changed.length - at, other.length - at % other.length)));
                }
            }
            if (!Arrays.equals(answer, changed)) {
                FormatErrors.of(() -> ConfirmAnswer.parse(changed).prove(list.tree().root(), list.bits(), bucket));
            }
        }
    }

    /// The proven records of a hash; an answer is asked for once.
    private static List<ConfirmRecord> asked(Published list, Map<Integer, Bucket> proven, FullHash hash)
            throws FormatException {
        int number = list.bits().bucketOf(hash);
        Bucket bucket = proven.get(number);
        if (bucket == null) {
            bucket = ConfirmAnswer.parse(list.answer(number)).prove(list.tree().root(), list.bits(), number);
            proven.put(number, bucket);
        }
        return bucket.find(hash);
    }

    /// A hash in the same bucket that differs in its last bit.
    private static FullHash neighbour(FullHash hash) {
        byte[] bytes = hash.toBytes();
        bytes[31] ^= 1;
        return FullHash.ofDigest(bytes);
    }
}
