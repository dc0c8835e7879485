package bloomward.format.sign;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.testing.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// This library and Go's, which the format comes from, sign and verify each other's notes. Needs Debian's packages
/// `golang-go` and `golang-golang-x-mod-dev`; without them it is skipped, but never where the environment says `CI=true`.
final class GoNotesIT {

    private static final int NOTES = 1000;
    private static final Path GO_PATH = Path.of("/usr/share/gocode");
    private static final Path PROGRAM = Path.of("src/test/go/notes.go");
    private static final Path CACHE = Path.of("target/go-cache").toAbsolutePath();

    @TempDir
    private Path folder;

    private record Signed(String text, List<SigningKey> keys) {

        static Signed random(Random random) throws FormatException {
            List<SigningKey> keys = new ArrayList<>();
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                keys.add(SampleNotes.key(random));
            }
            return new Signed(SampleNotes.text(random), keys);
        }

        String publicKeys() {
            return keys.stream().map(key -> key.verifierKey().toString()).collect(Collectors.joining(" "));
        }

        String privateKeys() {
            return keys.stream().map(SigningKey::toPrivateText).collect(Collectors.joining(" "));
        }

        TrustedKeys all() throws FormatException {
            return TrustedKeys.of(keys.size(), keys.stream().map(SigningKey::verifierKey).toList());
        }
    }

    @BeforeEach
    void requireGo() {
        Needs.programs("go");
        Needs.require(Files.isDirectory(GO_PATH.resolve("src/golang.org/x/mod/sumdb/note")),
                "golang-golang-x-mod-dev is missing");
    }

    @Test
    void goTrustsWhatWeSign() throws Exception {
        Random random = new Random(1);
        List<Signed> notes = new ArrayList<>();
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < NOTES; i++) {
            Signed signed = Signed.random(random);
            notes.add(signed);
            byte[] note = SignedNote.sign(signed.text(), signed.keys()).toBytes();
            questions.add("open\t" + signed.publicKeys() + "\t" + base64(note));
        }
        List<String> answers = ask(questions);
        for (int i = 0; i < NOTES; i++) {
            Signed signed = notes.get(i);
            assertThat(answers.get(i)).as(questions.get(i))
                    .isEqualTo("ok\t" + base64(signed.text()) + "\t" + signed.keys().size());
        }
    }

    /// Ed25519 leaves nothing to chance, so the bytes are alike as well.
    @Test
    void weTrustWhatGoSigns() throws Exception {
        Random random = new Random(2);
        List<Signed> notes = new ArrayList<>();
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < NOTES; i++) {
            Signed signed = Signed.random(random);
            notes.add(signed);
            questions.add("sign\t" + signed.privateKeys() + "\t" + base64(signed.text()));
        }
        List<String> answers = ask(questions);
        for (int i = 0; i < NOTES; i++) {
            Signed signed = notes.get(i);
            byte[] note = Base64.getDecoder().decode(answers.get(i));
            SignedNote parsed = SignedNote.parse(note);
            assertThat(signed.all().verify(parsed).value()).as(questions.get(i)).isEqualTo(signed.text());
            assertThat(SignedNote.sign(signed.text(), signed.keys()).toBytes()).as(questions.get(i)).isEqualTo(note);
        }
    }

    @Test
    void weReadTheKeysThatGoMakes() throws Exception {
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            questions.add("key\tname.example/" + i);
        }
        for (String answer : ask(questions)) {
            String[] keys = answer.split("\t");
            SigningKey key = SigningKey.parse(keys[0]);
            assertThat(key.toPrivateText()).isEqualTo(keys[0]);
            assertThat(key.verifierKey()).hasToString(keys[1]).isEqualTo(VerifierKey.parse(keys[1]));
        }
    }

    /// Notes that were changed: each one that we trust, Go trusts and reads the same. The other way round we are
    /// stricter.
    @Test
    void weTrustNothingThatGoRefuses() throws Exception {
        Random random = new Random(3);
        List<String> ours = new ArrayList<>();
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < 3 * NOTES; i++) {
            Signed signed = Signed.random(random);
            SigningKey known = signed.keys().getFirst();
            byte[] note = SignedNote.sign(signed.text(), signed.keys()).toBytes();
            int changes = random.nextInt(3);
            for (int k = 0; k < changes; k++) {
                note[random.nextInt(note.length)] ^= (byte) (1 << random.nextInt(8));
            }
            ours.add(verdict(TrustedKeys.of(1, List.of(known.verifierKey())), note));
            questions.add("open\t" + known.verifierKey() + "\t" + base64(note));
        }
        List<String> answers = ask(questions);
        for (int i = 0; i < ours.size(); i++) {
            if (!ours.get(i).equals("refused")) {
                assertThat(answers.get(i)).as(questions.get(i)).isEqualTo(ours.get(i));
            }
        }
        assertThat(ours.stream().filter("refused"::equals)).hasSizeBetween(NOTES, 5 * NOTES / 2);
    }

    /// The golden manifest, by the key that the golden root names.
    @Test
    void goTrustsAPublishedManifest() throws Exception {
        Path release = Path.of("src/test/resources/golden/v1/release");
        String key = Files.readAllLines(release.resolve("1.root"))
                .stream()
                .filter(line -> line.startsWith("publisher-key "))
                .findFirst()
                .orElseThrow()
                .split(" ", 2)[1];
        byte[] note = Files.readAllBytes(release.resolve("1.manifest"));
        byte[] changed = Files.readAllBytes(release.resolve("bad/changed.manifest"));
        List<String> answers = ask(
                List.of("open\t" + key + "\t" + base64(note), "open\t" + key + "\t" + base64(changed)));
        assertThat(answers.getFirst()).isEqualTo("ok\t" + base64(SignedNote.parse(note).unverifiedText()) + "\t1");
        assertThat(answers.getLast()).startsWith("refused");
    }

    private static String verdict(TrustedKeys keys, byte[] note) {
        try {
            Verified<String> verified = keys.verify(SignedNote.parse(note));
            return "ok\t" + base64(verified.value()) + "\t" + verified.signers().size();
        } catch (FormatException | UntrustedNoteException _) {
            return "refused";
        }
    }

    /// One process for all questions; the first compiles the program.
    private List<String> ask(List<String> questions) throws IOException, InterruptedException {
        Path in = Files.write(folder.resolve("questions"), questions);
        Path out = folder.resolve("answers");
        ProcessBuilder builder = new ProcessBuilder("go", "run", PROGRAM.toString()).redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("GO111MODULE", "off");
        builder.environment().put("GOFLAGS", "");
        builder.environment().put("GOPATH", GO_PATH.toString());
        builder.environment().put("GOCACHE", CACHE.toString());
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        List<String> answers = Files.readAllLines(out);
        assertThat(answers).hasSameSizeAs(questions);
        return answers;
    }

    private static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
