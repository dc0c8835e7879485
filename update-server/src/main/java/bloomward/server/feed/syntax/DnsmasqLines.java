package bloomward.server.feed.syntax;

import java.util.function.Consumer;

/// Parses dnsmasq's configuration: `address=/host/host/sink`, and `server=/host/` or `local=/host/` without a server.
/// Each host is an entry of its own and counts as one line.
final class DnsmasqLines {

    private DnsmasqLines() {}

    static void parse(String line, Consumer<ParsedLine> out) {
        String text = LineSyntax.withoutNote(line, '#');
        if (text.isEmpty()) {
            out.accept(ParsedLine.IGNORED);
            return;
        }
        int equals = text.indexOf('=');
        String option = equals < 0 ? "" : LineSyntax.stripped(text.substring(0, equals));
        String value = LineSyntax.stripped(text.substring(equals + 1));
        int last = value.lastIndexOf('/');
        boolean address = option.equals("address");
        boolean known = address || option.equals("server") || option.equals("local");
        if (!known || !value.startsWith("/") || last == 0) {
            out.accept(ParsedLine.rejected(RejectReason.MALFORMED));
            return;
        }
        String target = value.substring(last + 1);
        boolean blocks = target.isEmpty() || (address && (target.equals("#") || LineSyntax.isSink(target)));
        for (String host : value.substring(1, last).split("/", -1)) {
            out.accept(blocks ? LineSyntax.domain(host) : ParsedLine.rejected(RejectReason.NOT_BLOCKED));
        }
    }
}
