package bloomward.agent.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.confirm.ConfirmLimits;
import bloomward.agent.confirm.ServerConfirmer;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.update.EnrollmentOutcome.Enrolled;
import bloomward.agent.update.Machine;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.program.testing.Haproxy;
import bloomward.program.testing.Ports;
import bloomward.program.testing.PostgresCluster;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Agents, and behind HAProxy two mirrors or two servers on one database, which are killed in turn while the publisher goes
/// on. They are processes of their own.
@Timeout(600)
final class BehindBalancerTest {

    private static final int FEW_AGENTS = 6;
    private static final int MANY_AGENTS = 100;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
    /// Between two polls of an agent, if there are few of them.
    private static final Duration BETWEEN_POLLS = Duration.ofMillis(100);
    private static final int HOSTS = 3_000;
    private static final String LISTED = "http://host7.example/login";
    private static final String CLEAN = "http://good.example/";

    @TempDir
    private Path folder;
    private Optional<Publisher> started = Optional.empty();
    private final List<Replica> replicas = new ArrayList<>();
    private Optional<PostgresCluster> database = Optional.empty();
    private Optional<Haproxy> balancer = Optional.empty();
    private final AtomicInteger wholeFiles = new AtomicInteger();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    /// What stands behind HAProxy.
    enum Kind {
        MIRRORS, SERVERS
    }

    /// A mirror or a server as a process, at the same port each time.
    private final class Replica {

        private final Path data;
        private final List<String> command;
        private final int port;
        private Process process;

        Replica(Kind kind, String name) throws IOException {
            this.data = folder.resolve(name);
            this.port = Ports.free();
            this.command = switch (kind) {
                case MIRRORS -> List.of("mirror", publisher().address().toString(), "--every", "1", "--root",
                        publisher().rootFile().toString());
                case SERVERS -> List.of("serve", "--server-name", name);
            };
            if (kind == Kind.SERVERS) {
                Files.createDirectories(data.resolve("keys"));
                for (String file : List.of("server.toml", "keys/timestamp.key", "keys/publisher.key")) {
                    Files.copy(publisher().data().resolve(file), data.resolve(file),
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
            this.process = start();
        }

        private Process start() throws IOException {
            List<String> line = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m", "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "bloomward.server.Main"));
            line.addAll(command);
            line.addAll(List.of("--data-dir", data.toString(), "--listen", address(), "--admin-listen", "127.0.0.1:0"));
            return new ProcessBuilder(line).redirectErrorStream(true)
                    .redirectOutput(folder.resolve(data.getFileName() + ".log").toFile())
                    .start();
        }

        String address() {
            return "127.0.0.1:" + port;
        }

        void kill() throws InterruptedException {
            process.destroyForcibly();
            process.waitFor();
        }

        void restart() throws IOException {
            process = start();
        }

        void awaitHealthy() throws Exception {
            awaitAnswer(URI.create("http://" + address() + "/healthz"));
        }
    }

    /// Asks until the answer is good; a test that waits in vain ends by its own time limit.
    private static void awaitAnswer(URI uri) throws Exception {
        while (true) {
            HttpURLConnection asked = (HttpURLConnection) uri.toURL().openConnection();
            try {
                if (asked.getResponseCode() == 200) {
                    return;
                }
            } catch (IOException _) {
                // not yet
            }
            pause(BETWEEN_LOOKS);
        }
    }

    private static void pause(Duration time) throws InterruptedException {
        LockSupport.parkNanos(time.toNanos());
        if (Thread.interrupted()) { // the time limit of the test
            throw new InterruptedException();
        }
    }

    private Publisher publisher() {
        return started.orElseThrow();
    }

    private void start(Kind kind) throws Exception {
        Haproxy.needsIt();
        if (kind == Kind.SERVERS) {
            PostgresCluster cluster = PostgresCluster.start(Files.createDirectory(folder.resolve("database")));
            database = Optional.of(cluster);
            Files.writeString(Files.createDirectory(folder.resolve("server")).resolve("server.toml"),
                    "store = '" + cluster.address(PostgresCluster.DATABASE) + "'\nstore-password-file = '"
                            + cluster.passwordFile() + "'\n");
        }
        Publisher publisher = Publisher.start(folder.resolve("server"), Clock.systemUTC());
        started = Optional.of(publisher);
        publisher.list("phishing")
                .importing("phishing",
                        IntStream.range(0, HOSTS)
                                .mapToObj(i -> "host" + i + ".example")
                                .collect(Collectors.joining("\n")))
                .publish();
        replicas.add(new Replica(kind, "one"));
        replicas.add(new Replica(kind, "two"));
        for (Replica replica : replicas) {
            replica.awaitHealthy();
        }
        List<String> addresses = replicas.stream().map(Replica::address).toList();
        Haproxy before = switch (kind) {
            case MIRRORS -> Haproxy.beforeMirrors(folder, addresses);
            case SERVERS -> Haproxy.beforeServers(folder, addresses);
        };
        balancer = Optional.of(before);
        awaitAnswer(before.address().resolve("/v1/latest"));
    }

    @AfterEach
    void stop() throws Exception {
        balancer.ifPresent(Haproxy::close);
        for (Replica replica : replicas) {
            replica.kill();
        }
        started.ifPresent(Publisher::close);
        database.ifPresent(PostgresCluster::close);
    }

    /// An agent without its socket: store, updates, verdicts.
    private final class SmallAgent {

        private final Machine machine;
        private final UrlChecker checker;
        private volatile long sequence;

        SmallAgent(int number) throws Exception {
            URI address = balancer.orElseThrow().address();
            this.machine = Machine.at(folder.resolve("agents").resolve("a" + number), Clock.systemUTC());
            assertThat(machine.enroll(address, new RootPin.Note(publisher().root()), false))
                    .isInstanceOf(Enrolled.class);
            this.checker = new UrlChecker(
                    CheckPolicy.DEFAULT, new ServerConfirmer(Machine.transport(Clock.systemUTC()),
                            () -> List.of(address), ConfirmLimits.DEFAULT, () -> {}, System::nanoTime),
                    Clock.systemUTC());
        }

        void poll() {
            switch (machine.poll()) {
                case Unchanged() -> {
                    // as most often
                }
                case Updated updated -> {
                    sequence = updated.sequence();
                    updated.lists()
                            .stream()
                            .filter(list -> list.deltas() == 0)
                            .forEach(_ -> wholeFiles.incrementAndGet());
                }
                // One may be a moment behind the other; the agent stays with what it has.
                case Failed(_, String message, _) when message.contains("was already seen")
                        || message.contains("latest names it, and it is not there") -> {
                    // until the next poll
                }
                case Failed failed -> wrong.add(failed.toString());
            }
        }

        void check() throws Exception {
            try (LoadedSet set = machine.store().open(List.of()).orElseThrow()) {
                if (!(verdict(set, LISTED) instanceof Listed) || !(verdict(set, CLEAN) instanceof Clean)) {
                    wrong.add(verdict(set, LISTED) + " and " + verdict(set, CLEAN));
                }
            }
        }

        private Verdict verdict(LoadedSet set, String url) {
            byte[] bytes = url.getBytes(UTF_8);
            return checker.check(set.protection(), bytes, 0, bytes.length);
        }
    }

    /// That two servers do is the subject of a test of the server, and a long one here.
    @Test
    void outlivesTheLossOfEitherMirror() throws Exception {
        start(Kind.MIRRORS);
        List<SmallAgent> agents = agents(FEW_AGENTS);
        whileAllPoll(agents, BETWEEN_POLLS, () -> loseOneAfterTheOther(agents));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    @Tag("long")
    void outlivesTheLossOfEitherAgainAndAgainUnderLoad(Kind kind) throws Exception {
        start(kind);
        List<SmallAgent> agents = agents(MANY_AGENTS);
        whileAllPoll(agents, Duration.ZERO, () -> {
            for (int i = 0; i < 3; i++) {
                loseOneAfterTheOther(agents);
                restart(replicas.getLast());
            }
        });
    }

    private List<SmallAgent> agents(int count) throws Exception {
        List<SmallAgent> agents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SmallAgent agent = new SmallAgent(i);
            agent.poll();
            agents.add(agent);
        }
        assertThat(wholeFiles).hasValue(count);
        return agents;
    }

    private void loseOneAfterTheOther(List<SmallAgent> agents) throws Exception {
        publishAndAwait(agents);
        replicas.getFirst().kill();
        publishAndAwait(agents);
        restart(replicas.getFirst());
        replicas.getLast().kill();
        publishAndAwait(agents);
    }

    /// Until HAProxy knows that it is there again: it needs somebody else to ask when the other one goes.
    private void restart(Replica replica) throws Exception {
        replica.restart();
        replica.awaitHealthy();
        while (!balancer.orElseThrow().hasAll()) {
            pause(BETWEEN_LOOKS);
        }
    }

    @FunctionalInterface
    private interface Events {
        void happen() throws Exception;
    }

    private void whileAllPoll(List<SmallAgent> agents, Duration pace, Events events) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (SmallAgent agent : agents) {
                running.add(threads.submit(() -> {
                    while (!isOver.get()) {
                        agent.poll();
                        agent.check();
                        pause(pace);
                    }
                    return true;
                }));
            }
            try {
                events.happen();
            } finally {
                isOver.set(true);
            }
            for (Future<?> each : running) {
                each.get();
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(wholeFiles).as("one for each agent, at its first poll").hasValue(agents.size());
    }

    private void publishAndAwait(List<SmallAgent> agents) throws Exception {
        long before = agents.stream().mapToLong(agent -> agent.sequence).max().orElseThrow();
        publisher().add("phishing", "v" + before + ".example").publish();
        while (agents.stream().anyMatch(agent -> agent.sequence <= before)) {
            pause(BETWEEN_LOOKS);
        }
    }
}
