package bloomward.agent.cli.check;

import bloomward.agent.check.Verdict.Match;
import bloomward.format.confirm.Category;
import java.util.List;
import java.util.Optional;

/// Matches in JSON.
final class JsonMatches {

    private JsonMatches() {}

    /// All but the version, without braces.
    static void where(ByteLines lines, Match match) {
        lines.raw("\"list\":");
        text(lines, Optional.of(match.list()));
        lines.raw(",\"category\":");
        text(lines, match.category().map(Category::name));
        lines.raw(",\"expression\":");
        text(lines, Optional.of(match.expression().text()));
        lines.raw(",\"scope\":");
        text(lines, Optional.of(ResultNames.of(match.expression().scope())));
        lines.raw(match.confirmed() ? ",\"confirmed\":true" : ",\"confirmed\":false");
    }

    static void version(ByteLines lines, Match match) {
        lines.raw("\"version\":");
        if (match.version() == 0) {
            lines.raw("null");
        } else {
            lines.number(match.version());
        }
    }

    /// An array of objects.
    static void write(ByteLines lines, List<Match> matches) {
        lines.raw("[");
        for (int i = 0; i < matches.size(); i++) {
            lines.raw(i == 0 ? "{" : ",{");
            where(lines, matches.get(i));
            lines.raw(",");
            version(lines, matches.get(i));
            lines.raw("}");
        }
        lines.raw("]");
    }

    static void text(ByteLines lines, Optional<String> text) {
        if (text.isPresent()) {
            lines.raw("\"").json(text.get()).raw("\"");
        } else {
            lines.raw("null");
        }
    }
}
