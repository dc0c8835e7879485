package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.config.ServerSetting;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import bloomward.server.safebrowsing.DocumentedClient;
import bloomward.server.safebrowsing.ProtoFile;
import bloomward.server.safebrowsing.Read;
import bloomward.server.store.TestedStore;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients of Safe Browsing that ask one of two servers on one database, and then the other one, as behind a balancer.
final class SafeBrowsingServersTest {

    @TempDir
    private Path folder;
    private Installation a;
    private Installation b;
    private ProtoFile messages;

    @BeforeEach
    void start() throws Exception {
        messages = ProtoFile.open("v5.proto");
        a = Installation.start(TestedStore.POSTGRES, Files.createDirectories(folder.resolve("a")));
        a.stop();
        a.with(ServerSetting.SAFE_BROWSING, "true");
        b = a.beside(folder.resolve("b"), "timestamp", "publisher").with(ServerSetting.SERVER_NAME, "b");
        a.with(ServerSetting.SERVER_NAME, "a").start();
        b.start();
        a.admin("list", "create", "phishing", "--category", "phishing").done();
        publish(a, "bad.example");
    }

    @AfterEach
    void stop() {
        a.close();
        b.close();
    }

    private static void publish(Installation at, String entry) throws Exception {
        at.clock().advance(Duration.ofMinutes(5));
        at.admin("add", "phishing", entry).done();
        at.json("publish", "--all", "--yes");
    }

    private Read update(Installation at, DocumentedClient client) throws Exception {
        String version = URLEncoder.encode(Base64.getEncoder().encodeToString(client.version()), UTF_8);
        Received answer = RawClient.ask(at.publicUri(), "GET",
                "/v5/hashList/se-4b" + (version.isEmpty() ? "" : "?version=" + version));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        Read list = messages.read("HashList", answer.body());
        client.applyV5(list);
        return list;
    }

    /// Asks until a server has heard of a publication.
    private void updateTo(byte[] version, Installation at) throws Exception {
        DocumentedClient client = new DocumentedClient();
        Waiting.until("the version", () -> isAt(version, at, client));
    }

    private boolean isAt(byte[] version, Installation at, DocumentedClient client) throws Exception {
        Received answer = RawClient.ask(at.publicUri(), "GET", "/v5/hashList/se-4b");
        if (answer.status() == 503) { // it has not heard of any publication yet
            return false;
        }
        client.applyV5(messages.read("HashList", answer.body()));
        return Arrays.equals(client.version(), version);
    }

    /// Both have each publication, whoever made it: a client goes on with differences wherever it asks.
    @Test
    void aClientMayAskEitherServer() throws Exception {
        DocumentedClient client = new DocumentedClient();
        update(a, client);
        updateTo(client.version(), b);
        for (int i = 0; i < 4; i++) {
            Installation publishing = i % 2 == 0 ? a : b;
            Installation other = i % 2 == 0 ? b : a;
            publish(publishing, "bad" + i + ".example");
            DocumentedClient fresh = new DocumentedClient();
            update(publishing, fresh);
            updateTo(fresh.version(), other);

            assertThat(update(other, client).flag("partial_update")).isTrue();

            assertThat(client.version()).isEqualTo(fresh.version());
            assertThat(client.has("bad" + i + ".example/")).isTrue();
            assertThat(update(publishing, client).flag("partial_update")).isTrue();
        }
    }
}
