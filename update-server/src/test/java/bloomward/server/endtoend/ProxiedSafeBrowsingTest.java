package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Nginx;
import bloomward.server.config.ServerSetting;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import bloomward.server.safebrowsing.DocumentedClient;
import bloomward.server.safebrowsing.ProtoFile;
import bloomward.server.safebrowsing.Read;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients of Safe Browsing through the nginx of OPERATING.md with the addition of SAFE-BROWSING.md, but for its certificate and
/// its addresses.
final class ProxiedSafeBrowsingTest extends OfficeDay {

    @TempDir
    private Path folder;
    @AutoClose
    private Nginx nginx;
    private ProtoFile v5;

    @BeforeEach
    void proxy() throws Exception {
        v5 = ProtoFile.open("v5.proto");
        at.stop();
        at.with(ServerSetting.SAFE_BROWSING, "true").with(ServerSetting.TRUSTED_PROXIES, "127.0.0.1").start();
        createWith("phishing", "evil.example");
        publish();
        nginx = Nginx.start(folder, at.publicUri(),
                Nginx.example("SAFE-BROWSING.md", 0) + Nginx.example("OPERATING.md", 0)
                        .replace("    location = /healthz {",
                                Nginx.example("SAFE-BROWSING.md", 1) + "\n    location = /healthz {"));
    }

    private Received get(String path) throws Exception {
        return RawClient.ask(nginx.address(), "GET", path, "Connection: close", "Accept-Encoding: gzip, br");
    }

    private DocumentedClient update(DocumentedClient client) throws Exception {
        String version = URLEncoder.encode(Base64.getEncoder().encodeToString(client.version()), ISO_8859_1);
        Received answer = get("/v5/hashLists:batchGet?key=x&names=se-4b"
                + (client.version().length == 0 ? "" : "&version=" + version));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Encoding")).isEmpty();
        Read list = v5.read("HashLists", answer.body()).all("hash_lists").getFirst();
        client.applyV5(list);
        return client;
    }

    /// The version is a part of the key of the cache: no client gets the answer for another one.
    @Test
    void eachVersionHasItsOwnAnswer() throws Exception {
        DocumentedClient late = update(new DocumentedClient());
        at.admin("add", "phishing", "more.example").done();
        publish();

        update(late); // from the cache, which is half a minute behind at most, or newer
        DocumentedClient current = new DocumentedClient();
        current.applyV5(v5.read("HashList", get("/v5/hashList/se-4b").body()));

        assertThat(current.has("more.example/")).isTrue();
        assertThat(update(current).has("more.example/")).isTrue();
        assertThat(late.has("more.example/")).isTrue();
    }

    /// A cache on a disk would tell who reads it which pages were visited. Addresses that differ in nothing that counts fill
    /// only the cache of these lists.
    @Test
    void questionsLeaveNoTraceAndListsTheirOwn() throws Exception {
        String known = Base64.getUrlEncoder().encodeToString(new byte[] {1, 2, 3, 4});
        for (int i = 0; i < 3; i++) {
            Received found = get("/v5/hashes:search?hashPrefixes=" + known);
            assertThat(found.status()).isEqualTo(200);
            assertThat(found.header("Cache-Control")).contains("no-store");
            assertThat(get("/v5/hashList/se-4b?x=" + i).status()).isEqualTo(200);
        }
        assertThat(get("/v1/latest").status()).isEqualTo(200);

        assertThat(keysOfCache("safebrowsing")).hasSize(3).allMatch(key -> key.contains("/v5/hashList/se-4b?x="));
        assertThat(keysOfCache("bloomward")).hasSize(1).allMatch(key -> key.endsWith("/v1/latest"));
    }

    private List<String> keysOfCache(String name) throws Exception {
        List<String> keys = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.resolve(name))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.readString(file, ISO_8859_1).lines().filter(line -> line.startsWith("KEY: ")).forEach(keys::add);
            }
        }
        return keys;
    }

    @Test
    void longQuestionsAndBodiesPass() throws Exception {
        StringBuilder path = new StringBuilder("/v5/hashes:search?key=x");
        for (int i = 0; i < 1_000; i++) {
            path.append("&hashPrefixes=AA%04d%%3D%%3D".formatted(i));
        }
        assertThat(get(path.toString()).status()).isEqualTo(200);
        ProtoFile v4 = ProtoFile.open("v4.proto");
        byte[] request = v4.make("FetchThreatListUpdatesRequest")
                .with("list_update_requests", v4.make("ListUpdateRequest").with("threat_type", 2))
                .toBytes();
        try (RawClient client = RawClient.to(nginx.address())) {
            client.send(
                    "POST /v4/threatListUpdates:fetch?alt=proto HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: "
                            + request.length + "\r\n\r\n" + new String(request, ISO_8859_1));
            Received answer = client.receive();
            assertThat(answer.status()).isEqualTo(200);
            DocumentedClient client4 = new DocumentedClient();
            client4.applyV4(
                    v4.read("FetchThreatListUpdatesResponse", answer.body()).all("list_update_responses").getFirst());
            assertThat(client4.has("evil.example/")).isTrue();
        }
    }

    @Test
    void errorsAreTheProtocolsOwn() throws Exception {
        Received unknown = get("/v5/hashList/xx-4b");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text()).contains("NOT_FOUND");
        assertThat(RawClient.ask(nginx.address(), "DELETE", "/v5/hashLists", "Connection: close").status())
                .isEqualTo(403);
    }
}
