package bloomward.format.url;

import java.nio.ByteBuffer;
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
/// A path may be read in two ways: as browsers request it, and with its escaped slashes and dots resolved. Then the
/// directories that resolving leaves are expressions too, and stand further behind in the buffer ([Form]).
///
/// Most URLs are canonical already but for letters and a missing slash; [PlainPass] reads those, [Canonicalizer] all
/// others.
public final class UrlExpressions {

    /// The number of these rules. It names the Unicode version too: UTS #46 of Unicode 18.0.
    public static final int CANONICAL = 2;

    /// The least number of rules by which entries may be made that are asked with these expressions.
    ///
    /// Those of canonical 1 can. What browsers open has the same canonical form by both, and all its expressions of
    /// canonical 1 are among those of canonical 2; an entry for a host that canonical 2 does not judge names nothing that
    /// a browser opens.
    public static final int OLDEST_CANONICAL = 1;

    /// The longest URL that is judged, as given and in canonical form.
    public static final int MAX_LENGTH = 16 * 1024;

    /// The most expressions that a URL can have: path with query, path and directories for each host, and the exact form.
    public static final int MAX_COUNT = maxCount(Rules.BROWSERS);

    private static final Optional<Unjudgeable> JUDGEABLE = Optional.empty();
    private static final Optional<Unjudgeable> TOO_LONG = Optional.of(Unjudgeable.TOO_LONG);

    private final Rules rules;
    private final Form form;
    private final Canonicalizer canonicalizer;

    private final int[] starts;
    private final int[] ends;
    private int count;

    /// By the rules of [#CANONICAL].
    public UrlExpressions() {
        this(Rules.BROWSERS);
    }

    private UrlExpressions(Rules rules) {
        this.rules = rules;
        this.form = new Form(rules);
        this.canonicalizer = new Canonicalizer(rules, form);
        this.starts = new int[maxCount(rules)];
        this.ends = new int[maxCount(rules)];
    }

    /// By the rules of Safe Browsing's page "URLs and Hashing", canonical 1: for those who speak its protocol. It judges
    /// hosts that no browser opens, and does not find all that browsers do open.
    public static UrlExpressions ofSafeBrowsing() {
        return new UrlExpressions(Rules.SAFE_BROWSING);
    }

    /// Whether lists whose entries were made by the rules of a number can be asked with these expressions.
    public static boolean canAsk(int canonical) {
        return canonical >= OLDEST_CANONICAL && canonical <= CANONICAL;
    }

    /// A spelling in visible ASCII of a URL that was given as bytes: it has the same expressions. Escaping can make it
    /// longer than is judged.
    public static String inAscii(byte[] url, int offset, int length) {
        int from = offset;
        int to = offset + length;
        while (from < to && isBlank(url[from])) {
            from++;
        }
        while (from < to && isBlank(url[to - 1])) {
            to--;
        }
        byte[] ascii = new byte[3 * (to - from)];
        int end = 0;
        for (int at = from; at < to && url[at] != '#'; at++) {
            byte b = url[at];
            if (b > ' ' && b < 0x7f) {
                ascii[end++] = b;
            } else if (b != '\t' && b != '\r' && b != '\n') {
                end = Escapes.write(b, ascii, end);
            }
        }
        return new String(ascii, 0, end, StandardCharsets.US_ASCII);
    }

    private static int maxCount(Rules rules) {
        int left = rules == Rules.BROWSERS ? Form.MAX_LEFT : 0;
        return rules.suffixLabels() * (2 + rules.directories() + left) + 1;
    }

    /// Reads a URL. What it was before is gone; what it is now stays until the next call.
    ///
    /// A URL that is too long, or leaves too many directories, cannot be judged. But if its host can be read, it has the
    /// expressions of the host's first page: an entry for the whole host lists it, whatever else it is.
    ///
    /// @return nothing if the URL can be judged, otherwise why not
    public Optional<Unjudgeable> read(byte[] url, int offset, int length) {
        int from = offset;
        int to = offset + length;
        while (from < to && isBlank(url[from])) {
            from++;
        }
        while (from < to && isBlank(url[to - 1])) {
            to--;
        }
        Optional<Unjudgeable> problem = length > MAX_LENGTH ? TOO_LONG : readWhole(url, from, to);
        if (problem.isEmpty()) {
            expand();
        } else {
            readHost(problem.get(), url, from, to);
        }
        return problem;
    }

    private Optional<Unjudgeable> readWhole(byte[] url, int from, int to) {
        Optional<Unjudgeable> problem = PlainPass.read(form, url, from, to)
                ? JUDGEABLE
                : canonicalizer.read(url, from, to);
        return problem.isEmpty() && form.scheme.prefixLength() + form.end - 1 > MAX_LENGTH ? TOO_LONG : problem;
    }

    /// Nothing that stands behind a host takes a page away from it.
    private void readHost(Unjudgeable problem, byte[] url, int from, int to) {
        boolean isBehindHost = problem == Unjudgeable.TOO_LONG || problem == Unjudgeable.DOTS;
        if (isBehindHost && canonicalizer.readHost(url, from, to).isEmpty()) {
            expand();
            count--; // the exact form is of the whole URL
        } else {
            form.end = 1;
            count = 0;
        }
    }

    public Optional<Unjudgeable> read(byte[] url) {
        return read(url, 0, url.length);
    }

    /// Reads the UTF-8 bytes of a text; half a surrogate pair counts as the replacement character.
    public Optional<Unjudgeable> read(String url) {
        String beginning = url.length() > MAX_LENGTH ? url.substring(0, MAX_LENGTH + 1) : url;
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .replaceWith(new byte[] {(byte) 0xef, (byte) 0xbf, (byte) 0xbd})
                    .encode(CharBuffer.wrap(beginning));
            return read(bytes.array(), bytes.arrayOffset(), bytes.remaining());
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("an encoder that replaces reports nothing", e);
        }
    }

    /// Space, then `host/path?query` up to [#end], then other text of expressions. Belongs to this object: only to be read,
    /// and only until the next URL.
    public byte[] buffer() {
        return form.buffer;
    }

    /// Where the canonical form ends in the buffer.
    public int end() {
        return form.end;
    }

    /// The number of expressions, the exact form included. Of a URL that cannot be judged: 0, or those of its host.
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

    /// Whether an expression names the URL both as browsers request it and in its canonical form. One that does not may
    /// name another page than the one that is opened, so it cannot allow it.
    public boolean isSure(int expression) {
        return form.sure || (ends[expression] <= form.sureEnd && starts[expression] > 0);
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
        return form.scheme.prefix() + text(1, form.end);
    }

    /// Everything of the canonical form before the host.
    public String schemePrefix() {
        return form.scheme.prefix();
    }

    private String text(int from, int to) {
        return new String(form.buffer, from, to - from, StandardCharsets.US_ASCII);
    }

    /// Stripped by browsers from both ends: the blank and all controls below it.
    private static boolean isBlank(byte b) {
        return b >= 0 && b <= ' ';
    }

    /// Host suffixes: the host, then those of its last labels, none of a single one. Path prefixes: path with query, path,
    /// then the first directories; none twice. Then, with the same hosts, the directories that were left.
    private void expand() {
        int prefixes = 0;
        if (form.end > form.pathEnd) {
            ends[prefixes++] = form.end;
        }
        ends[prefixes++] = form.pathEnd;
        for (int slash = 0; slash < form.slashes; slash++) {
            if (form.afterSlash[slash] != form.pathEnd) {
                ends[prefixes++] = form.afterSlash[slash];
            }
        }
        Arrays.fill(starts, 0, prefixes, 1);
        int made = prefixes;
        int most = Math.min(form.dots, rules.suffixLabels());
        for (int labels = most; labels >= 2; labels--) {
            int start = form.suffix(labels);
            for (int prefix = 0; prefix < prefixes; prefix++) {
                starts[made] = start;
                ends[made++] = ends[prefix];
            }
        }
        if (form.left > 0) {
            made = expandLeft(made, most);
        }
        starts[made] = 0;
        ends[made] = form.end;
        count = made + 1;
    }

    private int expandLeft(int from, int most) {
        int made = from;
        for (int labels = most + 1; labels >= 2 || labels > most; labels--) {
            int suffix = labels > most ? 1 : form.suffix(labels);
            for (int directory = 0; directory < form.left; directory++) {
                starts[made] = form.leftStart[directory] + suffix - 1;
                ends[made++] = form.leftEnd[directory];
            }
        }
        return made;
    }
}
