package bloomward.format.confirm;

import static bloomward.format.confirm.ConfirmSamples.MALWARE;
import static bloomward.format.confirm.ConfirmSamples.PHISHING;
import static bloomward.format.confirm.ConfirmSamples.hash;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Fuzz;
import bloomward.format.Mutations;
import bloomward.format.key.FullHash;
import bloomward.format.url.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BucketTest {

    private static final BucketBits ONE = new BucketBits(0);
    private static final BucketBits BITS = new BucketBits(4);
    private static final FullHash A = hashOf(0x51);
    private static final FullHash B = hashOf(0x5e);
    private static final ConfirmRecord FIRST = new ConfirmRecord(A, Scope.HOST, MALWARE);
    private static final ConfirmRecord SECOND = new ConfirmRecord(B, Scope.EXACT, new Category("m"));
    /// Bucket 5: the first record from 8, the second from 49, the end at 84.
    private static final byte[] LEAF = Bucket.of(BITS, 5, List.of(SECOND, FIRST)).toBytes();

    /// Thirty-two times the same byte.
    private static FullHash hashOf(int value) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) value);
        return FullHash.ofDigest(bytes);
    }

    @Test
    void hasTheseBytes() {
        assertThat(HexFormat.of().formatHex(LEAF)).isEqualTo("05000000" + "02000000" + "51".repeat(32) + "01" + "07"
                + "6d616c77617265" + "5e".repeat(32) + "03" + "01" + "6d");
        assertThat(Bucket.of(BITS, 9, List.of()).toBytes()).containsExactly(9, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void holdsWhatWasPutIn() throws FormatException {
        Bucket bucket = Bucket.parse(BITS, 5, LEAF);
        assertThat(bucket.number()).isEqualTo(5);
        assertThat(bucket.bits()).isEqualTo(BITS);
        assertThat(bucket.count()).isEqualTo(2);
        assertThat(bucket.records()).containsExactly(FIRST, SECOND);
        assertThat(bucket.toBytes()).isEqualTo(LEAF).isNotSameAs(LEAF);
        assertThat(bucket.find(A)).containsExactly(FIRST);
        assertThat(bucket.find(B)).containsExactly(SECOND);
        assertThat(bucket.find(hashOf(0x52))).isEmpty();
    }

    @Test
    void findsEveryListingOfAHash() {
        ConfirmRecord phishing = new ConfirmRecord(A, Scope.HOST, PHISHING);
        ConfirmRecord exact = new ConfirmRecord(A, Scope.EXACT, MALWARE);
        Bucket bucket = Bucket.of(BITS, 5, List.of(exact, SECOND, phishing, FIRST, exact));
        assertThat(bucket.count()).isEqualTo(4);
        assertThat(bucket.find(A)).containsExactly(FIRST, phishing, exact);
    }

    /// To say "not listed" of a hash that was never looked for would be the worst answer of all.
    @Test
    void knowsNothingOfHashesOfOtherBuckets() {
        Bucket bucket = Bucket.of(BITS, 5, List.of(FIRST));
        assertThatIllegalArgumentException().isThrownBy(() -> bucket.find(hashOf(0x61)))
                .withMessageContaining("bucket 6 looked up in bucket 5");
        assertThatIllegalArgumentException().isThrownBy(() -> Bucket.of(BITS, 6, List.of(FIRST)));
        assertThatIllegalArgumentException().isThrownBy(() -> Bucket.of(BITS, 16, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> Bucket.of(BITS, -1, List.of()));
    }

    @ParameterizedTest
    @CsvSource({"0, 6, MALFORMED, 'bucket 6, expected 5'", "3, 128, MALFORMED, bucket 2147483653",
        "4, 1, MALFORMED, 35 bytes follow", "4, 3, MALFORMED, at most 2 fit", "7, 128, MALFORMED, at most 2 fit",
        "7, 127, MALFORMED, at most 2 fit", "8, 97, MALFORMED, a hash of bucket 6",
        "49, 80, MALFORMED, do not increase", "41, 0, MALFORMED, no category", "41, 33, MALFORMED, no category",
        "41, 255, MALFORMED, no category", "41, 6, TOO_NEW, scope 94", "41, 8, MALFORMED, no category",
        "42, 77, MALFORMED, no category", "42, 45, MALFORMED, no category", "43, 0, MALFORMED, no category",
        "43, 32, MALFORMED, no category", "82, 2, MALFORMED, no category", "82, 0, MALFORMED, no category"})
    void refusesWhatBreaksARule(int at, int value, Reason reason, String why) {
        byte[] leaf = LEAF.clone();
        leaf[at] = (byte) value;
        refused(5, leaf, reason, why);
    }

    /// The order is required under any signature.
    @Test
    void refusesRecordsInTheWrongOrder() {
        byte[] swapped = LEAF.clone();
        System.arraycopy(LEAF, 49, swapped, 8, 35);
        System.arraycopy(LEAF, 8, swapped, 43, 41);
        refused(5, swapped, Reason.MALFORMED, "leaf at 43: records do not increase");
        byte[] twice = Arrays.copyOf(LEAF, 90);
        System.arraycopy(LEAF, 8, twice, 49, 41);
        refused(5, twice, Reason.MALFORMED, "leaf at 49: records do not increase");
    }

    @ParameterizedTest
    @CsvSource({"0", "4", "127", "128", "255"})
    void refusesAScopeThatItDoesNotKnow(int scope) {
        byte[] leaf = LEAF.clone();
        leaf[40] = (byte) scope;
        refused(5, leaf, Reason.TOO_NEW, "leaf at 40: scope " + scope);
    }

    @Test
    void refusesLeavesCutOrPadded() {
        for (int length = 0; length < LEAF.length; length++) {
            refused(5, Arrays.copyOf(LEAF, length), Reason.MALFORMED, "");
        }
        refused(5, Arrays.copyOf(LEAF, 85), Reason.MALFORMED, "leaf at 84: 1 bytes follow");
        refused(4, LEAF, Reason.MALFORMED, "bucket 5, expected 4");
    }

    @Test
    void holdsAsMuchAsALeafMay() throws FormatException {
        RandomGenerator random = Fuzz.random(1);
        List<ConfirmRecord> records = new ArrayList<>();
        int most = (Leaf.MAX_SIZE_IN_BYTES - 8) / 35;
        for (int i = 0; i < most; i++) {
            records.add(new ConfirmRecord(hash(random), Scope.HOST, new Category("m")));
        }
        Bucket full = Bucket.of(ONE, 0, records);
        assertThat(Bucket.parse(ONE, 0, full.toBytes()).count()).isEqualTo(most);
        records.add(new ConfirmRecord(hash(random), Scope.HOST, new Category("m")));
        assertThatIllegalArgumentException().isThrownBy(() -> Bucket.of(ONE, 0, records))
                .withMessageContaining("bucket 0 is full");
        byte[] tooLong = new byte[Leaf.MAX_SIZE_IN_BYTES + 1];
        assertThat(FormatErrors.of(() -> Bucket.parse(ONE, 0, tooLong))).hasMessageContaining("not in 8..4194304");
    }

    private static void refused(int bucket, byte[] leaf, Reason reason, String why) {
        FormatException[] refusal = new FormatException[1];
        Mutations.requireFrugal(Mutations.allowedFor(leaf),
                () -> refusal[0] = FormatErrors.of(() -> Bucket.parse(BITS, bucket, leaf)));
        assertThat(refusal[0]).hasMessageContaining(why);
        assertThat(refusal[0].reason()).as(refusal[0].getMessage()).isEqualTo(reason);
    }
}
