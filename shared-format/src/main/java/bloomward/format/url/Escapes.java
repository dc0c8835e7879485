package bloomward.format.url;

/// Percent-escapes.
final class Escapes {

    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

    private Escapes() {}

    /// Unescapes in place until nothing is left to unescape.
    ///
    /// Bytes are pushed one by one; when the last three are an escape they become one, which may itself complete an
    /// escape. No two escapes can overlap, so this gives what unescaping over and over would give, in one pass: `%25`
    /// repeated costs no more than any other text.
    ///
    /// @return the new end
    static int unescape(byte[] text, int from, int to) {
        int end = from;
        for (int at = from; at < to; at++) {
            text[end++] = text[at];
            while (end - from >= 3 && text[end - 3] == '%') {
                int high = ByteKind.hexValue(text[end - 2]);
                int low = ByteKind.hexValue(text[end - 1]);
                if (high < 0 || low < 0) {
                    break;
                }
                end -= 2;
                text[end - 1] = (byte) (high << 4 | low);
            }
        }
        return end;
    }

    /// Unescapes in place what is an escape as it stands, and nothing that arises by it.
    ///
    /// @return the new end
    static int unescapeOnce(byte[] text, int from, int to) {
        int end = from;
        for (int at = from; at < to; at++) {
            int value = value(text, at, to);
            text[end++] = value < 0 ? text[at] : (byte) value;
            at += value < 0 ? 0 : 2;
        }
        return end;
    }

    /// The byte that is escaped here, or -1 if there is no escape.
    static int value(byte[] text, int at, int to) {
        if (text[at] != '%' || to - at < 3) {
            return -1;
        }
        int high = ByteKind.hexValue(text[at + 1]);
        int low = ByteKind.hexValue(text[at + 2]);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    /// Writes a byte of a path, which is no slash.
    ///
    /// @return the position behind it
    static int writePath(byte b, byte[] out, int at) {
        if (!ByteKind.isPlain(b) || b == '?') {
            return write(b, out, at);
        }
        out[at] = b;
        return at + 1;
    }

    /// Writes `%XX`.
    ///
    /// @return the position behind it
    static int write(byte b, byte[] out, int at) {
        out[at] = '%';
        out[at + 1] = HEX[b >>> 4 & 15];
        out[at + 2] = HEX[b & 15];
        return at + 3;
    }
}
