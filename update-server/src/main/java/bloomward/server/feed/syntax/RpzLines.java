package bloomward.server.feed.syntax;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/// Parses a response policy zone: `host CNAME .` and `*.host CNAME .`, both of which make the host an entry.
///
/// ```
///   $ORIGIN rpz.example.
///   evil.test            CNAME .        evil.test
///   evil.test.rpz.example. CNAME .      evil.test
///   $ORIGIN test.rpz.example.
///   evil                 CNAME .        evil.test
/// ```
///
/// Names are relative to the zone, whose own name is the first `$ORIGIN` or the absolute owner of the `SOA`. In a file
/// that gives neither, only relative names can be read. A record that answers with another name is rejected, not
/// listed: such records also redirect well-known sites to their safe search.
final class RpzLines implements LineParser {

    /// The longest name of the DNS. A longer one is not kept for the lines after it, which could repeat it at the cost of a few
    /// bytes each.
    private static final int MAX_NAME = 255;
    private static final Set<String> TRIGGERS = Set.of("rpz-ip", "rpz-client-ip", "rpz-nsip", "rpz-nsdname");
    private static final Set<String> BLOCKING = Set.of(".", "*.", "rpz-drop.");

    /// The name of the zone and the suffix of relative names, each with a dot in front or empty.
    private String zone = "";
    private String origin = "";
    private String owner = "";
    private boolean isOriginKnown = true;
    private boolean inParentheses;

    @Override
    public void parse(String line, Consumer<ParsedLine> out) {
        out.accept(read(withoutComment(line)));
    }

    private static String withoutComment(String line) {
        int mark = line.indexOf(';');
        return mark < 0 ? line : line.substring(0, mark);
    }

    private ParsedLine read(String line) {
        List<String> words = LineSyntax.split(line);
        if (words.isEmpty() || (inParentheses && isContinuation(line))) {
            return ParsedLine.IGNORED;
        }
        inParentheses = false;
        String first = words.getFirst();
        if (first.startsWith("$")) {
            return directive(first, words);
        }
        boolean hasOwner = !LineSyntax.isBlank(line.charAt(0));
        if (hasOwner) { // an empty one makes the lines that repeat it malformed, too
            owner = first.length() > MAX_NAME ? "" : first.toLowerCase(Locale.ROOT);
        }
        int type = hasOwner ? 1 : 0;
        while (type < words.size() && isTtlOrClass(words.get(type))) {
            type++;
        }
        if (type + 1 >= words.size()) {
            return ParsedLine.rejected(RejectReason.MALFORMED);
        }
        String data = words.get(type + 1);
        return switch (words.get(type).toUpperCase(Locale.ROOT)) {
            case "SOA" -> startOfZone(line);
            case "NS" -> ParsedLine.IGNORED;
            case "CNAME" -> cname(data.toLowerCase(Locale.ROOT), words.size() == type + 2);
            case "A", "AAAA" -> LineSyntax.isSink(data) ? entry() : ParsedLine.rejected(RejectReason.NOT_BLOCKED);
            case "TXT", "MX" -> ParsedLine.rejected(RejectReason.NOT_BLOCKED);
            default -> ParsedLine.rejected(RejectReason.MALFORMED);
        };
    }

    private ParsedLine directive(String name, List<String> words) {
        if (name.equals("$TTL")) {
            return ParsedLine.IGNORED;
        }
        if (!name.equals("$ORIGIN") || words.size() != 2 || !words.get(1).endsWith(".")) {
            return ParsedLine.rejected(RejectReason.MALFORMED);
        }
        isOriginKnown = words.get(1).length() <= MAX_NAME;
        if (!isOriginKnown) {
            return ParsedLine.rejected(RejectReason.MALFORMED);
        }
        origin = suffix(words.get(1).toLowerCase(Locale.ROOT));
        if (zone.isEmpty()) {
            zone = origin;
        }
        return ParsedLine.IGNORED;
    }

    private ParsedLine startOfZone(String line) {
        if (zone.isEmpty() && owner.endsWith(".")) {
            zone = suffix(owner);
            origin = zone;
        }
        inParentheses = line.indexOf('(') >= 0 && line.indexOf(')') < 0;
        return ParsedLine.IGNORED;
    }

    private ParsedLine cname(String target, boolean whole) {
        if (!whole) {
            return ParsedLine.rejected(RejectReason.MALFORMED);
        }
        if (target.equals("rpz-passthru.")) {
            return ParsedLine.rejected(RejectReason.EXCEPTION);
        }
        return BLOCKING.contains(target) ? entry() : ParsedLine.rejected(RejectReason.NOT_BLOCKED);
    }

    private ParsedLine entry() {
        if (owner.isEmpty() || owner.equals("@")) {
            return ParsedLine.rejected(RejectReason.MALFORMED);
        }
        String absolute = owner.endsWith(".") ? "." + owner.substring(0, owner.length() - 1) : "." + owner + origin;
        boolean unknownZone = owner.endsWith(".") ? zone.isEmpty() : !isOriginKnown;
        if (unknownZone || !absolute.endsWith(zone) || absolute.length() == zone.length()) {
            return ParsedLine.rejected(RejectReason.OUTSIDE_ZONE);
        }
        String name = absolute.substring(1, absolute.length() - zone.length());
        if (TRIGGERS.contains(name.substring(name.lastIndexOf('.') + 1))) {
            return ParsedLine.rejected(RejectReason.OTHER_TRIGGER);
        }
        return LineSyntax.domain(name);
    }

    /// `rpz.example.` as `.rpz.example`, and the root as nothing.
    private static String suffix(String absolute) {
        return absolute.equals(".") ? "" : "." + absolute.substring(0, absolute.length() - 1);
    }

    private static boolean isTtlOrClass(String word) {
        return word.equalsIgnoreCase("IN") || (LineSyntax.isDigit(word.charAt(0)) && isTime(word));
    }

    private static boolean isTime(String word) {
        return word.chars().allMatch(c -> LineSyntax.isDigit((char) c) || "smhdwSMHDW".indexOf(c) >= 0);
    }

    /// The numbers of an `SOA`. Anything else ends it, so that a missing parenthesis does not swallow the zone.
    private boolean isContinuation(String line) {
        String numbers = line.replace('(', ' ').replace(')', ' ');
        boolean continues = LineSyntax.split(numbers).stream().allMatch(RpzLines::isTime);
        if (continues && line.indexOf(')') >= 0) {
            inParentheses = false;
        }
        return continues;
    }
}
