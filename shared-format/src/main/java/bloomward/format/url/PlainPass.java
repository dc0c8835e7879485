package bloomward.format.url;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Reads URLs that are canonical already but for letters, a port and a missing slash, as most are. It gives up at the first
/// byte that is not plain; all rules give the same wherever it does not.
final class PlainPass {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HTTP = 0x002f_2f3a_7074_7468L;
    private static final long HTTP_MASK = 0x00ff_ffff_ffff_ffffL;
    private static final long HTTPS = 0x2f2f_3a73_7074_7468L;

    private PlainPass() {}

    /// Reads a URL that needs nothing but lower-case letters, a dropped port and a first slash.
    ///
    /// @return whether it was one; if not, nothing is decided
    static boolean read(Form form, byte[] url, int from, int to) {
        if (to - from < 8) {
            return false;
        }
        long start = (long) LONG.get(url, from);
        int at;
        if ((start & HTTP_MASK) == HTTP) {
            form.scheme = Scheme.HTTP;
            at = from + 7;
        } else if (start == HTTPS) {
            form.scheme = Scheme.HTTPS;
            at = from + 8;
        } else {
            return false;
        }
        at = host(form, url, at, to);
        if (at < 0) {
            return false;
        }
        at = path(form, url, at, to);
        if (at < 0 || !query(form, url, at, to)) {
            return false;
        }
        form.sure = true;
        form.sureEnd = form.end;
        form.left = 0;
        return true;
    }

    /// Copies host and skips port; the position behind them, or -1 where the host is not plain.
    private static int host(Form form, byte[] url, int from, int to) {
        byte[] out = form.buffer;
        int[] afterDot = form.afterDot;
        int at = from;
        int write = 1;
        int dots = 0;
        while (at < to) {
            byte b = url[at];
            if (ByteKind.isHost(b)) {
                out[write++] = ByteKind.lowerCase(b);
            } else if (b == '.' && write > 1 && out[write - 1] != '.') {
                out[write++] = '.';
                afterDot[dots++ & Form.DOTS - 1] = write;
            } else {
                break;
            }
            at++;
        }
        if (write == 1 || out[write - 1] == '.') {
            return -1;
        }
        // A name whose last label begins with a digit may be an address.
        if (ByteKind.isDigit(out[dots == 0 ? 1 : afterDot[dots - 1 & Form.DOTS - 1]])) {
            return -1;
        }
        if (at < to && url[at] == ':') {
            do {
                at++;
            } while (at < to && ByteKind.isDigit(url[at]));
        }
        form.dots = dots;
        form.end = write;
        return at == to || url[at] == '/' || url[at] == '?' || url[at] == '#' ? at : -1;
    }

    /// Copies the path; the position behind it, or -1 where it is not plain.
    private static int path(Form form, byte[] url, int from, int to) {
        byte[] out = form.buffer;
        int[] afterSlash = form.afterSlash;
        int at = from;
        int write = form.end;
        int slashes = 0;
        if (at == to || url[at] != '/') {
            out[write++] = '/';
            afterSlash[slashes++] = write;
        }
        while (at < to) {
            byte b = url[at];
            if (ByteKind.isPathMark(b)) {
                if (b == '?' || b == '#') {
                    break;
                }
                boolean first = slashes == 0;
                boolean afterSlashByte = !first && out[write - 1] == '/';
                if ((b != '/' && b != '.') || afterSlashByte) {
                    return -1;
                }
                if (b == '/') {
                    if (slashes < afterSlash.length) {
                        afterSlash[slashes] = write + 1;
                    }
                    slashes++;
                }
            }
            out[write++] = b;
            at++;
        }
        form.slashes = Math.min(slashes, afterSlash.length);
        form.pathEnd = write;
        form.end = write;
        return at;
    }

    private static boolean query(Form form, byte[] url, int from, int to) {
        byte[] out = form.buffer;
        int at = from;
        int write = form.end;
        while (at < to && ByteKind.isPlain(url[at])) {
            out[write++] = url[at++];
        }
        form.end = write;
        return at == to || url[at] == '#';
    }
}
