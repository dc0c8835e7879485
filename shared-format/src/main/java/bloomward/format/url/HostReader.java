package bloomward.format.url;

import java.util.Optional;

/// An authority to its canonical host: drops user info and port, and reads the rest by the rules of a number.
final class HostReader {

    private static final Optional<Unjudgeable> DONE = Optional.empty();
    private static final Optional<Unjudgeable> TOO_LONG = Optional.of(Unjudgeable.TOO_LONG);
    private static final Optional<Unjudgeable> NO_HOST = Optional.of(Unjudgeable.NO_HOST);
    private static final Optional<Unjudgeable> BAD_HOST = Optional.of(Unjudgeable.BAD_HOST);

    /// The most times that a host is unescaped and mapped. Browsers do either once or twice.
    private static final int MAX_ROUNDS = 8;
    /// The most bytes that are mapped: several times a name of the DNS, whatever it is composed of. Mapping takes time
    /// with the square of a run of combining marks.
    private static final int MAX_MAPPED = 1024;

    private final Rules rules;
    private final Form form;

    private byte[] host = {};
    private int start;
    private int stop;
    private boolean address;

    HostReader(Rules rules, Form form) {
        this.rules = rules;
        this.form = form;
    }

    /// Whether the host is an IP address and so has no suffixes.
    boolean isAddress() {
        return address;
    }

    /// Reads an authority, in whose array it works, and writes the host.
    Optional<Unjudgeable> read(byte[] text, int from, int to) {
        host = text;
        start = from;
        address = false;
        for (int at = from; at < to; at++) {
            if (text[at] == '@') {
                start = at + 1;
            }
        }
        boolean bracketed = start < to && text[start] == '[';
        stop = bracketed ? closing(to) : portOrEnd(to);
        if (stop < 0) {
            return BAD_HOST;
        }
        return rules == Rules.SAFE_BROWSING ? asDocumented(bracketed) : asVisited();
    }

    /// The end of a host in brackets, or -1 where something else than a port follows.
    private int closing(int to) {
        int at = start;
        while (at < to && host[at] != ']') {
            at++;
        }
        return at == to || (at + 1 < to && host[at + 1] != ':') ? -1 : at + 1;
    }

    /// The end of a name, or -1 where there are two colons: an IPv6 address without brackets, or worse.
    private int portOrEnd(int to) {
        int at = start;
        while (at < to && host[at] != ':') {
            at++;
        }
        for (int other = at + 1; other < to; other++) {
            if (host[other] == ':') {
                return -1;
            }
        }
        return at;
    }

    /// Unescaped until stable, then mapped once; what UTS #46 refuses stays as it is.
    private Optional<Unjudgeable> asDocumented(boolean bracketed) {
        if (bracketed) {
            return readIpv6(start + 1, Escapes.unescape(host, start + 1, stop - 1));
        }
        stop = Escapes.unescape(host, start, stop);
        if (!isAscii()) {
            Idn.toAscii(host, start, stop).filter(HostReader::hasNothingToEscape).ifPresent(this::take);
        }
        return readName();
    }

    /// Unescaped and mapped by turns until stable, because browsers do both, and some unescape again after mapping.
    private Optional<Unjudgeable> asVisited() {
        boolean stable = false;
        for (int round = 1; !stable; round++) {
            int unescaped = Escapes.unescapeOnce(host, start, stop);
            stable = unescaped == stop;
            stop = unescaped;
            if (!isAscii()) {
                if (stop - start > MAX_MAPPED) {
                    return BAD_HOST;
                }
                Optional<byte[]> ascii = Idn.toAscii(host, start, stop);
                if (ascii.isEmpty()) {
                    return BAD_HOST;
                }
                take(ascii.get());
                stable = false;
            }
            if (round == MAX_ROUNDS && !stable) {
                return BAD_HOST;
            }
        }
        if (start < stop && host[start] == '[') {
            return host[stop - 1] == ']' ? readIpv6(start + 1, stop - 1) : BAD_HOST;
        }
        return readName();
    }

    private void take(byte[] ascii) {
        host = ascii;
        start = 0;
        stop = ascii.length;
    }

    private Optional<Unjudgeable> readIpv6(int from, int to) {
        Optional<Ipv6> parsed = Ipv6.parse(host, from, to);
        if (parsed.isEmpty()) {
            return BAD_HOST;
        }
        long ipv4 = parsed.get().toIpv4();
        form.hostEnd = ipv4 == Ipv4.NONE ? parsed.get().write(form.buffer, 1) : Ipv4.write(ipv4, form.buffer, 1);
        address = true;
        return DONE;
    }

    private Optional<Unjudgeable> readName() {
        lowerCaseWithoutSpareDots();
        if (stop == start) {
            return NO_HOST;
        }
        long ipv4 = Ipv4.parse(host, start, stop);
        if (ipv4 != Ipv4.NONE) {
            form.hostEnd = Ipv4.write(ipv4, form.buffer, 1);
            address = true;
            return DONE;
        }
        if (rules == Rules.BROWSERS && !isName()) {
            return BAD_HOST;
        }
        byte[] out = form.buffer;
        int end = 1;
        for (int at = start; at < stop; at++) {
            if (end + 5 > UrlExpressions.MAX_LENGTH + 1) {
                return TOO_LONG;
            }
            byte b = host[at];
            if (ByteKind.isEscapedInHost(b)) {
                end = Escapes.write(b, out, end);
            } else {
                out[end++] = b;
            }
        }
        form.hostEnd = end;
        return DONE;
    }

    /// Whether browsers take it for a name: no byte that none has, and not what only an address ends in.
    private boolean isName() {
        int lastLabel = start;
        for (int at = start; at < stop; at++) {
            if (ByteKind.isForbiddenInHost(host[at])) {
                return false;
            }
            lastLabel = host[at] == '.' ? at + 1 : lastLabel;
        }
        return !Ipv4.isNumber(host, lastLabel, stop);
    }

    private boolean isAscii() {
        for (int at = start; at < stop; at++) {
            if (host[at] < 0) {
                return false;
            }
        }
        return true;
    }

    /// In place.
    private void lowerCaseWithoutSpareDots() {
        int end = start;
        for (int at = start; at < stop; at++) {
            if (host[at] != '.' || (end > start && host[end - 1] != '.')) {
                host[end++] = ByteKind.lowerCase(host[at]);
            }
        }
        stop = end > start && host[end - 1] == '.' ? end - 1 : end;
    }

    private static boolean hasNothingToEscape(byte[] host) {
        for (byte b : host) {
            if (ByteKind.isEscapedInHost(b)) {
                return false;
            }
        }
        return true;
    }
}
