package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.program.testing.Haproxy;
import bloomward.server.store.TestedStore;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two servers on one database behind the HAProxy of SCALING.md. One is killed under load, and nobody gets a failed answer.
@Timeout(300)
final class BalancedServersTest {

    private static final int CLIENTS = 32;
    /// Between two polls of a client, which leaves some of the processors to the servers.
    private static final Duration PAUSE = Duration.ofMillis(50);
    /// Answers between two events.
    private static final int BETWEEN = 250;

    @TempDir
    private Path folder;
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final AtomicLong answers = new AtomicLong();
    private final AtomicLong newest = new AtomicLong();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    @Test
    void aServerIsKilledUnderLoadAndNobodyNotices() throws Exception {
        Haproxy.needsIt();
        try (Installation a = Installation.start(TestedStore.POSTGRES, Files.createDirectories(folder.resolve("a")))) {
            a.admin("list", "create", "phishing", "--category", "phishing").done();
            a.stop();
            Installation b = a.beside(folder.resolve("b"), "timestamp", "publisher");
            try (ServerProcess one = ServerProcess.start(a.data(), "one");
                    ServerProcess two = ServerProcess.start(b.data(), "two")) {
                addAndPublish(a, one, "bad.example"); // by the clock of the processes
                // Before its first publication a server has nothing to answer with, which a balancer would see.
                Waiting.until("both serve a publication",
                        () -> isFound(one.publicUri(), "/healthz") && isFound(two.publicUri(), "/healthz"));
                try (Haproxy balancer = Haproxy.beforeServers(folder,
                        List.of(one.publicUri().getAuthority(), two.publicUri().getAuthority()))) {
                    Waiting.until("the balancer answers", () -> isFound(balancer.address(), "/v1/latest"));
                    killOneUnderLoad(a, one, two, balancer);
                }
            }
        }
    }

    private void killOneUnderLoad(Installation at, ServerProcess one, ServerProcess two, Haproxy balancer)
            throws Exception {
        load(balancer.address(), () -> {
            awaitAnswers();
            publish(at, one, "first.example");
            awaitAnswers();
            // One that is lost while the other fetches a publication is a moment without any.
            Waiting.until("both healthy", () -> isFound(one.publicUri(), "/healthz")
                    && isFound(two.publicUri(), "/healthz") && balancer.hasAll());
            one.kill();
            awaitAnswers();
            publish(at, two, "second.example");
            awaitAnswers();
        });
        assertThat(failures).as(balancer.log()).isEmpty();
    }

    private void publish(Installation at, ServerProcess server, String host) throws Exception {
        long before = newest.get();
        addAndPublish(at, server, host);
        Waiting.until("the publication", () -> newest.get() > before);
    }

    private static void addAndPublish(Installation at, ServerProcess server, String host) {
        Map<String, String> environment = Map.of("BLOOMWARD_ADMIN_URL", server.adminUri().toString(),
                "BLOOMWARD_TOKEN_FILE", at.adminToken().toString());
        at.alone("", environment, "add", "phishing", host).done();
        at.alone("", environment, "publish", "--all", "--yes").done();
    }

    private void awaitAnswers() throws Exception {
        long before = answers.get();
        Waiting.until("answers", () -> answers.get() >= before + BETWEEN);
    }

    /// Something that happens under load.
    @FunctionalInterface
    private interface Events {
        void happen() throws Exception;
    }

    private void load(URI address, Events events) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(threads.submit(() -> {
                    while (!isOver.get()) {
                        poll(http, address);
                        LockSupport.parkNanos(PAUSE.toNanos());
                    }
                    return true;
                }));
            }
            try {
                events.happen();
            } finally {
                isOver.set(true);
            }
            for (Future<?> client : clients) {
                client.get();
            }
        }
    }

    private static boolean isFound(URI address, String path) throws IOException {
        try {
            return ((HttpURLConnection) address.resolve(path).toURL().openConnection()).getResponseCode() == 200;
        } catch (ConnectException _) {
            return false; // it does not listen yet
        }
    }

    /// Asks as an agent does: what `latest` names must be there, whichever server answers.
    private void poll(HttpClient http, URI address) throws Exception {
        PublicPath path = new PublicPath.Latest();
        try {
            Latest latest = Latest.parse(SignedNote.parse(get(http, address, path)).unverifiedText());
            path = new Content(ContentKind.MANIFEST, latest.manifest());
            Manifest manifest = Manifest
                    .parse(SignedNote.parse(get(http, address, path), Manifest.MAX_SIZE_IN_BYTES).unverifiedText());
            for (ListRelease list : manifest.lists()) {
                path = new Content(ContentKind.PACKED, list.packed().digest());
                get(http, address, path);
            }
            newest.accumulateAndGet(manifest.sequence(), Math::max);
        } catch (IOException e) {
            failures.add(path + ": " + e);
        }
    }

    private byte[] get(HttpClient http, URI address, PublicPath path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = http.send(HttpRequest.newBuilder(address.resolve(path.toString())).build(),
                BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IOException("status " + answer.statusCode());
        }
        answers.incrementAndGet();
        return answer.body();
    }
}
