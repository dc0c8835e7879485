package bloomward.server.feed.syntax;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Parses Unbound's configuration: `local-zone: "host" always_nxdomain`, and `local-data: "host A 0.0.0.0"`.
final class UnboundLines {

    /// Zone types that never return the public answer.
    private static final Set<String> BLOCKING = Set.of("always_nxdomain", "always_null", "always_nodata",
            "always_refuse", "always_deny", "inform_deny", "inform_redirect", "deny", "refuse", "static", "redirect");
    private static final Set<String> ADDRESS_TYPES = Set.of("a", "A", "aaaa", "AAAA");

    private UnboundLines() {}

    static void parse(String line, Consumer<ParsedLine> out) {
        out.accept(read(LineSyntax.withoutNote(line, '#')));
    }

    private static ParsedLine read(String text) {
        if (text.isEmpty() || text.equals("server:")) {
            return ParsedLine.IGNORED;
        }
        int colon = text.indexOf(':');
        String option = colon < 0 ? "" : text.substring(0, colon);
        List<String> words = LineSyntax.split(text.substring(colon + 1).replace('"', ' '));
        if (option.equals("local-zone") && words.size() == 2) {
            return BLOCKING.contains(words.get(1))
                    ? LineSyntax.host(words.get(0))
                    : ParsedLine.rejected(RejectReason.NOT_BLOCKED);
        }
        if (option.equals("local-data") && words.size() >= 3) {
            boolean blocks = ADDRESS_TYPES.contains(words.get(words.size() - 2)) && LineSyntax.isSink(words.getLast());
            return blocks ? LineSyntax.host(words.get(0)) : ParsedLine.rejected(RejectReason.NOT_BLOCKED);
        }
        return ParsedLine.rejected(RejectReason.MALFORMED);
    }
}
