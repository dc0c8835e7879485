package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.draft.ImportResult.Sample;
import bloomward.server.feed.Entry;
import bloomward.server.feed.EntrySink;
import bloomward.server.feed.FeedFormat;
import bloomward.server.feed.ImportCount;
import bloomward.server.feed.ListLimits;
import bloomward.server.feed.ListOutcome;
import bloomward.server.feed.ListReader;
import bloomward.server.guard.FeedChange;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HoldReason;
import bloomward.server.guard.Judgement;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable;
import bloomward.server.store.EntryTable.StagedDiff;
import bloomward.server.store.EntryTable.Staging;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceKind;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Reads list text into a draft: all of it in one transaction, so a list that cannot be read changes nothing.
///
/// Where a source is replaced and changes more than feeds do, nothing of it is taken: what had passed is kept in a file
/// until a person decides.
public final class Importer {

    /// The reason under which lines are counted that a person has rejected before.
    private static final String REJECTED_BEFORE = "rejected-before";

    private final PublisherStore store;
    private final Supplier<Guards> guards;
    private final KeptImports kept;
    private final Clock clock;

    /// @param guards asked once for each import
    public Importer(PublisherStore store, Supplier<Guards> guards, KeptImports kept, Clock clock) {
        this.store = store;
        this.guards = guards;
        this.kept = kept;
        this.clock = clock;
    }

    /// Imports a body.
    public ImportResult read(ListRow list, ImportJob job, Body body) throws IOException, UnreadableListException {
        return store.write(tables -> new Run(tables, guards.get(), list, job).read(body));
    }

    /// Whether a line of the format means the same in a list of mixed lines, in which more can stand.
    private static boolean isNarrow(FeedFormat format) {
        return switch (format) {
            case IPS, DOMAINS, WILDCARDS, ADBLOCK -> true;
            case URLHAUS_CSV, PHISHTANK_CSV, TWEETFEED_CSV, HOSTS, DNSMASQ, UNBOUND, BIND, RPZ, TPL, URLS,
                    DNSCRYPT_NAMES, DNSCRYPT_IPS, MIXED, PHISHTANK_JSON, DENY_ALLOW_JSON, ETH_PHISHING_JSON ->
                false;
        };
    }

    /// One import, inside its transaction.
    private final class Run {

        private final Tables tables;
        private final Guards guards;
        private final ListRow list;
        private final ImportJob job;
        private final SourceRow source;
        private final Instant now = clock.instant();
        private final GuardTally tally = new GuardTally();
        private final List<HoldRow> holds = new ArrayList<>();
        /// Details of entries that no guard can recognise: they were held, or rejected, for what compiling them showed.
        private final Map<Expression, String> collided = new HashMap<>();

        Run(Tables tables, Guards guards, ListRow list, ImportJob job) throws IOException {
            this.tables = tables;
            this.guards = guards;
            this.list = list;
            this.job = job;
            this.source = tables.lists().source(list.id(), job.source(), job.kind(), job.category());
            for (HoldState state : List.of(HoldState.OPEN, HoldState.REJECTED)) {
                for (HoldRow hold : tables.holds().all(list.id(), state, Integer.MAX_VALUE)) {
                    if (hold.reason().equals(HoldReason.KEY_COLLISION.label())) {
                        collided.put(hold.expression().orElseThrow(), hold.detail());
                    }
                }
            }
        }

        ImportResult read(Body body) throws IOException, UnreadableListException {
            Staging staging = tables.entries().stage(list.id(), source.id());
            ListOutcome.Read outcome = readBody(body, entry -> take(staging, entry));
            ImportCount count = outcome.count();
            if (job.format().isEmpty() && isNarrow(outcome.format()) && isBetterAsMixed(count, body)) {
                return new Run(tables, guards, list, job.as(FeedFormat.MIXED)).read(body);
            }
            long passed = count.accepted() - tally.heldOrRejected();
            // The reader gives each entry once, so of a source that has none yet all of them are new.
            StagedDiff diff = tables.entries().countOf(list.id(), source.id(), EntryTable.NOW) == 0
                    ? new StagedDiff(passed, 0, 0)
                    : staging.diff();
            Optional<Judgement.Held> whole = job.replace() ? changeOf(diff) : Optional.empty();
            if (whole.isPresent()) {
                tally.holdAll(whole.get().reason().label(), whole.get().detail(), passed);
                holds.add(holdAll(whole.get(), body));
                keepHolds();
                return result(outcome.format(), count, 0, 0, 0);
            }
            long removed = job.replace() ? diff.missing() : 0;
            if (diff.added() > 0 || removed > 0 || (diff.kept() > 0 && maySayOther())) {
                staging.apply(begin(), job.replace());
            }
            keepHolds();
            return result(outcome.format(), count, passed, diff.added(), removed);
        }

        /// Whether the expiry or reason of a listed entry may change. That is a change like others, which an approval
        /// of the draft does not cover. A feed has neither, so an unchanged one costs nothing.
        private boolean maySayOther() {
            return job.kind() != SourceKind.FEED || job.expires().isPresent() || job.reason().isPresent();
        }

        private ImportResult result(FeedFormat format, ImportCount count, long accepted, long added, long removed) {
            return new ImportResult(format, count.lines(), accepted, count.duplicates(), tally.rejectedWith(count),
                    tally.held(), count.outOfReach(), added, removed, tally.samplesWith(count), tally.warnings());
        }

        /// A format is recognised by the beginning of a body. Lists that are sorted have what is written in another way
        /// at their end, and would be cut there.
        private boolean isBetterAsMixed(ImportCount count, Body body) throws IOException {
            if (count.understood() == count.lines()) {
                return false;
            }
            try (InputStream in = body.open()) {
                return switch (new ListReader(job.scope(), Optional.of(FeedFormat.MIXED), ListLimits.DEFAULT).read(in,
                        _ -> {})) {
                    case ListOutcome.Read(_, ImportCount mixed) -> mixed.understood() > count.understood();
                    case ListOutcome.MostlyUnreadable _,ListOutcome.UnknownFormat _,ListOutcome.Unusable _ -> false;
                };
            }
        }

        private ListOutcome.Read readBody(Body body, EntrySink sink) throws IOException, UnreadableListException {
            try (InputStream in = body.open()) {
                return switch (new ListReader(job.scope(), job.format(), ListLimits.DEFAULT).read(in, sink)) {
                    case ListOutcome.Read read -> read;
                    case ListOutcome.MostlyUnreadable(FeedFormat format, ImportCount count) ->
                        throw new UnreadableListException("most lines are not of the format " + format.label() + ": "
                                + count.rejectedInAll() + " of " + count.lines() + " rejected",
                                GuardTally.samplesOf(count));
                    case ListOutcome.UnknownFormat(List<FeedFormat> candidates) ->
                        throw new UnreadableListException(
                                "the format could not be recognised; say --format" + (candidates.isEmpty()
                                        ? ""
                                        : ", perhaps " + candidates.stream().map(FeedFormat::label).toList()),
                                List.of());
                    case ListOutcome.Unusable(_, String message) ->
                        throw new UnreadableListException(message, List.<Sample>of());
                };
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }

        private void take(Staging staging, Entry entry) {
            try {
                if (passes(entry)) {
                    staging.add(entry.expression(), job.expires(), job.reason());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private boolean passes(Entry entry) throws IOException {
            return switch (judge(entry)) {
                case Judgement.Passed() -> true;
                case Judgement.Warned(_, String detail) -> {
                    tally.warn("line " + entry.line() + ": " + detail);
                    yield true;
                }
                case Judgement.Rejected(HoldReason reason, _) -> {
                    tally.reject(reason.label(), entry);
                    yield false;
                }
                case Judgement.Held(HoldReason reason, String detail) -> passesByDecision(entry, reason, detail);
            };
        }

        private Judgement judge(Entry entry) {
            Judgement judgement = guards.judge(entry.expression());
            String collision = collided.get(entry.expression());
            return collision == null || judgement instanceof Judgement.Held || judgement instanceof Judgement.Rejected
                    ? judgement
                    : Judgement.of(HoldReason.KEY_COLLISION, collision);
        }

        private boolean passesByDecision(Entry entry, HoldReason reason, String detail) throws IOException {
            Optional<HoldState> decided = tables.holds()
                    .lastDecision(list.id(), entry.expression())
                    .map(HoldRow::state);
            if (decided.filter(HoldState.RELEASED::equals).isPresent()) {
                return true;
            }
            if (decided.filter(HoldState.REJECTED::equals).isPresent()) {
                tally.reject(REJECTED_BEFORE, entry);
                return false;
            }
            tally.hold(reason.label(), entry);
            holds.add(HoldRow.ofEntry(source, entry.expression(), reason.label(), detail, entry.line(), job.expires(),
                    job.reason(), job.actor(), now));
            return false;
        }

        private Optional<Judgement.Held> changeOf(StagedDiff diff) {
            return FeedChange.of(diff.kept() + diff.missing(), diff.kept() + diff.added(), diff.kept(), job.limits());
        }

        /// Keeps all that a person could let in. The body is read a second time for it, which is rare. Entries with a
        /// hold of their own are left out when the whole is released.
        private HoldRow holdAll(Judgement.Held why, Body body) throws IOException, UnreadableListException {
            kept.dropOthers(tables.holds()
                    .all(0, HoldState.OPEN, Integer.MAX_VALUE)
                    .stream()
                    .flatMap(hold -> hold.body().stream())
                    .collect(Collectors.toSet()));
            String name = kept.keep(sink -> readBody(body, entry -> {
                if (!(judge(entry) instanceof Judgement.Rejected)) {
                    sink.accept(entry.expression());
                }
            }));
            return HoldRow.ofImport(source, name, why.reason().label(), why.detail(), job.expires(), job.reason(),
                    job.actor(), now);
        }

        private void keepHolds() throws IOException {
            List<Long> ids = new ArrayList<>();
            for (HoldRow hold : holds) {
                ids.add(tables.holds().put(hold));
            }
            if (job.replace()) {
                tables.holds().withdraw(list.id(), source.id(), ids);
            }
        }

        private long begin() throws IOException {
            String what = job.kind().name().toLowerCase(Locale.ROOT) + " " + job.source();
            return tables.lists().begin(new Change(0, list.id(), now, job.actor(), what));
        }
    }
}
