package bloomward.server.serve;

import bloomward.program.text.Figures;
import bloomward.server.config.NoticeKind;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.notify.Condition;
import bloomward.server.notify.Observation;
import bloomward.server.publish.Commits;
import bloomward.server.publish.Published.Newest;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.FeedRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.ReportKind;
import bloomward.server.store.Tables;
import bloomward.server.store.cluster.ServerRow;
import bloomward.server.store.cluster.ServerTable;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The conditions about which the server tells somebody. Their texts have numbers, times, and names of lists and feeds, and
/// nothing that a feed or a person wrote.
final class Conditions {

    static final int MANY_FAILURES = 3;

    private static final Logger LOG = LoggerFactory.getLogger(Conditions.class);
    private static final Duration ROOT_WARNING = Duration.ofDays(30);
    private static final Duration CERTIFICATE_WARNING = Duration.ofDays(14);
    private static final Duration MANIFEST_WARNING = Duration.ofDays(2);
    /// `latest` is dated anew each hour.
    private static final Duration LATEST_LATE = Duration.ofHours(3);
    /// After a start, for signing what became due while the server was off.
    private static final Duration GRACE = Duration.ofMinutes(10);
    private static final Set<NoticeKind> FROM_STORE = EnumSet.of(NoticeKind.FEED_FAILING, NoticeKind.FEED_HELD,
            NoticeKind.HOLDS_WAITING, NoticeKind.PUBLICATION_STALLED, NoticeKind.APPROVAL_WAITING,
            NoticeKind.REPORTS_WAITING, NoticeKind.SERVER_AWAY);

    private final DataFolder folder;
    private final PublisherStore store;
    private final Commits commits;
    private final Polls polls;
    private final Supplier<Optional<Instant>> certificate;
    private final Limits limits;
    private final Clock clock;
    private final Instant started;

    /// The ages and sizes from which it is told.
    record Limits(Duration holds, Duration drafts, Duration reports, Duration silence, long diskInBytes,
            int stalePercent) {

        static Limits of(Settings settings) {
            return new Limits(hours(settings, ServerSetting.NOTIFY_HOLDS_HOURS),
                    hours(settings, ServerSetting.NOTIFY_DRAFTS_HOURS),
                    hours(settings, ServerSetting.NOTIFY_REPORTS_HOURS),
                    hours(settings, ServerSetting.NOTIFY_SILENCE_HOURS),
                    settings.number(ServerSetting.NOTIFY_DISK_MIB) << 20,
                    Math.toIntExact(settings.number(ServerSetting.NOTIFY_STALE_PERCENT)));
        }

        private static Duration hours(Settings settings, ServerSetting setting) {
            return Duration.ofHours(settings.number(setting));
        }
    }

    /// @param certificate the end of the certificate of the listeners
    Conditions(DataFolder folder, PublisherStore store, Commits commits, Polls polls,
            Supplier<Optional<Instant>> certificate, Limits limits, Clock clock) {
        this.folder = folder;
        this.store = store;
        this.commits = commits;
        this.polls = polls;
        this.certificate = certificate;
        this.limits = limits;
        this.clock = clock;
        this.started = clock.instant();
    }

    /// All conditions of now. What cannot be read is unknown, neither well nor ill.
    Observation look() {
        Instant now = clock.instant();
        List<Condition> found = new ArrayList<>();
        Set<NoticeKind> unknown = EnumSet.noneOf(NoticeKind.class);
        try {
            found.addAll(store.read(tables -> stored(tables, now)));
        } catch (IOException e) {
            LOG.warn("conditions in the store are unknown: {}", e.getMessage());
            unknown.addAll(FROM_STORE);
        }
        found.addAll(expiry(now));
        if (isOlder(started, GRACE, now)) {
            found.addAll(signing(now));
        }
        try {
            disk().ifPresent(found::add);
        } catch (IOException e) {
            LOG.warn("free disk space is unknown: {}", e.getMessage());
            unknown.add(NoticeKind.DISK_LOW);
        }
        polls.look();
        if (!polls.isKnown()) {
            unknown.add(NoticeKind.AGENTS_STALE);
        }
        found.addAll(agents(now));
        return new Observation(found, unknown);
    }

    private List<Condition> stored(Tables tables, Instant now) throws IOException {
        List<Condition> found = new ArrayList<>();
        for (FeedRow feed : tables.feeds().all()) {
            if (feed.isEnabled() && feed.failures() >= MANY_FAILURES) {
                found.add(new Condition(NoticeKind.FEED_FAILING, feed.name(),
                        feed.failures() + " failures in a row, last success "
                                + feed.lastSuccess().map(Instant::toString).orElse("never")));
            }
        }
        Waits waits = Waits.of(tables);
        waits.feeds()
                .forEach(each -> found.add(new Condition(NoticeKind.FEED_HELD, each.feed() + " in " + each.list(),
                        each.reason().label() + ": " + each.reason().description() + ", held since " + each.since())));
        waits.holds().forEach((list, held) -> {
            if (isOlder(held.oldest(), limits.holds(), now)) {
                found.add(new Condition(NoticeKind.HOLDS_WAITING, list,
                        Figures.amount(held.count(), "entry", "entries") + ", the oldest held since " + held.oldest()));
            }
        });
        found.addAll(drafts(tables, waits, now));
        if (tables.servers().isPresent()) {
            found.addAll(servers(tables.servers().get()));
        }
        long reports = 0;
        for (ReportKind kind : ReportKind.values()) {
            reports += tables.reports().countOpen(kind);
        }
        Optional<Instant> oldest = tables.reports().oldestOpen();
        if (oldest.isPresent() && isOlder(oldest.get(), limits.reports(), now)) {
            found.add(new Condition(NoticeKind.REPORTS_WAITING, "",
                    Figures.amount(reports, "report", "reports") + ", the oldest since " + oldest.get()));
        }
        return found;
    }

    /// The leader tells of the others.
    private static List<Condition> servers(ServerTable servers) throws IOException {
        List<Condition> found = new ArrayList<>();
        for (ServerRow row : servers.all()) {
            if (!row.isThere()) {
                found.add(new Condition(NoticeKind.SERVER_AWAY, row.state().name(), "not seen since " + row.seen()));
            } else if (!row.leads() && !row.state().trouble().isEmpty()) {
                found.add(new Condition(NoticeKind.SERVER_AWAY, row.state().name(), row.state().trouble()));
            }
        }
        return found;
    }

    private List<Condition> drafts(Tables tables, Waits waits, Instant now) throws IOException {
        List<Condition> found = new ArrayList<>();
        for (Waits.Draft draft : waits.drafts()) {
            if (isOlder(draft.since(), limits.drafts(), now) && Waits.isChanged(tables, draft.list())) {
                found.add(new Condition(
                        draft.list().needsReview() ? NoticeKind.APPROVAL_WAITING : NoticeKind.PUBLICATION_STALLED,
                        draft.list().name(), "changes since " + draft.since() + " are not published"));
            }
        }
        waits.pending()
                .filter(since -> isOlder(since, limits.drafts(), now))
                .ifPresent(since -> found.add(new Condition(NoticeKind.APPROVAL_WAITING, "signatures",
                        "a publication waits for signatures since " + since)));
        return found;
    }

    private static boolean isOlder(Instant since, Duration limit, Instant now) {
        return !now.isBefore(since.plus(limit));
    }

    /// Ends of validity that people have to renew.
    private List<Condition> expiry(Instant now) {
        List<Condition> found = new ArrayList<>();
        expiry("root", commits.current().root().expires(), ROOT_WARNING, now).ifPresent(found::add);
        certificate.get().flatMap(end -> expiry("certificate", end, CERTIFICATE_WARNING, now)).ifPresent(found::add);
        return found;
    }

    /// Ends of validity that the server renews by itself, as long as it can.
    private List<Condition> signing(Instant now) {
        Optional<Newest> newest = commits.current().newest();
        if (newest.isEmpty()) {
            return List.of();
        }
        List<Condition> found = new ArrayList<>();
        Instant issued = newest.get().latest().issued();
        if (isOlder(issued, LATEST_LATE, now)) {
            found.add(new Condition(NoticeKind.PUBLICATION_STALLED, "latest",
                    "not dated since " + issued + ", although it is to be every hour"));
        }
        expiry("manifest", newest.get().manifest().expires(), MANIFEST_WARNING, now).ifPresent(found::add);
        expiry("latest", newest.get().latest().expires(), Duration.ZERO, now).ifPresent(found::add);
        return found;
    }

    private static Optional<Condition> expiry(String what, Instant end, Duration warning, Instant now) {
        return now.isBefore(end.minus(warning))
                ? Optional.empty()
                : Optional.of(new Condition(NoticeKind.EXPIRY, what,
                        (now.isBefore(end) ? "expires at " : "expired at ") + end));
    }

    private Optional<Condition> disk() throws IOException {
        long free = Files.getFileStore(folder.root()).getUsableSpace();
        return free >= limits.diskInBytes()
                ? Optional.empty()
                : Optional.of(new Condition(NoticeKind.DISK_LOW, "", (free >> 20) + " MiB free"));
    }

    private List<Condition> agents(Instant now) {
        List<Condition> found = new ArrayList<>();
        polls.stale(limits.stalePercent())
                .ifPresent(hour -> found.add(new Condition(NoticeKind.AGENTS_STALE, "old",
                        hour.old() + " of " + hour.polls() + " polls of the last hour had a 'latest' older than "
                                + Polls.OLD.toHours() + " hours")));
        polls.silentSince()
                .filter(last -> isOlder(last, limits.silence(), now))
                .ifPresent(
                        last -> found.add(new Condition(NoticeKind.AGENTS_STALE, "silent", "no poll since " + last)));
        return found;
    }
}
