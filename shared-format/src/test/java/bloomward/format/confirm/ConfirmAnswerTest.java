package bloomward.format.confirm;

import static bloomward.format.confirm.ConfirmSamples.hashIn;
import static bloomward.format.confirm.ConfirmSamples.listing;
import static bloomward.format.confirm.ConfirmSamples.published;
import static bloomward.format.confirm.ConfirmSamples.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Fuzz;
import bloomward.format.Mutations;
import bloomward.format.confirm.ConfirmSamples.Published;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every lie that a server may tell.
final class ConfirmAnswerTest {

    private static final BucketBits BITS = new BucketBits(3);
    private static final List<ConfirmRecord> RECORDS = records(Fuzz.random(9), 64);
    private static final Published LIST = published(BITS, RECORDS);
    private static final ConfirmRoot ROOT = LIST.tree().root();
    private static final byte[] ANSWER = LIST.answer(5);

    @Test
    void isTheBucketAndItsProof() throws FormatException {
        Bucket bucket = proven(ANSWER);
        assertThat(bucket.number()).isEqualTo(5);
        assertThat(bucket.toBytes()).isEqualTo(LIST.leaf(5));
        assertThat(ConfirmAnswer.of(LIST.tree(), bucket).toBytes()).isEqualTo(ANSWER);
        assertThat(ConfirmAnswer.parse(ANSWER).toBytes()).isEqualTo(ANSWER);
        assertThat(ANSWER).hasSize(24 + LIST.leaf(5).length + 3 * 32);
    }

    @Test
    void cannotBeMadeOfALeafThatTheTreeHasNot() {
        byte[] changed = LIST.leaf(5);
        changed[20] ^= 1;
        assertThatIllegalArgumentException().isThrownBy(() -> ConfirmAnswer.of(LIST.tree(), 5, changed));
        assertThatIllegalArgumentException().isThrownBy(() -> ConfirmAnswer.of(LIST.tree(), 4, LIST.leaf(5)));
    }

    @Test
    void refusesAnInventedListing() {
        List<ConfirmRecord> more = inBucketFive();
        more.add(listing(Fuzz.random(1), hashIn(Fuzz.random(1), BITS, 5)));
        refused(withLeaf(Bucket.of(BITS, 5, more).toBytes()), Reason.UNPROVEN, "signed is " + ROOT);
    }

    @Test
    void refusesAHiddenListing() {
        List<ConfirmRecord> less = inBucketFive();
        less.removeFirst();
        refused(withLeaf(Bucket.of(BITS, 5, less).toBytes()), Reason.UNPROVEN, "proof leads to root");
        refused(withLeaf(Bucket.of(BITS, 5, List.of()).toBytes()), Reason.UNPROVEN, "");
    }

    /// It is as true as the one that was asked for, and does not have the hash that is sought.
    @Test
    void refusesATrueAnswerToAnotherQuestion() throws FormatException {
        ConfirmAnswer other = ConfirmAnswer.parse(LIST.answer(4));
        assertThat(other.prove(ROOT, BITS, 4).number()).isEqualTo(4);
        refused(LIST.answer(4), Reason.OTHER_QUESTION, "bucket 4 of 8, requested was 5 of 8");
    }

    @Test
    void refusesAnotherBucketUnderTheNumberAsked() {
        byte[] swapped = LIST.answer(4);
        swapped[12] = 5;
        refused(swapped, Reason.UNPROVEN, "");
        byte[] leafToo = LIST.answer(4);
        leafToo[12] = 5;
        leafToo[24] = 5;
        refused(leafToo, Reason.UNPROVEN, "");
    }

    @Test
    void refusesTheAnswerOfAnotherVersion() {
        List<ConfirmRecord> newer = new ArrayList<>(RECORDS);
        newer.add(listing(Fuzz.random(2), hashIn(Fuzz.random(2), BITS, 0)));
        refused(published(BITS, newer).answer(5), Reason.UNPROVEN, "");
    }

    @Test
    void refusesAnotherNumberOfBuckets() {
        refused(published(new BucketBits(4), RECORDS).answer(5), Reason.OTHER_QUESTION, "bucket 5 of 16");
        byte[] shorter = Arrays.copyOf(ANSWER, ANSWER.length - 32);
        shorter[10] = 2;
        shorter[12] = 1;
        shorter[20] = 64;
        refused(shorter, Reason.OTHER_QUESTION, "bucket 1 of 4");
    }

    /// A node that is given as a leaf: its two hashes would pass for a bucket if leaves and nodes were hashed alike.
    @Test
    void refusesANodeInTheRoleOfALeaf() {
        byte[] proof = LIST.tree().proof(5);
        byte[] children = new byte[64];
        System.arraycopy(LIST.tree().proof(5), 0, children, 0, 32);
        System.arraycopy(LIST.tree().proof(4), 0, children, 32, 32);
        byte[] forged = ByteBuffer.allocate(24 + 64 + 64)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(ANSWER, 0, 10)
                .put((byte) 2)
                .put((byte) 0)
                .putInt(2)
                .putInt(64)
                .putInt(64)
                .put(children)
                .put(proof, 32, 64)
                .array();
        assertThat(FormatErrors.of(() -> ConfirmAnswer.parse(forged).prove(ROOT, new BucketBits(2), 2)).reason())
                .isEqualTo(Reason.UNPROVEN);
    }

    @Test
    void refusesProofsInAnotherOrder() {
        byte[] swapped = ANSWER.clone();
        int proofAt = ANSWER.length - 96;
        System.arraycopy(ANSWER, proofAt, swapped, proofAt + 32, 32);
        System.arraycopy(ANSWER, proofAt + 32, swapped, proofAt, 32);
        refused(swapped, Reason.UNPROVEN, "");
    }

    /// Signed content is still hostile input.
    @Test
    void refusesASignedLeafThatBreaksARule() {
        byte[] leaf = {0, 0, 0, 0, 1, 0, 0, 0, 7};
        byte[] answer = ConfirmSamples.answerAround(leaf);
        BucketBits one = new BucketBits(0);
        assertThat(FormatErrors.of(() -> ConfirmAnswer.parse(answer).prove(ConfirmSamples.rootOf(leaf), one, 0)))
                .hasMessageContaining("leaf at 4: 1 records, at most 0 fit")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MALFORMED));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 137, NOT_OUR_FILE", "3, 1, 80, NOT_OUR_FILE", "8, 2, 2, TOO_NEW", "8, 2, 65535, TOO_NEW",
        "8, 2, 0, TOO_OLD", "10, 1, 17, MALFORMED", "10, 1, 255, MALFORMED", "10, 1, 4, MALFORMED",
        "10, 1, 2, MALFORMED", "11, 1, 1, MALFORMED", "11, 1, 128, MALFORMED", "12, 4, 8, MALFORMED",
        "12, 4, 4294967295, MALFORMED", "12, 4, 2147483648, MALFORMED", "12, 4, 4, OTHER_QUESTION",
        "16, 4, 0, MALFORMED", "16, 4, 7, MALFORMED", "16, 4, 8, MALFORMED", "16, 4, 4194304, TRUNCATED",
        "16, 4, 4194305, MALFORMED", "16, 4, 4294967295, MALFORMED", "16, 4, 2147483647, MALFORMED",
        "20, 4, 0, MALFORMED", "20, 4, 64, MALFORMED", "20, 4, 95, MALFORMED", "20, 4, 97, MALFORMED",
        "20, 4, 4294967295, MALFORMED"})
    void refusesHeadersThatBreakARule(int at, int size, long value, Reason reason) {
        byte[] answer = ANSWER.clone();
        for (int i = 0; i < size; i++) {
            answer[at + i] = (byte) (value >> (8 * i));
        }
        if (at == 0) {
            answer[0] = 'x';
        }
        refused(answer, reason, "");
    }

    @Test
    void refusesAQuestionThatCannotBe() throws FormatException {
        ConfirmAnswer answer = ConfirmAnswer.parse(ANSWER);
        assertThatIllegalArgumentException().isThrownBy(() -> answer.prove(ROOT, BITS, 8));
        assertThatIllegalArgumentException().isThrownBy(() -> answer.prove(ROOT, BITS, -1));
    }

    @Test
    void doesNotChangeWithTheBytesItWasReadFrom() throws FormatException {
        byte[] bytes = ANSWER.clone();
        ConfirmAnswer answer = ConfirmAnswer.parse(bytes);
        Arrays.fill(bytes, (byte) 0);
        assertThat(answer.prove(ROOT, BITS, 5).toBytes()).isEqualTo(LIST.leaf(5));
    }

    @Test
    void aRootIsItsDigest() {
        assertThat(ConfirmRoot.ofDigest(ROOT.toBytes())).isEqualTo(ROOT)
                .hasSameHashCodeAs(ROOT)
                .hasToString(ROOT.toString());
        byte[] other = ROOT.toBytes();
        other[31] ^= 1;
        assertThat(ConfirmRoot.ofDigest(other)).isNotEqualTo(ROOT);
        assertThatIllegalArgumentException().isThrownBy(() -> ConfirmRoot.ofDigest(new byte[31]));
    }

    private static List<ConfirmRecord> inBucketFive() {
        List<ConfirmRecord> records = new ArrayList<>(RECORDS);
        records.removeIf(record -> BITS.bucketOf(record.hash()) != 5);
        assertThat(records).isNotEmpty();
        return records;
    }

    /// The answer with another leaf and the proof of the true one.
    private static byte[] withLeaf(byte[] leaf) {
        return ByteBuffer.allocate(24 + leaf.length + 96)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(ANSWER, 0, 24)
                .putInt(16, leaf.length)
                .put(leaf)
                .put(LIST.tree().proof(5))
                .array();
    }

    private static Bucket proven(byte[] answer) throws FormatException {
        return ConfirmAnswer.parse(answer).prove(ROOT, BITS, 5);
    }

    private static void refused(byte[] answer, Reason reason, String why) {
        FormatException[] refusal = new FormatException[1];
        Mutations.requireFrugal(Mutations.allowedFor(answer), () -> refusal[0] = FormatErrors.of(() -> proven(answer)));
        assertThat(refusal[0]).hasMessageContaining(why);
        assertThat(refusal[0].reason()).as(refusal[0].getMessage()).isEqualTo(reason);
    }
}
