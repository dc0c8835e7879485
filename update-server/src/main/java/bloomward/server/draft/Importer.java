package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.draft.Landing.Foresight;
import bloomward.server.feed.ListLimits;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HoldReason;
import bloomward.server.guard.Judgement;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/// Reads list text into a draft: all of it or, of a list that cannot be read, nothing.
///
/// A list is read and judged beside all works, and enters the draft in one transaction. So however long it takes to
/// read, nobody else waits for it.
///
/// Where a source is replaced and changes more than feeds do, nothing of it is taken: what had passed is kept in a file
/// until a person decides.
public final class Importer {

    private final PublisherStore store;
    private final Supplier<Guards> guards;
    private final KeptImports kept;
    private final ListLimits limits;
    private final Clock clock;
    /// One large list is read at a time: the memory for finding duplicates is needed once.
    private final ReentrantLock reading = new ReentrantLock(true);

    /// @param guards asked once for each import
    public Importer(PublisherStore store, Supplier<Guards> guards, KeptImports kept, ListLimits limits, Clock clock) {
        this.store = store;
        this.guards = guards;
        this.kept = kept;
        this.limits = limits;
        this.clock = clock;
    }

    /// Imports a body, after those that are being read.
    public ImportResult read(ListRow list, ImportJob job, Body body) throws IOException, UnreadableListException {
        reading.lock();
        try {
            return readNow(list, job, body);
        } finally {
            reading.unlock();
        }
    }

    /// Work of the transaction in which a list enters the draft: if it throws, nothing has entered.
    @FunctionalInterface
    public interface Inside<R, E extends Exception> {

        R on(Tables tables, ImportResult result) throws IOException, E;
    }

    /// Imports a small body, which waits for no other.
    public ImportResult readNow(ListRow list, ImportJob job, Body body) throws IOException, UnreadableListException {
        return readNow(list, job, body, (_, result) -> result);
    }

    /// Imports a small body, which waits for no other, and does more in the same transaction.
    public <R, E extends Exception> R readNow(ListRow list, ImportJob job, Body body, Inside<R, E> inside)
            throws IOException, UnreadableListException, E {
        try (ReadList read = ReadList.of(store, job, judge(list), limits, body)) {
            Instant now = clock.instant();
            Optional<Foresight> foreseen = store
                    .read(tables -> new Landing(tables, list, job, read, kept, now).foresee());
            Optional<R> landed = store.<Optional<R>, E>write(tables -> tables.lists().find(list.name()).isEmpty()
                    ? Optional.empty()
                    : Optional.of(inside.on(tables, new Landing(tables, list, job, read, kept, now).land(foreseen))));
            return landed.orElseThrow(() -> new UnreadableListException(
                    "list '" + list.name() + "' was deleted while its entries were read", List.of()));
        }
    }

    /// The guards, and what only compiling showed: no guard recognises an entry that was held or rejected for it. One
    /// that is held for it while a list is read passes, and the next publication holds it again.
    private Function<Expression, Judgement> judge(ListRow list) throws IOException {
        Guards now = guards.get();
        Map<Expression, Judgement> shown = new HashMap<>();
        for (HoldState state : List.of(HoldState.OPEN, HoldState.REJECTED)) {
            for (HoldRow hold : store.read(tables -> tables.holds().all(list.id(), state, Integer.MAX_VALUE))) {
                HoldReason.labelled(hold.reason())
                        .filter(HoldReason::isShownByCompiling)
                        .ifPresent(reason -> shown.put(hold.expression().orElseThrow(),
                                Judgement.of(reason, hold.detail())));
            }
        }
        return expression -> {
            Judgement judgement = now.judge(expression);
            Judgement other = shown.get(expression);
            return other == null || judgement instanceof Judgement.Held || judgement instanceof Judgement.Rejected
                    ? judgement
                    : other;
        };
    }
}
