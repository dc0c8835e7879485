package bloomward.agent.cli.filter;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
import bloomward.agent.cli.Cli;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.release.SignedFilter;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.program.testing.Run;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A publisher signs a filter with new keys, somebody verifies it with the root alone.
final class VerifyCommandTest {

    private static final Instant ISSUED = Instant.parse("2026-11-18T12:00:00Z");

    @TempDir
    Path folder;

    private String rootFile = "";
    private String signedFile = "";
    private String publisher = "";

    @BeforeEach
    void publish() throws IOException, FormatException {
        SigningKey offline = SigningKey.generate("root", new SecureRandom());
        SigningKey online = SigningKey.generate("publisher", new SecureRandom());
        publisher = online.verifierKey().toString();
        Root root = new Root("example.org/bloomward", 1, ISSUED, ISSUED.plus(Duration.ofDays(365)),
                TrustedKeys.of(1, List.of(offline.verifierKey())), TrustedKeys.of(1, List.of(online.verifierKey())),
                online.verifierKey(), List.of());
        rootFile = write("root.note", SignedNote.sign(root.toText(), List.of(offline)).toBytes());
        String packed = folder.resolve("list.packed").toString();
        String flat = folder.resolve("list.flat").toString();
        assertThat(Bloomward.withInput("evil.example", "filter", "build", "-", "--out", packed).exitCode()).isZero();
        assertThat(Bloomward.of("filter", "flatten", packed, "--out", flat).exitCode()).isZero();
        Manifest manifest = new Manifest(root.origin(), ISSUED.getEpochSecond(), 1, ISSUED,
                ISSUED.plus(Duration.ofDays(7)), 2, FileRef.of("bloomward allow v1 canonical 2\n".getBytes(UTF_8)),
                List.of(list(Path.of(packed), Path.of(flat))));
        signedFile = folder.resolve("list.bloom").toString();
        try (FileChannel in = FileChannel.open(Path.of(packed));
                FileChannel out = FileChannel.open(Path.of(signedFile), StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE)) {
            SignedFilter.compose(in, SignedNote.sign(manifest.toText(), List.of(online)), out);
        }
    }

    private static ListRelease list(Path packed, Path flat) throws IOException, FormatException {
        try (FilterFile file = FilterFile.open(packed)) {
            ListFields fields = ListFields.of(file.packed());
            return new ListRelease("malware", 7, fields.spec(), fields.entries(), 1000, FileRef.of(packed),
                    FileRef.of(flat), new ConfirmRoot(Digest.of(new byte[0])), new BucketBits(0),
                    List.of(new Category("malware")));
        }
    }

    @Test
    void showsWhatItIsAndWhoSignedIt() {
        Run run = verify(ISSUED, signedFile, "--root", rootFile);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("origin       example.org/bloomward\n")
                .contains("list         malware\n")
                .contains("version      7\n")
                .contains("entries      1\n")
                .contains("kind         packed\n")
                .contains("sequence     1,795,003,200\n")
                .contains("signedBy     " + publisher + "\n")
                .contains("issued       2026-11-18T12:00:00Z\n")
                .contains("expires      2026-11-25T12:00:00Z\n")
                .contains("freshness    fresh\n");
    }

    @Test
    void saysItAsJson() throws Exception {
        Run run = verify(ISSUED, signedFile, "--root", rootFile, "-o", "json");
        assertThat(run.out()).isEqualTo("""
                {"file":"%s","origin":"example.org/bloomward","list":"malware","version":7,"entries":1,"kind":"packed",\
                "categories":"malware","sequence":1795003200,"signedBy":"%s","issued":"2026-11-18T12:00:00Z",\
                "expires":"2026-11-25T12:00:00Z","freshness":"fresh","root":1,"rootExpires":"2027-11-18T12:00:00Z",\
                "rootDigest":"%s"}
                """.formatted(signedFile, publisher, Digest.ofFile(Path.of(rootFile))));
    }

    @Test
    void saysWhatAnExpiredFileIsAndRefusesIt() {
        Run run = verify(ISSUED.plus(Duration.ofDays(7)), signedFile, "--root", rootFile);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("list         malware\n").contains("freshness    expired\n");
    }

    @Test
    void refusesWhatWasChanged() throws Exception {
        byte[] bytes = Files.readAllBytes(Path.of(signedFile));
        assertRefused("not named", changed(bytes, 70));
        assertRefused("bad signature", changed(bytes, new String(bytes, ISO_8859_1).indexOf("sequence")));
        assertRefused("unsigned", changed(bytes, bytes.length - 1));
        assertRefused("unsigned", Arrays.copyOf(bytes, bytes.length - 20));
    }

    @Test
    void refusesTheFileOfAnotherPublisher() throws Exception {
        String own = signedFile;
        Files.delete(Path.of(signedFile));
        Files.delete(folder.resolve("list.packed"));
        Files.delete(folder.resolve("list.flat"));
        String otherRoot = write("other.note", Files.readAllBytes(Path.of(rootFile)));
        publish();
        Run run = verify(ISSUED, own, "--root", otherRoot);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("no trusted key");
    }

    @Test
    void tellsErrorsFromRefusals() throws Exception {
        assertThat(verify(ISSUED, signedFile).exitCode()).isEqualTo(2);
        assertThat(verify(ISSUED, signedFile, "--root", folder.resolve("none").toString()).exitCode()).isEqualTo(2);
        assertThat(verify(ISSUED, folder.resolve("none").toString(), "--root", rootFile).exitCode()).isEqualTo(2);
        assertThat(verify(ISSUED, folder.toString(), "--root", rootFile).exitCode()).isEqualTo(2);
        Run notOurs = verify(ISSUED, rootFile, "--root", rootFile);
        assertThat(notOurs.exitCode()).isEqualTo(2);
        assertThat(notOurs.err()).contains("not our file");
        Run noRoot = verify(ISSUED, signedFile, "--root", signedFile);
        assertThat(noRoot.exitCode()).isEqualTo(2);
        String changed = write("changed.note", changed(Files.readAllBytes(Path.of(rootFile)), 25));
        Run changedRoot = verify(ISSUED, signedFile, "--root", changed);
        assertThat(changedRoot.exitCode()).isEqualTo(2);
        assertThat(changedRoot.err()).contains("changed.note: bad signature");
    }

    private void assertRefused(String reason, byte[] bytes) throws IOException {
        Run run = verify(ISSUED, write("changed.bloom", bytes), "--root", rootFile);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("changed.bloom: " + reason).hasLineCount(1);
    }

    private static byte[] changed(byte[] bytes, int at) {
        byte[] changed = bytes.clone();
        changed[at] ^= 1;
        return changed;
    }

    private String write(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes).toString();
    }

    private static Run verify(Instant now, String... args) {
        String[] all = new String[args.length + 2];
        all[0] = "filter";
        all[1] = "verify";
        System.arraycopy(args, 0, all, 2, args.length);
        return new Run.Setting().at(Clock.fixed(now, ZoneOffset.UTC)).run(Cli::run, all);
    }
}
