package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.release.Manifest;
import bloomward.server.config.ServerSetting;
import bloomward.server.store.postgres.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two servers whose database is stopped, or killed, and comes back.
final class DatabaseRestartTest {

    @TempDir
    private static Path folder;
    private static TestPostgres database;
    private static Installation a;
    private static Installation b;

    @BeforeAll
    static void start() throws Exception {
        database = TestPostgres.start(Files.createDirectories(folder.resolve("postgres")));
        a = Installation.start(Optional.of(database), Files.createDirectories(folder.resolve("a")));
        b = a.beside(folder.resolve("b"), "timestamp", "publisher").with(ServerSetting.SERVER_NAME, "b");
        b.start();
        a.admin("list", "create", "phishing", "--category", "phishing").done();
        a.admin("add", "phishing", "bad.example").done();
        a.json("publish", "--all", "--yes");
    }

    @AfterAll
    static void stop() throws Exception {
        a.close();
        b.close();
        database.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", "immediate"})
    void agentsNoticeNothing(String how) throws Exception {
        Manifest before = new Agent(a).poll();
        Agent agent = new Agent(b);
        Waiting.until("the publication of before", () -> agent.poll().equals(before));
        database.stop(how);
        Waiting.until("no beat on the one", () -> a.askAdmin("/readyz").body().contains("no beat since"));
        for (Installation at : new Installation[] {a, b}) {
            assertThat(at.isHealthy()).as("a balancer keeps it").isTrue();
            Agent asking = new Agent(at);
            assertThat(asking.poll()).isEqualTo(before);
            assertThat(asking.confirmed(asking.poll("phishing"), "bad.example/")).hasSize(1);
        }
        String more = how + ".example";
        a.admin("add", "phishing", more).failed();
        database.start();
        Waiting.until("both ready",
                () -> a.askAdmin("/readyz").statusCode() == 200 && b.askAdmin("/readyz").statusCode() == 200);
        a.clock().advance(Duration.ofMinutes(5));
        b.admin("add", "phishing", more).done();
        b.json("publish", "--all", "--yes");
        Agent again = new Agent(a);
        Waiting.until("the next publication", () -> again.poll().sequence() > before.sequence());
        assertThat(again.finds(again.poll("phishing"), more + "/")).isTrue();
        assertThat(a.json("audit", "verify").get("intact").asBoolean()).isTrue();
    }

    /// A server that was just started and has nothing but its copies says so, and does not serve them as the newest.
    @Test
    void aServerDoesNotStartWithoutTheDatabase() throws Exception {
        b.stop();
        database.stop("fast");
        assertThatThrownBy(b::start).hasMessageContaining("cannot be reached");
        database.start();
        b.start();
        assertThat(new Agent(b).poll()).isEqualTo(new Agent(a).poll());
        Waiting.until("both ready",
                () -> a.askAdmin("/readyz").statusCode() == 200 && b.askAdmin("/readyz").statusCode() == 200);
    }
}
