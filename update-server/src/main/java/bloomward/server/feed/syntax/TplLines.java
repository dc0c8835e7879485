package bloomward.server.feed.syntax;

import java.util.List;
import java.util.function.Consumer;

/// Parses Internet Explorer's tracking protection lists: `-d host` and `-d host path`; `+d` allows, `-` alone is a
/// pattern.
final class TplLines {

    private TplLines() {}

    static void parse(String line, Consumer<ParsedLine> out) {
        out.accept(read(LineSyntax.stripped(line)));
    }

    private static ParsedLine read(String text) {
        if (text.isEmpty() || text.startsWith("#") || text.startsWith(":") || text.equals("msFilterList")) {
            return ParsedLine.IGNORED;
        }
        List<String> words = LineSyntax.split(text);
        return switch (words.getFirst()) {
            case "-d" -> switch (words.size()) {
                case 2 -> LineSyntax.domain(words.get(1));
                case 3 -> LineSyntax.place(words.get(1) + (words.get(2).startsWith("/") ? "" : "/") + words.get(2));
                default -> ParsedLine.rejected(RejectReason.MALFORMED);
            };
            case "+d", "+" -> ParsedLine.rejected(RejectReason.EXCEPTION);
            case "-" -> ParsedLine.rejected(RejectReason.PATTERN);
            default -> ParsedLine.rejected(RejectReason.MALFORMED);
        };
    }
}
