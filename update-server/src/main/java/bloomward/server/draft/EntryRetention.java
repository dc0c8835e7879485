package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// Forgets removed entries that no version has to which a list can be returned.
///
/// A version can be returned to until a period after its replacement, and the newest one always. An entry that ended before
/// the oldest such version is of no use for a roll-back, and its removal is older than the period, so that an explanation
/// knows of every later one. Of a deleted list all entries go that long after its end. Changes and the audit log stay whole:
/// who did something to a list, and when, is never forgotten.
///
/// ```
/// version 7, replaced before the period | version 8, the oldest that is kept | version 9 | draft
///      entries that ended up to here  ->|<- stay
/// ```
///
/// The list notes first from which change on it is whole, in one transaction with the row of the audit log. Then the entries
/// go in small steps, each found beside the writers and deleted in a short transaction between others. A crash leaves entries
/// too many, which the next run deletes; never a version that looks whole and is not.
public final class EntryRetention {

    /// Expressions whose entries are deleted in one transaction.
    public static final int STEP = 2000;

    private final PublisherStore store;

    public EntryRetention(PublisherStore store) {
        this.store = store;
    }

    /// The state of one list.
    ///
    /// @param oldestVersion the oldest version that the list can be returned to, 0 if nothing was published
    /// @param oldestKept the oldest one that the period keeps, at least `oldestVersion`
    /// @param removable entries that no kept version has
    public record Kept(String list, long oldestVersion, long oldestKept, long removable) {}

    /// The entries that would be forgotten now.
    ///
    /// @param keep time for which a version can be returned to after its replacement
    public List<Kept> look(Instant now, Duration keep) throws IOException {
        return store.read(tables -> {
            List<Kept> all = new ArrayList<>();
            for (ListRow list : tables.lists().allEver()) {
                Plan plan = Plan.of(tables, list, cutOff(now, keep));
                if (plan.isTold()) {
                    all.add(plan.kept());
                }
            }
            return all;
        });
    }

    /// Forgets.
    ///
    /// @param actor noted in the audit log
    /// @return what was removable; it is gone
    public List<Kept> run(String actor, Instant now, Duration keep) throws IOException {
        List<Kept> done = new ArrayList<>();
        for (ListRow list : store.read(tables -> tables.lists().allEver())) {
            Plan plan = store.read(tables -> Plan.of(tables, list, cutOff(now, keep)));
            if (plan.removable > 0) {
                begin(plan, actor, now);
                forget(plan);
            }
            if (plan.isTold()) {
                done.add(plan.kept());
            }
        }
        return done;
    }

    /// Whole days, so that a busy list is not tidied up with every publication.
    private static Instant cutOff(Instant now, Duration keep) {
        return keep.isZero() ? now : now.minus(keep).truncatedTo(ChronoUnit.DAYS);
    }

    /// @param upTo the change of the oldest kept version
    private record Plan(ListRow list, long upTo, long oldestVersion, long oldestKept, long removable) {

        static Plan of(Tables tables, ListRow list, Instant cutOff) throws IOException {
            long from = tables.lists().historyFrom(list.id());
            if (hasLeft(tables, list, cutOff)) {
                long last = tables.lists().lastChange(list.id());
                return new Plan(list, last, 0, 0, tables.entries().countEnded(list.id(), last));
            }
            long upTo = from;
            long oldestVersion = 0;
            long oldestKept = 0;
            boolean isKept = true;
            for (VersionRow version : tables.publications().versions(list.id(), Integer.MAX_VALUE)) { // newest first
                if (version.change() < from) {
                    break;
                }
                oldestVersion = version.version();
                isKept = isKept && version.replacedAt().filter(at -> !at.isAfter(cutOff)).isEmpty();
                if (isKept) {
                    oldestKept = version.version();
                    upTo = version.change();
                }
            }
            return new Plan(list, upTo, oldestVersion, oldestKept, tables.entries().countEnded(list.id(), upTo));
        }

        /// Whether a list was deleted before a time, and agents no longer have it. It cannot be returned to.
        private static boolean hasLeft(Tables tables, ListRow list, Instant cutOff) throws IOException {
            return list.deletedAt().filter(at -> !at.isAfter(cutOff)).isPresent()
                    && tables.publications().latestVersion(list.id()).filter(VersionRow::isPublished).isEmpty();
        }

        /// Of a deleted list only while something of it is left.
        boolean isTold() {
            return list.deletedAt().isEmpty() || removable > 0;
        }

        Kept kept() {
            return new Kept(list.name(), oldestVersion, oldestKept, removable);
        }
    }

    private void begin(Plan plan, String actor, Instant now) throws IOException {
        store.write(tables -> {
            if (tables.lists().historyFrom(plan.list.id()) < plan.upTo) { // or else a run that was cut short goes on
                tables.lists().setHistoryFrom(plan.list.id(), plan.upTo);
                tables.audit()
                        .append(now, actor, "forget", plan.list.name(),
                                FlatJson.of("entries", plan.removable)
                                        .with("oldestVersion", plan.oldestKept)
                                        .toString());
            }
            return true;
        });
    }

    private void forget(Plan plan) throws IOException {
        String after = "";
        while (true) {
            String last = after;
            List<Expression> step = store.read(tables -> tables.entries().ended(plan.list.id(), plan.upTo, last, STEP));
            if (step.isEmpty()) {
                return;
            }
            store.write(tables -> tables.entries().forget(plan.list.id(), plan.upTo, step));
            after = step.getLast().text();
        }
    }
}
