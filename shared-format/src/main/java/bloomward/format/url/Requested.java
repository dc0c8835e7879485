package bloomward.format.url;

/// Path and query as browsers request them: dots resolved, every escape left as it is.
///
/// A server may understand them so, or as the canonical form does, which reads what is escaped twice, and slashes and
/// dots that are escaped. How far the two are the same is what this finds out.
final class Requested {

    private final byte[] text = new byte[UrlExpressions.MAX_LENGTH];
    private int pathEnd;
    private int end;
    private boolean differs;
    private boolean isPathSame;

    /// Copies path and query, if they have an escape that can be read in two ways: in the path of a slash, or anywhere of a
    /// byte that can be part of another escape. Most have none.
    ///
    /// @param query where the path's raw text ended; a `?` stands there if that is not the end
    void take(byte[] raw, int path, int pathTo, int query, int to) {
        differs = canDiffer(raw, path, pathTo, true) || canDiffer(raw, query, to, false);
        if (differs) {
            pathEnd = pathTo - path;
            System.arraycopy(raw, path, text, 0, pathEnd);
            end = pathEnd + to - query;
            System.arraycopy(raw, query, text, pathEnd, to - query);
        }
    }

    /// Whether the canonical form may be another.
    boolean canDiffer() {
        return differs;
    }

    /// For a URL without escapes.
    void takeNothing() {
        differs = false;
    }

    private static boolean canDiffer(byte[] raw, int from, int to, boolean slashes) {
        for (int at = from; at < to; at++) {
            if (raw[at] == '%') {
                int value = Escapes.value(raw, at, to);
                if (value >= 0 && (value == '%' || ByteKind.hexValue((byte) value) >= 0
                        || (slashes && ByteKind.isSlash((byte) value)))) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Says in a form how far it is what was taken, unescaped once.
    void compare(Form form) {
        int same = differs ? samePathUntil(form) : form.pathEnd;
        form.sure = !differs || (isPathSame && isQuerySame(form));
        form.sureEnd = form.sure ? form.end : same;
    }

    private int samePathUntil(Form form) {
        isPathSame = false;
        int canonical = form.hostEnd + 1;
        int same = canonical;
        boolean afterSlash = true;
        for (int at = 0; at < pathEnd; at++) {
            if (ByteKind.isSlash(text[at])) {
                if (!afterSlash) {
                    if (canonical >= form.pathEnd || form.buffer[canonical] != '/') {
                        return same;
                    }
                    same = ++canonical;
                }
                afterSlash = true;
                continue;
            }
            int value = Escapes.value(text, at, pathEnd);
            byte b = value < 0 ? text[at] : (byte) value;
            int behind = ByteKind.isSlash(b) ? -1 : behind(form.buffer, canonical, form.pathEnd, b, b == '?');
            if (behind < 0) {
                return same;
            }
            canonical = behind;
            afterSlash = false;
            at += value < 0 ? 0 : 2;
        }
        isPathSame = canonical == form.pathEnd;
        return isPathSame ? canonical : same;
    }

    private boolean isQuerySame(Form form) {
        int canonical = form.pathEnd + 1;
        for (int at = pathEnd + 1; at < end; at++) {
            int value = Escapes.value(text, at, end);
            int behind = behind(form.buffer, canonical, form.end, value < 0 ? text[at] : (byte) value, false);
            if (behind < 0) {
                return false;
            }
            canonical = behind;
            at += value < 0 ? 0 : 2;
        }
        return true;
    }

    /// The position behind a byte in canonical spelling, or -1 if something else stands there.
    private static int behind(byte[] canonical, int at, int to, byte b, boolean escaped) {
        if (ByteKind.isPlain(b) && !escaped) {
            return at < to && canonical[at] == b ? at + 1 : -1;
        }
        return at + 3 <= to && Escapes.value(canonical, at, to) == (b & 0xff) ? at + 3 : -1;
    }
}
