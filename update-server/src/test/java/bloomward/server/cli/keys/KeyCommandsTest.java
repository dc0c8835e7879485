package bloomward.server.cli.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.Root;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.LockedKey;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.VerifierKey;
import bloomward.program.testing.Run;
import bloomward.server.cli.FakeServer;
import bloomward.server.cli.admin.AdminProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Keys for real: files, modes, pass phrases, signatures.
final class KeyCommandsTest {

    private static final String ORIGIN = "lists.example";

    @TempDir
    private Path folder;
    private final Run.Setting setting = new Run.Setting();

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private VerifierKey generate(String name) throws Exception {
        Run run = setting.run(AdminProgram::run, "keys", "generate", at(name), "--name", ORIGIN + "/" + name);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return VerifierKey.parse(run.out().strip());
    }

    private SignedNote note(String name) throws Exception {
        return SignedNote.parse(Files.readAllBytes(folder.resolve(name)));
    }

    /// A first root of two keys, of which both must sign.
    private Root firstRoot() throws Exception {
        Root root = new Root(ORIGIN, 1, Run.NOW, Run.NOW.plus(Duration.ofDays(365)),
                TrustedKeys.of(2, List.of(generate("root-1"), generate("root-2"))),
                TrustedKeys.of(1, List.of(generate("publisher"))), generate("timestamp"),
                List.of(URI.create("https://lists.example")));
        SigningKey one = (SigningKey) KeyFile.read(folder.resolve("root-1"));
        SigningKey two = (SigningKey) KeyFile.read(folder.resolve("root-2"));
        Files.write(folder.resolve("root-1.note"), SignedNote.sign(root.toText(), List.of(one, two)).toBytes());
        return root;
    }

    @Test
    void makesAKeyForItsOwnerAlone() throws Exception {
        VerifierKey key = generate("a.key");
        assertThat(key.name()).isEqualTo("lists.example/a.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("a.key"))))
                .isEqualTo("rw-------");
        assertThat(KeyFile.read(folder.resolve("a.key"))).isInstanceOf(SigningKey.class);
        Run again = setting.run(AdminProgram::run, "keys", "generate", at("a.key"), "--name", "b");
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err()).contains("already exists");
        assertThat(setting.run(AdminProgram::run, "keys", "show", at("a.key")).out())
                .isEqualTo(key + "  (not encrypted)\n");
        assertThat(setting.run(AdminProgram::run, "keys", "show", at("a.key"), "--json").out())
                .contains("\"locked\":false")
                .doesNotContain("PRIVATE");
        assertThat(setting.run(AdminProgram::run, "keys", "generate", at("b.key"), "--name", "a+b").exitCode())
                .isEqualTo(2);
        assertThat(folder.resolve("b.key")).doesNotExist();
    }

    /// A shell empties the file behind `>` before the program refuses; `--public` leaves it as it is.
    @Test
    void writesThePublicKeyToAFileOnlyOnSuccess() throws Exception {
        String[] command = {"keys", "generate", at("a.key"), "--name", "a", "--public", at("a.pub")};
        assertThat(setting.run(AdminProgram::run, command).exitCode()).isZero();
        String written = Files.readString(folder.resolve("a.pub"));
        assertThat(written).isEqualTo(((SigningKey) KeyFile.read(folder.resolve("a.key"))).verifierKey() + "\n");
        assertThat(setting.run(AdminProgram::run, command).exitCode()).isEqualTo(2);
        assertThat(folder.resolve("a.pub")).content().isEqualTo(written);
        command[2] = at("b.key");
        assertThat(setting.run(AdminProgram::run, command).err()).contains("a.pub").contains("already exists");
        assertThat(folder.resolve("b.key")).doesNotExist();
        assertThat(folder.resolve("a.pub")).content().isEqualTo(written);
    }

    @Test
    void putsAKeyUnderAPassPhrase() throws Exception {
        Files.writeString(folder.resolve("pass"), "correct horse\n");
        Run run = setting.run(AdminProgram::run, "keys", "generate", at("a.key"), "--name", "a", "--passphrase-file",
                at("pass"));
        assertThat(run.exitCode()).isZero();
        LockedKey locked = (LockedKey) KeyFile.read(folder.resolve("a.key"));
        assertThat(Files.readString(folder.resolve("a.key"))).contains("argon2id 65536 3 1");
        assertThat(locked.unlock("correct horse".toCharArray()).verifierKey()).hasToString(run.out().strip());
        assertThat(run.out() + run.err()).doesNotContain("horse");
    }

    @Test
    void asksThePersonTwiceForAPassPhrase() throws Exception {
        assertThat(setting.answering("one", "two")
                .run(AdminProgram::run, "keys", "generate", at("a.key"), "--name", "a")
                .exitCode()).isEqualTo(1);
        assertThat(folder.resolve("a.key")).doesNotExist();
        assertThat(setting.answering("one", "one")
                .run(AdminProgram::run, "keys", "generate", at("a.key"), "--name", "a")
                .exitCode()).isZero();
        assertThat(KeyFile.read(folder.resolve("a.key"))).isInstanceOf(LockedKey.class);
        assertThat(setting.answering("", "")
                .run(AdminProgram::run, "keys", "generate", at("b.key"), "--name", "b")
                .exitCode()).isZero();
        assertThat(KeyFile.read(folder.resolve("b.key"))).isInstanceOf(SigningKey.class);
    }

    @Test
    void neverSignsWithAKeyThatOthersCanRead() throws Exception {
        firstRoot();
        Files.setPosixFilePermissions(folder.resolve("root-1"), PosixFilePermissions.fromString("rw-r--r--"));
        Run run = setting.run(AdminProgram::run, "keys", "sign", at("root-1.note"), "--key", at("root-1"), "--yes");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("root-1", "chmod 600");
    }

    @Test
    void beginsWithARootThatTwoOfThreeSign() throws Exception {
        List<VerifierKey> roots = List.of(generate("root-1"), generate("root-2"), generate("root-3"));
        VerifierKey publisher = generate("publisher");
        VerifierKey timestamp = generate("timestamp");
        String[] args = {"keys", "first-root", "--out", at("root.note"), "--origin", ORIGIN, "--root-key",
            roots.get(0).toString(), "--root-key", roots.get(1).toString(), "--root-key", roots.get(2).toString(),
            "--root-threshold", "2", "--publisher", publisher.toString(), "--timestamp", timestamp.toString(),
            "--address", "https://lists.example"};
        Run made = setting.run(AdminProgram::run, args);
        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(made.out()).contains("root 1 of lists.example", "root: 2 of 3", "publisher: 1 of 1",
                "signed so far by: none");
        for (String name : List.of("root-3", "root-1")) {
            assertThat(setting.run(AdminProgram::run, "keys", "sign", at("root.note"), "--key", at(name), "--yes")
                    .exitCode()).isZero();
        }
        Root root = Root.first(note("root.note")).value();
        assertThat(root.version()).isEqualTo(1);
        assertThat(root.origin()).isEqualTo(ORIGIN);
        assertThat(root.expires()).isEqualTo(Run.NOW.plus(Duration.ofDays(365)));
        assertThat(root.roots().keys()).containsExactlyInAnyOrderElementsOf(roots);
        assertThat(root.publishers().keys()).containsExactly(publisher);
        assertThat(root.timestamp()).isEqualTo(timestamp);
        assertThat(root.addresses()).containsExactly(URI.create("https://lists.example"));
        assertThat(setting.run(AdminProgram::run, args).err()).contains("already exists");
    }

    @Test
    void noRootIsBegunThatNobodyCouldSign() throws Exception {
        String key = generate("root-1").toString();
        Run tooMany = setting.run(AdminProgram::run, "keys", "first-root", "--out", at("n"), "--origin", ORIGIN,
                "--root-key", key, "--root-threshold", "2", "--publisher", key, "--timestamp", key);
        assertThat(tooMany.exitCode()).isEqualTo(2);
        Run noName = setting.run(AdminProgram::run, "keys", "first-root", "--out", at("n"), "--origin", "two words",
                "--root-key", key, "--root-threshold", "1", "--publisher", key, "--timestamp", key);
        assertThat(noName.exitCode()).isEqualTo(2);
        assertThat(noName.err()).contains("invalid root");
        assertThat(folder.resolve("n")).doesNotExist();
    }

    @Test
    void rotatesAPublisherWithTheSignaturesOfAllHolders() throws Exception {
        Root first = firstRoot();
        VerifierKey newPublisher = generate("publisher-2");
        Run rotated = setting.run(AdminProgram::run, "keys", "rotate", at("root-1.note"), "--out", at("root-2.note"),
                "--add-publisher", newPublisher.toString(), "--remove-publisher", ORIGIN + "/publisher", "--address",
                "https://new.example/b", "--expires-in", "10d");
        assertThat(rotated.exitCode()).as(rotated.err()).isZero();
        assertThat(rotated.out()).contains("root 2 of lists.example", newPublisher.toString(),
                "signed so far by: none");
        assertThat(Files.readString(folder.resolve("root-2.note"))).endsWith("\n\n");
        for (String name : List.of("root-1", "root-2")) {
            Run signed = setting.answering("y")
                    .run(AdminProgram::run, "keys", "sign", at("root-2.note"), "--key", at(name));
            assertThat(signed.exitCode()).as(signed.err()).isZero();
            assertThat(signed.err()).contains("SHA-256 of the text: ", "root: 2 of 2", newPublisher.toString());
            assertThat(signed.out()).contains(name.equals("root-1")
                    ? "1 signature; 1 more needed from its own root keys; the signatures required by root 1 are needed too"
                    : "; the threshold of its own root keys is met; the signatures required by root 1 are needed too");
        }
        Root second = first.next(note("root-2.note")).value();
        assertThat(second.version()).isEqualTo(2);
        assertThat(second.publishers().keys()).containsExactly(newPublisher);
        assertThat(second.addresses()).containsExactly(URI.create("https://new.example/b"));
        assertThat(second.expires()).isEqualTo(Run.NOW.plus(Duration.ofDays(10)));
        assertThat(second.roots()).isEqualTo(first.roots());
        assertThat(second.timestamp()).isEqualTo(first.timestamp());
        assertThat(
                setting.run(AdminProgram::run, "keys", "rotate", at("root-1.note"), "--out", at("root-2.note")).err())
                .contains("already exists");
    }

    @Test
    void rotatesRootKeysAndThresholds() throws Exception {
        Root first = firstRoot();
        VerifierKey third = generate("root-3");
        VerifierKey clock = generate("clock");
        assertThat(setting.run(AdminProgram::run, "keys", "rotate", at("root-1.note"), "--out", at("n"), "--root-key",
                third.toString(), "--root-threshold", "3", "--timestamp", clock.toString()).exitCode()).isZero();
        Run signed = setting.run(AdminProgram::run, "keys", "sign", at("n"), "--yes", "--out", at("signed"), "--key",
                at("root-1"), "--key", at("root-2"), "--key", at("root-3"), "--json");
        assertThat(signed.out()).contains("\"signatures\":3,\"missing\":0");
        assertThat(Files.readString(folder.resolve("n"))).endsWith("\n\n");
        Root second = first.next(note("signed")).value();
        assertThat(second.roots().threshold()).isEqualTo(3);
        assertThat(second.timestamp()).isEqualTo(clock);
    }

    @Test
    void refusesRootsThatCannotBe() throws Exception {
        firstRoot();
        for (String[] options : new String[][] {{"--remove-publisher", ORIGIN + "/publisher"},
            {"--remove-publisher", "nobody"}, {"--root-threshold", "3"}, {"--add-publisher", "x"},
            {"--address", "ftp://a"}, {"--address", ":"}, {"--expires-in", "soon"}, {"--expires-in", "9999w"}}) {
            String[] command = {"keys", "rotate", at("root-1.note"), "--out", at("n")};
            String[] args = Arrays.copyOf(command, command.length + options.length);
            System.arraycopy(options, 0, args, command.length, options.length);
            Run run = setting.run(AdminProgram::run, args);
            assertThat(run.exitCode()).as(String.join(" ", options)).isEqualTo(2);
            assertThat(run.err()).doesNotContain("internal error");
            assertThat(folder.resolve("n")).doesNotExist();
        }
    }

    /// A public key that is not one is named by its option, never by its text: it may be a private key.
    @Test
    void namesTheOptionOfABadKey() throws Exception {
        firstRoot();
        for (String option : new String[] {"--add-publisher", "--add-root", "--timestamp"}) {
            Run run = setting.run(AdminProgram::run, "keys", "rotate", at("root-1.note"), "--out", at("n"), option,
                    "xyz");
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("bloomward-admin keys rotate: " + option + ": not a public key: ")
                    .contains("keys show")
                    .doesNotContain("xyz");
        }
        Run gone = setting.run(AdminProgram::run, "keys", "rotate", at("root-1.note"), "--out", at("n"),
                "--remove-root", "nobody");
        assertThat(gone.err()).startsWith("bloomward-admin keys rotate: --remove-root nobody: no such key\n");
    }

    @Test
    void startsFromARootThatItsOwnKeysSigned() throws Exception {
        Root root = firstRoot();
        SigningKey one = (SigningKey) KeyFile.read(folder.resolve("root-1"));
        Files.write(folder.resolve("forged"), SignedNote.sign(root.toText(), List.of(one)).toBytes());
        Run run = setting.run(AdminProgram::run, "keys", "rotate", at("forged"), "--out", at("n"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("signed by 1 of 2");
    }

    @Test
    void signsNothingWithoutAYesAndNothingElse() throws Exception {
        firstRoot();
        byte[] before = Files.readAllBytes(folder.resolve("root-1.note"));
        assertThat(
                setting.run(AdminProgram::run, "keys", "sign", at("root-1.note"), "--key", at("publisher")).exitCode())
                .isEqualTo(2);
        assertThat(setting.answering("no")
                .run(AdminProgram::run, "keys", "sign", at("root-1.note"), "--key", at("publisher"))
                .exitCode()).isEqualTo(1);
        assertThat(Files.readAllBytes(folder.resolve("root-1.note"))).isEqualTo(before);
        assertThat(odd("bloomward latest v1\nlists.example\n\n").exitCode()).isEqualTo(1);
        assertThat(odd("bloomward root v1\nlists.example\nversion 1\n\n").exitCode()).isEqualTo(2);
        assertThat(odd("hello\n").exitCode()).isEqualTo(2);
        assertThat(odd("bloomward root v1\n\u001b[2J\n\n").err()).doesNotContain("\u001b", "internal");
    }

    private Run odd(String text) throws IOException {
        Files.write(folder.resolve("odd"), text.getBytes(UTF_8));
        Run run = setting.run(AdminProgram::run, "keys", "sign", at("odd"), "--key", at("publisher"), "--yes");
        assertThat(Files.readString(folder.resolve("odd"))).isEqualTo(text);
        return run;
    }

    @Test
    void showsTheKeysOnTheServerOnce() throws Exception {
        String root = """
                {"version":%d,"sha256":"ab","expires":"2027-01-01T00:00:00Z","roots":["r+1+k"],"rootThreshold":1,
                 "publishers":["p+1+k"],"publisherThreshold":1,"timestamp":"t+1+k","isCurrent":%s,"keysHere":["t+1"]}""";
        try (FakeServer server = new FakeServer()) {
            server.answers("GET /admin/v1/roots",
                    "{\"roots\":[" + root.formatted(1, false) + "," + root.formatted(2, true) + "]}");
            Files.writeString(folder.resolve("token"), "t");
            setting.with("BLOOMWARD_ADMIN_URL", server.address()).with("BLOOMWARD_TOKEN_FILE", at("token"));
            assertThat(setting.run(AdminProgram::run, "keys", "show").out())
                    .contains("root 1, expires", "root 2, current")
                    .endsWith("timestamp: t+1+k\nkeys on the server: t+1\n")
                    .containsOnlyOnce("on the server");
        }
    }

    @Test
    void sendsARootToTheServer() throws Exception {
        firstRoot();
        try (FakeServer server = new FakeServer()) {
            server.answers("POST /admin/v1/roots", 201, "application/json", """
                    {"version":2,"sha256":"ab","expires":"2027-01-01T00:00:00Z","roots":["r+1+k"],"rootThreshold":1,
                     "publishers":["p+1+k"],"publisherThreshold":1,"timestamp":"t+1+k","isCurrent":true,
                     "keysHere":["t+1"]}""");
            Files.writeString(folder.resolve("token"), "t");
            setting.with("BLOOMWARD_ADMIN_URL", server.address()).with("BLOOMWARD_TOKEN_FILE", at("token"));
            Run run = setting.run(AdminProgram::run, "keys", "submit", at("root-1.note"));
            assertThat(run.out()).contains("root 2, current", "p+1+k", "keys on the server: t+1");
            assertThat(server.question().body()).startsWith("{\"note\":\"bloomward root v1\\nlists.example\\n")
                    .contains("\\u2014 lists.example/root-1 ");
            assertThat(setting.run(AdminProgram::run, "keys", "submit", at("token")).exitCode()).isEqualTo(2);
            assertThat(server.asked()).hasSize(1);
        }
    }
}
