package bloomward.format.url;

import java.util.Arrays;

/// The directories that a path leaves by escaped dots, kept behind the canonical form.
///
/// The path so far is written only once, segment by segment, and not anew for each directory: so the work grows with the
/// length of the URL, however deep the path is and however often it goes up.
final class LeftDirectories implements DotSegments.Steps {

    /// The most bytes that they may take with their hosts.
    private static final int MAX_LENGTH = 4 * UrlExpressions.MAX_LENGTH;

    private final Form form;

    private byte[] path = {};
    private int end;
    private int slashes;

    LeftDirectories(Form form) {
        this.form = form;
    }

    void begin() {
        form.left = 0;
        end = 0;
        slashes = 0;
    }

    @Override
    public void enter(byte[] text, int from, int to) {
        int worst = end + 3 * (to - from) + 1;
        if (worst > path.length) {
            path = Arrays.copyOf(path, Math.max(worst, 2 * path.length));
        }
        if (!endsWithSlash()) {
            path[end++] = '/';
            slashes++;
        }
        for (int at = from + 1; at < to; at++) {
            end = Escapes.writePath(text[at], path, end);
        }
    }

    @Override
    public boolean leave(boolean isAfterSlash) {
        boolean isKept = keep();
        while (!endsWithSlash()) {
            end--;
        }
        if (!isAfterSlash) {
            end--;
            slashes--;
        }
        return isKept;
    }

    /// Keeps what the path is now, unless it was kept before, or is too deep or too long for an entry to reach.
    ///
    /// @return whether there was room
    private boolean keep() {
        boolean isClosed = endsWithSlash();
        int hostLength = form.hostEnd - 1;
        int length = hostLength + end + (isClosed ? 0 : 1);
        if (slashes >= form.afterSlash.length || length > UrlExpressions.MAX_LENGTH) {
            return true;
        }
        if (!isClosed) {
            path[end] = '/'; // there was room for a slash that was not written, or for one byte of three
        }
        if (isKept(hostLength, length)) {
            return true;
        }
        int start = form.left == 0 ? Form.LENGTH : form.leftEnd[form.left - 1];
        if (form.left == Form.MAX_LEFT || start + length - Form.LENGTH > MAX_LENGTH) {
            return false;
        }
        if (start + length > form.buffer.length) {
            form.buffer = Arrays.copyOf(form.buffer, start + length);
        }
        System.arraycopy(form.buffer, 1, form.buffer, start, hostLength);
        System.arraycopy(path, 0, form.buffer, start + hostLength, length - hostLength);
        form.leftStart[form.left] = start;
        form.leftEnd[form.left++] = start + length;
        return true;
    }

    private boolean isKept(int hostLength, int length) {
        for (int i = form.left - 1; i >= 0; i--) {
            if (form.leftEnd[i] - form.leftStart[i] == length && Arrays.equals(form.buffer,
                    form.leftStart[i] + hostLength, form.leftEnd[i], path, 0, length - hostLength)) {
                return true;
            }
        }
        return false;
    }

    private boolean endsWithSlash() {
        return end > 0 && path[end - 1] == '/';
    }
}
