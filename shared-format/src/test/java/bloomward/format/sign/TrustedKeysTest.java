package bloomward.format.sign;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.sign.UntrustedNoteException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TrustedKeysTest {

    private static final String TEXT = "a text\n\nof two paragraphs\n";

    private final SigningKey a = key("a");
    private final SigningKey b = key("b");
    private final SigningKey c = key("c");
    private final SigningKey stranger = key("stranger");

    private static SigningKey key(String name) {
        try {
            return SampleNotes.key(name, new Random(name.hashCode()));
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }

    private static TrustedKeys trusted(int threshold, SigningKey... keys) throws FormatException {
        List<VerifierKey> publicKeys = new ArrayList<>();
        for (SigningKey key : keys) {
            publicKeys.add(key.verifierKey());
        }
        return TrustedKeys.of(threshold, publicKeys);
    }

    private static String line(SigningKey key) {
        return SignedNote.sign(TEXT, List.of(key)).signatures().getFirst() + "\n";
    }

    private static Reason refusal(TrustedKeys keys, SignedNote note) {
        try {
            keys.verify(note);
        } catch (UntrustedNoteException e) {
            return e.reason();
        }
        throw new AssertionError("was trusted");
    }

    @Test
    void verifiesPublishedNotes() throws Exception {
        TrustedKeys c2sp = TrustedKeys.of(1, List.of(VerifierKey.parse(SampleNotes.C2SP_KEY)));
        assertThat(c2sp.verify(SampleNotes.parse(SampleNotes.C2SP_NOTE)).value())
                .isEqualTo("This is an example message.\n");
        VerifierKey peter = VerifierKey.parse(SampleNotes.PETER_KEY);
        VerifierKey enoch = VerifierKey.parse(SampleNotes.ENOCH_KEY);
        SignedNote note = SampleNotes
                .parse(SampleNotes.PETER_TEXT + "\n" + SampleNotes.PETER_LINE + SampleNotes.ENOCH_LINE);
        Verified<String> verified = TrustedKeys.of(2, List.of(enoch, peter)).verify(note);
        assertThat(verified.value()).isEqualTo(SampleNotes.PETER_TEXT);
        assertThat(verified.signers()).containsExactlyInAnyOrder(peter, enoch);
        assertThat(TrustedKeys.of(1, List.of(enoch)).verify(note).signers()).containsExactly(enoch);
        assertThat(refusal(c2sp, note)).isEqualTo(Reason.NO_TRUSTED_KEY);
    }

    @Test
    void needsAsManyAsTheThreshold() throws Exception {
        SignedNote byTwo = SignedNote.sign(TEXT, List.of(c, a));
        assertThat(trusted(1, a, b, c).verify(byTwo).value()).isEqualTo(TEXT);
        assertThat(trusted(2, a, b, c).verify(byTwo).signers()).containsExactlyInAnyOrder(a.verifierKey(),
                c.verifierKey());
        assertThat(refusal(trusted(3, a, b, c), byTwo)).isEqualTo(Reason.TOO_FEW_SIGNATURES);
        assertThat(refusal(trusted(2, a, b), byTwo)).isEqualTo(Reason.TOO_FEW_SIGNATURES);
        assertThat(refusal(trusted(1, b), byTwo)).isEqualTo(Reason.NO_TRUSTED_KEY);
    }

    @Test
    void aKeyThatSignsTwiceCountsOnce() throws Exception {
        SignedNote twice = SampleNotes.parse(TEXT + "\n" + line(a) + line(a));
        assertThat(twice.signatures()).hasSize(2);
        assertThat(trusted(1, a, b).verify(twice).signers()).containsExactly(a.verifierKey());
        assertThat(refusal(trusted(2, a, b), twice)).isEqualTo(Reason.TOO_FEW_SIGNATURES);
    }

    /// Otherwise one person with two names would be two.
    @Test
    void onePublicKeyUnderTwoNamesIsNoSet() throws FormatException {
        SigningKey alias = SigningKey.ofSeed("alias", a.seed());
        FormatException refusal = FormatErrors.of(() -> trusted(2, a, b, alias));
        assertThat(refusal).hasMessageStartingWith("trusted keys: one public key twice, as a+");
        FormatErrors.of(() -> trusted(1, a, a));
        SignedNote byBothNames = SampleNotes.parse(TEXT + "\n" + line(a) + line(alias));
        assertThat(refusal(trusted(2, a, b), byBothNames)).isEqualTo(Reason.TOO_FEW_SIGNATURES);
    }

    /// A label is 32 bits: these two were found in three seconds.
    @Test
    void twoKeysOfOneNameAndIdAreNoSet() throws FormatException {
        SigningKey twin = SigningKey.ofSeed("twin", ByteBuffer.allocate(32).putInt(78_997).array());
        SigningKey other = SigningKey.ofSeed("twin", ByteBuffer.allocate(32).putInt(85_003).array());
        assertThat(twin.verifierKey().keyId()).isEqualTo(other.verifierKey().keyId()).isEqualTo(0x2632a2);
        assertThat(twin.verifierKey()).isNotEqualTo(other.verifierKey());
        assertThat(FormatErrors.of(() -> trusted(1, twin, other))).hasMessageContaining("two keys are twin+002632a2");
        assertThat(refusal(trusted(1, twin), SignedNote.sign(TEXT, List.of(other)))).isEqualTo(Reason.BAD_SIGNATURE);
    }

    @Test
    void aStrangerCountsNothingAndHarmsNothing() throws Exception {
        SignedNote note = SampleNotes.parse(TEXT + "\n" + line(stranger) + line(a) + "— b AAAAAAA=\n— a AAAAAAA=\n");
        assertThat(trusted(1, a, b).verify(note).signers()).containsExactly(a.verifierKey());
        assertThat(refusal(trusted(2, a, b), note)).isEqualTo(Reason.TOO_FEW_SIGNATURES);
    }

    /// A line with the name of a known key and another id is a stranger's, even if the signature is right.
    @Test
    void nameAndIdTogetherNameAKey() throws Exception {
        byte[] signature = a.sign(SignedNote.sign(TEXT, List.of(a)).signedBytes());
        String otherId = NoteSignature.of(new KeyLabel("a", a.verifierKey().keyId() + 1), signature) + "\n";
        String otherName = NoteSignature.of(new KeyLabel("b", a.verifierKey().keyId()), signature) + "\n";
        assertThat(refusal(trusted(1, a, b), SampleNotes.parse(TEXT + "\n" + otherId + otherName)))
                .isEqualTo(Reason.NO_TRUSTED_KEY);
    }

    @Test
    void aBadSignatureOfAKnownKeyRefusesTheNoteWhereverItStands() throws FormatException {
        byte[] other = a.sign("another text\n".getBytes(StandardCharsets.UTF_8));
        String bad = NoteSignature.of(a.verifierKey().label(), other) + "\n";
        String cut = NoteSignature.of(a.verifierKey().label(), new byte[63]) + "\n";
        TrustedKeys keys = trusted(1, a, b, c);
        for (String odd : List.of(bad, cut)) {
            for (String lines : List.of(odd, odd + line(b) + line(c), line(b) + odd + line(c), line(b) + line(c) + odd,
                    line(a) + odd, odd + line(a))) {
                assertThat(refusal(keys, SampleNotes.parse(TEXT + "\n" + lines))).as(lines)
                        .isEqualTo(Reason.BAD_SIGNATURE);
            }
        }
    }

    @Test
    void theSignatureIsOverTheTextWithItsLastNewline() throws Exception {
        SignedNote note = SignedNote.sign(TEXT, List.of(a));
        assertThat(
                a.verifierKey().signed(TEXT.getBytes(StandardCharsets.UTF_8), note.signatures().getFirst().signature()))
                .isTrue();
        String longer = note.toString().replace("\n\n—", "\n\n\n—");
        assertThat(refusal(trusted(1, a), SampleNotes.parse(longer))).isEqualTo(Reason.BAD_SIGNATURE);
    }

    @Test
    void refusesAThresholdThatIsNone() throws FormatException {
        for (int threshold : new int[] {Integer.MIN_VALUE, -1, 0, 3, Integer.MAX_VALUE}) {
            assertThat(FormatErrors.of(() -> trusted(threshold, a, b)))
                    .hasMessage("trusted keys: threshold " + threshold + " of 2 keys");
        }
        FormatErrors.of(() -> trusted(0));
        FormatErrors.of(() -> trusted(1));
        trusted(2, a, b);
    }

    @Test
    void refusesMoreKeysThanANoteHasLines() throws FormatException {
        Random random = new Random(5);
        SigningKey[] keys = new SigningKey[SignedNote.MAX_SIGNATURES + 1];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = SampleNotes.key("key" + i, random);
        }
        FormatErrors.of(() -> trusted(1, keys));
        assertThat(trusted(1, Arrays.copyOf(keys, SignedNote.MAX_SIGNATURES)).keys()).hasSize(100);
    }

    @Test
    void whatIsMadeOfAVerifiedTextIsVerified() throws Exception {
        Verified<String> text = trusted(1, a).verify(SignedNote.sign(TEXT, List.of(a)));
        Verified<Integer> length = text.map(String::length);
        assertThat(length.value()).isEqualTo(TEXT.length());
        assertThat(length.signers()).isEqualTo(text.signers());
    }

    @Test
    void isAValue() throws FormatException {
        assertThat(trusted(1, a, b)).isEqualTo(trusted(1, b, a))
                .hasSameHashCodeAs(trusted(1, b, a))
                .isNotEqualTo(trusted(2, a, b))
                .isNotEqualTo(trusted(1, a));
    }
}
