package bloomward.server.notify;

import bloomward.program.http.EnvironmentProxy;
import bloomward.server.config.NoticeKind;
import bloomward.server.config.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells people about conditions, by the ways that the settings name. Never waits for a receiver.
public final class Notifier implements AutoCloseable {

    /// The longest time for one delivery.
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);

    private final Desk desk;
    private final Set<NoticeKind> off;
    private final List<Postman> postmen;
    private final Clock clock;

    /// Shared by all ways.
    ///
    /// @param publication the name of the publication in messages
    record Desk(Ledger ledger, LedgerFile file, String publication) {

        /// Writes the ledger down. A failure is logged; at worst, something is told twice after a restart.
        void keep() {
            try {
                file.write(ledger);
            } catch (IOException e) {
                LOG.error("the state of notifications is not kept: {}", e.getMessage());
            }
        }
    }

    /// The result of a test message.
    ///
    /// @param way `webhook` or `mail`
    /// @param answer of the receiver, or the reason of the failure
    public record TestResult(String way, boolean isDelivered, String answer) {}

    private Notifier(Desk desk, Set<NoticeKind> off, List<Way> ways, Duration patience, MeterRegistry metrics,
            Clock clock, RandomGenerator random) {
        this.desk = desk;
        this.off = Set.copyOf(off);
        this.clock = clock;
        this.postmen = ways.stream().map(way -> new Postman(way, desk, patience, metrics, clock, random)).toList();
        for (NoticeKind kind : NoticeKind.values()) {
            Gauge.builder("bloomward.conditions", desk.ledger(), ledger -> ledger.open().getOrDefault(kind, 0))
                    .description("Conditions that last and of which the server tells somebody, by kind.")
                    .tag("kind", kind.label())
                    .register(metrics);
        }
    }

    /// Opens all ways, and goes on where the last process ended.
    ///
    /// @param state keeps what was told
    /// @param publication the name of the publication in messages
    /// @throws IOException if a file that a setting names cannot be used
    public static Notifier open(Settings settings, Shelf state, String publication, MeterRegistry metrics, Clock clock,
            RandomGenerator random) throws IOException {
        return open(ways(settings, clock), settings.notifyOff(), state, publication, PATIENCE, metrics, clock, random);
    }

    /// @param patience the longest time for one delivery
    static Notifier open(List<Way> ways, Set<NoticeKind> off, Shelf state, String publication, Duration patience,
            MeterRegistry metrics, Clock clock, RandomGenerator random) {
        Ledger ledger = new Ledger();
        LedgerFile file = new LedgerFile(state);
        file.readInto(ledger, clock.instant());
        ledger.forget(off);
        return new Notifier(new Desk(ledger, file, publication), off, ways, patience, metrics, clock, random);
    }

    /// Goes on where another server ended, which told before.
    public void takeOver() {
        desk.file().readInto(desk.ledger(), clock.instant());
        desk.ledger().forget(off);
    }

    private static List<Way> ways(Settings settings, Clock clock) throws IOException {
        SSLContext tls = Authorities.trusting(settings.notifyAuthorities());
        List<Way> ways = new ArrayList<>();
        Optional<Settings.Mail> mail = settings.mail();
        if (mail.isPresent()) {
            ways.add(new MailWay(mail.get(), tls));
        }
        Optional<Settings.Webhook> webhook = settings.webhook();
        if (webhook.isPresent()) { // last, because it is the one that holds something open
            ways.add(new WebhookWay(webhook.get(), tls, EnvironmentProxy.of(System.getenv()), clock));
        }
        return List.copyOf(ways);
    }

    /// Sends a test message by each way, and waits for the answers.
    ///
    /// @return one result for each way; none if the settings name no way
    /// @throws IOException if a file that a setting names cannot be used
    public static List<TestResult> test(Settings settings, String publication, Clock clock, RandomGenerator random)
            throws IOException {
        List<TestResult> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Way way : ways(settings, clock)) {
                try (way) {
                    Way.Delivered delivered = Postman.inTime(way,
                            Message.test(Postman.newId(random), clock.instant(), publication), PATIENCE, threads);
                    results.add(new TestResult(way.name(), delivered.isWhole(), delivered.answer()));
                } catch (IOException e) {
                    results.add(new TestResult(way.name(), false, reason(e)));
                }
            }
        }
        return List.copyOf(results);
    }

    private static String reason(IOException e) {
        String message = Optional.ofNullable(e.getMessage()).orElse("");
        return message.isEmpty() ? e.getClass().getSimpleName() : message;
    }

    /// Takes in all conditions of now, and begins to tell what is new. To be called every minute.
    ///
    /// @return one future for each way, which ends with what is under way
    public List<Future<?>> observe(Observation now) {
        List<Condition> wanted = now.conditions().stream().filter(each -> !off.contains(each.kind())).toList();
        int left = desk.ledger()
                .observe(new Observation(wanted, now.unknown()), postmen.stream().map(Postman::way).toList(),
                        clock.instant());
        if (left > 0) {
            LOG.warn("{} conditions are not told, because {} are", left, Ledger.MOST);
        }
        if (!postmen.isEmpty()) {
            desk.keep();
        }
        List<Future<?>> under = new ArrayList<>();
        postmen.forEach(postman -> under.add(postman.begin()));
        return under;
    }

    /// The number of conditions of each kind that last.
    public Map<NoticeKind, Integer> open() {
        return desk.ledger().open();
    }

    @Override
    public void close() {
        postmen.forEach(Postman::close);
    }
}
