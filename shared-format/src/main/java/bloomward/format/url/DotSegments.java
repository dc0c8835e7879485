package bloomward.format.url;

/// Dot segments as browsers resolve them: `%2e` is a dot, and an empty segment is a segment.
final class DotSegments {

    private DotSegments() {}

    /// Resolves in place the dot segments of a path that is empty or begins with a slash.
    ///
    /// @return the new end
    static int resolve(byte[] text, int from, int to) {
        return resolve(text, from, to, (_, _, _) -> true);
    }

    /// Told of a directory that two dots take away, in the text that is being resolved; whether to go on.
    interface Leaving {

        boolean leave(byte[] text, int from, int to);
    }

    /// As [#resolve(byte[], int, int)].
    ///
    /// @return the new end, or -1 if it was not to go on
    static int resolve(byte[] text, int from, int to, Leaving leaving) {
        int end = from;
        int at = from;
        while (at < to) {
            int next = at + 1;
            while (next < to && !ByteKind.isSlash(text[next])) {
                next++;
            }
            int dots = dots(text, at + 1, next);
            if (dots == 0) {
                System.arraycopy(text, at, text, end, next - at);
                end += next - at;
            } else {
                if (dots == 2 && end > from) {
                    if (!leaving.leave(text, from, end)) {
                        return -1;
                    }
                    end = withoutLastSegment(text, from, end);
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
