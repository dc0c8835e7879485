package bloomward.format.sign;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.Mutations;
import bloomward.format.Mutations.Mutant;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Every bit flipped, every cut, a byte more: a note is refused, or only the line of a stranger changed and the note
/// says the same. The worst that a change to a note can do is to stop it.
final class SignedNoteMutationTest {

    private static final String TEXT = "bloomward example 1\norigin.example\n\nsequence 7\n";

    private byte[] note = {};
    private int strangerFrom;
    private TrustedKeys keys = any();

    @BeforeEach
    void makeANoteOfTwoTrustedKeysAndAStranger() throws FormatException {
        Random random = new Random(11);
        SigningKey first = SampleNotes.key("first", random);
        SigningKey second = SampleNotes.key("second", random);
        SigningKey stranger = SampleNotes.key("stranger", random);
        strangerFrom = SignedNote.sign(TEXT, List.of(first, second)).toBytes().length;
        note = SignedNote.sign(TEXT, List.of(first, second, stranger)).toBytes();
        keys = TrustedKeys.of(2, List.of(first.verifierKey(), second.verifierKey()));
    }

    private static TrustedKeys any() {
        try {
            return TrustedKeys.of(1, List.of(VerifierKey.parse(SampleNotes.C2SP_KEY)));
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyFlippedBit() {
        assertThat(accepted(Mutations.flips(note))).isPositive();
    }

    @Test
    void everyCut() {
        assertThat(accepted(Mutations.cuts(note))).isOne(); // before the stranger's line
    }

    @Test
    void everyAppendedByte() {
        assertThat(accepted(Mutations.appended(note))).isZero();
        for (int value = 0; value < 256; value++) {
            byte[] longer = Arrays.copyOf(note, note.length + 1);
            longer[note.length] = (byte) value;
            assertThat(isAccepted(longer)).as("byte " + value).isFalse();
        }
    }

    @Test
    void everyLeftOutAndEveryDoubledByte() {
        for (int at = 0; at < note.length; at++) {
            byte[] shorter = new byte[note.length - 1];
            System.arraycopy(note, 0, shorter, 0, at);
            System.arraycopy(note, at + 1, shorter, at, shorter.length - at);
            byte[] longer = new byte[note.length + 1];
            System.arraycopy(note, 0, longer, 0, at + 1);
            System.arraycopy(note, at, longer, at + 1, note.length - at);
            if (at < strangerFrom) {
                assertThat(isAccepted(shorter)).as("without byte " + at).isFalse();
                assertThat(isAccepted(longer)).as("byte " + at + " twice").isFalse();
            }
        }
    }

    private long accepted(Stream<Mutant> mutants) {
        return mutants.filter(mutant -> {
            boolean accepted = isAccepted(mutant.bytes());
            if (accepted) {
                assertThat(mutant.at()).as(mutant.toString()).isGreaterThanOrEqualTo(strangerFrom);
            }
            return accepted;
        }).count();
    }

    /// Fails if it is accepted and says anything else than it said.
    private boolean isAccepted(byte[] bytes) {
        try {
            SignedNote parsed = SignedNote.parse(bytes);
            assertThat(parsed.toBytes()).isEqualTo(bytes);
            assertThat(keys.verify(parsed).value()).isEqualTo(TEXT);
            return true;
        } catch (FormatException | UntrustedNoteException _) {
            return false;
        }
    }

    @Test
    void theNoteItselfIsAccepted() {
        assertThat(isAccepted(note)).isTrue();
        assertThat(new String(note, StandardCharsets.UTF_8)).startsWith(TEXT);
    }
}
