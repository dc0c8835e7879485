package bloomward.server.publish;

import bloomward.format.filter.PackedFilter;
import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import bloomward.server.compile.WatchedExpressions;
import bloomward.server.draft.DraftChanges;
import bloomward.server.draft.DraftDigests;
import bloomward.server.draft.HoldDecisions;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HoldReason;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.publish.VersionMaker.Check;
import bloomward.server.publish.VersionMaker.Order;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Change;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Picks the drafts that go into a publication.
final class Drafts {

    private final PublisherStore store;
    private final Supplier<Guards> guards;
    private final Review review;
    private final Collisions collisions;

    Drafts(PublisherStore store, Supplier<Guards> guards, DraftDigests digests) {
        this.store = store;
        this.review = new Review(digests);
        this.guards = guards;
        this.collisions = new Collisions(store);
    }

    /// The content of a publication, all of one state.
    ///
    /// @param orders the versions to compile
    /// @param allowed all that is allowed
    record Selection(List<Order> orders, List<AllowRow> allowed, int canonical) {}

    /// Selects the versions to compile: of lists that were never published, of those whose draft differs, and after a
    /// restored backup of all; without expired entries. Approvals are checked on the same state, so nothing slips in
    /// between, and before entries expire: their end was approved with them.
    ///
    /// @param refused receives the lists whose draft lacks the approval of a person without changes in it, or is not the
    ///     one that the job names
    /// @throws PublishRefusedException if the job names a draft that there is not
    Selection select(PublishJob job, Instant now, List<RefusedList> refused)
            throws IOException, PublishRefusedException {
        PublisherStore.Work<Selection, PublishRefusedException> work = tables -> {
            List<ListRow> lists = review.approved(tables, included(tables, job), job, refused);
            if (!job.isDryRun()) {
                expire(tables, lists, now);
            }
            List<Order> orders = new ArrayList<>();
            for (ListRow list : lists) {
                if (isChanged(tables, list)) {
                    orders.add(new Order(list, tables.lists().lastChange(list.id()),
                            tables.publications().latestVersion(list.id()), job.isDryRun()));
                }
            }
            return new Selection(orders, tables.allowed().all(),
                    ListRow.canonicalOf(tables.lists().all(), UrlExpressions.CANONICAL));
        };
        if (job.isDryRun()) {
            return store.read(work);
        }
        store.read(tables -> {
            review.prepare(tables, included(tables, job), job);
            return true;
        });
        return store.write(work);
    }

    private static List<ListRow> included(Tables tables, PublishJob job) throws IOException {
        return tables.lists().all().stream().filter(list -> job.includes(list.name())).toList();
    }

    private static void expire(Tables tables, List<ListRow> lists, Instant now) throws IOException {
        for (ListRow list : lists) {
            if (tables.entries().countExpired(list.id(), now) > 0) {
                long change = tables.lists().begin(new Change(0, list.id(), now, Publisher.SERVER, "expired"));
                tables.entries().expire(list.id(), now, change);
            }
        }
        tables.allowed().expire(now);
    }

    /// All that no list may hit by chance. Made once for a publication: it can be half a million expressions.
    WatchedExpressions watched() throws IOException {
        return collisions.watched(guards.get().mustNotBeHit());
    }

    /// The check of a list's packed filter against all that it must not hit by chance.
    Check<Collisions.FoundException> watch(Order order, WatchedExpressions watched) {
        return (PackedFilter packed) -> {
            if (order.isDryRun()) {
                return;
            }
            collisions.check(order.list(), order.upTo(), packed, watched);
        };
    }

    /// Leaves out entries for which a bucket has no room: holds them or, in a dry run, does as if they were held.
    ///
    /// @param overflow with the detail of each
    /// @return the order without them
    Order leaveOut(Order order, Map<Expression, String> overflow, Instant now)
            throws IOException, PublishRefusedException {
        return order.isDryRun()
                ? order.leavingOut(overflow.keySet())
                : hold(order, overflow, HoldReason.BUCKET_FULL, now);
    }

    /// Holds entries that share a key with something else.
    ///
    /// @param victims with the expression that each would hit
    /// @return the order without them
    Order holdColliding(Order order, Map<Expression, Expression> victims, Instant now)
            throws IOException, PublishRefusedException {
        Map<Expression, String> details = new TreeMap<>();
        victims.forEach((each, hit) -> details.put(each, each.shown() + " has the key of " + hit.shown()));
        return hold(order, details, HoldReason.KEY_COLLISION, now);
    }

    private Order hold(Order order, Map<Expression, String> details, HoldReason reason, Instant now)
            throws IOException, PublishRefusedException {
        return store.<Order, PublishRefusedException>write(tables -> {
            ListRow list = order.list();
            HoldDecisions.holdListed(tables, list, details, reason, Publisher.SERVER, now);
            long upTo = tables.lists().lastChange(list.id());
            boolean isAlone = tables.lists()
                    .actors(list.id(), order.upTo(), upTo)
                    .stream()
                    .allMatch(Publisher.SERVER::equals);
            if (list.needsReview() && !isAlone) {
                throw new PublishRefusedException(Reason.NEEDS_APPROVAL,
                        "list " + list.name() + " was changed while it was compiled");
            }
            return new Order(list, upTo, order.previous(), order.isDryRun());
        });
    }

    /// Cheap where nobody touched the draft; a draft in which all changes were undone is equal, with nothing to
    /// publish. Other terms are a change, even if the bytes stay the same: what was approved is taken up.
    static boolean isChanged(Tables tables, ListRow list) throws IOException {
        Optional<VersionRow> previous = tables.publications().latestVersion(list.id());
        if (previous.isEmpty() || !previous.get().spec().equals(list.spec())) {
            return true;
        }
        if (previous.get().version() + 1 < list.compileFrom()) {
            return true; // agents may have seen higher versions, and take none that are lower
        }
        long last = tables.lists().lastChange(list.id());
        if (last == previous.get().change()) {
            return false;
        }
        return DraftChanges.of(tables, list).isAny();
    }
}
