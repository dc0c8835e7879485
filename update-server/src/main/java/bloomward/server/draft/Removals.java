package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.feed.FeedScope;
import bloomward.server.store.Change;
import bloomward.server.store.EntryRow;
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
import java.util.Map;
import java.util.Set;

/// Takes entries out of a draft. An entry of a feed stays, because the next fetch would bring it back; allowing is for
/// those.
public final class Removals {

    private Removals() {}

    /// @param removed expressions
    /// @param notListed words of which nothing is in the draft
    public record Outcome(long removed, List<String> notListed) {}

    /// An entry of a feed was to be removed.
    public static final class ListedByFeedException extends Exception {

        private static final long serialVersionUID = 1;

        ListedByFeedException(String word, String source) {
            super(word + " is listed by " + source + ", which would bring it back: use 'allow add " + word + "'");
        }
    }

    /// A word, with the expressions that it may stand for.
    public record Named(String word, Set<Expression> forms) {

        public Named {
            forms = Set.copyOf(forms);
        }
    }

    /// Reads words.
    ///
    /// @throws UnreadableListException if one names nothing
    public static List<Named> named(List<String> words, FeedScope scope) throws IOException, UnreadableListException {
        List<Named> named = new ArrayList<>();
        for (String word : words) {
            named.add(new Named(word, TypedEntries.allForms(word, scope)));
        }
        return named;
    }

    /// The same words, with only the expressions that are in the draft. This only reads, so that a writer need not search while
    /// others wait.
    public static List<Named> listed(Tables tables, ListRow list, List<Named> words) throws IOException {
        List<Named> listed = new ArrayList<>();
        for (Named word : words) {
            Set<Expression> forms = new LinkedHashSet<>();
            for (Expression form : word.forms()) {
                if (tables.entries().history(list.id(), form).stream().anyMatch(row -> row.removed().isEmpty())) {
                    forms.add(form);
                }
            }
            listed.add(new Named(word.word(), forms));
        }
        return listed;
    }

    /// Removes words from a list, inside a transaction.
    ///
    /// @param reason noted with the change; may be empty
    public static Outcome remove(Tables tables, ListRow list, List<Named> words, String reason, String actor,
            Instant now) throws IOException, ListedByFeedException {
        Map<Long, SourceRow> sources = new HashMap<>();
        tables.lists().sources(list.id()).forEach(source -> sources.put(source.id(), source));
        Set<Expression> found = new LinkedHashSet<>();
        List<String> notListed = new ArrayList<>();
        for (Named word : words) {
            boolean isListed = false;
            for (Expression form : word.forms()) {
                for (EntryRow row : tables.entries().history(list.id(), form)) {
                    if (row.removed().isEmpty()) {
                        SourceRow source = sources.get(row.sourceId());
                        if (source != null && source.kind() == SourceKind.FEED) {
                            throw new ListedByFeedException(word.word(), source.name());
                        }
                        found.add(form);
                        isListed = true;
                    }
                }
            }
            if (!isListed) {
                notListed.add(word.word());
            }
        }
        if (found.isEmpty()) {
            return new Outcome(0, notListed);
        }
        long change = tables.lists()
                .begin(new Change(0, list.id(), now, actor,
                        "removed by hand" + (reason.isBlank() ? "" : ": " + reason)));
        tables.entries().removeOfAll(list.id(), found, change);
        return new Outcome(found.size(), notListed);
    }
}
