package bloomward.server.feed.syntax;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Parses BIND's zone statements, one per line: `zone "host" { type master; file "null.zone.file"; };`
final class BindLines {

    /// Zone types answered from a local file; the others forward queries.
    private static final Set<String> BLOCKING = Set.of("master", "primary");

    private BindLines() {}

    static void parse(String line, Consumer<ParsedLine> out) {
        out.accept(read(LineSyntax.withoutNote(line, '#')));
    }

    private static ParsedLine read(String text) {
        if (text.isEmpty() || text.startsWith("//") || (text.startsWith("/*") && text.endsWith("*/"))) {
            return ParsedLine.IGNORED;
        }
        int open = text.indexOf('{');
        int close = text.lastIndexOf('}');
        if (open < 0 || close < open || !text.endsWith(";")) {
            return ParsedLine.rejected(RejectReason.MALFORMED);
        }
        List<String> head = LineSyntax.split(text.substring(0, open));
        boolean classed = head.size() == 3 && head.get(2).equalsIgnoreCase("IN");
        if ((head.size() != 2 && !classed) || !head.get(0).equals("zone")) {
            return ParsedLine.rejected(RejectReason.MALFORMED);
        }
        for (String statement : text.substring(open + 1, close).split(";")) {
            List<String> words = LineSyntax.split(statement);
            if (words.size() == 2 && words.getFirst().equals("type")) {
                return BLOCKING.contains(words.get(1))
                        ? LineSyntax.host(unquoted(head.get(1)))
                        : ParsedLine.rejected(RejectReason.NOT_BLOCKED);
            }
        }
        return ParsedLine.rejected(RejectReason.MALFORMED);
    }

    private static String unquoted(String word) {
        return word.length() >= 2 && word.startsWith("\"") && word.endsWith("\"")
                ? word.substring(1, word.length() - 1)
                : word;
    }
}
