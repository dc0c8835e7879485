package bloomward.server.feed.syntax;

import java.util.List;
import java.util.function.Consumer;

/// Parses formats with one plain entry per line. Comments begin with `#`, at the start of a line also with `!` or `;`;
/// a blank and `#` start a comment at the end of a line.
final class PlainLines {

    private PlainLines() {}

    /// URLs with their schemes. A blank is part of the URL, as in a browser.
    static void url(String line, Consumer<ParsedLine> out) {
        String text = content(line);
        if (text.isEmpty()) {
            out.accept(ParsedLine.IGNORED);
        } else {
            out.accept(
                    LineSyntax.hasScheme(text) ? ParsedLine.place(text) : ParsedLine.rejected(RejectReason.MALFORMED));
        }
    }

    static void domain(String line, Consumer<ParsedLine> out) {
        String text = content(line);
        out.accept(text.isEmpty() ? ParsedLine.IGNORED : LineSyntax.host(text));
    }

    /// `*.host` or `.host`, or the host.
    static void wildcard(String line, Consumer<ParsedLine> out) {
        String text = content(line);
        out.accept(text.isEmpty() ? ParsedLine.IGNORED : LineSyntax.domain(text));
    }

    /// Addresses; a range is accepted only if it holds a single address.
    static void address(String line, Consumer<ParsedLine> out) {
        String text = content(line);
        if (text.isEmpty()) {
            out.accept(ParsedLine.IGNORED);
            return;
        }
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        boolean single = slash < 0 || text.endsWith(address.indexOf(':') < 0 ? "/32" : "/128");
        if (LineSyntax.isIpv4(address) || LineSyntax.isIpv6(address)) {
            boolean whole = single && (slash < 0 || text.indexOf('/', slash + 1) < 0);
            boolean range = slash >= 0 && LineSyntax.isNumber(text.substring(slash + 1));
            out.accept(whole
                    ? LineSyntax.host(address)
                    : ParsedLine.rejected(range ? RejectReason.ADDRESS_RANGE : RejectReason.MALFORMED));
        } else {
            out.accept(ParsedLine.rejected(isRange(text) ? RejectReason.ADDRESS_RANGE : RejectReason.MALFORMED));
        }
    }

    private static boolean isRange(String text) {
        int dash = text.indexOf('-');
        if (dash > 0) {
            return LineSyntax.isIpv4(LineSyntax.stripped(text.substring(0, dash)))
                    && LineSyntax.isIpv4(LineSyntax.stripped(text.substring(dash + 1)));
        }
        return text.endsWith(".*") && text.chars().allMatch(c -> LineSyntax.isDigit((char) c) || c == '.' || c == '*');
    }

    /// dnscrypt-proxy's blocked names: a name means its subdomains too; `=name` this name only, `@` a time of day, and
    /// `*`, `?` and `[` make a pattern.
    static void dnscryptName(String line, Consumer<ParsedLine> out) {
        List<String> words = LineSyntax.split(content(line));
        if (words.isEmpty()) {
            out.accept(ParsedLine.IGNORED);
            return;
        }
        String name = words.getFirst();
        String plain = name.startsWith("*.") ? name.substring(2) : name;
        if (words.size() > 1 && !words.get(1).startsWith("@")) {
            out.accept(ParsedLine.rejected(RejectReason.MALFORMED));
        } else if (words.size() > 1 || name.startsWith("=")) {
            out.accept(ParsedLine.rejected(RejectReason.CONDITION));
        } else if (plain.indexOf('*') >= 0 || plain.indexOf('?') >= 0 || plain.indexOf('[') >= 0) {
            out.accept(ParsedLine.rejected(RejectReason.PATTERN));
        } else {
            out.accept(LineSyntax.domain(name));
        }
    }

    /// `host`, `prefix` or `exact`, and the expression behind it.
    static void expression(String line, Consumer<ParsedLine> out) {
        List<String> words = LineSyntax.split(content(line));
        if (words.isEmpty()) {
            out.accept(ParsedLine.IGNORED);
            return;
        }
        out.accept(words.size() == 2
                ? expression(words.getFirst(), words.getLast())
                : ParsedLine.rejected(RejectReason.MALFORMED));
    }

    private static ParsedLine expression(String scope, String text) {
        ParsedLine place = LineSyntax.place(text);
        if (!(place instanceof ParsedLine.Accepted(String accepted, ParsedLine.Meaning _))) {
            return place;
        }
        int slash = accepted.indexOf('/');
        boolean isHost = slash < 0 || slash == accepted.length() - 1;
        return switch (scope) {
            case "host" -> isHost ? place : ParsedLine.rejected(RejectReason.HAS_PATH);
            case "prefix" -> place;
            case "exact" -> ParsedLine.page(accepted);
            default -> ParsedLine.rejected(RejectReason.MALFORMED);
        };
    }

    private static String content(String line) {
        String text = LineSyntax.withoutNote(line, '#');
        return text.startsWith("!") || text.startsWith(";") ? "" : text;
    }
}
