package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.Manifest;
import bloomward.program.testing.Run;
import bloomward.server.cli.admin.AdminProgram;
import bloomward.server.cli.server.ServerProgram;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.serve.Server;
import bloomward.server.store.postgres.StepProxy;
import bloomward.server.store.postgres.StepProxy.Order;
import bloomward.server.store.postgres.TestPostgres;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The leader of two servers is killed, frozen, or cut off, or the database is killed, at each step of a publication that the
/// leader writes. Then the other one leads, publishes the same draft, and the first one comes back. One step in every build; some
/// for each fault, and all of them, with `-Dgroups=long -DexcludedGroups= -Dtest=ServerFaultsTest`.
final class ServerFaultsTest {

    /// Of those that a publication has.
    private static final List<Integer> SOME_STEPS = List.of(3, 17);
    private static final int ONE_STEP = 17;

    /// Of this class alone, as it is killed, too.
    @TempDir
    private static Path cluster;
    private static TestPostgres server;

    @TempDir
    private Path folder;

    private String database = "";
    private StepProxy proxy;
    private Watcher watcher;
    private ServerProcess a;
    private Server b;
    private final List<Long> takeovers = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /// What becomes of the leader.
    enum Fault {
        /// The process ends at once.
        KILLED,
        /// The process stands still, with its connections, and goes on later without knowing.
        FROZEN,
        /// All its connections end, before the step arrives, and none is to be had.
        CUT_BEFORE,
        /// The same after the step has arrived: its answer is lost.
        CUT_AFTER,
        /// The database ends at once, and with it all connections of both servers. It is started again.
        DATABASE_KILLED
    }

    /// The end of a lease.
    private enum Lease {
        /// By itself, some seconds after the last beat.
        RUNS_OUT,
        /// At once: what comes then is the same, and a sweep over all steps need not wait at each.
        IS_ENDED
    }

    @BeforeAll
    static void startDatabase() throws Exception {
        server = TestPostgres.start(Files.createDirectory(cluster.resolve("postgres")));
    }

    @AfterAll
    static void stopDatabase() {
        server.close();
    }

    @BeforeEach
    void start() throws Exception {
        database = server.emptyDatabase();
        proxy = new StepProxy(server.port());
        settings(data("a"), server.address(database).replace(":" + server.port(), ":" + proxy.port()));
        settings(data("b"), server.address(database));
        program("init", "--data-dir", data("a").toString());
        a = ServerProcess.start(data("a"), "a");
        for (String name : List.of("keys/timestamp.key", "keys/publisher.key")) {
            Path copy = data("b").resolve(name);
            Files.createDirectories(copy.resolveSibling(""));
            Files.copy(data("a").resolve(name), copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
        admin(a.adminUri(), "list", "create", "phishing", "--category", "phishing");
        admin(a.adminUri(), "add", "phishing", "first.example");
        admin(a.adminUri(), "publish", "--all", "--yes");
        startB();
        watcher = new Watcher(data("a").resolve("root.note"));
    }

    @AfterEach
    void stop() throws Exception {
        watcher.close();
        a.close();
        b.close();
        proxy.close();
        threads.close();
    }

    private Path data(String name) {
        return folder.resolve(name);
    }

    private void settings(Path data, String address) throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("server.toml"),
                "store = '" + address + "'\nstore-password-file = '" + server.passwordFile() + "'\n");
    }

    private void startB() throws Exception {
        b = Server.start(Settings.resolve(
                Map.of(ServerSetting.DATA_DIR, data("b").toString(), ServerSetting.SERVER_NAME, "b",
                        ServerSetting.LISTEN, "127.0.0.1:0", ServerSetting.ADMIN_LISTEN, "127.0.0.1:0"),
                Optional.empty(), Map.of()), Optional.empty(), Clock.systemUTC());
    }

    private static void program(String... args) {
        Run run = new Run.Setting().run(ServerProgram::run, args);
        assertThat(run.exitCode()).as(run.err()).isZero();
    }

    private int adminExit(URI at, String... args) {
        return new Run.Setting().with(Map.of("BLOOMWARD_ADMIN_URL", at.toString(), "BLOOMWARD_TOKEN_FILE",
                data("a").resolve("admin.token").toString())).run(AdminProgram::run, args).exitCode();
    }

    private void admin(URI at, String... args) {
        assertThat(adminExit(at, args)).as(String.join(" ", args)).isZero();
    }

    private boolean leads(String name) throws Exception {
        return server
                .ask(database,
                        "SELECT count(*) FROM server, lead, lease WHERE id = lead.server AND until > now_millis()"
                                + " AND name = '" + name + "'")
                .equals("1");
    }

    /// The number of versions and the newest one.
    private String versions() throws Exception {
        return server.ask(database, "SELECT count(*) || ' ' || max(version) FROM version");
    }

    /// @return whether the publication had so many steps
    private boolean survives(Fault fault, int step, Lease lease) throws Exception {
        b.close(); // so that the first one leads
        Waiting.until("the first server leads", () -> leads("a"));
        startB();
        int before = watcher.look(a.publicUri()).lists().size();
        assertThat(before).isEqualTo(1);
        long version = Long.parseLong(versions().split(" ")[1]);
        admin(a.adminUri(), "add", "phishing", "step" + version + ".example");
        ServerProcess first = a;
        Order order = proxy.at(step, fault != Fault.CUT_BEFORE, () -> {
            switch (fault) {
                case KILLED -> first.kill();
                case FROZEN -> first.freeze();
                case CUT_BEFORE, CUT_AFTER -> proxy.cut();
                case DATABASE_KILLED -> server.stop("immediate");
            }
        });
        Future<Integer> publication = threads.submit(() -> adminExit(first.adminUri(), "publish", "--all", "--yes"));
        Waiting.until("the step, or the end", () -> order.hasBegun() || publication.isDone());
        boolean happened = order.hasBegun();
        proxy.calm();
        if (happened) {
            Waiting.until("the fault", order::hasHappened); // its answer may have come before it
            long begin = System.nanoTime();
            if (fault == Fault.DATABASE_KILLED) {
                watcher.look(b.publicUri());
                server.start();
            } else if (lease == Lease.IS_ENDED) {
                server.run(database, "UPDATE lease SET until = now_millis() - 1", "NOTIFY bloomward");
            }
            Waiting.until("another server leads", () -> {
                watcher.look(b.publicUri());
                return leads("b") || (fault == Fault.DATABASE_KILLED && leads("a"));
            });
            takeovers.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
            adminExit(b.adminUri(), "publish", "--all", "--yes"); // 0, or 1 if the first one has published it
            watcher.look(b.publicUri());
            switch (fault) {
                case KILLED -> a = ServerProcess.start(data("a"), "a");
                case FROZEN -> a.thaw();
                case CUT_BEFORE, CUT_AFTER -> proxy.heal();
                case DATABASE_KILLED -> {
                    // The first one goes on by itself.
                }
            }
        }
        int exit = publication.get(Waiting.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(versions()).as("%s at %d: one publication of one draft; the first server said %d", fault, step, exit)
                .isEqualTo(version + 1 + " " + (version + 1));
        Waiting.until("both serve it",
                () -> isServed(a.publicUri(), version + 1) && isServed(b.publicUri(), version + 1));
        Waiting.until("both are healthy", () -> watcher.isHealthy(a.publicUri()) && watcher.isHealthy(b.publicUri()));
        assertThat(server.ask(database, "SELECT count(*) - count(DISTINCT manifest) FROM publication")).isEqualTo("0");
        return happened;
    }

    private boolean isServed(URI at, long version) throws Exception {
        Manifest manifest = watcher.look(at);
        return manifest.lists().getFirst().version() == version;
    }

    private void report(Fault fault, int steps) {
        System.out.println(fault + " at " + steps + " steps: another leads after " + takeovers + " ms");
    }

    @Test
    void publishesOnceWhereTheLeaderIsKilledAndWhereItsAnswerIsLost() throws Exception {
        assertThat(survives(Fault.KILLED, ONE_STEP, Lease.RUNS_OUT)).isTrue();
        assertThat(survives(Fault.CUT_AFTER, ONE_STEP, Lease.IS_ENDED)).isTrue();
    }

    /// The first step with the lease as it is in life.
    @ParameterizedTest
    @EnumSource(Fault.class)
    @Tag("long")
    void publishesOnceAtSomeSteps(Fault fault) throws Exception {
        for (int step : SOME_STEPS) {
            Lease lease = step == SOME_STEPS.getFirst() ? Lease.RUNS_OUT : Lease.IS_ENDED;
            assertThat(survives(fault, step, lease)).isTrue();
        }
        report(fault, SOME_STEPS.size());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    @Tag("long")
    void publishesOnceAtEachStep(Fault fault) throws Exception {
        int step = 1;
        while (survives(fault, step, Lease.IS_ENDED)) {
            step++;
        }
        assertThat(step).isGreaterThan(20);
        report(fault, step - 1);
    }

    /// A leader that was frozen while it did nothing neither dates nor publishes when it goes on: another one leads.
    @Test
    @Tag("long")
    void aFrozenLeaderComesBackAsAFollower() throws Exception {
        b.close();
        Waiting.until("the first server leads", () -> leads("a"));
        startB();
        a.freeze();
        Waiting.until("the other server leads", () -> leads("b"));
        admin(b.adminUri(), "add", "phishing", "meanwhile.example");
        admin(b.adminUri(), "publish", "--all", "--yes");
        Manifest newest = watcher.look(b.publicUri());
        a.thaw();
        Waiting.until("the first one follows", () -> watcher.look(a.publicUri()).equals(newest));
        assertThat(leads("b")).isTrue();
        assertThat(adminExit(a.adminUri(), "servers")).isZero();
    }
}
