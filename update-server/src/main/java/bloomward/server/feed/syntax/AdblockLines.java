package bloomward.server.feed.syntax;

import java.util.Set;
import java.util.function.Consumer;

/// Parses the part of the Adblock language that names hosts and paths: `||host^`, `||host/path`, `||host/path^`, with
/// options that do not narrow a rule for pages.
///
/// A rule with a path also matches longer paths that begin with it, while an entry matches by its scope. Publishers of
/// malicious URLs write whole paths, so nothing intended is lost. A rule that does not start with a host is a pattern,
/// and rejected.
final class AdblockLines {

    /// Options that leave a rule in force for every page of its host.
    private static final Set<String> HARMLESS = Set.of("all", "document", "doc", "popup", "important");

    private AdblockLines() {}

    /// Adblock rules only.
    static void strict(String line, Consumer<ParsedLine> out) {
        String text = content(line);
        out.accept(text.isEmpty() ? ParsedLine.IGNORED : rule(text, false));
    }

    /// Adblock rules in the style of uBlock Origin's lists of malicious sites, with bare hosts, paths below them, and
    /// URLs.
    static void mixed(String line, Consumer<ParsedLine> out) {
        String text = content(line);
        out.accept(text.isEmpty() ? ParsedLine.IGNORED : rule(text, true));
    }

    private static String content(String line) {
        String text = LineSyntax.stripped(line);
        boolean comment = text.startsWith("!") || (text.startsWith("#") && !isCosmetic(text))
                || (text.startsWith("[") && text.endsWith("]") && text.indexOf(' ') > 0);
        return comment ? "" : text.startsWith("#") ? text : LineSyntax.withoutNote(text, '#');
    }

    private static ParsedLine rule(String text, boolean bareToo) {
        if (text.startsWith("@@")) {
            return ParsedLine.rejected(RejectReason.EXCEPTION);
        }
        if (isCosmetic(text)) {
            return ParsedLine.rejected(RejectReason.COSMETIC);
        }
        String pattern = text;
        int dollar = text.lastIndexOf('$');
        if (dollar > 0 && isOptions(text.substring(dollar + 1))) {
            for (String option : text.substring(dollar + 1).split(",")) {
                if (!HARMLESS.contains(option)) {
                    return ParsedLine.rejected(RejectReason.CONDITION);
                }
            }
            pattern = text.substring(0, dollar);
        }
        if (pattern.startsWith("||")) {
            return anchored(pattern.substring(2));
        }
        boolean wholeUrl = pattern.startsWith("|") && LineSyntax.hasScheme(pattern.substring(1));
        String bare = wholeUrl ? pattern.substring(1) : pattern;
        if ((!wholeUrl && !bareToo) || isPattern(bare)) {
            return ParsedLine.rejected(RejectReason.PATTERN);
        }
        if (LineSyntax.hasScheme(bare)) {
            return ParsedLine.place(bare);
        }
        return LineSyntax.place(bare);
    }

    private static ParsedLine anchored(String pattern) {
        String place = pattern.startsWith("*.") ? pattern.substring(2) : pattern;
        if (place.endsWith("|")) {
            place = place.substring(0, place.length() - 1);
        }
        if (place.endsWith("^")) {
            place = place.substring(0, place.length() - 1);
        }
        return isPattern(place) ? ParsedLine.rejected(RejectReason.PATTERN) : LineSyntax.place(place);
    }

    private static boolean isPattern(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('^') >= 0 || text.indexOf('|') >= 0;
    }

    private static boolean isCosmetic(String text) {
        int mark = text.indexOf('#');
        if (mark < 0 || mark + 1 == text.length()) {
            return false;
        }
        return text.startsWith("##", mark) || text.startsWith("#@#", mark) || text.startsWith("#?#", mark)
                || text.startsWith("#$#", mark) || text.startsWith("#%#", mark);
    }

    /// A `$` may also belong to a path, so all the text after it must look like options.
    private static boolean isOptions(String text) {
        if (text.isEmpty()) {
            return false;
        }
        for (String option : text.split(",", -1)) {
            int at = option.startsWith("~") ? 1 : 0;
            int from = at;
            while (at < option.length() && (LineSyntax.isLetter(option.charAt(at)) || option.charAt(at) == '-'
                    || (at > from && LineSyntax.isDigit(option.charAt(at))))) {
                at++;
            }
            if (at == from || (at < option.length() && option.charAt(at) != '=')) {
                return false;
            }
        }
        return true;
    }
}
