package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.release.FileRef;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Looks at servers as an agent does, one after the other, and remembers all that they ever said: nothing may be said in two
/// ways, and no `latest` of the newest publication may be older than one that was said before. A server that is behind may
/// serve an older publication.
final class Watcher implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final Root root;
    private final Map<Long, Digest> manifests = new HashMap<>();
    private final Map<String, Digest> versions = new HashMap<>();
    private long sequence;
    private Instant dated = Instant.EPOCH;
    private int looks;

    /// @param rootNote that is trusted
    Watcher(Path rootNote) throws Exception {
        this.root = Root.first(SignedNote.parse(Files.readAllBytes(rootNote), Root.MAX_SIZE_IN_BYTES)).value();
    }

    int looks() {
        return looks;
    }

    /// Verifies everything that a server serves.
    ///
    /// @return the publication
    synchronized Manifest look(URI server) throws Exception {
        Latest latest = root.latest(SignedNote.parse(get(server, new PublicPath.Latest()), Latest.MAX_SIZE_IN_BYTES))
                .value();
        byte[] note = get(server, new PublicPath.Content(ContentKind.MANIFEST, latest.manifest()));
        assertThat(Digest.of(note)).isEqualTo(latest.manifest());
        Manifest manifest = root.manifest(SignedNote.parse(note, Manifest.MAX_SIZE_IN_BYTES)).value();
        latest.requireNames(manifest, latest.manifest());
        assertThat(manifests.merge(manifest.sequence(), latest.manifest(), (before, _) -> before))
                .as("sequence %d is of one manifest", manifest.sequence())
                .isEqualTo(latest.manifest());
        for (ListRelease list : manifest.lists()) {
            String name = list.name() + " " + list.version();
            assertThat(versions.merge(name, list.packed().digest(), (before, _) -> before))
                    .as("%s has one content", name)
                    .isEqualTo(list.packed().digest());
            verify(server, ContentKind.PACKED, list.packed());
            verify(server, ContentKind.FLAT, list.flat());
        }
        if (manifest.sequence() >= sequence) {
            assertThat(latest.issued()).as("time does not go back").isAfterOrEqualTo(dated);
            sequence = manifest.sequence();
            dated = latest.issued();
        }
        looks++;
        return manifest;
    }

    private void verify(URI server, ContentKind kind, FileRef ref) throws Exception {
        byte[] bytes = get(server, new PublicPath.Content(kind, ref.digest()));
        assertThat(ref.is(Digest.of(bytes), bytes.length)).isTrue();
    }

    private byte[] get(URI server, PublicPath path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = http.send(
                HttpRequest.newBuilder(server.resolve(path.toString())).timeout(PATIENCE).build(),
                BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).as("%s of %s", path, server).isEqualTo(200);
        return answer.body();
    }

    /// Whether a server says that it serves what is newest.
    boolean isHealthy(URI server) throws InterruptedException {
        try {
            return http
                    .send(HttpRequest.newBuilder(server.resolve("/healthz")).timeout(PATIENCE).build(),
                            BodyHandlers.discarding())
                    .statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
