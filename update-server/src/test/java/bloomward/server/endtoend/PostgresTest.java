package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.release.Manifest;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.TestedStore;
import bloomward.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server whose store is a PostgreSQL database, and the ways there and back.
final class PostgresTest {

    @TempDir
    private Path folder;

    private static void fill(Installation at) throws Exception {
        at.admin("list", "create", "phishing", "--category", "phishing").done();
        at.admin("add", "phishing", "bad.example").done();
        at.admin("add", "phishing", "google.com").refused(); // held
        at.admin("allow", "add", "our.example").done();
        at.json("publish", "--all", "--yes");
    }

    @Test
    void publishesAndOutlivesTheProcessAndItsMachine() throws Exception {
        try (Installation at = Installation.start(TestedStore.POSTGRES, folder)) {
            fill(at);
            Agent agent = new Agent(at);
            Manifest before = agent.poll();
            assertThat(agent.confirmed(agent.poll("phishing"), "bad.example/")).hasSize(1);
            at.stop();
            at.start();
            assertThat(agent.poll()).isEqualTo(before);
            assertThat(at.json("holds", "list").get("upTo").asLong()).isPositive();
            assertThat(at.json("audit", "verify").get("intact").asBoolean()).isTrue();
            at.clock().advance(Duration.ofMinutes(5));
            at.admin("add", "phishing", "worse.example").done();
            at.json("publish", "--all", "--yes");
            assertThat(agent.finds(agent.poll("phishing"), "worse.example/")).isTrue();
            at.program("verify", "--data-dir", at.data().toString()).done();
            assertThat(at.askAdmin("/readyz").statusCode()).isEqualTo(200);
            assertThat(at.data().resolve("bloomward.db")).doesNotExist();
            loseTheMachine(at, agent);
        }
    }

    /// The first machine is lost with everything on it but copies of keys and settings.
    private void loseTheMachine(Installation at, Agent agent) throws Exception {
        Manifest before = agent.poll();
        at.stop();
        Path other = folder.resolve("other");
        Files.createDirectories(other.resolve("keys"));
        for (String name : List.of("server.toml", "keys/timestamp.key", "keys/publisher.key")) {
            Files.copy(at.data().resolve(name), other.resolve(name));
        }
        Path lost = folder.resolve("lost");
        Files.move(at.data(), lost);
        Files.move(other, at.data());
        Files.copy(lost.resolve("admin.token"), at.data().resolve("admin.token"));
        at.start();
        assertThat(agent.poll()).isEqualTo(before);
        assertThat(agent.confirmed(agent.poll("phishing"), "bad.example/")).hasSize(1);
        at.clock().advance(Duration.ofMinutes(5));
        at.admin("add", "phishing", "worst.example").done();
        at.json("publish", "--all", "--yes");
        assertThat(agent.finds(agent.poll("phishing"), "worst.example/")).isTrue();
    }

    @Test
    void aSecondInitialisationIsRefusedAndATokenIsMadeBesideTheServer() throws Exception {
        try (Installation at = Installation.start(TestedStore.POSTGRES, folder)) {
            assertThat(at.program("init", "--data-dir", folder.resolve("third").toString(), "--config",
                    at.data().resolve("server.toml").toString()).refused().err())
                    .contains("already contains the store of a server");
            Path token = at.token("ann", "admin");
            at.as(token, "list", "create", "phishing", "--category", "phishing").done();
        }
    }

    /// A folder of one publication, and the rows of another: a slip in the settings brings neither into the other.
    @Test
    void refusesAndMovesNoDatabaseThatBelongsToAnotherFolder() throws Exception {
        try (Installation one = Installation.start(TestedStore.POSTGRES, Files.createDirectories(folder.resolve("1")));
                Installation two = Installation.start(TestedStore.POSTGRES,
                        Files.createDirectories(folder.resolve("2")))) {
            one.stop();
            two.stop();
            Files.copy(two.data().resolve("server.toml"), one.data().resolve("server.toml"),
                    StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(one::start).isInstanceOf(IOException.class)
                    .hasMessageContaining("another store (")
                    .hasMessageContaining("than this data folder belongs to");
            assertThat(tryToMove(one, "sqlite", TestPostgres.shared().passwordFile()).failed().err())
                    .contains("another store (")
                    .contains("than this data folder belongs to");
            two.start(); // nothing was marked
            Files.delete(one.data().resolve("server.toml"));
            assertThatThrownBy(one::start).isInstanceOf(IOException.class)
                    .hasMessageContaining("the data folder belongs to a PostgreSQL store");
            assertThat(one.data().resolve("bloomward.db")).doesNotExist();
        }
    }

    private static Told tryToMove(Installation at, String to, Path passwordFile) {
        return at.program("store", "move", "--data-dir", at.data().toString(), "--to", to, "--to-password-file",
                passwordFile.toString());
    }

    private static String move(Installation at, String to, Path passwordFile) {
        return tryToMove(at, to, passwordFile).done().out();
    }

    @Test
    void movesThereAndBack() throws Exception {
        TestPostgres server = TestPostgres.shared();
        try (Installation at = Installation.start(TestedStore.SQLITE, folder)) {
            fill(at);
            Agent agent = new Agent(at);
            Manifest before = agent.poll();
            at.admin("guards", "add", "intranet.example", "--to", "protected", "--reason", "ours").done();
            at.admin("import", "phishing",
                    at.file("all.txt",
                            IntStream.range(0, 50).mapToObj(i -> "h" + i + ".example").toArray(String[]::new))
                            .toString(),
                    "--source", "partner", "--replace").done();
            at.admin("import", "phishing", at.file("few.txt", "h1.example").toString(), "--source", "partner",
                    "--replace");
            String held = at.lastHold();
            String history = at.json("history").toString();
            String address = server.address(server.emptyDatabase());
            assertThat(tryToMove(at, address, server.passwordFile()).failed().err())
                    .contains("in use by another process");
            at.stop();
            assertThat(move(at, address, server.passwordFile())).contains("in 23 tables")
                    .contains("both stores compared equal, audit log intact")
                    .contains("store-password-file = \"" + server.passwordFile() + "\"  in server.toml")
                    .contains("bloomward.db.moved");
            assertThatThrownBy(at::start).hasMessageContaining("the data folder belongs to a PostgreSQL store");
            Path settings = Files.writeString(at.data().resolve("server.toml"),
                    "store = '" + address + "'\nstore-password-file = '" + server.passwordFile() + "'\n");
            at.start();
            assertThat(agent.poll()).isEqualTo(before);
            assertThat(at.json("history")).hasToString(history);
            assertThat(at.json("audit", "verify").get("intact").asBoolean()).isTrue();
            at.stop();
            DataFolder.deleteTree(at.data().resolve("guards")); // only copies, there
            DataFolder.deleteTree(at.data().resolve("kept"));
            at.start();
            at.admin("add", "phishing", "page.intranet.example").refused();
            at.json("holds", "release", "--up-to", held, "--all", "--reason", "right");
            at.clock().advance(Duration.ofMinutes(5));
            at.admin("add", "phishing", "there.example").done();
            at.json("publish", "--all", "--yes");
            assertThat(agent.finds(agent.poll("phishing"), "there.example/")).isTrue();

            at.stop();
            DataFolder.deleteTree(at.data().resolve("public/v1/flat")); // only a copy, there
            assertThat(move(at, "sqlite", server.passwordFile())).contains("marked as moved");
            assertThatThrownBy(at::start).hasMessageContaining("the data folder has a SQLite store");
            Path kept = folder.resolve("kept.toml");
            Files.move(settings, kept);
            at.start();
            at.clock().advance(Duration.ofMinutes(5));
            at.admin("add", "phishing", "back.example").done();
            at.json("publish", "--all", "--yes");
            assertThat(agent.finds(agent.poll("phishing"), "back.example/")).isTrue();
            assertThat(agent.poll("phishing").version()).isEqualTo(3);
            at.program("verify", "--data-dir", at.data().toString()).done();
            at.stop();
            assertThat(tryToMove(at, address, server.passwordFile()).failed().err())
                    .contains("bloomward.db.moved: left by an earlier move");
            Files.delete(at.data().resolve("bloomward.db.moved"));
            assertThat(tryToMove(at, address, server.passwordFile()).failed().err())
                    .contains("this store was moved to ");
            assertThat(move(at, server.address(server.emptyDatabase()), server.passwordFile()))
                    .contains("bloomward.db.moved");
        }
    }

    @Test
    void aBackupOfItIsRestoredAndMovedBack() throws Exception {
        TestPostgres server = TestPostgres.shared();
        try (Installation at = Installation.start(TestedStore.POSTGRES, folder)) {
            fill(at);
            Agent agent = new Agent(at);
            Manifest before = agent.poll();
            Path backup = at.file("monday.backup");
            at.program("backup", backup.toString(), "--data-dir", at.data().toString()).done();
            at.admin("add", "phishing", "later.example").done();
            at.clock().advance(Duration.ofMinutes(5));
            at.json("publish", "--all", "--yes");
            at.stop();
            Files.move(at.data(), folder.resolve("lost"));
            at.clock().advance(Duration.ofMinutes(5));
            at.program("restore", backup.toString(), "--data-dir", at.data().toString()).done();
            String address = server.address(server.emptyDatabase());
            move(at, address, server.passwordFile());
            Files.writeString(at.data().resolve("server.toml"),
                    "store = '" + address + "'\nstore-password-file = '" + server.passwordFile() + "'\n");
            Files.copy(folder.resolve("lost/admin.token"), at.data().resolve("admin.token"));
            at.start();
            at.admin("add", "phishing", "after.example").done();
            at.json("publish", "--all", "--yes");
            Manifest after = agent.poll();
            assertThat(after.sequence()).isGreaterThan(before.sequence() + 1024);
            assertThat(agent.finds(agent.poll("phishing"), "after.example/")).isTrue();
            assertThat(agent.finds(agent.poll("phishing"), "later.example/")).isFalse();
        }
    }
}
