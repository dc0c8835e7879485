package bloomward.format.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SignedNoteTest {

    private static final String TEXT = "a text\n";
    private static final String LINE = "— name AAAAAAA=\n";

    @Test
    void readsTheExampleOfTheSpecification() throws FormatException {
        SignedNote note = SampleNotes.parse(SampleNotes.C2SP_NOTE);
        assertThat(note.unverifiedText()).isEqualTo("This is an example message.\n");
        assertThat(note.signatures()).hasSize(1);
        assertThat(note.signatures().getFirst().name()).isEqualTo("example.com/foo");
        assertThat(note.signatures().getFirst().keyId()).isEqualTo(0x530d903a);
        assertThat(note.signatures().getFirst().signature()).hasSize(64);
        assertThat(note.toBytes()).isEqualTo(SampleNotes.C2SP_NOTE.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void signsAsGoDoes() throws FormatException {
        SigningKey peter = SigningKey.parse(SampleNotes.PETER_PRIVATE);
        assertThat(SignedNote.sign(SampleNotes.PETER_TEXT, List.of(peter)))
                .hasToString(SampleNotes.PETER_TEXT + "\n" + SampleNotes.PETER_LINE);
    }

    @Test
    void theLastBlankLineEndsTheText() throws FormatException {
        assertThat(SampleNotes.parse("one\n\n" + LINE + "\n" + LINE).unverifiedText()).isEqualTo("one\n\n" + LINE);
        assertThat(SampleNotes.parse("one\n\n\n" + LINE).unverifiedText()).isEqualTo("one\n\n");
        assertThat(SampleNotes.parse("\n\n" + LINE).unverifiedText()).isEqualTo("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name AAAAAAA=", "- name AAAAAAA=", "—name AAAAAAA=", "—  name AAAAAAA=",
        "—\u00a0name AAAAAAA=", "— name", "— ", "—  AAAAAAA=", "— name  AAAAAAA=", "— na+me AAAAAAA=",
        "— na\u2003me AAAAAAA=", "— na\u00a0me AAAAAAA=", "— na\u0085me AAAAAAA=", "— na\u2028me AAAAAAA=", "— name ",
        "— name AAAAAAA", "— name AAAAAAB=", "— name AAAAAAA= ", "— name AAAAAAA=x", "— name AAAAAA==", "— name AAAA",
        "— name AAAA_AA=", "— name AAAAAAA= x", "— name =", "text"})
    void refusesAnOddSignatureLine(String line) throws FormatException {
        String note = TEXT + "\n" + LINE + line + "\n" + LINE;
        FormatException refusal = FormatErrors.of(() -> SampleNotes.parse(note));
        assertThat(refusal.reason()).isEqualTo(Reason.MALFORMED);
        assertThat(refusal).hasMessageStartingWith("signature line 2: ");
        SampleNotes.parse(TEXT + "\n" + LINE + LINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n", "a\n" + LINE, "\n" + LINE, LINE, "\n", "\n\n", "a\n\n", "a\n\n" + LINE + "\n"})
    void refusesWhatHasNoTextOrNoSignature(String note) {
        assertThat(FormatErrors.of(() -> SampleNotes.parse(note)).reason()).isEqualTo(Reason.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a\n\n— name AAAAAAA="})
    void refusesWhatEndsWithoutANewline(String note) {
        assertThat(FormatErrors.of(() -> SampleNotes.parse(note)).reason()).isEqualTo(Reason.TRUNCATED);
    }

    @Test
    void refusesEveryControlCharacterButTheNewlineAndSaysWhere() throws FormatException {
        for (char control = 0; control < ' '; control++) {
            String note = "é" + control + "\n\n" + LINE;
            if (control == '\n') {
                SampleNotes.parse(note);
            } else {
                assertThat(FormatErrors.of(() -> SampleNotes.parse(note)))
                        .hasMessage("note at 2: control character %02x", (int) control);
            }
        }
        SampleNotes.parse("\u007f\u0085\n\n" + LINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "ff", "c080", "c0af", "eda080", "f5808080", "f4908080", "e282", "c3"})
    void refusesWhatIsNotUtf8AndSaysWhere(String hex) {
        byte[] good = ("é\n\n" + LINE).getBytes(StandardCharsets.UTF_8);
        byte[] odd = HexFormat.of().parseHex(hex);
        byte[] note = new byte[good.length + odd.length];
        System.arraycopy(good, 0, note, 0, 2);
        System.arraycopy(odd, 0, note, 2, odd.length);
        System.arraycopy(good, 2, note, 2 + odd.length, good.length - 2);
        assertThat(FormatErrors.of(() -> SignedNote.parse(note)))
                .hasMessage("note at 2: byte " + hex.substring(0, 2) + " is not UTF-8");
    }

    @Test
    void holdsTheLimitOfTheCaller() throws FormatException {
        byte[] largest = note(SignedNote.MAX_SIZE_IN_BYTES);
        SignedNote.parse(largest);
        byte[] larger = note(SignedNote.MAX_SIZE_IN_BYTES + 1);
        assertThat(FormatErrors.of(() -> SignedNote.parse(larger)))
                .hasMessage("note: 65537 bytes, at most 65536 are allowed");
        SignedNote.parse(larger, larger.length);
        FormatErrors.of(() -> SignedNote.parse(larger, larger.length - 1));
    }

    private static byte[] note(int sizeInBytes) {
        String rest = "\n\n" + LINE;
        return ("x".repeat(sizeInBytes - rest.getBytes(StandardCharsets.UTF_8).length) + rest)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void holdsTheLimitOfSignatures() throws FormatException {
        String most = TEXT + "\n" + LINE.repeat(SignedNote.MAX_SIGNATURES);
        SignedNote note = SampleNotes.parse(most);
        assertThat(note.signatures()).hasSize(SignedNote.MAX_SIGNATURES);
        assertThat(FormatErrors.of(() -> SampleNotes.parse(most + LINE))).hasMessageContaining("more than 100");
        SigningKey key = SampleNotes.key(new Random(1));
        assertThat(FormatErrors.of(() -> note.with(key))).hasMessageContaining("more than 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignedNote.sign(TEXT, Collections.nCopies(SignedNote.MAX_SIGNATURES + 1, key)))
                .withMessageContaining("not in 1..100");
    }

    @Test
    void signsAgainInThePlaceOfTheSameKey() throws FormatException {
        Random random = new Random(2);
        SigningKey first = SampleNotes.key("first", random);
        SigningKey second = SampleNotes.key("second", random);
        SignedNote note = SignedNote.sign(TEXT, List.of(first, second));
        assertThat(SignedNote.sign(TEXT, List.of(first)).with(second)).isEqualTo(note);
        assertThat(note.with(second)).isEqualTo(note).isNotEqualTo(SignedNote.sign(TEXT, List.of(first)));
        SignedNote changed = SampleNotes.parse(note.toString().replace(TEXT, "another\n"));
        assertThat(changed.with(first).with(second)).isEqualTo(SignedNote.sign("another\n", List.of(first, second)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no newline", "\r\n", "\t\n", "\u0000\n"})
    void doesNotSignWhatWouldBeRefused(String text) throws FormatException {
        List<SigningKey> keys = List.of(SampleNotes.key(new Random(3)));
        assertThatIllegalArgumentException().isThrownBy(() -> SignedNote.sign(text, keys));
    }

    /// No string of an annotation can hold one.
    @Test
    void doesNotSignALoneSurrogate() throws FormatException {
        List<SigningKey> keys = List.of(SampleNotes.key(new Random(3)));
        assertThatIllegalArgumentException().isThrownBy(() -> SignedNote.sign("\ud83d\n", keys));
    }

    @Test
    void doesNotSignWithoutAKeyOrTwiceWithOne() throws FormatException {
        SigningKey key = SampleNotes.key(new Random(4));
        assertThatIllegalArgumentException().isThrownBy(() -> SignedNote.sign(TEXT, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> SignedNote.sign(TEXT, List.of(key, key)));
    }
}
