package bloomward.format.url;

/// Dot segments as browsers resolve them: `%2e` is a dot, and an empty segment is a segment.
final class DotSegments {

    private DotSegments() {}

    /// Resolves in place the dot segments of a path that is empty or begins with a slash.
    ///
    /// @return the new end
    static int resolve(byte[] text, int from, int to) {
        return resolve(text, from, to, UNTOLD);
    }

    /// Told of the segments, each with the slash before it, of which the path consists so far.
    interface Steps {

        void enter(byte[] text, int from, int to);

        /// Two dots take the last segment away.
        ///
        /// @param isAfterSlash whether the one before it is empty, so that its slash follows another one
        /// @return whether to go on
        boolean leave(boolean isAfterSlash);
    }

    private static final Steps UNTOLD = new Steps() {

        @Override
        public void enter(byte[] text, int from, int to) {}

        @Override
        public boolean leave(boolean isAfterSlash) {
            return true;
        }
    };

    /// As [#resolve(byte[], int, int)].
    ///
    /// @return the new end, or -1 if it was not to go on
    static int resolve(byte[] text, int from, int to, Steps steps) {
        int end = from;
        int at = from;
        while (at < to) {
            int next = at + 1;
            while (next < to && !ByteKind.isSlash(text[next])) {
                next++;
            }
            int dots = dots(text, at + 1, next);
            if (dots == 0) {
                steps.enter(text, at, next);
                System.arraycopy(text, at, text, end, next - at);
                end += next - at;
            } else {
                if (dots == 2 && end > from) {
                    end = withoutLastSegment(text, from, end);
                    if (!steps.leave(end > from && ByteKind.isSlash(text[end - 1]))) {
                        return -1;
                    }
                }
                if (next == to) {
                    text[end++] = '/';
                }
            }
            at = next;
        }
        return end;
    }

    /// One or two if the segment is a dot or two, else 0.
    private static int dots(byte[] text, int from, int to) {
        int dots = 0;
        int at = from;
        while (at < to && dots <= 2) {
            if (text[at] == '.') {
                at++;
            } else if (to - at >= 3 && text[at] == '%' && text[at + 1] == '2' && (text[at + 2] | 0x20) == 'e') {
                at += 3;
            } else {
                return 0;
            }
            dots++;
        }
        return dots <= 2 ? dots : 0;
    }

    private static int withoutLastSegment(byte[] text, int from, int to) {
        int end = to;
        while (end > from) {
            end--;
            if (ByteKind.isSlash(text[end])) {
                break;
            }
        }
        return end;
    }
}
