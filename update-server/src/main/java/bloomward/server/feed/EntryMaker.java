package bloomward.server.feed;

import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import bloomward.server.feed.syntax.ParsedLine;
import bloomward.server.feed.syntax.RejectReason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Converts the text of an entry to its canonical expression and scope. One instance serves many entries, on one
/// thread.
///
/// ```
///   evil.example                 host    evil.example/
///   evil.example/a/              prefix  evil.example/a/
///   evil.example/a?b=1           prefix  evil.example/a?b=1
///   http://evil.example (exact)  exact   _evil.example/
/// ```
///
/// An entry is never wider than its line. A query in the line stays in the expression (without one, the page is listed
/// with any query), because hosts that serve files of many users distinguish them by the query alone. A line with a
/// path in a feed of hosts is rejected. Port and scheme are not part of an expression, so they are ignored by rule.
final class EntryMaker {

    private static final int MAX_REACHED_LABELS = 12;
    private static final int MAX_REACHED_SLASHES = 9;
    private static final int MAX_LABEL = 63;
    private static final int MAX_NAME = 253;
    private static final Optional<RejectReason> MADE = Optional.empty();
    /// Suffixes resolved within a network, so that the same name is a different host elsewhere.
    private static final List<String> LOCAL_SUFFIXES = List.of(".localhost", ".localdomain", ".local", ".internal",
            ".lan", ".home.arpa");

    private final FeedScope declared;
    private final UrlExpressions expressions = new UrlExpressions();

    private int start;
    private int end;
    private boolean outOfReach;

    EntryMaker(FeedScope declared) {
        this.declared = declared;
    }

    /// Makes an entry, valid until the next call.
    ///
    /// @return empty on success, otherwise the reason for rejection
    Optional<RejectReason> make(ParsedLine.Accepted line) {
        Optional<Unjudgeable> problem = expressions.read(line.text().getBytes(StandardCharsets.ISO_8859_1));
        if (problem.isPresent()) {
            return Optional.of(RejectReason.of(problem.get()));
        }
        byte[] bytes = expressions.buffer();
        int hostEnd = 1;
        while (bytes[hostEnd] != '/') {
            hostEnd++;
        }
        Optional<RejectReason> hostProblem = problemOf(bytes, hostEnd);
        if (hostProblem.isPresent()) {
            return hostProblem;
        }
        boolean isHost = expressions.end() == hostEnd + 1;
        Scope scope = switch (declared) {
            case AUTO -> line.meaning() == ParsedLine.Meaning.PAGE ? Scope.EXACT : isHost ? Scope.HOST : Scope.PREFIX;
            case HOST -> Scope.HOST;
            case PREFIX -> isHost ? Scope.HOST : Scope.PREFIX;
            case EXACT -> Scope.EXACT;
        };
        if (scope == Scope.HOST && !isHost) {
            return Optional.of(RejectReason.HAS_PATH);
        }
        start = scope == Scope.EXACT ? 0 : 1;
        end = expressions.end();
        outOfReach = scope != Scope.EXACT && (isDeepHost(bytes, hostEnd) || isDeepDirectory(bytes, hostEnd));
        return MADE;
    }

    /// The bytes of the expression, from [#start] to [#end]. This object owns them.
    byte[] buffer() {
        return expressions.buffer();
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    boolean isOutOfReach() {
        return outOfReach;
    }

    Entry entry(long line) {
        return new Entry(new Expression(new String(buffer(), start, end - start, StandardCharsets.US_ASCII)),
                outOfReach, line);
    }

    private static Optional<RejectReason> problemOf(byte[] bytes, int hostEnd) {
        if (PublicAddress.isAddress(bytes, 1, hostEnd)) {
            return PublicAddress.isPublic(bytes, 1, hostEnd) ? MADE : Optional.of(RejectReason.PRIVATE_ADDRESS);
        }
        String host = new String(bytes, 1, hostEnd - 1, StandardCharsets.US_ASCII);
        if (!fitsDns(host)) {
            return Optional.of(RejectReason.BAD_HOST);
        }
        return isLocal(host) ? Optional.of(RejectReason.LOCAL_NAME) : MADE;
    }

    private static boolean isLocal(String host) {
        if (host.indexOf('.') < 0) {
            return true;
        }
        for (String suffix : LOCAL_SUFFIXES) {
            if (host.endsWith(suffix)) {
                return true;
            }
        }
        return false;
    }

    /// Whether such a name can exist; lists carry whole paragraphs where a name should be.
    private static boolean fitsDns(String host) {
        int label = 0;
        for (int i = 0; i < host.length() && label <= MAX_LABEL; i++) {
            label = host.charAt(i) == '.' ? 0 : label + 1;
        }
        return label <= MAX_LABEL && host.length() <= MAX_NAME;
    }

    private static boolean isDeepHost(byte[] bytes, int hostEnd) {
        return count(bytes, '.', 1, hostEnd) >= MAX_REACHED_LABELS && !PublicAddress.isAddress(bytes, 1, hostEnd);
    }

    /// Whether the expression is a directory (without a query) too deep to be a path prefix of the pages below it.
    private boolean isDeepDirectory(byte[] bytes, int hostEnd) {
        return bytes[end - 1] == '/' && count(bytes, '?', hostEnd, end) == 0
                && count(bytes, '/', hostEnd, end) > MAX_REACHED_SLASHES;
    }

    private static int count(byte[] bytes, char wanted, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += bytes[i] == wanted ? 1 : 0;
        }
        return count;
    }
}
