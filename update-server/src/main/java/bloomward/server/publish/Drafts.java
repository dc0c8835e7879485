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
import bloomward.server.publish.version.Collisions;
import bloomward.server.publish.version.VersionMaker.Check;
import bloomward.server.publish.version.VersionMaker.Order;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Change;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Picks the drafts that go into a publication.
final class Drafts {

    /// Held entries that a refusal names.
    private static final int MOST_TOLD = 3;

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
    /// @param listNames of all lists, by id
    /// @param deleted names of the lists that it must not have any more
    record Selection(List<Order> orders, List<AllowRow> allowed, Map<Long, String> listNames, Set<String> deleted,
            int canonical) {}

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
            List<ListRow> ever = tables.lists().allEver();
            Set<String> deleted = ever.stream()
                    .filter(list -> list.deletedAt().isPresent())
                    .map(ListRow::name)
                    .collect(Collectors.toSet());
            return new Selection(orders, tables.allowed().all().stream().filter(row -> !row.isOverAt(now)).toList(),
                    ever.stream().collect(Collectors.toMap(ListRow::id, ListRow::name)), deleted,
                    ListRow.canonicalOf(ever, UrlExpressions.CANONICAL));
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
        return (PackedFilter packed) -> collisions.check(order.list(), order.upTo(), packed, watched);
    }

    /// Leaves out entries for which a bucket has no room: holds them or, in a dry run, does as if they were held.
    ///
    /// @param overflow with the detail of each
    /// @return the order without them
    /// @throws PublishRefusedException if a second person has to agree to that
    Order leaveOut(Order order, Map<Expression, String> overflow, Instant now)
            throws IOException, PublishRefusedException {
        if (order.isDryRun()) {
            return order.leavingOut(overflow.keySet());
        }
        Order without = hold(order, overflow, HoldReason.BUCKET_FULL, Set.of(Culprits.GUARDS), now);
        if (order.list().needsReview()) {
            throw needsApproval(order, overflow.values(), "");
        }
        return without;
    }

    /// Holds entries that share a key with something else.
    ///
    /// @param victims with the expression that each would hit
    /// @return the order without them
    /// @throws PublishRefusedException if a second person has to agree to that
    Order holdColliding(Order order, Map<Expression, Expression> victims, Instant now)
            throws IOException, PublishRefusedException {
        if (order.isDryRun()) {
            return order.leavingOut(victims.keySet());
        }
        Culprits culprits = store.read(tables -> Culprits.of(tables, victims.values()));
        Map<Expression, String> details = new TreeMap<>();
        Map<Expression, String> told = new TreeMap<>();
        victims.forEach((each, hit) -> {
            String beginning = each.shown() + " has the key of ";
            details.put(each, beginning + hit.shown());
            told.put(each, beginning + culprits.words(hit));
        });
        Order without = hold(order, details, HoldReason.KEY_COLLISION, culprits.names(), now);
        if (order.list().needsReview()) {
            throw needsApproval(order, told.values(), ", or 'list rekey " + order.list().name() + "'");
        }
        return without;
    }

    /// @param culprits the actors of the change, where two people look after the list
    private Order hold(Order order, Map<Expression, String> details, HoldReason reason, Set<String> culprits,
            Instant now) throws IOException {
        Set<String> actors = order.list().needsReview() ? culprits : Set.of(Publisher.SERVER);
        return store.write(tables -> {
            HoldDecisions.holdListed(tables, order.list(), details, reason, actors, now);
            return new Order(order.list(), tables.lists().lastChange(order.list().id()), order.previous(),
                    order.isDryRun());
        });
    }

    /// Refuses to publish less than was approved: the draft without these entries is another one.
    private static PublishRefusedException needsApproval(Order order, Collection<String> details, String orElse) {
        String more = details.size() > MOST_TOLD ? " and " + (details.size() - MOST_TOLD) + " more" : "";
        return new PublishRefusedException(Reason.NEEDS_APPROVAL, "list " + order.list().name() + ": "
                + details.stream().limit(MOST_TOLD).collect(Collectors.joining("; ")) + more
                + ": held now, and the draft without this needs the approval of another person; to keep it, remove"
                + " the cause" + orElse + ", then 'holds release'");
    }

    /// Cheap where nobody touched the draft; a draft in which all changes were undone is equal, with nothing to
    /// publish. Other terms are a change, even if the bytes stay the same: what was approved is taken up.
    static boolean isChanged(Tables tables, ListRow list) throws IOException {
        Optional<VersionRow> previous = tables.publications().latestVersion(list.id());
        if (previous.isEmpty() || !previous.get().spec().equals(list.spec())
                || !previous.get().categories().contains(list.category())) {
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
