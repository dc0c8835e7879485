package bloomward.server.publish;

import bloomward.format.filter.PackedFilter;
import bloomward.format.url.Expression;
import bloomward.server.draft.HoldDecisions;
import bloomward.server.draft.Persons;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HoldReason;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.publish.VersionMaker.Check;
import bloomward.server.publish.VersionMaker.Order;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Approval;
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
import java.util.function.Supplier;

/// Picks the drafts that go into a publication.
final class Drafts {

    private final PublisherStore store;
    private final Supplier<Guards> guards;
    private final Collisions collisions;

    Drafts(PublisherStore store, Supplier<Guards> guards) {
        this.store = store;
        this.guards = guards;
        this.collisions = new Collisions(store);
    }

    /// The versions to compile: of lists that were never published, of those whose draft differs, and after a restored
    /// backup of all; without expired entries. Approvals are checked on the same state, so nothing slips in between.
    ///
    /// @throws PublishRefusedException if a draft lacks the approval of a person without changes in it
    List<Order> orders(PublishJob job, Instant now) throws IOException, PublishRefusedException {
        PublisherStore.Work<List<Order>, PublishRefusedException> work = tables -> {
            List<ListRow> lists = tables.lists().all().stream().filter(list -> job.includes(list.name())).toList();
            for (ListRow list : lists) {
                if (list.needsReview() && isChanged(tables, list)) {
                    requireApproval(tables, list);
                }
            }
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
            return orders;
        };
        return job.isDryRun() ? store.read(work) : store.write(work);
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

    /// The check of a list's packed filter against all that it must not hit by chance.
    Check<Collisions.FoundException> watch(Order order) throws IOException {
        Guards now = guards.get();
        List<Expression> allowed = store.read(tables -> tables.allowed().all())
                .stream()
                .map(AllowRow::expression)
                .toList();
        return (PackedFilter packed) -> {
            if (order.isDryRun()) {
                return;
            }
            collisions.check(order.list(), order.upTo(), packed, now.mustNotBeHit(), allowed);
        };
    }

    /// Holds entries that share a key with something else.
    ///
    /// @return the order without them
    Order hold(Order order, Map<Expression, Expression> victims, Instant now)
            throws IOException, PublishRefusedException {
        return store.<Order, PublishRefusedException>write(tables -> {
            ListRow list = order.list();
            for (Map.Entry<Expression, Expression> each : victims.entrySet()) {
                HoldDecisions.holdListed(tables, list, List.of(each.getKey()), HoldReason.KEY_COLLISION,
                        each.getKey().shown() + " has the key of " + each.getValue().shown(), Publisher.SERVER, now);
            }
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
    /// publish.
    private static boolean isChanged(Tables tables, ListRow list) throws IOException {
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
        long[] differences = new long[1];
        tables.entries().diff(list.id(), previous.get().change(), last, (_, _, _) -> differences[0]++);
        return differences[0] > 0;
    }

    private static void requireApproval(Tables tables, ListRow list) throws IOException, PublishRefusedException {
        long last = tables.lists().lastChange(list.id());
        long from = tables.publications().latestVersion(list.id()).map(VersionRow::change).orElse(0L);
        List<String> authors = tables.lists().actors(list.id(), from, last);
        Persons persons = Persons.of(tables);
        for (Approval approval : tables.lists().approvals(list.id(), last)) {
            if (authors.stream().noneMatch(author -> persons.areOne(author, approval.actor()))) {
                return;
            }
        }
        throw new PublishRefusedException(Reason.NEEDS_APPROVAL,
                "list " + list.name() + " needs the approval of a person without changes in its draft (they are of "
                        + String.join(", ", authors) + "): 'approve " + list.name() + "'");
    }
}
