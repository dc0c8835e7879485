package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.cli.Bloomward;
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
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A filter file is asked by itself; there is no store, and nobody is asked to confirm.
final class CheckFileTest {

    @TempDir
    private Path folder;
    private CheckRun check = CheckRun.in(Path.of(""));
    private final Signers signers = Signers.made();

    private record Signers(SigningKey root, SigningKey publisher) {

        static Signers made() {
            try {
                return new Signers(SigningKey.generate("root", new SecureRandom()),
                        SigningKey.generate("publisher", new SecureRandom()));
            } catch (FormatException e) {
                throw new AssertionError(e);
            }
        }
    }

    @BeforeEach
    void publish() throws IOException, FormatException {
        check = CheckRun.in(folder);
        assertThat(Bloomward.withInput("evil.example\n", "filter", "build", "-", "--out", file("packed")).exitCode())
                .isZero();
        assertThat(Bloomward.of("filter", "flatten", file("packed"), "--out", file("flat")).exitCode()).isZero();
        Root root = new Root("example.org/bloomward", 1, CheckRun.FRESH, CheckRun.FRESH.plus(Duration.ofDays(365)),
                keys(signers.root()), keys(signers.publisher()), signers.publisher().verifierKey(), List.of());
        Files.write(folder.resolve("root"), SignedNote.sign(root.toText(), List.of(signers.root())).toBytes());
        Manifest manifest = new Manifest(root.origin(), 1, 1, CheckRun.FRESH, CheckRun.FRESH.plus(Duration.ofDays(7)),
                2, FileRef.of("bloomward allow v1 canonical 2\n".getBytes(UTF_8)), List.of(list()));
        SignedNote note = SignedNote.sign(manifest.toText(), List.of(signers.publisher()));
        for (String form : List.of("packed", "flat")) {
            try (FileChannel in = FileChannel.open(folder.resolve(form));
                    FileChannel out = FileChannel.open(folder.resolve(form + ".bloom"), StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.WRITE)) {
                SignedFilter.compose(in, note, out);
            }
        }
    }

    private static TrustedKeys keys(SigningKey key) throws FormatException {
        return TrustedKeys.of(1, List.of(key.verifierKey()));
    }

    private ListRelease list() throws IOException, FormatException {
        try (FilterFile file = FilterFile.open(folder.resolve("packed"))) {
            ListFields fields = ListFields.of(file.packed());
            return new ListRelease("malware", 7, fields.spec(), fields.entries(), 1000,
                    FileRef.of(folder.resolve("packed")), FileRef.of(folder.resolve("flat")),
                    new ConfirmRoot(Digest.of(new byte[0])), new BucketBits(0), List.of(new Category("malware")));
        }
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"packed.bloom", "flat.bloom"})
    void asksASignedFile(String name) {
        Run run = check.of("--file", file(name), "--root", file("root"), "-o", "jsonl", "www.evil.example/x",
                "clean.example");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines().getFirst()).contains(
                "\"list\":\"malware\",\"category\":null,"
                        + "\"expression\":\"evil.example/\",\"scope\":\"host\",\"confirmed\":false",
                "\"freshness\":\"fresh\",\"version\":7");
        assertThat(run.lines().getLast()).contains("\"verdict\":\"clean\"", "\"freshness\":\"fresh\"");
        assertThat(check.of("--file", file(name), "--root", file("root"), "clean.example").exitCode()).isZero();
    }

    @Test
    void knowsThatASignedFileHasExpired() {
        CheckRun later = check.at(CheckRun.FRESH.plus(Duration.ofDays(7)));
        String[] args = {"--file", file("packed.bloom"), "--root", file("root"), ""};
        args[4] = "clean.example";
        assertThat(later.of(args).exitCode()).isEqualTo(2);
        assertThat(later.of(args).out()).contains("unknown  clean.example  expired: ").endsWith("(expired lists)\n");
        args[4] = "evil.example";
        assertThat(later.of(args).exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"packed", "flat", "packed.bloom"})
    void asksAnUnsignedFileOnlyIfToldTo(String name) {
        assertThat(check.of("--file", file(name), "evil.example").exitCode()).isEqualTo(2);
        Run run = check.of("--file", file(name), "--unsigned", "-o", "jsonl", "evil.example", "clean.example");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines().getFirst()).contains("\"list\":\"" + name + "\"", "\"freshness\":null,\"version\":null");
        assertThat(run.lines().getLast()).contains("\"verdict\":\"clean\"", "\"freshness\":null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "cuckoo"})
    void asksAnyKindOfUnsignedFile(String kind) {
        assertThat(Bloomward.withInput("evil.example\n", "filter", "build", "-", "--kind", kind, "--out", file(kind))
                .exitCode()).isZero();
        assertThat(check.of("--file", file(kind), "--unsigned", "evil.example").exitCode()).isEqualTo(1);
        assertThat(check.of("--file", file(kind), "--unsigned", "clean.example").exitCode()).isZero();
    }

    /// Were a changed file an exit code of 1, a script would take it for a listing.
    @Test
    void verifiedFirstRefusesWhatWasChanged() throws IOException {
        byte[] whole = Files.readAllBytes(folder.resolve("packed.bloom"));
        for (int at : new int[] {20, 70, whole.length / 2, whole.length - 20, whole.length - 1}) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            Files.write(folder.resolve("changed.bloom"), changed);
            Run run = check.of("--file", file("changed.bloom"), "--root", file("root"), "evil.example");
            assertThat(run.exitCode()).as("byte %d", at).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).startsWith("bloomward check: ").contains("changed.bloom: ").hasLineCount(1);
        }
    }

    @Test
    void refusesWhatIsNotThereOrNotOurs() {
        for (String name : List.of("nosuch", "root", ".")) {
            assertThat(check.of("--file", file(name), "--unsigned", "x.example").exitCode()).as(name).isEqualTo(2);
            assertThat(check.of("--file", file(name), "--root", file("root"), "x").exitCode()).as(name).isEqualTo(2);
        }
        assertThat(check.of("--file", file("packed"), "--root", file("root"), "x").err()).contains("unsigned");
        assertThat(check.of("--file", file("packed.bloom"), "--root", file("packed"), "x").exitCode()).isEqualTo(2);
        assertThat(check.of("--file", file("packed.bloom"), "--root", file("nosuch"), "x").exitCode()).isEqualTo(2);
    }
}
