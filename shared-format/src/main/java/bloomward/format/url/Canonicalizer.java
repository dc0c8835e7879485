package bloomward.format.url;

import java.util.Optional;

/// All rules of the canonical form (FORMAT.md 2), step by step. Writes into the buffer it was given, behind its first
/// byte.
final class Canonicalizer {

    private static final Optional<Unjudgeable> DONE = Optional.empty();
    private static final Optional<Unjudgeable> EMPTY = Optional.of(Unjudgeable.EMPTY);
    private static final Optional<Unjudgeable> TOO_LONG = Optional.of(Unjudgeable.TOO_LONG);
    private static final Optional<Unjudgeable> UNKNOWN_SCHEME = Optional.of(Unjudgeable.SCHEME);
    private static final Optional<Unjudgeable> NO_HOST = Optional.of(Unjudgeable.NO_HOST);
    private static final Optional<Unjudgeable> BAD_HOST = Optional.of(Unjudgeable.BAD_HOST);

    private final byte[] out;
    private final byte[] text = new byte[UrlExpressions.MAX_LENGTH];

    private Scheme scheme = Scheme.HTTP;
    private int hostEnd;
    private int pathEnd;
    private int end;
    private boolean address;

    Canonicalizer(byte[] out) {
        this.out = out;
    }

    Scheme scheme() {
        return scheme;
    }

    int hostEnd() {
        return hostEnd;
    }

    int pathEnd() {
        return pathEnd;
    }

    int end() {
        return end;
    }

    /// Whether the host is an IP address and so has no suffixes.
    boolean isAddress() {
        return address;
    }

    /// Reads a URL without blanks around it.
    Optional<Unjudgeable> read(byte[] url, int from, int to) {
        int length = clean(url, from, to);
        if (length == 0) {
            return EMPTY;
        }
        int colon = schemeEnd(length);
        int start = 0;
        scheme = Scheme.HTTP;
        if (colon > 0) {
            Optional<Scheme> named = Scheme.named(text, 0, colon);
            if (named.isEmpty() && !isPort(colon + 1, length)) {
                return UNKNOWN_SCHEME;
            }
            scheme = named.orElse(Scheme.HTTP);
            start = named.isPresent() ? colon + 1 : 0;
        }
        int authority = skipSlashes(start, length);
        if (start == 0 && authority == 1) {
            return NO_HOST; // a path, and no way to know whose
        }
        return readFrom(authority, length);
    }

    private Optional<Unjudgeable> readFrom(int authority, int length) {
        int authorityEnd = authority;
        while (authorityEnd < length && !ByteKind.isSlash(text[authorityEnd]) && text[authorityEnd] != '?') {
            authorityEnd++;
        }
        int query = authorityEnd;
        while (query < length && text[query] != '?') {
            query++;
        }
        end = 1;
        address = false;
        Optional<Unjudgeable> problem = readAuthority(authority, authorityEnd);
        if (problem.isPresent()) {
            return problem;
        }
        hostEnd = end;
        if (!writePath(authorityEnd, resolvePath(authorityEnd, query))) {
            return TOO_LONG;
        }
        pathEnd = end;
        if (query < length && !writeQuery(query + 1, Escapes.unescape(text, query + 1, length))) {
            return TOO_LONG;
        }
        return DONE;
    }

    /// Copies the URL without TAB, CR, LF and fragment; the length of what is left.
    private int clean(byte[] url, int from, int to) {
        int length = 0;
        for (int at = from; at < to && url[at] != '#'; at++) {
            byte b = url[at];
            if (b != '\t' && b != '\r' && b != '\n') {
                text[length++] = b;
            }
        }
        return length;
    }

    /// The colon behind what looks like a scheme, or -1.
    private int schemeEnd(int length) {
        if (!ByteKind.isLetter(text[0])) {
            return -1;
        }
        for (int at = 1; at < length; at++) {
            byte b = text[at];
            if (b == ':') {
                return at;
            }
            if (!ByteKind.isLetter(b) && !ByteKind.isDigit(b) && b != '+' && b != '-' && b != '.') {
                return -1;
            }
        }
        return -1;
    }

    /// Whether nothing but digits stands there before the host ends or, where it was user info, begins.
    private boolean isPort(int from, int length) {
        int at = from;
        while (at < length && ByteKind.isDigit(text[at])) {
            at++;
        }
        return at > from && (at == length || ByteKind.isSlash(text[at]) || text[at] == '?' || text[at] == '@');
    }

    private int skipSlashes(int from, int length) {
        int at = from;
        while (at < length && ByteKind.isSlash(text[at])) {
            at++;
        }
        return at;
    }

    /// Drops user info and port and writes the host.
    private Optional<Unjudgeable> readAuthority(int from, int to) {
        int host = from;
        for (int at = from; at < to; at++) {
            if (text[at] == '@') {
                host = at + 1;
            }
        }
        if (host < to && text[host] == '[') {
            return readBracketed(host + 1, to);
        }
        int hostTo = host;
        while (hostTo < to && text[hostTo] != ':') {
            hostTo++;
        }
        for (int at = hostTo + 1; at < to; at++) {
            if (text[at] == ':') {
                return BAD_HOST; // an IPv6 address without brackets, or worse
            }
        }
        return readHost(host, Escapes.unescape(text, host, hostTo));
    }

    private Optional<Unjudgeable> readBracketed(int from, int to) {
        int close = from;
        while (close < to && text[close] != ']') {
            close++;
        }
        if (close == to || (close + 1 < to && text[close + 1] != ':')) {
            return BAD_HOST;
        }
        Optional<Ipv6> parsed = Ipv6.parse(text, from, Escapes.unescape(text, from, close));
        if (parsed.isEmpty()) {
            return BAD_HOST;
        }
        long ipv4 = parsed.get().toIpv4();
        end = ipv4 == Ipv4.NONE ? parsed.get().write(out, end) : Ipv4.write(ipv4, out, end);
        address = true;
        return DONE;
    }

    private Optional<Unjudgeable> readHost(int from, int to) {
        byte[] host = text;
        int start = from;
        int stop = to;
        if (!isAscii(from, to)) {
            Optional<byte[]> ascii = Idn.toAscii(text, from, to);
            if (ascii.isPresent()) {
                host = ascii.get();
                start = 0;
                stop = host.length;
            }
        }
        stop = lowerCaseWithoutSpareDots(host, start, stop);
        if (stop == start) {
            return NO_HOST;
        }
        long ipv4 = Ipv4.parse(host, start, stop);
        if (ipv4 != Ipv4.NONE) {
            end = Ipv4.write(ipv4, out, end);
            address = true;
            return DONE;
        }
        for (int at = start; at < stop; at++) {
            if (!hasRoom()) {
                return TOO_LONG;
            }
            write(host[at], ByteKind.isEscapedInHost(host[at]));
        }
        return DONE;
    }

    private boolean isAscii(int from, int to) {
        for (int at = from; at < to; at++) {
            if (text[at] < 0) {
                return false;
            }
        }
        return true;
    }

    /// In place; the new end.
    private static int lowerCaseWithoutSpareDots(byte[] host, int from, int to) {
        int stop = from;
        for (int at = from; at < to; at++) {
            if (host[at] != '.' || (stop > from && host[stop - 1] != '.')) {
                host[stop++] = ByteKind.lowerCase(host[at]);
            }
        }
        return stop > from && host[stop - 1] == '.' ? stop - 1 : stop;
    }

    /// Resolves dot segments twice: first those that a browser sees, so that `/x%2Fy/../z` is the `/z` that it asks
    /// for; then those that unescaping brought.
    ///
    /// @return the end of the path, which is now as meant but for runs of slashes
    private int resolvePath(int from, int to) {
        int seen = DotSegments.resolve(text, from, to);
        return DotSegments.resolve(text, from, Escapes.unescape(text, from, seen));
    }

    private boolean writePath(int from, int to) {
        write((byte) '/', false);
        for (int at = from; at < to; at++) {
            if (!hasRoom()) {
                return false;
            }
            byte b = text[at];
            if (!ByteKind.isSlash(b)) {
                write(b, !ByteKind.isPlain(b) || b == '?');
            } else if (out[end - 1] != '/') {
                write((byte) '/', false);
            }
        }
        return hasRoom();
    }

    private boolean writeQuery(int from, int to) {
        write((byte) '?', false);
        for (int at = from; at < to; at++) {
            if (!hasRoom()) {
                return false;
            }
            write(text[at], !ByteKind.isPlain(text[at]));
        }
        return hasRoom();
    }

    /// Whether one more byte, escaped, and two delimiters fit.
    private boolean hasRoom() {
        return end + 5 <= UrlExpressions.MAX_LENGTH + 1;
    }

    private void write(byte b, boolean escaped) {
        if (escaped) {
            end = Escapes.write(b, out, end);
        } else {
            out[end++] = b;
        }
    }
}
