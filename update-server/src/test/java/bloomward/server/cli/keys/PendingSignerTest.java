package bloomward.server.cli.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.release.FileRef;
import bloomward.format.release.Manifest;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.VerifierKey;
import bloomward.program.testing.Run;
import bloomward.server.admin.view.PublishReports.DiffSummary;
import bloomward.server.admin.view.PublishReports.PendingView;
import bloomward.server.admin.view.PublishReports.SignedText;
import bloomward.server.cli.FakeServer;
import bloomward.server.cli.admin.AdminProgram;
import bloomward.server.cli.client.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A publisher's key that never leaves the publisher's machine.
final class PendingSignerTest {

    private static final String WAITS = """
            {"sequence":null,"pending":true,"lists":[],"held":0,"message":""}""";
    private static final String DONE = """
            {"sequence":1790000000,"pending":false,"lists":[],"held":0,"message":""}""";
    private static final String MANIFEST = new Manifest("lists.example", 1_790_000_000, 1, Run.NOW,
            Run.NOW.plus(Duration.ofDays(7)), 1, new FileRef(Digest.of(new byte[0]), 10), List.of()).toText();

    private final FakeServer server = new FakeServer();
    private final Run.Setting setting = new Run.Setting();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeKeys() throws Exception {
        Files.writeString(folder.resolve("token"), "t");
        Files.writeString(folder.resolve("pass"), "correct horse\n");
        for (String name : List.of("one", "two")) {
            assertThat(
                    new Run.Setting().run(AdminProgram::run, "keys", "generate", at(name), "--name", name).exitCode())
                    .isZero();
        }
        assertThat(
                new Run.Setting()
                        .run(AdminProgram::run, "keys", "generate", at("locked"), "--name", "locked",
                                "--passphrase-file", at("pass"))
                        .exitCode())
                .isZero();
    }

    @BeforeEach
    void prepare() throws Exception {
        setting.with("BLOOMWARD_ADMIN_URL", server.address()).with("BLOOMWARD_TOKEN_FILE", at("token"));
        server.answers("POST /admin/v1/publications", WAITS)
                .answers("POST /admin/v1/publications/renewal", WAITS)
                .answers("POST /admin/v1/rollbacks", WAITS)
                .answers("POST /admin/v1/publications/pending/signatures", DONE);
        waits(MANIFEST + "\n", Digest.of(MANIFEST.getBytes(UTF_8)).toHex());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String at(String name) {
        return folder.resolve(name).toString();
    }

    private void waits(String note, String sha256) throws Exception {
        server.answers("GET /admin/v1/publications/pending",
                Json.mapper().writeValueAsString(new PendingView(note, sha256, 0, 1, new DiffSummary(List.of()))));
    }

    /// The note that the server was sent.
    private SignedNote sent() throws Exception {
        String body = server.asked().getLast().body();
        return SignedNote.parse(Json.mapper().readValue(body, SignedText.class).note().getBytes(UTF_8));
    }

    private static VerifierKey key(String name) throws Exception {
        return KeyFile.read(folder.resolve(name)).verifierKey();
    }

    @Test
    void signsHereWhatWaitsThere() throws Exception {
        Run run = setting.run(AdminProgram::run, "publish", "--all", "--yes", "--key", at("one"), "--key", at("two"),
                "-o", "json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("{\"sequence\":1790000000,");
        assertThat(run.err()).contains("manifest 1790000000 of lists.example",
                "SHA-256 of the text: " + Digest.of(MANIFEST.getBytes(UTF_8)).toHex(), "signed so far by: none",
                "no changes to lists: the current publication is signed again", "1 signature is needed");
        TrustedKeys both = TrustedKeys.of(2, List.of(key("one"), key("two")));
        assertThat(both.verify(sent()).value()).isEqualTo(MANIFEST);
    }

    @Test
    void aSecondPersonAddsASignature() throws Exception {
        setting.run(AdminProgram::run, "publish", "--all", "--yes", "--key", at("one"));
        waits(sent().toString(), Digest.of(MANIFEST.getBytes(UTF_8)).toHex());
        Run run = setting.answering("y", "correct horse").run(AdminProgram::run, "sign-pending", "--key", at("locked"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("signed so far by: one+");
        assertThat(TrustedKeys.of(2, List.of(key("one"), key("locked"))).verify(sent()).value()).isEqualTo(MANIFEST);
    }

    @Test
    void signsRenewalsAndRollbacksToo() {
        assertThat(setting.run(AdminProgram::run, "renew", "--yes", "--key", at("one")).out())
                .contains("sequence 1790000000");
        assertThat(setting.run(AdminProgram::run, "rollback", "--to", "3", "--yes", "--key", at("one")).out())
                .contains("sequence 1790000000");
    }

    @Test
    void saysWhatIsMissingWithoutAKey() {
        Run run = setting.run(AdminProgram::run, "publish", "--all", "--yes");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("more signatures are needed");
        assertThat(run.err()).contains("sign-pending --key FILE");
        assertThat(setting.run(AdminProgram::run, "sign-pending").exitCode()).isEqualTo(2);
    }

    @Test
    void signsNothingThatThePersonDoesNotWant() {
        for (Run run : List.of(setting.answering("n").run(AdminProgram::run, "sign-pending", "--key", at("one")),
                setting.answering("y", "wrong").run(AdminProgram::run, "sign-pending", "--key", at("locked")),
                setting.answering("y").run(AdminProgram::run, "sign-pending", "--key", at("locked")))) {
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.err()).doesNotContain("internal");
        }
        assertThat(server.asked()).noneMatch(asked -> asked.target().contains("signatures"));
    }

    /// The server could show one manifest and have another signed.
    @Test
    void signsNothingButTheManifestWhoseDigestIsNamed() throws Exception {
        String digest = Digest.of(MANIFEST.getBytes(UTF_8)).toHex();
        waits(MANIFEST.replace("lists.example", "other.example") + "\n", digest);
        assertThat(setting.run(AdminProgram::run, "sign-pending", "--key", at("one"), "--yes").err())
                .contains("not signed");
        String latest = MANIFEST.replaceFirst("manifest", "latest");
        waits(latest + "\n", Digest.of(latest.getBytes(UTF_8)).toHex());
        Run run = setting.run(AdminProgram::run, "sign-pending", "--key", at("one"), "--yes");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("expected a manifest, found a latest");
        assertThat(server.asked()).noneMatch(asked -> asked.target().contains("signatures"));
    }
}
