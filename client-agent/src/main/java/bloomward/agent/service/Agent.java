package bloomward.agent.service;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.config.Config;
import bloomward.agent.confirm.ConfirmLimits;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.confirm.ServerConfirmer;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.fetch.Transport;
import bloomward.agent.socket.Access;
import bloomward.agent.socket.BrowserApi;
import bloomward.agent.socket.Faults;
import bloomward.agent.socket.LocalApi;
import bloomward.agent.socket.SocketServer;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.Counters;
import bloomward.agent.socket.message.AgentStatus.Polls;
import bloomward.agent.socket.message.AgentStatus.Running;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.store.Store;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.PollSchedule;
import bloomward.agent.update.Updater;
import bloomward.format.FormatException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// An agent that runs: it answers from what its store holds, at once and with or without a network, and keeps that current.
///
/// ```
///  programs -> socket -> Answering -> CurrentSet <- InUse <- store
///                                        |            ^        ^
///                           confirm <- hits       PollLoop -> SelfEnrollingUpdater, update -> fetch -> server
///                              |                      ^
///                              +---- update wanted ---+
///  browsers -> socket -> Browsers -> Reports -> report -> fetch -> server
/// ```
public final class Agent implements AutoCloseable {

    /// The time that closing waits for work under way, all of which may be cut off.
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final InUse inUse;
    private final Answering answering;
    private final Browsers browsers;
    private final Reports reports;
    private final Optional<ServerConfirmer> confirmer;
    private final PollLoop loop;
    private final Wakeup wakeup = new Wakeup();
    private final SocketServer socket;
    private final Thread thread;
    private final Thread sending;
    private final Thread watching;
    private final Ending ending;
    private final PollLoop.News news = new PollLoop.News();
    private final Clock clock;
    private final String version;
    private final long startNanos = System.nanoTime();

    /// How long a check waits for the confirmation of its hit.
    record Patience(FetchLimits request, ConfirmLimits question) {

        private static final Patience DEFAULT = new Patience(FetchLimits.QUESTION, ConfirmLimits.DEFAULT);
    }

    private Agent(Config config, Map<String, String> environment, String version, Clock clock, LongSupplier nanoTime,
            RandomGenerator random, Log log, Patience patience) throws IOException, FormatException {
        this.clock = clock;
        this.version = version;
        this.ending = new Ending(log);
        Store store = Store.at(config.dataDir());
        this.inUse = new InUse(store, config.lists());
        Transport transport = HttpTransport.of(environment, config.caFile(), FetchLimits.DEFAULT, version, clock);
        SelfEnrollingUpdater enrolling = new SelfEnrollingUpdater(store,
                new Updater(transport, store, config.lists(), clock), new Enrollment(transport, store), config, log);
        Supplier<List<URI>> addresses = () -> inUse.now().addresses(enrolling.preferred());
        this.confirmer = config.confirms()
                ? Optional.of(new ServerConfirmer(
                        HttpTransport.of(environment, config.caFile(), patience.request, version, clock), addresses,
                        patience.question, wakeup::pollSoon, nanoTime))
                : Optional.empty();
        this.answering = new Answering(inUse.current(),
                new CheckPolicy(config.unconfirmedIsListed(), config.staleIsClean()),
                confirmer.map(Confirmer.class::cast), clock, wakeup::look);
        this.reports = new Reports(config.browser(), config.dataDir(), inUse, addresses, answering,
                HttpTransport.of(environment, config.caFile(), FetchLimits.QUESTION, version, clock), clock, nanoTime,
                random, log);
        this.browsers = new Browsers(config.browser(), inUse, reports, clock);
        Timetable timetable = new Timetable(PollSchedule.every(config.pollInterval()),
                PollSchedule.beforeFirst(inUse.now().set().isPresent(), random), random, clock, nanoTime);
        this.loop = new PollLoop(enrolling::poll, enrolling::contradiction, inUse, timetable, wakeup, this::tellNews,
                clock, log);
        this.socket = SocketServer.listen(config.socket(),
                config.socketIsForEveryone() ? Access.EVERYONE : Access.OWNER, new Api(), faults(log));
        this.thread = Thread.ofVirtual()
                .name("loop")
                .uncaughtExceptionHandler((_, e) -> ending.fault("in the loop of polls", e))
                .start(loop::run);
        this.sending = Thread.ofVirtual()
                .name("reports")
                .uncaughtExceptionHandler((_, e) -> ending.fault("in the loop of reports", e))
                .start(reports::run);
        this.watching = Watchdog.at(socket.socket(), signs())
                .start(e -> ending.fault("that its own questions find", e));
    }

    private Faults faults(Log log) {
        return new Faults() {

            @Override
            public void inRequest(RuntimeException e) {
                log.fault("in a request", e);
            }

            @Override
            public void inLoop(Throwable e) {
                ending.fault("at the socket", e);
            }
        };
    }

    private Watchdog.Signs signs() {
        return new Watchdog.Signs() {

            @Override
            public long takenCount() {
                return socket.takenCount();
            }

            @Override
            @SuppressWarnings("CheckReturnValue") // that there is one is the sign
            public void answer() {
                status();
            }
        };
    }

    /// Opens the store and answers from now on; polls behind that.
    ///
    /// @param environment names proxies
    /// @param version of this program
    /// @param nanoTime a clock that cannot be set
    /// @param random spreads polls over time
    /// @throws FormatException if a newer program made the store
    public static Agent start(Config config, Map<String, String> environment, String version, Clock clock,
            LongSupplier nanoTime, RandomGenerator random, Log log) throws IOException, FormatException {
        return start(config, environment, version, clock, nanoTime, random, log, Patience.DEFAULT);
    }

    static Agent start(Config config, Map<String, String> environment, String version, Clock clock,
            LongSupplier nanoTime, RandomGenerator random, Log log, Patience patience)
            throws IOException, FormatException {
        Agent agent = new Agent(config, environment, version, clock, nanoTime, random, log, patience);
        log.info("answering at " + agent.socket() + ", store " + config.dataDir());
        agent.inUse.now().damages().forEach(damage -> log.error("damaged: " + damage));
        return agent;
    }

    /// The status of an agent that would be started over this store. The store is only read.
    ///
    /// @param lists those that it would use; none means all
    public static AgentStatus statusOf(Path store, List<String> lists, Clock clock)
            throws IOException, FormatException {
        try (InUse inUse = new InUse(Store.at(store), lists)) {
            return inUse.now().status(clock.instant(), Polls.NONE, Counters.NONE, Optional.empty());
        }
    }

    /// The path under which it answers.
    public Path socket() {
        return socket.socket();
    }

    /// Its status.
    public AgentStatus status() {
        Counters counters = new Counters(answering.checkCount(), answering.hitCount(),
                confirmer.map(c -> c.counts().asked()).orElse(0L), browsers.exceptionCount(), reports.count());
        Running process = new Running(version, ProcessHandle.current().pid(),
                Duration.ofNanos(System.nanoTime() - startNanos));
        return inUse.now().status(clock.instant(), loop.polls(), counters, Optional.of(process));
    }

    /// Waits until another thread closes it, or it cannot go on. After a fault it is not to be closed, as anything may
    /// be stuck: the end of the process is the only one that is sure, and leaves nothing behind that a start minds.
    ///
    /// @return whether it was closed
    public boolean await() throws InterruptedException {
        return ending.await();
    }

    private void tellNews() {
        if (news.isNews(status())) {
            socket.tellNews();
        }
    }

    private final class Api implements LocalApi {

        @Override
        public Checks checks(CheckOptions options) throws RequestException {
            return answering.checks(options);
        }

        @Override
        public AgentStatus status() {
            return Agent.this.status();
        }

        @Override
        public BrowserApi browsers() {
            return browsers;
        }

        @Override
        public AgentStatus.PastPoll update() throws InterruptedException {
            try {
                return wakeup.pollNow().get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// Ends it. A download is cut off, the store stays as it was.
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // The next one to start replaces it.
        }
        watching.interrupt();
        sending.interrupt();
        thread.interrupt();
        ending.close();
        try {
            if (thread.join(PATIENCE)) {
                inUse.close();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
