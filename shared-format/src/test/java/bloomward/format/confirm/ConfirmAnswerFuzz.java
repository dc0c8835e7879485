package bloomward.format.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Fuzz;
import bloomward.format.FuzzLoop;
import bloomward.format.Mutations;
import bloomward.format.confirm.ConfirmSamples.Published;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Answers by a server that lies, and leaves by a publisher who signs what breaks the rules.
final class ConfirmAnswerFuzz {

    private static final Published LIST = ConfirmSamples.published(new BucketBits(2),
            ConfirmSamples.records(Fuzz.random(7), 24));
    private static final byte[] LEAF = Bucket.of(new BucketBits(0), 0, ConfirmSamples.records(Fuzz.random(8), 12))
            .toBytes();

    @Test
    void survivesHostileAnswers() {
        byte[] answer = LIST.answer(1);
        Set<Object> outcomes = Fuzz.seeded(1, 4096)
                .startingFrom(answer)
                .startingFrom(LIST.answer(2))
                .withPiece(Arrays.copyOf(answer, 24))
                .withPiece(LIST.leaf(3))
                .withPiece(LIST.tree().proof(1))
                .run(40_000, bytes -> {
                    try {
                        ConfirmAnswer.parse(bytes).prove(LIST.tree().root(), LIST.bits(), 1);
                    } catch (FormatException e) {
                        return e.reason();
                    }
                    assertThat(bytes).as("the one answer there is").isEqualTo(answer);
                    return "proven";
                });
        assertThat(outcomes).contains("proven", Reason.UNPROVEN, Reason.OTHER_QUESTION, Reason.MALFORMED,
                Reason.TRUNCATED, Reason.NOT_OUR_FILE, Reason.TOO_NEW, Reason.TOO_OLD);
    }

    /// The root fits any leaf: its signer made it so.
    @Test
    void survivesHostileLeaves() {
        Fuzz.seeded(2, 2048).startingFrom(LEAF).startingFrom(new byte[8]).run(40_000, ConfirmAnswerFuzz::readLeaf);
    }

    /// Records that are sound each by itself, in any order, with any count, as chance alone would hardly make them.
    @Test
    void survivesRecordsInAnyOrder() {
        FuzzLoop.run(5_000, random -> {
            byte[] leaf = shuffled(random);
            Object outcome = readLeaf(leaf);
            assertThat(outcome).isIn("sound", Reason.MALFORMED);
        });
    }

    private static Object readLeaf(byte[] leaf) {
        Object[] outcome = new Object[1];
        byte[] answer = ConfirmSamples.answerAround(leaf);
        ConfirmRoot root = ConfirmSamples.rootOf(leaf);
        Mutations.requireFrugal(Mutations.allowedFor(answer), () -> outcome[0] = bucketOrReason(answer, root));
        if (outcome[0] instanceof Bucket bucket) {
            assertThat(bucket.toBytes()).isEqualTo(leaf);
            assertThat(bucket.records()).hasSize(bucket.count()).isSorted().doesNotHaveDuplicates();
            assertThat(Bucket.of(bucket.bits(), 0, bucket.records()).toBytes()).as("one form only").isEqualTo(leaf);
            bucket.records().forEach(record -> assertThat(bucket.find(record.hash())).contains(record));
            return "sound";
        }
        return outcome[0];
    }

    private static Object bucketOrReason(byte[] answer, ConfirmRoot root) {
        try {
            return ConfirmAnswer.parse(answer).prove(root, new BucketBits(0), 0);
        } catch (FormatException e) {
            return e.reason();
        }
    }

    /// A leaf of a few records of the sample, some of them twice.
    private static byte[] shuffled(Random random) {
        int most = ConfirmSamples.records(Fuzz.random(8), 3).size();
        byte[] leaf = new byte[8];
        int count = random.nextInt(most + 2);
        for (int i = 0; i < count; i++) {
            int at = 8;
            for (int skip = random.nextInt(5); skip > 0; skip--) {
                at = Leaf.end(LEAF, at);
            }
            int length = Leaf.end(LEAF, at) - at;
            leaf = Arrays.copyOf(leaf, leaf.length + length);
            System.arraycopy(LEAF, at, leaf, leaf.length - length, length);
        }
        leaf[4] = (byte) (random.nextInt(8) == 0 ? random.nextInt(6) : count);
        return leaf;
    }
}
