package bloomward.server.draft;

import bloomward.format.confirm.Category;
import bloomward.format.url.Expression;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The change of one expression from the published version of a list to its draft.
///
/// @param before the terms in the version, one for each source; none where the expression is added
/// @param after the terms in the draft; none where it is removed
public record DraftChange(Expression expression, List<Terms> before, List<Terms> after) {

    /// Characters in a line for people.
    private static final int MAX_REASON = 200;

    public DraftChange {
        before = List.copyOf(before);
        after = List.copyOf(after);
        if (before.isEmpty() && after.isEmpty()) {
            throw new IllegalArgumentException("no change of " + expression);
        }
    }

    /// The kinds of changes.
    public enum Kind {
        ADDED('+'), REMOVED('-'),
        /// Listed before and after, under other terms.
        CHANGED('~');

        private final char sign;

        Kind(char sign) {
            this.sign = sign;
        }

        public char sign() {
            return sign;
        }
    }

    /// The terms under which a source lists an expression.
    public record Terms(String source, Category category, Optional<Instant> expires, Optional<String> reason) {

        /// In words for people, without the source.
        String words() {
            return category.name() + expires.map(end -> " until " + end).orElse("")
                    + reason.map(why -> " (" + beginningOf(why) + ")").orElse("");
        }

        private static String beginningOf(String reason) {
            return reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) + "..." : reason;
        }

        boolean isMoreThan(Category usual) {
            return expires.isPresent() || reason.isPresent() || !category.equals(usual);
        }
    }

    public Kind kind() {
        return before.isEmpty() ? Kind.ADDED : after.isEmpty() ? Kind.REMOVED : Kind.CHANGED;
    }

    /// Whether it makes a difference to anyone but the sources: that another one lists the same under the same terms does
    /// not.
    boolean isVisible() {
        return before.isEmpty() || after.isEmpty() || !withoutSources(before).equals(withoutSources(after));
    }

    private static Set<Terms> withoutSources(List<Terms> terms) {
        return terms.stream()
                .map(each -> new Terms("", each.category(), each.expires(), each.reason()))
                .collect(Collectors.toSet());
    }

    /// The source behind the change; of several, the first.
    public String source() {
        return switch (kind()) {
            case ADDED -> after.getFirst().source();
            case REMOVED -> before.getFirst().source();
            case CHANGED -> after.stream()
                    .filter(terms -> !before.contains(terms))
                    .findFirst()
                    .or(() -> before.stream().filter(terms -> !after.contains(terms)).findFirst())
                    .orElse(after.getFirst())
                    .source();
        };
    }

    public boolean isOf(String source) {
        return before.stream().anyMatch(terms -> terms.source().equals(source))
                || after.stream().anyMatch(terms -> terms.source().equals(source));
    }

    /// One line for people: sign, expression and, where they say more than the list itself, the terms.
    public String line(Category usual) {
        String terms = switch (kind()) {
            case ADDED -> after.stream().anyMatch(each -> each.isMoreThan(usual)) ? " " + words(after) : "";
            case REMOVED -> "";
            case CHANGED -> " " + words(before) + " -> " + words(after);
        };
        return kind().sign() + expression.shown() + terms;
    }

    private static String words(List<Terms> terms) {
        return terms.stream()
                .map(Terms::words)
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining("; "));
    }
}
