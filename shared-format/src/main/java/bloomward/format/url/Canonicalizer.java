package bloomward.format.url;

import java.util.Optional;

/// All rules of the canonical form (FORMAT.md 2), step by step.
final class Canonicalizer {

    private static final Optional<Unjudgeable> DONE = Optional.empty();
    private static final Optional<Unjudgeable> EMPTY = Optional.of(Unjudgeable.EMPTY);
    private static final Optional<Unjudgeable> TOO_LONG = Optional.of(Unjudgeable.TOO_LONG);
    private static final Optional<Unjudgeable> UNKNOWN_SCHEME = Optional.of(Unjudgeable.SCHEME);
    private static final Optional<Unjudgeable> NO_ADDRESS = Optional.of(Unjudgeable.NO_ADDRESS);
    private static final Optional<Unjudgeable> NO_HOST = Optional.of(Unjudgeable.NO_HOST);
    private static final Optional<Unjudgeable> DOTS = Optional.of(Unjudgeable.DOTS);

    private static final byte[] LOCALHOST = {'l', 'o', 'c', 'a', 'l', 'h', 'o', 's', 't'};

    private final Rules rules;
    private final Form form;
    private final HostReader host;
    private final byte[] text = new byte[UrlExpressions.MAX_LENGTH];
    private final Requested requested = new Requested();
    private final LeftDirectories leaving;
    private boolean hasEscapes;
    /// Whether the text ends where the URL, or its fragment, does.
    private boolean isWhole;

    Canonicalizer(Rules rules, Form form) {
        this.rules = rules;
        this.form = form;
        this.host = new HostReader(rules, form);
        this.leaving = new LeftDirectories(form);
    }

    /// Reads a URL without blanks around it.
    Optional<Unjudgeable> read(byte[] url, int from, int to) {
        return read(clean(url, from, to), false);
    }

    /// Reads a URL as if it ended behind its host, which must be among its first bytes.
    Optional<Unjudgeable> readHost(byte[] url, int from, int to) {
        return read(clean(url, from, to), true);
    }

    private Optional<Unjudgeable> read(int length, boolean hostOnly) {
        if (length == 0) {
            return EMPTY;
        }
        int colon = schemeEnd(length);
        int start = 0;
        form.scheme = Scheme.HTTP;
        if (colon > 0) {
            Optional<Scheme> named = Scheme.named(text, 0, colon);
            if (named.isEmpty() && !(isPort(colon + 1, length) && isHost(0, colon))) {
                return UNKNOWN_SCHEME;
            }
            form.scheme = named.orElse(Scheme.HTTP);
            start = named.isPresent() ? colon + 1 : 0;
        }
        int authority = skipSlashes(start, length);
        if (start == 0 && authority == 1) {
            return NO_HOST; // a path, and no way to know whose
        }
        int authorityEnd = authority;
        while (authorityEnd < length && !ByteKind.isSlash(text[authorityEnd]) && text[authorityEnd] != '?') {
            authorityEnd++;
        }
        if (authority == 0 && rules == Rules.BROWSERS && !beginsWithHost(authorityEnd)) {
            return NO_ADDRESS;
        }
        if (hostOnly && authorityEnd == length && !isWhole) {
            return TOO_LONG;
        }
        return readFrom(authority, authorityEnd, hostOnly ? authorityEnd : length);
    }

    private Optional<Unjudgeable> readFrom(int authority, int authorityEnd, int length) {
        int query = authorityEnd;
        while (query < length && text[query] != '?') {
            query++;
        }
        Optional<Unjudgeable> problem = host.read(text, authority, authorityEnd);
        if (problem.isPresent()) {
            return problem;
        }
        form.end = form.hostEnd;
        leaving.begin();
        int meant = resolve(authorityEnd, query, length);
        if (meant < 0) {
            return DOTS;
        }
        if (!writePath(authorityEnd, meant)) {
            return TOO_LONG;
        }
        form.pathEnd = form.end;
        if (query < length && !writeQuery(query + 1, hasEscapes ? Escapes.unescape(text, query + 1, length) : length)) {
            return TOO_LONG;
        }
        requested.compare(form);
        form.cut(host.isAddress());
        form.forgetLeftOfPath();
        return DONE;
    }

    /// Resolves the dots of a path, in place: first those that a browser sees, so that `/x%2Fy/../z` is the `/z` that it asks
    /// for; then those that unescaping brought.
    ///
    /// @return the end of the path, which is as meant then but for runs of slashes, or -1 if it leaves too much
    private int resolve(int path, int query, int length) {
        int seen = DotSegments.resolve(text, path, query);
        if (!hasEscapes) {
            requested.takeNothing();
            return seen;
        }
        if (rules == Rules.SAFE_BROWSING) {
            requested.takeNothing();
            return DotSegments.resolve(text, path, Escapes.unescape(text, path, seen));
        }
        requested.take(text, path, seen, query, length);
        int unescaped = Escapes.unescape(text, path, seen);
        return requested.canDiffer() ? DotSegments.resolve(text, path, unescaped, leaving) : unescaped;
    }

    /// Copies the URL, or as much of it as there is room for, without TAB, CR, LF and fragment; the length of what is left.
    private int clean(byte[] url, int from, int to) {
        int length = 0;
        boolean percents = false;
        int stop = Math.min(to, from + text.length);
        int at = from;
        for (; at < stop && url[at] != '#'; at++) {
            byte b = url[at];
            if (b != '\t' && b != '\r' && b != '\n') {
                text[length++] = b;
                percents |= b == '%';
            }
        }
        hasEscapes = percents;
        isWhole = at == to || url[at] == '#';
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

    /// Whether what stands before a port, and after no scheme, is a host: anything else may be a scheme that is not known
    /// here, such as that of a script.
    private boolean isHost(int from, int to) {
        if (rules == Rules.SAFE_BROWSING) {
            return true;
        }
        if (from < to && (text[from] == '[' || ByteKind.isDigit(text[from]))) {
            return true; // so begins no scheme
        }
        boolean isLocalhost = to - from == LOCALHOST.length;
        for (int i = 0; i < LOCALHOST.length && isLocalhost; i++) {
            isLocalhost = ByteKind.lowerCase(text[from + i]) == LOCALHOST[i];
        }
        boolean hasDot = false;
        for (int at = from; at < to && !hasDot; at++) {
            hasDot = text[at] == '.';
        }
        return isLocalhost || hasDot;
    }

    /// Whether a text without a scheme begins with a host and, if it has a colon behind that, its port. Where it does not,
    /// as in `<http://...`, something hides the scheme.
    private boolean beginsWithHost(int to) {
        int from = 0;
        int colon = -1;
        for (int at = 0; at < to; at++) {
            if (text[at] == '@') {
                from = at + 1;
                colon = -1;
            } else if (text[at] == ']') {
                colon = -1;
            } else if (text[at] == ':' && colon < 0) {
                colon = at;
            }
        }
        return colon < 0 || (isPort(colon + 1, to) && isHost(from, colon));
    }

    private int skipSlashes(int from, int length) {
        int at = from;
        while (at < length && ByteKind.isSlash(text[at])) {
            at++;
        }
        return at;
    }

    private boolean writePath(int from, int to) {
        byte[] out = form.buffer;
        int write = form.end;
        out[write++] = '/';
        for (int at = from; at < to; at++) {
            if (!hasRoom(write)) {
                return false;
            }
            byte b = text[at];
            if (!ByteKind.isSlash(b)) {
                write = Escapes.writePath(b, out, write);
            } else if (out[write - 1] != '/') {
                out[write++] = '/';
            }
        }
        form.end = write;
        return hasRoom(write);
    }

    private boolean writeQuery(int from, int to) {
        byte[] out = form.buffer;
        int write = form.end;
        out[write++] = '?';
        for (int at = from; at < to; at++) {
            if (!hasRoom(write)) {
                return false;
            }
            byte b = text[at];
            if (ByteKind.isPlain(b)) {
                out[write++] = b;
            } else {
                write = Escapes.write(b, out, write);
            }
        }
        form.end = write;
        return hasRoom(write);
    }

    /// Whether one more byte, escaped, and two delimiters fit.
    private static boolean hasRoom(int end) {
        return end + 5 <= UrlExpressions.MAX_LENGTH + 1;
    }
}
