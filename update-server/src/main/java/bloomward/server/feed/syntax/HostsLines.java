package bloomward.server.feed.syntax;

import java.util.List;
import java.util.function.Consumer;

/// Parses a hosts file: an address followed by its names. Each name is an entry of its own and counts as one line.
final class HostsLines {

    private HostsLines() {}

    static void parse(String line, Consumer<ParsedLine> out) {
        List<String> words = LineSyntax.split(LineSyntax.withoutNote(line, '#'));
        if (words.isEmpty()) {
            out.accept(ParsedLine.IGNORED);
            return;
        }
        String address = words.getFirst();
        int zone = address.indexOf('%');
        String withoutZone = zone < 0 ? address : address.substring(0, zone);
        boolean sink = LineSyntax.isSink(withoutZone);
        if (words.size() == 1 || !(sink || LineSyntax.isIpv4(withoutZone) || LineSyntax.isIpv6(withoutZone))) {
            out.accept(ParsedLine.rejected(RejectReason.MALFORMED));
            return;
        }
        for (String name : words.subList(1, words.size())) {
            ParsedLine host = LineSyntax.host(name);
            boolean elsewhere = !sink && host instanceof ParsedLine.Accepted;
            out.accept(elsewhere ? ParsedLine.rejected(RejectReason.NOT_BLOCKED) : host);
        }
    }
}
