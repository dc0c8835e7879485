package bloomward.server.feed.syntax;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/// Parses tables of URLs with one row per line. Comments begin with `#`.
public final class CsvLines {

    private CsvLines() {}

    /// URLhaus: a banner and the header in comments, all fields in quotes. A URL that is offline stays an entry, as it
    /// may come back; the feed decides which URLs it carries.
    static LineParser urlhaus() {
        return new UrlColumn(2, List.of("id", "dateadded", "url"), 8);
    }

    /// PhishTank: a header, then rows. The publisher escapes URLs for HTML.
    static LineParser phishtank() {
        return new UrlColumn(1, List.of("phish_id", "url", "phish_detail_url"), 8);
    }

    private static final class UrlColumn implements LineParser {

        private final int column;
        private final List<String> header;
        private final int leastFields;
        private final boolean phishtank;

        UrlColumn(int column, List<String> header, int leastFields) {
            this.column = column;
            this.header = header;
            this.leastFields = leastFields;
            this.phishtank = header.getFirst().equals("phish_id");
        }

        @Override
        public void parse(String line, Consumer<ParsedLine> out) {
            out.accept(read(LineSyntax.stripped(line)));
        }

        private ParsedLine read(String text) {
            if (text.isEmpty() || text.startsWith("#")) {
                return ParsedLine.IGNORED;
            }
            List<String> fields = CsvRecord.fields(text).orElse(List.of());
            if (fields.size() < leastFields) {
                return ParsedLine.rejected(RejectReason.MALFORMED);
            }
            if (fields.subList(0, header.size()).equals(header)) {
                return ParsedLine.IGNORED;
            }
            String url = fields.get(column);
            if (!LineSyntax.isNumber(fields.getFirst()) || !LineSyntax.hasScheme(url)) {
                return ParsedLine.rejected(RejectReason.MALFORMED);
            }
            if (!phishtank) {
                return ParsedLine.page(url);
            }
            return fields.get(4).equals("yes")
                    ? ParsedLine.page(withoutHtmlEscapes(url))
                    : ParsedLine.rejected(RejectReason.UNVERIFIED);
        }
    }

    /// Unescapes PhishTank's `&amp;`, the only character that it escapes.
    public static String withoutHtmlEscapes(String url) {
        return url.replace("&amp;", "&");
    }

    /// TweetFeed: no header; date, user, type, value, tags, link.
    static void tweetfeed(String line, Consumer<ParsedLine> out) {
        String text = LineSyntax.stripped(line);
        if (text.isEmpty() || text.startsWith("#")) {
            out.accept(ParsedLine.IGNORED);
            return;
        }
        List<String> fields = CsvRecord.fields(text).orElse(List.of());
        if (fields.size() != 6) {
            out.accept(ParsedLine.rejected(RejectReason.MALFORMED));
            return;
        }
        String value = fields.get(3);
        out.accept(switch (fields.get(2).toLowerCase(Locale.ROOT)) {
            case "url" ->
                LineSyntax.hasScheme(value) ? ParsedLine.place(value) : ParsedLine.rejected(RejectReason.MALFORMED);
            case "domain", "ip" -> LineSyntax.place(value);
            case "sha256", "md5", "sha1", "email", "mail" -> ParsedLine.rejected(RejectReason.OTHER_KIND);
            default -> ParsedLine.rejected(RejectReason.MALFORMED);
        });
    }
}
