package bloomward.server.feed.syntax;

import java.util.ArrayList;
import java.util.List;

/// Syntax common to the formats: words, comments and hosts. All loops are linear.
public final class LineSyntax {

    private LineSyntax() {}

    static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\f' || c == '\u000b';
    }

    public static String stripped(String line) {
        int from = 0;
        int to = line.length();
        while (from < to && isBlank(line.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(line.charAt(to - 1))) {
            to--;
        }
        return line.substring(from, to);
    }

    /// A line without the comment that starts with the mark at the start or after a blank, and without blanks around
    /// it. Within a word the mark is part of the word, like the fragment of a URL.
    static String withoutNote(String line, char mark) {
        for (int at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 1)) {
            if (at == 0 || isBlank(line.charAt(at - 1))) {
                return stripped(line.substring(0, at));
            }
        }
        return stripped(line);
    }

    static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        int at = 0;
        while (at < line.length()) {
            int from = at;
            while (at < line.length() && !isBlank(line.charAt(at))) {
                at++;
            }
            if (at > from) {
                words.add(line.substring(from, at));
            }
            at++;
        }
        return words;
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> isDigit((char) c));
    }

    /// Whether the text begins with `scheme:`, directly followed by something other than a port.
    public static boolean hasScheme(String text) {
        int at = 0;
        while (at < text.length() && (isLetter(text.charAt(at))
                || (at > 0 && (isDigit(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)))) {
            at++;
        }
        if (at == 0 || at + 1 >= text.length() || text.charAt(at) != ':') {
            return false;
        }
        char next = text.charAt(at + 1);
        return !isDigit(next) && !isBlank(next);
    }

    /// Parses a host alone: an entry, a local name, or neither.
    static ParsedLine host(String word) {
        if (isIpv6(word)) {
            return ParsedLine.host(word.charAt(0) == '[' ? word : "[" + word + "]");
        }
        String name = word.endsWith(".") ? word.substring(0, word.length() - 1) : word;
        if (!isName(name)) {
            return ParsedLine.rejected(RejectReason.MALFORMED);
        }
        return name.indexOf('.') < 0 ? ParsedLine.rejected(RejectReason.LOCAL_NAME) : ParsedLine.host(name);
    }

    /// Parses a host after `*.` or `.`, both of which mean its subdomains; the entry includes the host itself.
    static ParsedLine domain(String word) {
        return host(word.startsWith("*.") ? word.substring(2) : word.startsWith(".") ? word.substring(1) : word);
    }

    /// Parses a host with an optional port, path and query.
    public static ParsedLine place(String text) {
        int pathStart = 0;
        while (pathStart < text.length() && text.charAt(pathStart) != '/' && text.charAt(pathStart) != '?') {
            pathStart++;
        }
        String authority = text.substring(0, pathStart);
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon > 0 && isNumber(authority.substring(colon + 1)) && !isIpv6(authority);
        ParsedLine host = host(hasPort ? authority.substring(0, colon) : authority);
        return switch (host) {
            case ParsedLine.Accepted(String name, ParsedLine.Meaning _) ->
                pathStart == text.length() ? host : ParsedLine.place(name + text.substring(pathStart));
            case ParsedLine.Rejected _,ParsedLine.Ignored _ -> host;
        };
    }

    static boolean isName(String text) {
        boolean hasLetterOrDigit = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letterOrDigit = isLetter(c) || isDigit(c) || c >= 0x80;
            if (!letterOrDigit && c != '-' && c != '.' && c != '_') {
                return false;
            }
            hasLetterOrDigit |= letterOrDigit;
        }
        return hasLetterOrDigit;
    }

    public static boolean isIpv4(String text) {
        int dots = 0;
        int digits = 0;
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isDigit(c) && digits < 3) {
                digits++;
                value = value * 10 + c - '0';
            } else if (c == '.' && digits > 0 && value < 256) {
                dots++;
                digits = 0;
                value = 0;
            } else {
                return false;
            }
        }
        return dots == 3 && digits > 0 && value < 256;
    }

    /// Whether the text looks like an IPv6 address, in brackets or not; its validity is checked later.
    static boolean isIpv6(String word) {
        boolean inBrackets = word.startsWith("[") && word.endsWith("]");
        String text = inBrackets ? word.substring(1, word.length() - 1) : word;
        int colons = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ':') {
                colons++;
            } else if (Character.digit(c, 16) < 0 && c != '.') {
                return false;
            }
        }
        return colons >= 2;
    }

    /// Whether this address blocks the name that resolves to it: an unspecified or loopback address.
    static boolean isSink(String address) {
        return address.equals("0") || address.equals("::") || address.equals("::1") || address.equals("0.0.0.0")
                || (address.startsWith("127.") && isIpv4(address));
    }
}
