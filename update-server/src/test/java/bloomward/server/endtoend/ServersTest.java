package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.server.config.ServerSetting;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import bloomward.server.safebrowsing.DocumentedClient;
import bloomward.server.safebrowsing.ProtoFile;
import bloomward.server.safebrowsing.Read;
import bloomward.server.store.TestedStore;
import bloomward.server.store.postgres.TestPostgres;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two servers on one database: each does what people ask for, and both serve the same. Each case has a list of its own.
final class ServersTest {

    @TempDir
    private static Path folder;
    private static Installation a;
    private static Installation b;

    @BeforeAll
    static void start() throws Exception {
        a = Installation.start(TestedStore.POSTGRES, Files.createDirectories(folder.resolve("a")));
        a.stop();
        a.with(ServerSetting.SAFE_BROWSING, "true");
        b = a.beside(folder.resolve("b"), "timestamp", "publisher").with(ServerSetting.SERVER_NAME, "b");
        a.with(ServerSetting.SERVER_NAME, "a").start();
        b.start();
    }

    @AfterAll
    static void stop() throws Exception {
        a.close();
        b.close();
    }

    private static void createWith(String list, String host) {
        a.admin("list", "create", list, "--category", "phishing").done();
        publishWith(a, list, host);
    }

    private static JsonNode publishWith(Installation at, String list, String host) {
        at.clock().advance(Duration.ofMinutes(5));
        at.admin("add", list, host).done();
        return at.json("publish", list, "--yes");
    }

    /// Whoever learnt of a publication from one server may ask the other one at once for all of it.
    @Test
    void anAgentMayAskEitherServer() throws Exception {
        createWith("either", "bad.example");
        Agent agent = new Agent(b);
        for (int i = 0; i < 3; i++) {
            publishWith(a, "either", "bad" + i + ".example");
            Manifest there = new Agent(a).poll();
            Waiting.until("the publication", () -> agent.poll().sequence() >= there.sequence());
            ListRelease list = agent.poll("either");
            assertThat(agent.finds(list, "bad" + i + ".example/")).isTrue();
            assertThat(agent.confirmed(list, "bad" + i + ".example/")).hasSize(1);
        }
        Waiting.until("both healthy", () -> a.isHealthy() && b.isHealthy());
    }

    /// The files of a publication are there before the server that is asked has heard of it by itself.
    @Test
    void aServerLooksForFilesThatItDoesNotKnowYet() throws Exception {
        createWith("files", "bad.example");
        Agent agent = new Agent(a);
        for (int i = 0; i < 3; i++) {
            publishWith(a, "files", "bad" + i + ".example");
            ListRelease list = agent.poll("files");
            // Asked for once, at once, of the other server.
            b.get(new PublicPath.Content(PublicPath.ContentKind.PACKED, list.packed().digest()));
            assertThat(new Agent(b).confirmed(list, "bad" + i + ".example/")).hasSize(1);
        }
    }

    @Test
    void twoPublishersPublishAtOnce() throws Exception {
        int rounds = 4;
        for (String list : List.of("left", "right")) {
            b.admin("list", "create", list, "--category", "malware").done();
        }
        List<Callable<Set<Long>>> publishers = new ArrayList<>();
        for (Installation at : List.of(a, b)) {
            String list = at == a ? "left" : "right";
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
            for (String name : List.of("left", "right")) {
                ListRelease list = manifest.list(name).orElseThrow();
                assertThat(list.version()).isEqualTo(rounds);
                for (int i = 0; i < rounds; i++) {
                    assertThat(agent.finds(list, name + i + ".example/")).isTrue();
                }
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
        createWith("proposed", "bad.example");
        a.stop();
        b.stop();
        Path key = a.data().resolve("keys/publisher.key");
        Path away = folder.resolve("publisher.key");
        Files.move(key, away);
        Files.delete(b.data().resolve("keys/publisher.key"));
        try {
            a.start();
            b.start();
            a.clock().advance(Duration.ofMinutes(5));
            a.admin("add", "proposed", "proposed.example").done();
            assertThat(a.refusedJson("publish", "proposed", "--yes").get("pending").asBoolean()).isTrue();
            b.json("sign-pending", "--key", away.toString(), "--yes");
            for (Installation at : List.of(b, a)) {
                Agent agent = new Agent(at);
                Waiting.until("the second version", () -> agent.poll("proposed").version() == 2);
                assertThat(agent.confirmed(agent.poll("proposed"), "proposed.example/")).hasSize(1);
            }
        } finally {
            a.stop();
            b.stop();
            Files.copy(away, b.data().resolve("keys/publisher.key"), StandardCopyOption.COPY_ATTRIBUTES);
            Files.move(away, key);
            a.start();
            b.start();
        }
    }

    @Test
    void aServerWithoutTheTimestampKeyPublishesNothingAndNeverLeads() throws Exception {
        createWith("keyless", "bad.example");
        b.stop();
        Path key = b.data().resolve("keys/timestamp.key");
        Path away = Files.move(key, folder.resolve("timestamp.key"));
        try {
            b.start();
            b.admin("add", "keyless", "more.example").done();
            assertThat(b.admin("publish", "keyless", "--yes").refused().err())
                    .contains("the key that signs 'latest' is not here");
            a.json("publish", "keyless", "--yes");
            a.stop();
            try {
                Waiting.until("no leader", () -> b.askAdmin("/readyz").body().contains("no server leads"));
                Agent agent = new Agent(b);
                Waiting.until("the publication", () -> agent.finds(agent.poll("keyless"), "more.example/"));
            } finally {
                a.start();
            }
            Waiting.until("a leader", () -> !b.askAdmin("/readyz").body().contains("no server leads"));
        } finally {
            b.stop();
            Files.move(away, key);
            b.start();
        }
    }

    @Test
    void aServerThatStopsHandsTheLeadOver() throws Exception {
        createWith("lead", "bad.example");
        a.stop();
        try {
            Waiting.until("b ready", () -> b.askAdmin("/readyz").statusCode() == 200);
            publishWith(b, "lead", "later.example");
        } finally {
            a.start();
        }
        Agent agent = new Agent(a);
        assertThat(agent.finds(agent.poll("lead"), "later.example/")).isTrue();
    }

    /// An import that waits for a person is kept by one server, and released on another one.
    @Test
    void anImportIsReleasedOnAnotherServer() throws Exception {
        createWith("imported", "bad.example");
        String[] many = IntStream.range(0, 300).mapToObj(i -> "host" + i + ".example").toArray(String[]::new);
        Path all = a.file("all.txt", many);
        a.admin("import", "imported", all.toString(), "--source", "partner", "--replace").done();
        Path few = a.file("few.txt", "host1.example", "host2.example");
        assertThat(a.admin("import", "imported", few.toString(), "--source", "partner", "--replace").done().out())
                .contains("held: feed-shrank");
        b.json("holds", "release", "--up-to", b.lastHold(), "--all", "--reason", "right");
        b.json("publish", "imported", "--yes");
        Agent agent = new Agent(a);
        Waiting.until("the second version", () -> agent.poll("imported").version() == 2);
        assertThat(agent.finds(agent.poll("imported"), "host1.example/")).isTrue();
        assertThat(agent.finds(agent.poll("imported"), "host3.example/")).isFalse();
    }

    @Test
    void aChangedListOfGuardsCountsOnAllServers() throws Exception {
        createWith("guarded", "bad.example");
        a.admin("guards", "add", "intranet.example", "--to", "protected", "--reason", "ours").done();
        Waiting.until("the guarded host",
                () -> b.json("guards", "show", "intranet.example", "--list", "protected")
                        .toString()
                        .contains("\"intranet.example\""));
        b.admin("add", "guarded", "page.intranet.example").refused();
        b.admin("guards", "remove", "intranet.example", "--from", "protected", "--reason", "gone", "--yes").done();
        a.stop(); // it reads the lists when it starts
        a.start();
        a.admin("add", "guarded", "page.intranet.example").done();
    }

    @Test
    void saysWhoLeadsAndWhoIsAway() throws Exception {
        Waiting.until("both are well, and one leads",
                () -> a.admin("servers").exitCode() == 0 && !b.json("servers").get("leader").asText().isEmpty());
        assertThat(a.admin("servers").done().out()).contains("* ", " a ", " b ", "well", "timestamp, publisher")
                .doesNotContain("away");
        JsonNode all = b.json("servers");
        assertThat(all.get("leader").asText()).isIn("a", "b");
        assertThat(all.get("isShared").asBoolean()).isTrue();
        TestPostgres.shared()
                .run(a.database(),
                        "INSERT INTO server SELECT gen_random_uuid(), 'c', version, started, seen - 60000, sequence,"
                                + " dated, can_date, can_sign, '' FROM server WHERE name = 'b'");
        try {
            assertThat(a.admin("servers").refused().out()).contains(" c ", "away since");
        } finally {
            TestPostgres.shared().run(a.database(), "DELETE FROM server WHERE name = 'c'");
        }
    }

    /// A Safe Browsing client gets differences from either server, regardless of which one published.
    @Test
    void aClientOfSafeBrowsingMayAskEitherServer() throws Exception {
        ProtoFile messages = ProtoFile.open("v5.proto");
        createWith("browsed", "bad.example");
        DocumentedClient client = new DocumentedClient();
        update(messages, a, client);
        awaitVersion(messages, b, client.version());
        for (int i = 0; i < 2; i++) {
            Installation publishing = i == 0 ? a : b;
            Installation other = i == 0 ? b : a;
            publishWith(publishing, "browsed", "browsed" + i + ".example");
            DocumentedClient fresh = new DocumentedClient();
            update(messages, publishing, fresh);
            awaitVersion(messages, other, fresh.version());

            assertThat(update(messages, other, client).flag("partial_update")).isTrue();

            assertThat(client.version()).isEqualTo(fresh.version());
            assertThat(client.has("browsed" + i + ".example/")).isTrue();
            assertThat(update(messages, publishing, client).flag("partial_update")).isTrue();
        }
    }

    private static Read update(ProtoFile messages, Installation at, DocumentedClient client) throws Exception {
        String version = URLEncoder.encode(Base64.getEncoder().encodeToString(client.version()), UTF_8);
        Received answer = RawClient.ask(at.publicUri(), "GET",
                "/v5/hashList/se-4b" + (version.isEmpty() ? "" : "?version=" + version));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        Read list = messages.read("HashList", answer.body());
        client.applyV5(list);
        return list;
    }

    /// Asks until a server has heard of a publication.
    private static void awaitVersion(ProtoFile messages, Installation at, byte[] version) throws Exception {
        DocumentedClient client = new DocumentedClient();
        Waiting.until("the version", () -> {
            Received answer = RawClient.ask(at.publicUri(), "GET", "/v5/hashList/se-4b");
            if (answer.status() == 503) { // it has not heard of any publication yet
                return false;
            }
            client.applyV5(messages.read("HashList", answer.body()));
            return Arrays.equals(client.version(), version);
        });
    }
}
