package bloomward.agent.check;

import bloomward.agent.check.Verdict.Match;
import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The fields of a verdict by name, for every form that a program reads: the one place for their
/// names, order and values. Each form brings its own [Target]; the local API and the command line differ only in where
/// they put the version of the list ([VersionPlace]).
///
/// @param version where it stands
public record VerdictFields(VersionPlace version) {

    /// The name of the time that a check took.
    public static final String ELAPSED = "elapsedMicros";

    /// The place of `version` among the other fields. Both orders are published, so neither changes.
    public enum VersionPlace {
        /// Directly after `list` (LOCAL-API.md).
        AFTER_LIST,
        /// After `freshness`, and in a match at the end (`bloomward check`).
        AFTER_FRESHNESS
    }

    /// Takes fields in their order. An empty value is a null.
    public interface Target {

        void text(String name, Optional<String> value) throws IOException;

        void number(String name, Optional<Long> value) throws IOException;

        void truth(String name, Optional<Boolean> value) throws IOException;

        /// An array of objects.
        void matches(String name, List<Match> matches, MatchWriter writer) throws IOException;
    }

    /// Writes the fields of one match.
    @FunctionalInterface
    public interface MatchWriter {
        void write(Match match, Target target) throws IOException;
    }

    /// Everything that is said of a URL, behind `input` and `canonical`.
    public void write(Target target, Verdict verdict, Optional<Freshness> freshness, long elapsedMicros)
            throws IOException {
        writeUpToElapsed(target, verdict, freshness);
        target.number(ELAPSED, Optional.of(elapsedMicros));
        writeMatches(target, verdict instanceof Verdict.Listed listed ? listed.others() : List.of());
    }

    /// The first part of [#write]: the same bytes for every clean URL of the same freshness.
    public void writeUpToElapsed(Target target, Verdict verdict, Optional<Freshness> freshness) throws IOException {
        target.text("verdict", Optional.of(word(verdict)));
        Optional<Match> match = verdict instanceof Verdict.Listed listed
                ? Optional.of(listed.match())
                : Optional.empty();
        writeMatch(target, match,
                verdict instanceof Verdict.Allowed(Expression expression)
                        ? Optional.of(expression)
                        : match.map(Match::expression));
        target.text("reason",
                verdict instanceof Verdict.Unknown unknown ? Optional.of(reason(unknown)) : Optional.empty());
        target.text("freshness", freshness.map(VerdictFields::word));
        if (version == VersionPlace.AFTER_FRESHNESS) {
            writeVersion(target, match);
        }
    }

    /// The array of further matches.
    public void writeMatches(Target target, List<Match> others) throws IOException {
        target.matches("matches", others, (match, to) -> {
            writeMatch(to, Optional.of(match), Optional.of(match.expression()));
            if (version == VersionPlace.AFTER_FRESHNESS) {
                writeVersion(to, Optional.of(match));
            }
        });
    }

    private void writeMatch(Target target, Optional<Match> match, Optional<Expression> expression) throws IOException {
        target.text("list", match.map(Match::list));
        if (version == VersionPlace.AFTER_LIST) {
            writeVersion(target, match);
        }
        target.text("category", match.flatMap(Match::category).map(Category::name));
        target.text("expression", expression.map(Expression::text));
        target.text("scope", match.map(one -> word(one.expression().scope())));
        target.truth("confirmed", match.map(Match::confirmed));
    }

    /// A file alone has no version, which the model says with a zero.
    private static void writeVersion(Target target, Optional<Match> match) throws IOException {
        target.number("version", match.map(Match::version).filter(number -> number != 0));
    }

    /// A verdict in one word.
    public static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Clean _ -> "clean";
            case Verdict.Listed _ -> "listed";
            case Verdict.Allowed _ -> "allowed";
            case Verdict.Unknown _ -> "unknown";
        };
    }

    /// A constant as it is written.
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /// The reason in a word, and after `: ` the message.
    public static String reason(Verdict.Unknown unknown) {
        return word(unknown.reason()) + ": " + unknown.message();
    }
}
