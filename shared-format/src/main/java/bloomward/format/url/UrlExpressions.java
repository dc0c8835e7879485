package bloomward.format.url;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/// The canonical form and the expressions of one URL after another (FORMAT.md 2). Made once and used for many URLs, by
/// one thread.
///
/// Everything stands in one buffer, a space and then `host/path?query`:
///
/// ```
///   _ a . b . e x a m p l e / 1 / 2 . h t m l ? q
///   0 1   3                ^   ^             ^   ^
///     suffix starts        prefix ends: directories, path, path with query
/// ```
///
/// Every expression is a host suffix with a path prefix, so it runs from a suffix start to a prefix end. The last one is
/// the exact form: it runs from 0 to the end, and no other begins with a space. Nothing is copied for an expression, and
/// nothing is allocated for a URL unless its host needs UTS #46 or is an IPv6 address.
///
/// Most URLs are canonical already but for letters and a missing slash. They are read in one pass that gives up at the
/// first byte that is not plain; what it gives up goes through [Canonicalizer], which knows all rules. Both give the
/// same result wherever the first gives one.
public final class UrlExpressions {

    /// The number of these rules. It names the Unicode version too: UTS #46 of Unicode 18.0.
    public static final int CANONICAL = 1;

    /// The longest URL that is judged, as given and in canonical form.
    public static final int MAX_LENGTH = 16 * 1024;

    /// Room for `scheme://` to be missing and be counted, and a slash to be added.
    static final int BUFFER_LENGTH = MAX_LENGTH + 16;

    private static final int MAX_SUFFIX_LABELS = 5;
    private static final int MAX_DIRECTORIES = 4;

    /// The most expressions that a URL can have.
    public static final int MAX_COUNT = MAX_SUFFIX_LABELS * (2 + MAX_DIRECTORIES) + 1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HTTP = 0x002f_2f3a_7074_7468L;
    private static final long HTTP_MASK = 0x00ff_ffff_ffff_ffffL;
    private static final long HTTPS = 0x2f2f_3a73_7074_7468L;

    private static final Optional<Unjudgeable> JUDGEABLE = Optional.empty();
    private static final Optional<Unjudgeable> TOO_LONG = Optional.of(Unjudgeable.TOO_LONG);

    private final byte[] buffer = new byte[BUFFER_LENGTH];
    private final Canonicalizer canonicalizer = new Canonicalizer(buffer);

    private Scheme scheme = Scheme.HTTP;
    private int end;
    private int pathEnd;

    /// Positions behind the last dots of the host, the newest at `dots - 1`, modulo the length.
    private final int[] afterDot = new int[8];
    private int dots;
    /// Positions behind the first slashes of the path.
    private final int[] afterSlash = new int[MAX_DIRECTORIES];
    private int slashes;

    private final int[] starts = new int[MAX_COUNT];
    private final int[] ends = new int[MAX_COUNT];
    private int count;

    public UrlExpressions() {
        buffer[0] = ' ';
    }

    /// Reads a URL. What it was before is gone; what it is now stays until the next call.
    ///
    /// @return nothing if the URL has expressions, else why it has none
    public Optional<Unjudgeable> read(byte[] url, int offset, int length) {
        if (length > MAX_LENGTH) {
            return none(TOO_LONG);
        }
        int from = offset;
        int to = offset + length;
        while (from < to && isBlank(url[from])) {
            from++;
        }
        while (from < to && isBlank(url[to - 1])) {
            to--;
        }
        if (!readPlain(url, from, to)) {
            Optional<Unjudgeable> problem = canonicalizer.read(url, from, to);
            if (problem.isPresent()) {
                return none(problem);
            }
            takeCanonical();
        }
        if (scheme.prefixLength() + end - 1 > MAX_LENGTH) {
            return none(TOO_LONG);
        }
        expand();
        return JUDGEABLE;
    }

    public Optional<Unjudgeable> read(byte[] url) {
        return read(url, 0, url.length);
    }

    /// Reads the UTF-8 bytes of a text; half a surrogate pair counts as the replacement character.
    public Optional<Unjudgeable> read(String url) {
        if (url.length() > MAX_LENGTH) {
            return none(TOO_LONG);
        }
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .replaceWith(new byte[] {(byte) 0xef, (byte) 0xbf, (byte) 0xbd})
                    .encode(CharBuffer.wrap(url));
            return read(bytes.array(), bytes.arrayOffset(), bytes.remaining());
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("an encoder that replaces reports nothing", e);
        }
    }

    private Optional<Unjudgeable> none(Optional<Unjudgeable> problem) {
        end = 1;
        count = 0;
        return problem;
    }

    /// Space, then `host/path?query`. Belongs to this object: only to be read, up to [#end].
    public byte[] buffer() {
        return buffer;
    }

    /// Where the canonical form ends in the buffer.
    public int end() {
        return end;
    }

    /// The number of expressions, the exact form included; 0 if the URL cannot be judged.
    public int count() {
        return count;
    }

    /// Where an expression starts in the buffer: longest host first, for each host all paths, and the exact form last.
    public int start(int expression) {
        return starts[expression];
    }

    /// Where an expression ends in the buffer: path with query, path, then directories from `/` on.
    public int end(int expression) {
        return ends[expression];
    }

    /// @throws IndexOutOfBoundsException if there is none of that number, as of a URL that cannot be judged
    public Expression expression(int expression) {
        Objects.checkIndex(expression, count);
        return new Expression(text(starts[expression], ends[expression]));
    }

    /// The last of the expressions.
    public Expression exact() {
        return expression(count - 1);
    }

    /// The canonical form as text, `scheme://host/path?query`.
    public String canonical() {
        return scheme.prefix() + text(1, end);
    }

    /// Everything of the canonical form before the host.
    public String schemePrefix() {
        return scheme.prefix();
    }

    private String text(int from, int to) {
        return new String(buffer, from, to - from, StandardCharsets.US_ASCII);
    }

    /// What browsers strip from both ends: the blank and all controls below it.
    private static boolean isBlank(byte b) {
        return b >= 0 && b <= ' ';
    }

    /// Reads a URL that needs nothing but lower-case letters, a dropped port and a first slash.
    ///
    /// @return whether it was one; if not, nothing is decided
    private boolean readPlain(byte[] url, int from, int to) {
        if (to - from < 8) {
            return false;
        }
        long start = (long) LONG.get(url, from);
        int at;
        if ((start & HTTP_MASK) == HTTP) {
            scheme = Scheme.HTTP;
            at = from + 7;
        } else if (start == HTTPS) {
            scheme = Scheme.HTTPS;
            at = from + 8;
        } else {
            return false;
        }
        at = plainHost(url, at, to);
        if (at < 0) {
            return false;
        }
        at = plainPath(url, at, to);
        return at >= 0 && plainQuery(url, at, to);
    }

    /// Copies host and skips port; the position behind them, or -1 where the host is not plain.
    private int plainHost(byte[] url, int from, int to) {
        byte[] out = buffer;
        int at = from;
        int write = 1;
        int dotCount = 0;
        while (at < to) {
            byte b = url[at];
            if (ByteKind.isHost(b)) {
                out[write++] = ByteKind.lowerCase(b);
            } else if (b == '.' && write > 1 && out[write - 1] != '.') {
                out[write++] = '.';
                afterDot[dotCount++ & 7] = write;
            } else {
                break;
            }
            at++;
        }
        if (write == 1 || out[write - 1] == '.') {
            return -1;
        }
        // A name whose last label begins with a digit may be an address.
        if (ByteKind.isDigit(out[dotCount == 0 ? 1 : afterDot[dotCount - 1 & 7]])) {
            return -1;
        }
        if (at < to && url[at] == ':') {
            do {
                at++;
            } while (at < to && ByteKind.isDigit(url[at]));
        }
        dots = dotCount;
        end = write;
        return at == to || url[at] == '/' || url[at] == '?' || url[at] == '#' ? at : -1;
    }

    /// Copies the path; the position behind it, or -1 where it is not plain.
    private int plainPath(byte[] url, int from, int to) {
        byte[] out = buffer;
        int at = from;
        int write = end;
        int slashCount = 0;
        if (at == to || url[at] != '/') {
            out[write++] = '/';
            afterSlash[slashCount++] = write;
        }
        while (at < to) {
            byte b = url[at];
            if (ByteKind.isPathMark(b)) {
                if (b == '?' || b == '#') {
                    break;
                }
                boolean first = slashCount == 0;
                boolean afterSlashByte = !first && out[write - 1] == '/';
                if ((b != '/' && b != '.') || afterSlashByte) {
                    return -1;
                }
                if (b == '/') {
                    if (slashCount < MAX_DIRECTORIES) {
                        afterSlash[slashCount] = write + 1;
                    }
                    slashCount++;
                }
            }
            out[write++] = b;
            at++;
        }
        slashes = Math.min(slashCount, MAX_DIRECTORIES);
        pathEnd = write;
        end = write;
        return at;
    }

    private boolean plainQuery(byte[] url, int from, int to) {
        byte[] out = buffer;
        int at = from;
        int write = end;
        while (at < to && ByteKind.isPlain(url[at])) {
            out[write++] = url[at++];
        }
        end = write;
        return at == to || url[at] == '#';
    }

    /// Takes over what the canonicalizer left in the buffer.
    private void takeCanonical() {
        scheme = canonicalizer.scheme();
        end = canonicalizer.end();
        pathEnd = canonicalizer.pathEnd();
        dots = 0;
        int at = 1;
        for (; at < canonicalizer.hostEnd(); at++) {
            if (buffer[at] == '.' && !canonicalizer.isAddress()) {
                afterDot[dots++ & 7] = at + 1;
            }
        }
        slashes = 0;
        for (; at < pathEnd && slashes < MAX_DIRECTORIES; at++) {
            if (buffer[at] == '/') {
                afterSlash[slashes++] = at + 1;
            }
        }
    }

    /// Host suffixes: the host, then up to four made from the last five labels, none of a single label. Path prefixes:
    /// path with query, path, then the first four directories; none twice.
    private void expand() {
        int prefixes = 0;
        if (end > pathEnd) {
            ends[prefixes++] = end;
        }
        ends[prefixes++] = pathEnd;
        for (int slash = 0; slash < slashes; slash++) {
            if (afterSlash[slash] != pathEnd) {
                ends[prefixes++] = afterSlash[slash];
            }
        }
        Arrays.fill(starts, 0, prefixes, 1);
        int made = prefixes;
        for (int labels = Math.min(dots, MAX_SUFFIX_LABELS); labels >= 2; labels--) {
            int start = afterDot[dots - labels & 7];
            for (int prefix = 0; prefix < prefixes; prefix++) {
                starts[made] = start;
                ends[made++] = ends[prefix];
            }
        }
        starts[made] = 0;
        ends[made] = end;
        count = made + 1;
    }
}
