package bloomward.server.draft.search;

import bloomward.format.release.AllowEntry;
import bloomward.format.url.Expression;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Change;
import bloomward.server.store.EntryRow;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Explains why a URL is listed or not, by everything that is or was known of its expressions.
public final class Explainer {

    private Explainer() {}

    /// @param problem that keeps the URL from being judged
    public record Explanation(String url, String canonical, Optional<Unjudgeable> problem, List<Match> matches) {

        public boolean is(State... states) {
            return matches.stream().anyMatch(match -> List.of(states).contains(match.state()));
        }

        /// The answer of an agent that has the publication, at a time. A listed entry stays until it is published without;
        /// an allow entry ends by itself.
        public Answer now(Instant at) {
            return answer(with(State.LISTED, State.LEAVING),
                    over(with(State.ALLOWED, State.ALLOWED_UNTIL_PUBLISHED), at));
        }

        /// The answer of an agent after the next publication, if that is made at a time.
        public Answer next(Instant at) {
            return answer(over(with(State.LISTED, State.DRAFT), at),
                    over(with(State.ALLOWED, State.ALLOWED_IN_DRAFT), at));
        }

        private List<Match> with(State... states) {
            return matches.stream().filter(match -> List.of(states).contains(match.state())).toList();
        }

        /// Those that are not over.
        private static List<Match> over(List<Match> some, Instant at) {
            return some.stream().filter(match -> !match.isOver(at)).toList();
        }

        private static Answer answer(List<Match> listed, List<Match> allowed) {
            if (listed.isEmpty()) {
                return Answer.CLEAN;
            }
            return listed.stream().allMatch(match -> match.isAllowedBy(allowed)) ? Answer.ALLOWED : Answer.LISTED;
        }
    }

    /// The states of an expression.
    public enum State {
        /// Published, and in the draft.
        LISTED,
        /// In the draft only.
        DRAFT,
        /// Published, and no longer in the draft.
        LEAVING,
        /// Was published once.
        REMOVED,
        /// Waits for a person.
        HELD,
        /// A person rejected it.
        REJECTED,
        /// Never reported, even if a list has it: published so, and in the draft.
        ALLOWED,
        /// Never reported from the next publication on.
        ALLOWED_IN_DRAFT,
        /// Never reported until the next publication.
        ALLOWED_UNTIL_PUBLISHED
    }

    /// The answer of an agent about a URL.
    public enum Answer {
        CLEAN, LISTED, ALLOWED
    }

    /// @param list empty where it is of no list; of an allow entry the one for which it allows, empty for every list
    /// @param source of an allow entry the name of its group
    /// @param reason as it was noted, or of the hold
    /// @param end the removal of an entry, or the decision about a hold
    public record Match(Expression expression, String list, String source, String category, State state, Instant since,
            String by, String reason, Optional<Instant> expires, Optional<Decision> end) {

        /// Whether the next publication drops it because its time is over.
        private boolean isOver(Instant now) {
            return expires.isPresent() && !expires.get().isAfter(now);
        }

        /// Whether one of some allow entries is for the list of this one.
        private boolean isAllowedBy(List<Match> allowed) {
            return allowed.stream().anyMatch(match -> match.list().isEmpty() || match.list().equals(list));
        }
    }

    /// @param reason empty if none was given
    public record Decision(String by, Instant at, String reason) {}

    /// Tells how the publication allows an expression.
    @FunctionalInterface
    public interface PublishedAllow {
        List<AllowEntry> of(Expression expression) throws IOException;
    }

    /// Explains, on one state of the store.
    ///
    /// @param published the allow list as agents have it
    public static Explanation explain(Tables tables, PublishedAllow published, String url) throws IOException {
        UrlExpressions expressions = new UrlExpressions();
        Optional<Unjudgeable> problem = expressions.read(url);
        if (problem.isPresent()) {
            return new Explanation(url, "", problem, List.of());
        }
        List<Match> matches = new ArrayList<>();
        List<ListRow> lists = tables.lists().allEver();
        List<HoldRow> holds = holds(tables);
        for (int i = 0; i < expressions.count(); i++) {
            Expression expression = expressions.expression(i);
            for (ListRow list : lists) {
                addEntries(matches, tables, list, expression);
            }
            holds.stream()
                    .filter(hold -> hold.expression().filter(expression::equals).isPresent())
                    .forEach(hold -> matches.add(matchOf(hold, expression, lists)));
            addAllowed(matches, tables.allowed().of(expression).stream().filter(row -> !row.isHeld()).toList(),
                    published.of(expression), lists);
        }
        return new Explanation(url, expressions.canonical(), Optional.empty(), matches);
    }

    /// An entry that is published with another end than it has now is two: the one of agents, and the next one.
    private static void addAllowed(List<Match> matches, List<AllowRow> rows, List<AllowEntry> published,
            List<ListRow> lists) {
        List<AllowEntry> leaving = new ArrayList<>(published);
        for (AllowRow row : rows) {
            String list = nameOf(row.listId(), lists);
            Optional<Instant> end = row.expires().map(time -> time.truncatedTo(ChronoUnit.SECONDS));
            boolean isPublished = leaving
                    .removeIf(entry -> entry.list().orElse("").equals(list) && entry.end().equals(end));
            matches.add(new Match(row.expression(), list, row.name(), "",
                    isPublished ? State.ALLOWED : State.ALLOWED_IN_DRAFT, row.at(), row.actor(), row.reason(),
                    row.expires(), Optional.empty()));
        }
        for (AllowEntry entry : leaving) {
            matches.add(new Match(new Expression(entry.expression()), entry.list().orElse(""), "", "",
                    State.ALLOWED_UNTIL_PUBLISHED, Instant.EPOCH, "", "", entry.end(), Optional.empty()));
        }
    }

    private static String nameOf(long listId, List<ListRow> lists) {
        return lists.stream().filter(list -> list.id() == listId).map(ListRow::name).findFirst().orElse("");
    }

    private static List<HoldRow> holds(Tables tables) throws IOException {
        List<HoldRow> holds = new ArrayList<>(tables.holds().all(0, HoldState.OPEN, Integer.MAX_VALUE));
        holds.addAll(tables.holds().all(0, HoldState.REJECTED, Integer.MAX_VALUE));
        return holds;
    }

    private static Match matchOf(HoldRow hold, Expression expression, List<ListRow> lists) {
        String list = nameOf(hold.listId(), lists);
        State state = hold.state() == HoldState.OPEN ? State.HELD : State.REJECTED;
        return new Match(expression, list, "", "", state, hold.at(), hold.by(), hold.reason() + ": " + hold.detail(),
                hold.entryExpires(), hold.decision().map(made -> new Decision(made.by(), made.at(), made.reason())));
    }

    private static void addEntries(List<Match> matches, Tables tables, ListRow list, Expression expression)
            throws IOException {
        long published = tables.publications()
                .latestVersion(list.id())
                .filter(VersionRow::isPublished)
                .map(VersionRow::change)
                .orElse(0L);
        Map<Long, EntryRow> firsts = new HashMap<>();
        List<EntryRow> rows = tables.entries().history(list.id(), expression);
        for (EntryRow row : rows) {
            // An entry that took the place of another one has other terms; it is there since the first of them.
            EntryRow first = isSuccessor(rows, row.added(), row.sourceId())
                    ? firsts.getOrDefault(row.sourceId(), row)
                    : row;
            firsts.put(row.sourceId(), first);
            State state = stateOf(row, published);
            if (isPredecessor(rows, row)) {
                if (state != State.LEAVING) {
                    continue;
                }
                boolean stays = rows.stream()
                        .anyMatch(each -> each.sourceId() == row.sourceId() && each.removed().isEmpty());
                state = stays ? State.LISTED : State.LEAVING;
            }
            SourceRow source = tables.lists()
                    .sources(list.id())
                    .stream()
                    .filter(each -> each.id() == row.sourceId())
                    .findFirst()
                    .orElseThrow();
            Optional<Change> change = tables.lists().change(first.added());
            matches.add(
                    new Match(expression, list.name(), source.name(), source.category().orElse(list.category()).name(),
                            state, change.map(Change::at).orElse(Instant.EPOCH), change.map(Change::actor).orElse("?"),
                            row.reason().orElse(""), row.expires(), end(tables, row)));
        }
    }

    private static Optional<Decision> end(Tables tables, EntryRow row) throws IOException {
        return row.removed().isEmpty()
                ? Optional.empty()
                : tables.lists()
                        .change(row.removed().getAsLong())
                        .map(change -> new Decision(change.actor(), change.at(), change.what()));
    }

    /// Whether another one of its source began with the change that ended an entry.
    private static boolean isPredecessor(List<EntryRow> rows, EntryRow row) {
        return row.removed().isPresent() && rows.stream()
                .anyMatch(each -> each.sourceId() == row.sourceId() && each.added() == row.removed().getAsLong());
    }

    /// Whether an entry of the source ended with the change that added another one.
    private static boolean isSuccessor(List<EntryRow> rows, long added, long sourceId) {
        return rows.stream()
                .anyMatch(each -> each.sourceId() == sourceId && each.removed().isPresent()
                        && each.removed().getAsLong() == added);
    }

    private static State stateOf(EntryRow row, long published) {
        boolean wasPublished = row.added() <= published
                && (row.removed().isEmpty() || row.removed().getAsLong() > published);
        boolean isInDraft = row.removed().isEmpty();
        if (wasPublished) {
            return isInDraft ? State.LISTED : State.LEAVING;
        }
        return isInDraft ? State.DRAFT : State.REMOVED;
    }
}
