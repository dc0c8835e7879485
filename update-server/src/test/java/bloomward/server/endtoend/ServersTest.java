package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.server.config.ServerSetting;
import bloomward.server.store.TestedStore;
import bloomward.server.store.postgres.TestPostgres;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two servers on one database: each does what people ask for, and both serve the same.
final class ServersTest {

    @TempDir
    private Path folder;

    private Installation a;
    private Installation b;

    @BeforeEach
    void start() throws Exception {
        a = Installation.start(TestedStore.POSTGRES, Files.createDirectories(folder.resolve("a")));
        a.stop();
        b = a.beside(folder.resolve("b"), "timestamp", "publisher").with(ServerSetting.SERVER_NAME, "b");
        a.with(ServerSetting.SERVER_NAME, "a").start();
        b.start();
        a.admin("list", "create", "phishing", "--category", "phishing").done();
        a.admin("add", "phishing", "bad.example").done();
        a.json("publish", "--all", "--yes");
    }

    @AfterEach
    void stop() {
        a.close();
        b.close();
    }

    /// Whoever learnt of a publication from one server may ask the other one at once for all of it.
    @Test
    void anAgentMayAskEitherServer() throws Exception {
        Agent agent = new Agent(b);
        for (int i = 0; i < 5; i++) {
            a.clock().advance(Duration.ofMinutes(5));
            a.admin("add", "phishing", "bad" + i + ".example").done();
            a.json("publish", "--all", "--yes");
            Manifest there = new Agent(a).poll();
            Waiting.until("the publication", () -> agent.poll().sequence() >= there.sequence());
            ListRelease list = agent.poll("phishing");
            assertThat(agent.finds(list, "bad" + i + ".example/")).isTrue();
            assertThat(agent.confirmed(list, "bad" + i + ".example/")).hasSize(1);
        }
        Waiting.until("both healthy", () -> a.isHealthy() && b.isHealthy());
    }

    /// The files of a publication are there before the server that is asked has heard of it by itself.
    @Test
    void aServerLooksForFilesThatItDoesNotKnowYet() throws Exception {
        Agent agent = new Agent(a);
        for (int i = 0; i < 5; i++) {
            a.clock().advance(Duration.ofMinutes(5));
            a.admin("add", "phishing", "bad" + i + ".example").done();
            a.json("publish", "--all", "--yes");
            ListRelease list = agent.poll("phishing");
            // Asked for once, at once, of the other server.
            b.get(new PublicPath.Content(PublicPath.ContentKind.PACKED, list.packed().digest()));
            assertThat(new Agent(b).confirmed(list, "bad" + i + ".example/")).hasSize(1);
        }
    }

    @Test
    void twoPublishersPublishAtOnce() throws Exception {
        int rounds = 5;
        b.admin("list", "create", "malware", "--category", "malware").done();
        List<Callable<Set<Long>>> publishers = new ArrayList<>();
        for (Installation at : List.of(a, b)) {
            String list = at == a ? "phishing" : "malware";
            publishers.add(() -> {
                Set<Long> sequences = new HashSet<>();
                for (int i = 0; i < rounds; i++) {
                    at.admin("add", list, list + i + ".example").done();
                    JsonNode done = at.json("publish", list, "--yes");
                    sequences.add(done.get("sequence").asLong());
                }
                return sequences;
            });
        }
        Set<Long> all = new HashSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (Future<Set<Long>> each : threads.invokeAll(publishers)) {
                all.addAll(each.get());
            }
        }
        assertThat(all).as("no number is used twice").hasSize(2 * rounds);
        for (Installation at : List.of(a, b)) {
            Agent agent = new Agent(at);
            Waiting.until("the last publication",
                    () -> agent.poll().sequence() == all.stream().mapToLong(Long::longValue).max().orElseThrow());
            Manifest manifest = agent.poll();
            ListRelease phishing = manifest.list("phishing").orElseThrow();
            ListRelease malware = manifest.list("malware").orElseThrow();
            assertThat(phishing.version()).isEqualTo(1 + rounds);
            assertThat(malware.version()).isEqualTo(rounds);
            for (int i = 0; i < rounds; i++) {
                assertThat(agent.finds(phishing, "phishing" + i + ".example/")).isTrue();
                assertThat(agent.finds(malware, "malware" + i + ".example/")).isTrue();
            }
            at.program("verify", "--data-dir", at.data().toString()).done();
        }
        assertThat(a.json("history").findValuesAsText("sequence")).doesNotHaveDuplicates();
    }

    @Test
    void onePersonApprovesHereAndAnotherPublishesThere() throws Exception {
        a.admin("list", "create", "checked", "--category", "phishing", "--review").done();
        Path alice = a.token("alice", "publisher");
        Path bob = a.token("bob", "reviewer");
        a.as(alice, "add", "checked", "checked.example").done();
        String draft = b.json("diff", "checked").at("/lists/0/draft").asText();
        b.as(bob, "approve", "checked", "--draft", draft).done();
        a.as(alice, "publish", "checked", "--yes", "--draft", draft).done();
        Agent agent = new Agent(b);
        Waiting.until("the new list", () -> agent.poll().list("checked").isPresent());
        assertThat(agent.confirmed(agent.poll("checked"), "checked.example/")).hasSize(1);
    }

    /// One server makes the files of a proposal, and another one the publication.
    @Test
    void aProposalIsSignedOnAnotherServer() throws Exception {
        a.stop();
        b.stop();
        Path key = folder.resolve("publisher.key");
        Files.move(a.data().resolve("keys/publisher.key"), key);
        Files.delete(b.data().resolve("keys/publisher.key"));
        a.start();
        b.start();
        a.clock().advance(Duration.ofMinutes(5));
        a.admin("add", "phishing", "proposed.example").done();
        assertThat(a.refusedJson("publish", "--all", "--yes").get("pending").asBoolean()).isTrue();
        b.json("sign-pending", "--key", key.toString(), "--yes");
        for (Installation at : List.of(b, a)) {
            Agent agent = new Agent(at);
            Waiting.until("the second version", () -> agent.poll("phishing").version() == 2);
            assertThat(agent.confirmed(agent.poll("phishing"), "proposed.example/")).hasSize(1);
        }
    }

    @Test
    void aServerWithoutTheTimestampKeyPublishesNothingAndNeverLeads() throws Exception {
        b.stop();
        Files.delete(b.data().resolve("keys/timestamp.key"));
        b.start();
        b.admin("add", "phishing", "more.example").done();
        assertThat(b.admin("publish", "--all", "--yes").refused().err())
                .contains("the key that signs 'latest' is not here");
        a.json("publish", "--all", "--yes");
        a.stop();
        Waiting.until("no leader", () -> b.askAdmin("/readyz").body().contains("no server leads"));
        Agent agent = new Agent(b);
        assertThat(agent.finds(agent.poll("phishing"), "more.example/")).isTrue();
        a.start();
        Waiting.until("a leader", () -> !b.askAdmin("/readyz").body().contains("no server leads"));
    }

    @Test
    void aServerThatStopsHandsTheLeadOver() throws Exception {
        assertThat(a.askAdmin("/readyz").statusCode()).isEqualTo(200);
        a.stop();
        Waiting.until("b ready", () -> b.askAdmin("/readyz").statusCode() == 200);
        b.clock().advance(Duration.ofMinutes(5));
        b.admin("add", "phishing", "later.example").done();
        b.json("publish", "--all", "--yes");
        a.start();
        Agent agent = new Agent(a);
        assertThat(agent.finds(agent.poll("phishing"), "later.example/")).isTrue();
    }

    /// An import that waits for a person is kept by one server, and released on another one.
    @Test
    void anImportIsReleasedOnAnotherServer() throws Exception {
        String[] many = IntStream.range(0, 300).mapToObj(i -> "host" + i + ".example").toArray(String[]::new);
        Path all = a.file("all.txt", many);
        a.admin("import", "phishing", all.toString(), "--source", "partner", "--replace").done();
        Path few = a.file("few.txt", "host1.example", "host2.example");
        assertThat(a.admin("import", "phishing", few.toString(), "--source", "partner", "--replace").done().out())
                .contains("held: feed-shrank");
        b.json("holds", "release", "--up-to", b.lastHold(), "--all", "--reason", "right");
        b.json("publish", "--all", "--yes");
        Agent agent = new Agent(a);
        Waiting.until("the second version", () -> agent.poll("phishing").version() == 2);
        assertThat(agent.finds(agent.poll("phishing"), "host1.example/")).isTrue();
        assertThat(agent.finds(agent.poll("phishing"), "host3.example/")).isFalse();
    }

    @Test
    void aChangedListOfGuardsCountsOnAllServers() throws Exception {
        a.admin("guards", "add", "intranet.example", "--to", "protected", "--reason", "ours").done();
        Waiting.until("the guarded host",
                () -> b.json("guards", "show", "intranet.example", "--list", "protected")
                        .toString()
                        .contains("\"intranet.example\""));
        b.admin("add", "phishing", "page.intranet.example").refused();
        b.admin("guards", "remove", "intranet.example", "--from", "protected", "--reason", "gone", "--yes").done();
        b.stop();
        a.stop();
        a.start();
        a.admin("add", "phishing", "page.intranet.example").done();
    }

    @Test
    void saysWhoLeadsAndWhoIsAway() throws Exception {
        assertThat(a.admin("servers").done().out()).contains("* ", " a ", " b ", "well", "timestamp, publisher")
                .doesNotContain("away");
        JsonNode all = b.json("servers");
        assertThat(all.get("leader").asText()).isEqualTo("a");
        assertThat(all.get("isShared").asBoolean()).isTrue();
        TestPostgres.shared()
                .run(a.database(),
                        "INSERT INTO server SELECT gen_random_uuid(), 'c', version, started, seen - 60000, sequence,"
                                + " dated, can_date, can_sign, '' FROM server WHERE name = 'b'");
        assertThat(a.admin("servers").refused().out()).contains(" c ", "away since");
    }
}
