package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.draft.ReadList.Undecided;
import bloomward.server.feed.ImportCount;
import bloomward.server.guard.FeedChange;
import bloomward.server.guard.Judgement;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable;
import bloomward.server.store.EntryTable.StagedDiff;
import bloomward.server.store.EntryTable.Staging;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.SourceKind;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A list that was read, on its way into the draft: everything in one transaction, as short as possible.
///
/// So the comparison with the listed entries, which walks through the whole source, is made before ([#foresee]), beside
/// the writers. It counts if nobody changed the list or decided about these entries meanwhile.
final class Landing {

    /// The reason under which lines are counted that a person has rejected before.
    private static final String REJECTED_BEFORE = "rejected-before";

    /// So many entries that are added are looked up one by one; for more, the source is walked through.
    private static final int LOOKED_UP = 4096;

    private final Tables tables;
    private final ListRow list;
    private final ImportJob job;
    private final ReadList read;
    private final Instant now;
    private final KeptImports kept;
    /// The decisions of people, asked for once, as a writer that lands a list keeps others waiting.
    private final Map<Expression, Optional<HoldState>> decisions = new HashMap<>();

    Landing(Tables tables, ListRow list, ImportJob job, ReadList read, KeptImports kept, Instant now) {
        this.tables = tables;
        this.list = list;
        this.job = job;
        this.read = read;
        this.kept = kept;
        this.now = now;
    }

    /// The difference to the draft, and the state of the draft for which it holds.
    ///
    /// @param lastChange of the list
    /// @param released held entries that a person has let in
    record Foresight(long lastChange, Set<Expression> released, StagedDiff diff) {}

    /// Compares with the draft. A look, which changes nothing.
    ///
    /// @return nothing where there is little to compare
    Optional<Foresight> foresee() throws IOException {
        Optional<SourceRow> source = tables.lists().findSource(list.id(), job.source());
        if (source.isEmpty()) {
            return Optional.empty();
        }
        Set<Expression> released = released();
        return Optional.of(new Foresight(tables.lists().lastChange(list.id()), released,
                diff(source.get(), stage(source.get(), released))));
    }

    /// Puts the entries into the draft, or holds them.
    ImportResult land(Optional<Foresight> foreseen) throws IOException {
        boolean isNew = tables.lists().findSource(list.id(), job.source()).isEmpty();
        SourceRow source = tables.lists().source(list.id(), job.source(), job.kind(), job.category());
        Set<Expression> released = released();
        Staging staging = stage(source, released);
        Optional<StagedDiff> before = foreseen.filter(seen -> seen.released().equals(released)).map(Foresight::diff);
        boolean isAsForeseen = before.isPresent()
                && foreseen.get().lastChange() == tables.lists().lastChange(list.id());
        StagedDiff diff = isNew
                ? new StagedDiff(staging.size(), 0, 0)
                : isAsForeseen ? before.get() : diff(source, staging);
        List<HoldRow> holds = holds(source, released);
        GuardTally tally = read.tally();
        ImportCount count = read.count();
        long passed = count.accepted() - tally.heldOrRejected();
        Optional<Judgement.Held> whole = job.replace() ? changeOf(diff) : Optional.empty();
        if (whole.isPresent()) {
            tally.holdAll(whole.get().reason().label(), whole.get().detail(), passed);
            holds.add(holdAll(source, whole.get()));
            keep(source, holds);
            return result(0, 0, 0);
        }
        long removed = job.replace() ? diff.missing() : 0;
        if (diff.added() > 0 || removed > 0 || (diff.kept() > 0 && maySayOther())) {
            staging.apply(begin(), job.replace());
        }
        keep(source, holds);
        return result(passed, diff.added(), removed);
    }

    private Staging stage(SourceRow source, Set<Expression> released) throws IOException {
        Staging staging = tables.entries().stage(list.id(), source.id(), read.passed());
        for (Expression expression : released) {
            staging.add(expression, job.expires(), job.reason());
        }
        return staging;
    }

    /// The reader gives each entry once, so of a source that has none yet all of them are new.
    private StagedDiff diff(SourceRow source, Staging staging) throws IOException {
        if (!job.replace() && staging.size() <= LOOKED_UP) {
            return staging.additions();
        }
        return tables.entries().countOf(list.id(), source.id(), EntryTable.NOW) == 0
                ? new StagedDiff(staging.size(), 0, 0)
                : staging.diff();
    }

    private Set<Expression> released() throws IOException {
        Set<Expression> released = new LinkedHashSet<>();
        for (Undecided each : read.undecided()) {
            if (decided(each).filter(HoldState.RELEASED::equals).isPresent()) {
                released.add(each.entry().expression());
            }
        }
        return released;
    }

    private Optional<HoldState> decided(Undecided each) throws IOException {
        Expression expression = each.entry().expression();
        if (!decisions.containsKey(expression)) {
            decisions.put(expression, tables.holds().lastDecision(list.id(), expression).map(HoldRow::state));
        }
        return decisions.getOrDefault(expression, Optional.empty());
    }

    private List<HoldRow> holds(SourceRow source, Set<Expression> released) throws IOException {
        List<HoldRow> holds = new ArrayList<>();
        for (Undecided each : read.undecided()) {
            Expression expression = each.entry().expression();
            if (released.contains(expression)) {
                continue;
            }
            if (decided(each).filter(HoldState.REJECTED::equals).isPresent()) {
                read.tally().reject(REJECTED_BEFORE, each.entry());
            } else {
                read.tally().hold(each.reason().label(), each.entry());
                holds.add(HoldRow.ofEntry(source, expression, each.reason().label(), each.detail(), each.entry().line(),
                        job.expires(), job.reason(), job.actor(), now));
            }
        }
        return holds;
    }

    /// Whether the expiry or reason of a listed entry may change. That is a change like others, which an approval of
    /// the draft does not cover. A feed has neither, so an unchanged one costs nothing.
    private boolean maySayOther() {
        return job.kind() != SourceKind.FEED || job.expires().isPresent() || job.reason().isPresent();
    }

    private Optional<Judgement.Held> changeOf(StagedDiff diff) {
        return FeedChange.of(diff.kept() + diff.missing(), diff.kept() + diff.added(), diff.kept(), job.limits());
    }

    /// Keeps all that a person could let in. Entries with a hold of their own are left out when the whole is released.
    private HoldRow holdAll(SourceRow source, Judgement.Held why) throws IOException {
        kept.dropOthers(tables, tables.holds().openBodies());
        String name = kept.keep(tables, sink -> {
            read.passed().forEach(sink::accept);
            read.undecided().forEach(each -> sink.accept(each.entry().expression()));
        });
        return HoldRow.ofImport(source, name, why.reason().label(), why.detail(), job.expires(), job.reason(),
                job.actor(), now);
    }

    private void keep(SourceRow source, List<HoldRow> holds) throws IOException {
        List<Long> ids = OpenHolds.put(tables, source, holds);
        if (job.replace()) {
            tables.holds().withdraw(list.id(), source.id(), ids);
        }
    }

    private long begin() throws IOException {
        String what = job.kind().name().toLowerCase(Locale.ROOT) + " " + job.source();
        return tables.lists().begin(new Change(0, list.id(), now, job.actor(), what));
    }

    private ImportResult result(long accepted, long added, long removed) {
        ImportCount count = read.count();
        GuardTally tally = read.tally();
        return new ImportResult(read.format(), count.lines(), accepted, count.duplicates(), tally.rejectedWith(count),
                tally.held(), count.outOfReach(), added, removed, tally.samplesWith(count), tally.warnings());
    }
}
