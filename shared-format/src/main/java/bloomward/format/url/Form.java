package bloomward.format.url;

import java.util.Arrays;

/// A canonical form, and where it can be cut. Written anew for each URL; one thread.
///
/// ```
///   _ a . b . e x a m p l e / 1 / 2 . h t m l ? q ... a . b . e x a m p l e / l e f t /
///   0 1   3                  ^   ^             ^   ^  ^                                ^
///     suffix starts         afterSlash   pathEnd  end leftStart                  leftEnd
/// ```
///
/// Behind the room of the longest form stand the directories that the path left by escaped dots, each with its host.
final class Form {

    /// The most directories that a path may leave by escaped dots.
    static final int MAX_LEFT = 32;

    /// At least the labels of the longest suffix; a power of two.
    static final int DOTS = 16;

    /// The room of a URL of which nothing is left, with `scheme://` missing and counted, and a slash added.
    static final int LENGTH = UrlExpressions.MAX_LENGTH + 16;

    byte[] buffer = new byte[LENGTH];
    Scheme scheme = Scheme.HTTP;
    int hostEnd;
    int pathEnd;
    int end;

    /// Whether browsers request just the canonical form; and up to where they do: its end, the end of its path, or behind
    /// the last slash that both have.
    boolean sure;
    int sureEnd;

    /// Positions behind the last dots of the host, the newest at `dots - 1`, modulo the length.
    final int[] afterDot = new int[DOTS];
    int dots;
    /// Positions behind the first slashes of the path.
    final int[] afterSlash;
    int slashes;

    final int[] leftStart = new int[MAX_LEFT];
    final int[] leftEnd = new int[MAX_LEFT];
    int left;

    Form(Rules rules) {
        afterSlash = new int[rules.directories()];
        buffer[0] = ' ';
    }

    /// Finds the places to cut.
    ///
    /// @param address whether the host is an address and so has no suffixes
    void cut(boolean address) {
        dots = 0;
        int at = 1;
        for (; at < hostEnd; at++) {
            if (buffer[at] == '.' && !address) {
                afterDot[dots++ & DOTS - 1] = at + 1;
            }
        }
        slashes = 0;
        for (; at < pathEnd && slashes < afterSlash.length; at++) {
            if (buffer[at] == '/') {
                afterSlash[slashes++] = at + 1;
            }
        }
    }

    /// Where the suffix of so many labels begins, which must be at most twelve and fewer than the host has.
    int suffix(int labels) {
        return afterDot[dots - labels & DOTS - 1];
    }

    /// Forgets of what was left the directories of the path itself.
    void forgetLeftOfPath() {
        int kept = 0;
        for (int i = 0; i < left; i++) {
            if (!isDirectory(leftStart[i], leftEnd[i])) {
                leftStart[kept] = leftStart[i];
                leftEnd[kept++] = leftEnd[i];
            }
        }
        left = kept;
    }

    private boolean isDirectory(int start, int stop) {
        for (int i = 0; i < slashes; i++) {
            if (Arrays.equals(buffer, 1, afterSlash[i], buffer, start, stop)) {
                return true;
            }
        }
        return false;
    }
}
