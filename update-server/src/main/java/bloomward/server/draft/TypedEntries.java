package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.draft.ImportResult.Sample;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.ListLimits;
import bloomward.server.feed.ListOutcome;
import bloomward.server.feed.ListReader;
import bloomward.server.feed.syntax.FeedFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Entries as people type them: hosts, paths and URLs, read as lines of a list in which all of them may stand.
public final class TypedEntries {

    /// The format in which they are read.
    public static final Optional<FeedFormat> FORMAT = Optional.of(FeedFormat.MIXED);

    private TypedEntries() {}

    /// The words as the body of a list, one a line.
    ///
    /// @throws UnreadableListException if one is no line
    public static Body body(List<String> words) throws UnreadableListException {
        for (String word : words) {
            if (word.isBlank() || word.chars().anyMatch(c -> c < ' ')) {
                throw new UnreadableListException("empty, or with a control character: not one host or URL", List.of());
            }
        }
        byte[] bytes = String.join("\n", words).concat("\n").getBytes(StandardCharsets.UTF_8);
        return () -> new ByteArrayInputStream(bytes);
    }

    /// The expressions that words name.
    ///
    /// @throws UnreadableListException if one names none
    public static Set<Expression> expressions(List<String> words, FeedScope scope)
            throws IOException, UnreadableListException {
        Set<Expression> expressions = new LinkedHashSet<>();
        ListOutcome outcome = new ListReader(scope, FORMAT, ListLimits.DEFAULT).read(body(words).open(),
                entry -> expressions.add(entry.expression()));
        switch (outcome) {
            case ListOutcome.Read(_, var count) -> requireNoneRejected(GuardTally.samplesOf(count));
            case ListOutcome.MostlyUnreadable(_, var count) -> requireNoneRejected(GuardTally.samplesOf(count));
            case ListOutcome.UnknownFormat _ -> throw new UnreadableListException("no hosts and no URLs", List.of());
            case ListOutcome.Unusable(_, String message) -> throw new UnreadableListException(message, List.of());
        }
        return expressions;
    }

    private static void requireNoneRejected(List<Sample> rejected) throws UnreadableListException {
        if (!rejected.isEmpty()) {
            Sample first = rejected.getFirst();
            throw new UnreadableListException(first.text() + ": " + first.reason(), rejected);
        }
    }

    /// Every expression under which a word may be listed: with `auto` a page may be listed as such or with its queries.
    static Set<Expression> allForms(String word, FeedScope scope) throws IOException, UnreadableListException {
        return allForms(List.of(word), scope);
    }

    /// Every expression under which one of the words may be listed.
    public static Set<Expression> allForms(List<String> words, FeedScope scope)
            throws IOException, UnreadableListException {
        Set<Expression> forms = new LinkedHashSet<>(expressions(words, scope));
        if (scope == FeedScope.AUTO) {
            forms.addAll(expressions(words, FeedScope.EXACT));
            forms.addAll(expressions(words, FeedScope.PREFIX));
        }
        return forms;
    }
}
