package bloomward.format.sign;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.sign.UntrustedNoteException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Properties of signed notes: a signed one is verified, and one that was read is written alike.
final class SignedNoteProperties {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatIsSignedIsVerified(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            String which = "seed " + seed + ", case " + i;
            String text = SampleNotes.text(random);
            List<SigningKey> keys = new ArrayList<>();
            int count = 1 + random.nextInt(6);
            for (int k = 0; k < count; k++) {
                keys.add(SampleNotes.key(random));
            }
            int signers = 1 + random.nextInt(count);
            SignedNote note = SignedNote.sign(text, keys.subList(0, signers));
            SignedNote parsed = SignedNote.parse(note.toBytes());
            assertThat(parsed).as(which).isEqualTo(note);
            assertThat(parsed.toBytes()).as(which).isEqualTo(note.toBytes());
            assertThat(parsed.unverifiedText()).as(which).isEqualTo(text);

            // Any order of lines, any of them twice, strangers between them: the meaning is the same.
            List<String> lines = parsed.signatures()
                    .stream()
                    .map(NoteSignature::toString)
                    .collect(Collectors.toCollection(ArrayList::new));
            lines.add(lines.get(random.nextInt(lines.size())));
            lines.add(SignedNote.sign(text, List.of(SampleNotes.key("stranger", random)))
                    .signatures()
                    .getFirst()
                    .toString());
            Collections.shuffle(lines, random);
            SignedNote other = SampleNotes.parse(text + "\n" + String.join("\n", lines) + "\n");
            List<VerifierKey> all = keys.stream().map(SigningKey::verifierKey).toList();
            for (int threshold = 1; threshold <= count; threshold++) {
                TrustedKeys trusted = TrustedKeys.of(threshold, all);
                for (SignedNote one : List.of(note, parsed, other)) {
                    if (threshold <= signers) {
                        assertThat(trusted.verify(one).value()).as(which).isEqualTo(text);
                        assertThat(trusted.verify(one).signers()).as(which)
                                .containsExactlyInAnyOrderElementsOf(all.subList(0, signers));
                    } else {
                        assertThat(refusal(trusted, one)).as(which).isEqualTo(Reason.TOO_FEW_SIGNATURES);
                    }
                }
            }
        }
    }

    /// Bytes that nobody signed, most of them nearly a note: refused by a reason, or read and written alike.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatIsAcceptedIsWrittenAlike(long seed) {
        Random random = new Random(seed);
        String[] pieces = {"\n", "\n", "\n\n", "— ", "— ", "name", " ", "AAAAAAA=", "AAAAAAA=\n", "— name AAAAAAA=\n",
            "a", "+", "\u00a0", "AAAA", "=", "é", "\r"};
        int accepted = 0;
        int rounds = 20_000;
        for (int i = 0; i < rounds; i++) {
            StringBuilder note = new StringBuilder();
            int count = random.nextInt(12);
            for (int k = 0; k < count; k++) {
                note.append(pieces[random.nextInt(pieces.length)]);
            }
            if (random.nextBoolean()) {
                note.append("\n\n— name AAAAAAA=\n");
            }
            byte[] bytes = note.toString().getBytes(StandardCharsets.UTF_8);
            if (!note.isEmpty() && random.nextInt(4) == 0) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                assertThat(SignedNote.parse(bytes).toBytes()).as("seed " + seed + ", case " + i).isEqualTo(bytes);
                accepted++;
            } catch (FormatException _) {
                // most are
            }
        }
        assertThat(accepted).isBetween(rounds / 10, rounds / 2);
    }

    private static Reason refusal(TrustedKeys keys, SignedNote note) {
        try {
            keys.verify(note);
        } catch (UntrustedNoteException e) {
            return e.reason();
        }
        throw new AssertionError("was trusted");
    }
}
