package bloomward.agent.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fault.TwoSets.Which;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.fetch.ScriptedServer;
import bloomward.agent.fetch.ScriptedServer.Answer;
import bloomward.agent.fetch.ScriptedServer.Talk;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.Store;
import bloomward.agent.store.StoreState;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.PollSchedule;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.agent.update.Updater;
import bloomward.format.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Any answer in the place of a server's, to any question: the last good set stays, it answers, and the next poll comes
/// by the schedule.
final class BadServerTest {

    private static final String PORTAL = "<!DOCTYPE html><html><head><title>Welcome</title></head>"
            + "<body><form action=/login>Log in to this network</form></body></html>";
    private static final FetchLimits SHORT = new FetchLimits(Duration.ofSeconds(10), Duration.ofMillis(300), 1 << 10,
            Duration.ofSeconds(20));
    private static final Duration INTERVAL = Duration.ofMinutes(5);

    @TempDir
    private static Path folder;

    private static TwoSets sets;
    private static ScriptedServer server;
    private static Path template;
    private static Path publicFiles;
    private static int stores;

    @BeforeAll
    static void enrollAtTheOldSet() throws Exception {
        sets = new TwoSets(folder);
        server = new ScriptedServer();
        publicFiles = sets.publisher().data().resolve("public");
        serveAll();
        template = folder.resolve("at-this-server");
        RootPin pin = new RootPin.Note(sets.publisher().root());
        new Enrollment(sets.transport(), Store.at(template)).enroll(server.address(), pin, false);
        assertThat(sets.poll(template)).isInstanceOf(Updated.class);
        sets.publishNew();
        serveAll();
        Path done = FileTree.copy(template, folder.resolve("done"));
        TwoSets.requireBothWays(sets.poll(done));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
        sets.close();
    }

    private static void serveAll() throws IOException {
        try (Stream<Path> files = Files.walk(publicFiles)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                serve("/" + publicFiles.relativize(file));
            }
        }
    }

    private static void serve(String path) throws IOException {
        byte[] bytes = honest(path);
        server.on(path, talk -> send(talk, "200 OK", bytes, bytes.length));
    }

    private static byte[] honest(String path) throws IOException {
        return Files.readAllBytes(publicFiles.resolve(path.substring(1)));
    }

    private static boolean send(Talk talk, String status, byte[] body, long announced) throws IOException {
        talk.say("HTTP/1.1 " + status + "\nContent-Length: " + announced + "\n\n");
        talk.out().write(body);
        return body.length == announced;
    }

    private static Answer says(String head, String body) {
        return talk -> {
            talk.say("HTTP/1.1 " + head + "\nContent-Length: " + body.length() + "\n\n");
            talk.out().write(body.getBytes(US_ASCII));
            return true;
        };
    }

    /// A bad answer to a question, made of the honest one.
    @FunctionalInterface
    private interface Badness {
        Answer of(String path, byte[] honest);
    }

    private static Map<String, Badness> table() {
        Map<String, Badness> table = new LinkedHashMap<>();
        for (String status : List.of("200 OK", "400 Bad Request", "401 Unauthorized", "403 Forbidden", "404 Not Found",
                "407 Proxy Authentication Required", "410 Gone", "418 Teapot", "429 Too Many Requests",
                "451 Unavailable", "500 Error", "502 Bad Gateway", "503 Service Unavailable", "504 Timeout",
                "511 Network Authentication Required")) {
            table.put(status + ", a portal", (_, _) -> says(status + "\nContent-Type: text/html", PORTAL));
            table.put(status + ", empty", (_, _) -> says(status, ""));
        }
        table.put("200, a portal that says it is bytes",
                (_, _) -> says("200 OK\nContent-Type: application/octet-stream", PORTAL));
        for (String status : List.of("301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent")) {
            table.put(status + ", to a portal", (_, _) -> says(status + "\nLocation: /login", PORTAL));
            table.put(status + ", to itself", (path, _) -> says(status + "\nLocation: " + path, ""));
        }
        table.put("503, come back in an hour", (_, _) -> says("503 Busy\nRetry-After: 3600", ""));
        table.put("304 without a question", (_, _) -> talk -> {
            talk.say("HTTP/1.1 304 Not Modified\n\n");
            return true;
        });
        table.put("204", (_, _) -> talk -> {
            talk.say("HTTP/1.1 204 No Content\n\n");
            return true;
        });
        table.put("cut",
                (_, honest) -> talk -> send(talk, "200 OK", Arrays.copyOf(honest, honest.length / 2), honest.length));
        table.put("cut, and said so", (_,
                honest) -> talk -> send(talk, "200 OK", Arrays.copyOf(honest, honest.length / 2), honest.length / 2));
        table.put("one byte too many", (_,
                honest) -> talk -> send(talk, "200 OK", Arrays.copyOf(honest, honest.length + 1), honest.length + 1));
        table.put("a huge length", (_, honest) -> talk -> send(talk, "200 OK", honest, 1L << 40));
        table.put("no number for a length", (_, _) -> says("200 OK\nContent-Length: many", "x"));
        table.put("other bytes", (_, honest) -> talk -> {
            byte[] other = new byte[honest.length];
            new Random(1).nextBytes(other);
            return send(talk, "200 OK", other, other.length);
        });
        table.put("one bit flipped", (_, honest) -> talk -> {
            byte[] other = honest.clone();
            other[other.length / 2] ^= 1;
            return send(talk, "200 OK", other, other.length);
        });
        table.put("a range nobody asked for",
                (_, honest) -> talk -> send(talk,
                        "206 Partial\nContent-Range: bytes 10-" + (honest.length - 1) + "/" + honest.length,
                        Arrays.copyOfRange(honest, 10, honest.length), honest.length - 10));
        table.put("stalled in the body", (_, honest) -> talk -> {
            send(talk, "200 OK", Arrays.copyOf(honest, 20), honest.length);
            talk.out().flush();
            return talk.stall();
        });
        table.put("stalled before the head", (_, _) -> Talk::stall);
        table.put("closed", (_, _) -> _ -> false);
        table.put("no HTTP", (_, _) -> talk -> {
            talk.say("SSH-2.0-OpenSSH\n");
            return false;
        });
        return table;
    }

    @Test
    void badAnswersToLatestChangeNothing() throws Exception {
        forEachAnswer("/v1/latest");
    }

    @Test
    void badAnswersToRootsChangeNothing() throws Exception {
        forEachAnswer("/v1/root/2");
    }

    @Test
    void badAnswersToManifestsChangeNothing() throws Exception {
        forEachAnswer(newFile("manifest"));
    }

    @Test
    void badAnswersToAllowFilesChangeNothing() throws Exception {
        forEachAnswer(newFile("allow"));
    }

    @Test
    void badAnswersToPackedFilesChangeNothing() throws Exception {
        Digest packed = TwoSets.manifest(folder.resolve("done")).list("phishing").orElseThrow().packed().digest();
        forEachAnswer("/v1/packed/" + packed);
    }

    /// A delta that does not do is replaced by the whole file.
    @Test
    void badAnswersToDeltasChangeNothing() throws Exception {
        forEachAnswer("/v1/delta/malware/1/2");
    }

    @Test
    @Tag("long")
    void badAnswersOfAnyKindToAnyQuestionChangeNothing() throws Exception {
        for (String path : List.of("/v1/root/2", newFile("manifest"), newFile("allow"), "/v1/delta/malware/1/2")) {
            forEachAnswer(path, _ -> true);
        }
    }

    private static String newFile(String kind) throws Exception {
        StoreState done = Store.at(folder.resolve("done")).state().orElseThrow().written();
        return kind.equals("manifest")
                ? "/v1/manifest/" + Digest.of(done.installed().orElseThrow().manifest().toBytes())
                : "/v1/allow/" + TwoSets.manifest(folder.resolve("done")).allow().digest();
    }

    private static boolean isOneOfFew(String answer) {
        return answer.matches("(200|302|404|503|[^0-9]).*");
    }

    /// Every answer to a note and to a file; of statuses, which are one rule for all questions, a few to the others.
    private static void forEachAnswer(String path) throws Exception {
        forEachAnswer(path,
                path.contains("/latest") || path.contains("/packed/") ? _ -> true : BadServerTest::isOneOfFew);
    }

    private static void forEachAnswer(String path, Predicate<String> which) throws Exception {
        byte[] honest = honest(path);
        Path store = copy();
        Map<String, Badness> answers = table();
        answers.keySet().removeIf(which.negate());
        for (Map.Entry<String, Badness> bad : answers.entrySet()) {
            server.on(path, bad.getValue().of(path, honest));
            store = copy();
            try {
                requireHarmless(path, store);
            } catch (AssertionError e) {
                throw new AssertionError(path + ", " + bad.getKey() + ": " + e, e);
            }
        }
        serve(path);
        sets.finish(store);
    }

    private static void requireHarmless(String path, Path store) throws Exception {
        Map<String, Digest> before = protecting(store);
        Optional<StoreState.Installed> installed = Store.at(store).state().orElseThrow().written().installed();
        HttpTransport transport = HttpTransport.of(Map.of(), Optional.empty(), SHORT, "test", sets.clock());
        UpdateOutcome outcome = new Updater(transport, Store.at(store), List.of(), sets.clock()).poll();
        if (path.contains("/delta/") && outcome instanceof Updated) {
            assertThat(sets.look(store)).isEqualTo(Which.NEW);
            return;
        }
        assertThat(outcome).isInstanceOf(Failed.class);
        assertThat(((Failed) outcome).failure()).as(outcome.toString()).isNotEqualTo(UpdateOutcome.Failure.LOCAL);
        assertThat(sets.look(store)).isEqualTo(Which.OLD);
        assertThat(protecting(store)).containsAllEntriesOf(before);
        assertThat(Store.at(store).state().orElseThrow().written().installed()).isEqualTo(installed);
        requireSchedule((Failed) outcome);
    }

    private static void requireSchedule(Failed outcome) {
        PollSchedule schedule = PollSchedule.every(INTERVAL).after(outcome);
        assertThat(schedule.failures()).isEqualTo(1);
        Duration delay = schedule.delay(outcome, new Random(1));
        Duration asked = outcome.retryAfter().orElse(Duration.ZERO);
        assertThat(delay).isBetween(asked.isZero() ? INTERVAL.multipliedBy(85).dividedBy(100) : asked,
                asked.plus(INTERVAL.multipliedBy(2)));
    }

    /// A continued download, where ranges are asked for.
    @Test
    void liesAboutRangesCostOneMoreDownloadAtMost() throws Exception {
        Digest packed = TwoSets.manifest(folder.resolve("done")).list("phishing").orElseThrow().packed().digest();
        String path = "/v1/packed/" + packed;
        byte[] honest = honest(path);
        Map<String, Answer> lies = new LinkedHashMap<>();
        lies.put("other range", talk -> send(talk, "206 Partial\nContent-Range: bytes 0-9/" + honest.length,
                Arrays.copyOf(honest, 10), 10));
        lies.put("none",
                talk -> send(talk, "206 Partial", Arrays.copyOfRange(honest, 30, honest.length), honest.length - 30));
        lies.put("not satisfiable, ever", says("416 Range Not Satisfiable", ""));
        lies.put("a part that is cut",
                talk -> send(talk, "206 Partial\nContent-Range: bytes 30-" + (honest.length - 1) + "/" + honest.length,
                        Arrays.copyOfRange(honest, 30, 50), honest.length - 30));
        for (Map.Entry<String, Answer> lie : lies.entrySet()) {
            Path store = copy();
            Files.write(store.resolve("partial").resolve(packed.toHex()), Arrays.copyOf(honest, 30));
            server.on(path, lie.getValue());
            requireHarmless(path, store);
            serve(path);
            sets.finish(store);
        }
    }

    private static Path copy() throws IOException {
        return FileTree.copy(template, folder.resolve("store-" + stores++));
    }

    private static Map<String, Digest> protecting(Path store) throws IOException {
        Map<String, Digest> files = FileTree.digests(store);
        files.keySet().removeIf(name -> !name.startsWith("files/"));
        return files;
    }
}
