package bloomward.server.draft.search;

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

        /// The answer of an agent that has the publication.
        public Answer now() {
            return Answer.of(is(State.LISTED, State.LEAVING), is(State.ALLOWED, State.ALLOWED_UNTIL_PUBLISHED));
        }

        /// The answer of an agent after the next publication, if that is made at a time.
        public Answer next(Instant at) {
            List<State> staying = matches.stream().filter(match -> !match.isOver(at)).map(Match::state).toList();
            return Answer.of(staying.contains(State.LISTED) || staying.contains(State.DRAFT),
                    staying.contains(State.ALLOWED) || staying.contains(State.ALLOWED_IN_DRAFT));
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
        CLEAN, LISTED, ALLOWED;

        static Answer of(boolean isListed, boolean isAllowed) {
            return !isListed ? CLEAN : isAllowed ? ALLOWED : LISTED;
        }
    }

    /// @param list empty where it is of no list
    /// @param reason as it was noted, or of the hold
    /// @param end the removal of an entry, or the decision about a hold
    public record Match(Expression expression, String list, String source, String category, State state, Instant since,
            String by, String reason, Optional<Instant> expires, Optional<Decision> end) {

        /// Whether the next publication drops it because its time is over.
        private boolean isOver(Instant now) {
            return expires.isPresent() && !expires.get().isAfter(now);
        }
    }

    /// @param reason empty if none was given
    public record Decision(String by, Instant at, String reason) {}

    /// Tells whether the publication allows an expression.
    @FunctionalInterface
    public interface PublishedAllow {
        boolean allows(Expression expression) throws IOException;
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
            addAllowed(matches, tables.allowed().find(expression).filter(row -> !row.isHeld()),
                    published.allows(expression), expression);
        }
        return new Explanation(url, expressions.canonical(), Optional.empty(), matches);
    }

    private static void addAllowed(List<Match> matches, Optional<AllowRow> row, boolean isPublished,
            Expression expression) {
        if (row.isPresent()) {
            matches.add(new Match(expression, "", "", "", isPublished ? State.ALLOWED : State.ALLOWED_IN_DRAFT,
                    row.get().at(), row.get().actor(), row.get().reason(), row.get().expires(), Optional.empty()));
        } else if (isPublished) {
            matches.add(new Match(expression, "", "", "", State.ALLOWED_UNTIL_PUBLISHED, Instant.EPOCH, "", "",
                    Optional.empty(), Optional.empty()));
        }
    }

    private static List<HoldRow> holds(Tables tables) throws IOException {
        List<HoldRow> holds = new ArrayList<>(tables.holds().all(0, HoldState.OPEN, Integer.MAX_VALUE));
        holds.addAll(tables.holds().all(0, HoldState.REJECTED, Integer.MAX_VALUE));
        return holds;
    }

    private static Match matchOf(HoldRow hold, Expression expression, List<ListRow> lists) {
        String list = lists.stream()
                .filter(each -> each.id() == hold.listId())
                .map(ListRow::name)
                .findFirst()
                .orElse("");
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
