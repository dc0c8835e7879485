package bloomward.format.sign;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.Fuzz;
import bloomward.format.SecondReader;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The second reader trusts the notes that this library trusts, and refuses all others for the same reason.
final class SecondReaderNotesTest {

    /// Two points of order 8, with y and -y; y = 0, 1 and -1; y = p and y = p + 1, which are not canonical; x = 0 with
    /// a sign.
    private static final List<String> ODD_POINTS = List.of(
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000080",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff");

    private final SecondReader reader = new SecondReader();
    private final Set<String> outcomes = new HashSet<>();

    @Test
    void everyPublishedSignature() throws Exception {
        for (Ed25519CrossCheckTest.Vector vector : Ed25519CrossCheckTest.vectors()) {
            reader.expect(vector.isValid() ? "True" : "False", "signed", vector.publicKey(), vector.message(),
                    vector.signature());
        }
        assertThat(reader.questions()).isEqualTo(151);
        reader.agrees();
    }

    @Test
    void keysByChanceAndOnPurpose() throws Exception {
        for (String point : ODD_POINTS) {
            expectKey(keyText("odd", 1, HexFormat.of().parseHex(point)));
        }
        Random random = new Random(11);
        for (int i = 0; i < 150; i++) {
            byte[] bytes = new byte[32];
            random.nextBytes(bytes);
            expectKey(keyText("chance", 1, bytes));
            StringBuilder text = new StringBuilder(SampleNotes.key(random).verifierKey().toString());
            int at = random.nextInt(text.length());
            at -= Character.isLowSurrogate(text.charAt(at)) ? 1 : 0;
            text.replace(at, at + (Character.isSurrogate(text.charAt(at)) ? 2 : random.nextInt(2)),
                    List.of("", "+", "=", "A", "\u00a0", "\u200b", "a").get(random.nextInt(7)));
            expectKey(text.toString());
        }
        expectKey(keyText("other", 2, new byte[32]));
        expectKey(keyText("short", 1, new byte[31]));
        expectKey(keyText("n".repeat(255), 1, SampleNotes.key(random).verifierKey().publicKey()));
        expectKey(keyText("n".repeat(256), 1, SampleNotes.key(random).verifierKey().publicKey()));
        expectKey(keyText("\ud83d\udd11".repeat(128), 1, SampleNotes.key(random).verifierKey().publicKey()));
        reader.agrees();
        assertThat(outcomes).contains("ok", "MALFORMED", "CHECKSUM", "OTHER_TYPE");
    }

    /// Shuffled, doubled, damaged and of strangers.
    @Test
    void changedNotes() throws Exception {
        Random random = new Random(12);
        for (int i = 0; i < 300; i++) {
            List<SigningKey> keys = List.of(SampleNotes.key("a", random), SampleNotes.key("b", random),
                    SampleNotes.key("c", random));
            int threshold = 1 + random.nextInt(2);
            List<SigningKey> signers = keys.subList(random.nextInt(3), 3);
            byte[] note = SignedNote.sign(SampleNotes.text(random), signers).toBytes();
            for (int changes = Math.max(0, random.nextInt(4) - 1); changes > 0; changes--) {
                note[random.nextInt(note.length)] ^= (byte) (1 << random.nextInt(8));
            }
            List<VerifierKey> trusted = keys.subList(0, 2).stream().map(SigningKey::verifierKey).toList();
            expectNote(threshold, trusted, note);
        }
        reader.agrees();
        assertThat(outcomes).contains("ok", "MALFORMED", "BAD_SIGNATURE", "NO_TRUSTED_KEY", "TOO_FEW_SIGNATURES");
    }

    @Test
    void hostileNotes() throws Exception {
        Fuzz.seeded(13, 8192)
                .startingFrom(SampleNotes.C2SP_NOTE.getBytes(UTF_8))
                .startingFrom((SampleNotes.PETER_TEXT + "\n" + SampleNotes.PETER_LINE + SampleNotes.ENOCH_LINE)
                        .getBytes(UTF_8))
                .withPiece("\n\n".getBytes(UTF_8))
                .withPiece("\u2014 ".getBytes(UTF_8))
                .withPiece(SampleNotes.PETER_LINE.getBytes(UTF_8))
                .withPiece("\u2003".getBytes(UTF_8))
                .run(6_000, bytes -> {
                    String outcome = "ok";
                    try {
                        SignedNote.parse(bytes);
                    } catch (FormatException e) {
                        outcome = e.reason().name();
                    }
                    outcomes.add(outcome);
                    reader.expect(outcome, "parse", "note", SecondReader.hex(bytes));
                    return outcome;
                });
        reader.agrees();
        assertThat(outcomes).contains("ok", "MALFORMED", "TRUNCATED");
    }

    private void expectKey(String text) {
        String outcome = "ok";
        try {
            VerifierKey.parse(text);
        } catch (FormatException e) {
            outcome = e.reason().name();
        }
        outcomes.add(outcome);
        reader.expect(outcome, "key", text);
    }

    private void expectNote(int threshold, List<VerifierKey> keys, byte[] note) throws FormatException {
        String outcome = "ok";
        String answer;
        try {
            Verified<String> verified = TrustedKeys.of(threshold, keys).verify(SignedNote.parse(note));
            answer = SecondReader.hex(verified.value().getBytes(UTF_8)) + "\t" + verified.signers().size();
        } catch (FormatException e) {
            answer = outcome = e.reason().name();
        } catch (UntrustedNoteException e) {
            answer = outcome = e.reason().name();
        }
        outcomes.add(outcome);
        reader.expect(answer, "note", String.valueOf(threshold),
                String.join(" ", keys.stream().map(VerifierKey::toString).toList()), SecondReader.hex(note));
    }

    /// A key as it is written, with the id that belongs to it, for any bytes.
    private static String keyText(String name, int type, byte[] point) throws Exception {
        byte[] typed = new byte[1 + point.length];
        typed[0] = (byte) type;
        System.arraycopy(point, 0, typed, 1, point.length);
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        sha256.update((name + "\n").getBytes(UTF_8));
        byte[] id = Arrays.copyOf(sha256.digest(typed), 4);
        return name + "+" + SecondReader.hex(id) + "+" + Base64.getEncoder().encodeToString(typed);
    }
}
