package bloomward.server.admin;

import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.FeedReports.FeedComparison;
import bloomward.server.admin.view.FeedReports.FeedGuess;
import bloomward.server.admin.view.FeedReports.FeedQuestion;
import bloomward.server.admin.view.FeedReports.FeedSettings;
import bloomward.server.admin.view.FeedReports.FeedView;
import bloomward.server.admin.view.FeedReports.FeedWorth;
import bloomward.server.admin.view.FeedReports.NewFeed;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.draft.ImportJob;
import bloomward.server.draft.Persons;
import bloomward.server.draft.search.SourceComparison;
import bloomward.server.draft.search.SourceWorth;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.fetch.FeedDefinition;
import bloomward.server.fetch.FeedDefinitionException;
import bloomward.server.fetch.FeedFolder;
import bloomward.server.fetch.FetchOutcome;
import bloomward.server.fetch.FetchSchedule;
import bloomward.server.fetch.FetchState;
import bloomward.server.fetch.Fetcher;
import bloomward.server.store.FeedRow;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceKind;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import bloomward.server.store.history.HistoryTable.FetchRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Feeds: lists that are fetched. A fetched body goes through the same import as a file, under the feed's name.
public final class FeedAdmin {

    /// The row of a fetch is written a moment after its state here, at the latest when its import has ended.
    private static final Duration SAME_FETCH = Duration.ofMinutes(15);

    private final Desk desk;
    private final EntryAdmin entries;
    private final Fetcher fetcher;
    private final FeedFolder folder;
    private final ListAdmin.Waiting waiting;
    private final Instant started;
    private final AtomicLong guesses = new AtomicLong();
    /// The state of each feed since the start; before that, as the store has it.
    private final Map<String, FetchState> states = new ConcurrentHashMap<>();
    /// One fetch of a feed at a time.
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final Object comparing = new Object();

    public FeedAdmin(PublisherStore store, EntryAdmin entries, Fetcher fetcher, FeedFolder folder,
            ListAdmin.Waiting waiting, Clock clock) {
        this.desk = new Desk(store, clock);
        this.entries = entries;
        this.fetcher = fetcher;
        this.folder = folder;
        this.waiting = waiting;
        this.started = clock.instant();
    }

    public List<FeedView> feeds() throws IOException {
        List<FeedView> views = new ArrayList<>();
        for (FeedRow row : desk.store().read(tables -> tables.feeds().all())) {
            views.add(view(row));
        }
        return views;
    }

    /// Adds a feed, or gives one that is there another definition.
    public FeedView add(Principal who, NewFeed wanted) throws IOException, Refusal {
        FeedDefinition definition = parse(wanted.definition());
        FeedRow made = desk.write(who, Persons.DEFINES_FEED, definition.name(), tables -> {
            ListRow list = Desk.list(tables, wanted.list());
            FeedRow row = tables.feeds()
                    .find(definition.name())
                    .orElse(new FeedRow(definition.name(), list.id(), "", true, Optional.empty(), Optional.empty(),
                            Optional.empty(), 0, Optional.empty(), Optional.empty()));
            FeedRow changed = new FeedRow(row.name(), list.id(), wanted.definition(), row.isEnabled(),
                    row.lastAttempt(), row.lastSuccess(), row.lastChange(), row.failures(), row.lastError(),
                    row.counts());
            tables.feeds().put(changed);
            return changed;
        });
        return view(made);
    }

    public FeedView set(Principal who, String name, FeedSettings settings) throws IOException, Refusal {
        FeedRow changed = desk.write(who, settings.enabled() ? "feed enable" : "feed disable", name, tables -> {
            FeedRow row = tables.feeds().find(name).orElseThrow(() -> unknown(name));
            FeedRow set = new FeedRow(row.name(), row.listId(), row.definition(), settings.enabled(), row.lastAttempt(),
                    row.lastSuccess(), row.lastChange(), row.failures(), row.lastError(), row.counts());
            tables.feeds().put(set);
            return set;
        });
        return view(changed);
    }

    /// Fetches an address once, and says how a feed of it would be defined. Nothing is kept.
    public FeedGuess guess(Principal who, FeedQuestion asked) throws IOException, Refusal, InterruptedException {
        requireReach(who, asked);
        ListRow list = desk.list(asked.list());
        return new FeedGuessing(fetcher, folder, guesses.incrementAndGet()).guess(asked, list);
    }

    /// Fetches a list once and describes it.
    ///
    /// @param target receives the body
    FeedGuessing.Described fetchOnce(Principal who, FeedQuestion asked, Optional<FeedFormat> format, FeedScope scope,
            Path target) throws IOException, Refusal, InterruptedException {
        requireReach(who, asked);
        ListRow list = desk.list(asked.list());
        return new FeedGuessing(fetcher, folder, guesses.incrementAndGet()).fetch(asked, list, format, scope, target);
    }

    /// The answer to a fetch is shown, so nobody below an administrator is led into the server's own network.
    private static void requireReach(Principal who, FeedQuestion asked) throws Refusal {
        if (asked.privateNetwork() && !who.role().includes(Role.ADMIN)) {
            throw new Refusal(Code.FORBIDDEN, "fetching from a private network requires the role admin");
        }
    }

    /// Removes a feed. Its entries stay listed, as those of a source that nobody fetches.
    public void remove(Principal who, String name) throws IOException, Refusal {
        synchronized (locks.computeIfAbsent(name, _ -> new Object())) { // no fetch may bring it back
            desk.write(who, "feed remove", name, tables -> {
                if (!tables.feeds().remove(name)) {
                    throw unknown(name);
                }
                return true;
            });
            forget(name);
        }
    }

    /// Work of another use case.
    @FunctionalInterface
    interface Work<R> {
        R run() throws IOException, Refusal;
    }

    /// Works while none of these feeds is fetched; waits for the fetches that are under way.
    <R> R withoutFetches(List<String> names, Work<R> work) throws IOException, Refusal {
        if (names.isEmpty()) {
            return work.run();
        }
        synchronized (locks.computeIfAbsent(names.getFirst(), _ -> new Object())) {
            return withoutFetches(names.subList(1, names.size()), work);
        }
    }

    /// Deletes everything but the entries of a feed that the store no longer has.
    void forget(String name) throws IOException {
        states.remove(name);
        folder.forget(name);
    }

    /// Fetches a feed now, whatever its schedule says.
    public ImportReport fetch(Principal who, String name) throws IOException, Refusal, InterruptedException {
        synchronized (locks.computeIfAbsent(name, _ -> new Object())) {
            FeedRow row = desk.store().read(tables -> tables.feeds().find(name)).orElseThrow(() -> unknown(name));
            return fetch(who, row, parse(row.definition()));
        }
    }

    /// The feeds that are due.
    public List<String> due() throws IOException, Refusal {
        Instant now = desk.now();
        List<String> due = new ArrayList<>();
        for (FeedRow row : desk.store().read(tables -> tables.feeds().all())) {
            if (row.isEnabled() && !nextFetch(row, now).isAfter(now)) {
                due.add(row.name());
            }
        }
        return due;
    }

    /// Compares the feeds with each other and with all other sources. It reads all entries, beside the writers.
    ///
    /// @param days the period for what came and went, until now
    public FeedComparison compare(int days) throws IOException {
        Instant since = desk.now().minus(Duration.ofDays(days));
        synchronized (comparing) { // one at a time: it keeps a core busy
            return desk.store().read(tables -> comparison(tables, days, since));
        }
    }

    private static FeedComparison comparison(Tables tables, int days, Instant since) throws IOException {
        Map<Long, String> lists = new HashMap<>();
        tables.lists().all().forEach(list -> lists.put(list.id(), list.name()));
        Map<String, SourceWorth> worths = new HashMap<>();
        for (SourceWorth worth : SourceComparison.of(tables, since)) {
            worths.put(named(worth.source(), lists), worth);
        }
        List<FeedWorth> feeds = new ArrayList<>();
        for (FeedRow row : tables.feeds().all()) {
            String list = lists.getOrDefault(row.listId(), "");
            Optional<SourceWorth> found = Optional.ofNullable(worths.get(list + "/" + row.name()));
            if (found.isEmpty()) { // nothing of it was ever imported
                feeds.add(new FeedWorth(row.name(), list, row.isEnabled(), 0, 0, Map.of(), 0, 0, 0, 0, 0, "", "",
                        text(row.lastChange())));
                continue;
            }
            SourceWorth worth = found.get();
            Map<String, Long> shared = new TreeMap<>();
            worth.shared().forEach((source, entries) -> shared.put(named(source, lists), entries));
            feeds.add(new FeedWorth(row.name(), list, row.isEnabled(), worth.entries(), worth.alone(), shared,
                    worth.added(), worth.removed(), worth.held(), worth.rejected(), worth.allowed(),
                    text(worth.oldest()), text(worth.median()), text(row.lastChange())));
        }
        return new FeedComparison(days, feeds);
    }

    private static String named(SourceRow source, Map<Long, String> lists) {
        return lists.getOrDefault(source.listId(), "") + "/" + source.name();
    }

    private ImportReport fetch(Principal who, FeedRow row, FeedDefinition feed)
            throws IOException, Refusal, InterruptedException {
        FetchOutcome outcome = fetcher.fetch(feed);
        states.put(row.name(), stateOf(row).after(outcome, desk.now()));
        return switch (outcome) {
            case FetchOutcome.Failed failed -> {
                note(row, Noted.failed(row, failed.detail()));
                throw new Refusal(Code.FETCH_FAILED, "feed '" + row.name() + "': " + failed.detail());
            }
            case FetchOutcome.NotModified() -> {
                note(row, Noted.unchanged(row));
                Path last = folder.lastGood(row.name()).orElseThrow();
                yield read(who, row, feed, last);
            }
            case FetchOutcome.Fetched fetched -> take(who, row, feed, fetched);
        };
    }

    private ImportReport take(Principal who, FeedRow row, FeedDefinition feed, FetchOutcome.Fetched fetched)
            throws IOException, Refusal {
        try {
            ImportReport report = read(who, row, feed, fetched.body());
            folder.accept(row.name(), fetched);
            note(row, Noted.read(report));
            return report;
        } catch (Refusal e) {
            folder.reject(fetched); // what is there of it stays
            note(row, Noted.failed(row, String.valueOf(e.getMessage())));
            throw e;
        }
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private ImportReport read(Principal who, FeedRow row, FeedDefinition feed, Path body) throws IOException, Refusal {
        ListRow list = desk.store().read(tables -> listOf(tables, row));
        ImportJob job = new ImportJob(row.name(), SourceKind.FEED, Optional.of(feed.category()), feed.scope(),
                feed.format(), true, Optional.empty(), Optional.empty(), author(who, list, row), feed.change());
        return entries.read(who, "fetch", list.name(), job, () -> Files.newInputStream(body));
    }

    /// The actor of a fetched change: the feed, also if a person asked for the fetch, so that the change is published
    /// automatically like any other of the feed. Of a list with review it is that person, who cannot approve it then.
    private static String author(Principal who, ListRow list, FeedRow row) {
        return list.needsReview() ? who.name() : Persons.FEED + row.name();
    }

    private static ListRow listOf(Tables tables, FeedRow row) throws IOException {
        return tables.lists().all().stream().filter(each -> each.id() == row.listId()).findFirst().orElseThrow();
    }

    /// What is noted of a fetch.
    ///
    /// @param report of what was read; empty where nothing new was
    private record Noted(Optional<String> error, Optional<ImportReport> report, Optional<String> counts) {

        static Noted failed(FeedRow row, String detail) {
            return new Noted(Optional.of(detail), Optional.empty(), row.counts());
        }

        static Noted unchanged(FeedRow row) {
            return new Noted(Optional.empty(), Optional.empty(), row.counts());
        }

        static Noted read(ImportReport report) {
            return new Noted(Optional.empty(), Optional.of(report),
                    Optional.of(FlatJson.of("lines", report.lines())
                            .with("accepted", report.accepted())
                            .with("held", sum(report.held()))
                            .with("rejected", sum(report.rejected()))
                            .toString()));
        }

        boolean isChanged() {
            return report.filter(each -> each.added() > 0 || each.removed() > 0).isPresent();
        }

        FetchRow history(String feed, Instant now) {
            String outcome = error.isPresent() ? "failed" : isChanged() ? "changed" : "unchanged";
            return report
                    .map(each -> new FetchRow(feed, now, outcome, each.lines(), each.accepted(), sum(each.held()),
                            sum(each.rejected()), each.added(), each.removed(), ""))
                    .orElseGet(() -> new FetchRow(feed, now, outcome, 0, 0, 0, 0, 0, 0, error.orElse("")));
        }
    }

    private void note(FeedRow row, Noted noted) throws IOException {
        Instant now = desk.now();
        boolean isSuccess = noted.error().isEmpty();
        desk.store().write(tables -> {
            Optional<FeedRow> there = tables.feeds().find(row.name());
            if (there.isPresent()) { // or else it was removed with its list
                FeedRow current = there.get();
                tables.feeds()
                        .put(new FeedRow(row.name(), current.listId(), current.definition(), current.isEnabled(),
                                Optional.of(now), isSuccess ? Optional.of(now) : current.lastSuccess(),
                                noted.isChanged() ? Optional.of(now) : current.lastChange(),
                                isSuccess ? 0 : current.failures() + 1, noted.error(), noted.counts()));
                tables.history().fetched(noted.history(row.name(), now));
            }
            return true;
        });
    }

    /// The state here, unless another server has fetched the feed since.
    private FetchState stateOf(FeedRow row) {
        FetchState stored = new FetchState(row.lastAttempt(), row.lastSuccess(), row.failures(), Optional.empty(),
                Optional.empty());
        FetchState here = states.getOrDefault(row.name(), stored);
        Instant then = here.lastAttempt().orElse(Instant.EPOCH).plus(SAME_FETCH);
        return row.lastAttempt().filter(then::isBefore).isPresent() ? stored : here;
    }

    private Instant nextFetch(FeedRow row, Instant now) throws Refusal {
        return FetchSchedule.of(parse(row.definition())).due(stateOf(row), started, now);
    }

    /// A feed that is due is fetched next, which is now.
    private String shownNext(FeedRow row) throws Refusal {
        Instant now = desk.now();
        Instant next = nextFetch(row, now);
        return (next.isBefore(now) ? now : next).toString();
    }

    private FeedView view(FeedRow row) throws IOException {
        try {
            FeedDefinition feed = parse(row.definition());
            ListRow list = desk.store().read(tables -> listOf(tables, row));
            String waits = desk.store().read(tables -> waiting.of(tables, list)).orElse("");
            Map<String, Long> counts = new TreeMap<>();
            if (row.counts().isPresent()) {
                counts.putAll(FlatJson.numbers(row.counts().get()));
            }
            return new FeedView(row.name(), list.name(), feed.url(), row.isEnabled(), text(row.lastAttempt()),
                    text(row.lastSuccess()), text(row.lastChange()), row.isEnabled() ? shownNext(row) : "",
                    row.failures(), row.lastError().orElse(""), feed.licence(), counts, waits);
        } catch (Refusal e) {
            throw new IOException("the stored definition of feed '" + row.name() + "': " + e.getMessage(), e);
        }
    }

    private static FeedDefinition parse(String toml) throws Refusal {
        try {
            return FeedDefinition.parse("definition", toml);
        } catch (FeedDefinitionException e) {
            throw Desk.bad(String.valueOf(e.getMessage()));
        }
    }

    private static Refusal unknown(String name) {
        return new Refusal(Code.NO_SUCH_FEED, "there is no feed '" + Printable.beginningOf(name) + "'");
    }

    private static String text(Optional<Instant> time) {
        return time.map(Instant::toString).orElse("");
    }
}
