package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bloomward.format.Digest;
import bloomward.format.key.FullHash;
import bloomward.format.release.AllowList;
import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is allowed, and what of the lists is left out for it.
///
/// A client of the protocol knows no exceptions. A listed expression of which all is allowed is none; and one of which a part is
/// allowed is taken out as a whole. The first is seen by its text when a version is made, the second by its hash, as there are
/// few expressions above one that is allowed.
public final class Allowed {

    private final AllowList list;
    private final Set<String> expressions = new HashSet<>();
    private final Set<String> hosts = new HashSet<>();

    public Allowed(AllowList list) {
        this.list = list;
        for (int i = 0; i < list.size(); i++) {
            String text = list.expression(i);
            expressions.add(text);
            hosts.add(text.substring(text.startsWith(" ") ? 1 : 0, text.indexOf('/')));
        }
    }

    /// The digest of the allow file.
    public Digest digest() {
        return Digest.of(list.toBytes());
    }

    /// Whether all pages of an expression are allowed.
    boolean covers(byte[] buffer, int offset, int length) {
        if (expressions.isEmpty()) {
            return false;
        }
        String text = new String(buffer, offset, length, ISO_8859_1);
        int from = text.startsWith(" ") ? 1 : 0;
        int slash = text.indexOf('/');
        boolean isSuspect = hosts.contains(text.substring(from, slash));
        for (int dot = text.indexOf('.', from); dot >= 0 && dot < slash; dot = text.indexOf('.', dot + 1)) {
            isSuspect |= hosts.contains(text.substring(dot + 1, slash));
        }
        return isSuspect
                && (expressions.contains(text) || expressionsAbove(text).stream().anyMatch(expressions::contains));
    }

    /// The listed hashes of expressions of which a part is allowed.
    ///
    /// @param files of all that is listed
    Set<FullHash> above(Collection<HashFile> files) {
        Set<FullHash> found = new HashSet<>();
        for (String allowed : expressions) {
            for (String above : expressionsAbove(allowed)) {
                for (String spelling : Spellings.of(new Expression(above))) {
                    byte[] bytes = spelling.getBytes(ISO_8859_1);
                    FullHash hash = FullHash.of(bytes, 0, bytes.length);
                    byte[] searched = hash.toBytes();
                    if (files.stream().anyMatch(file -> file.contains(searched))) {
                        found.add(hash);
                    }
                }
            }
        }
        return found;
    }

    /// An expression and all that reach to it: of each host suffix each directory, the page, and the page with its query.
    static List<String> expressionsAbove(String allowed) {
        Expression expression = new Expression(allowed);
        String text = expression.scope() == Scope.EXACT ? allowed.substring(1) : allowed;
        int slash = text.indexOf('/');
        List<String> paths = paths(text.substring(slash));
        List<String> all = new ArrayList<>();
        for (String host : suffixes(text.substring(0, slash))) {
            for (String path : paths) {
                all.add(host + path);
            }
        }
        return all;
    }

    private static List<String> suffixes(String host) {
        List<String> suffixes = new ArrayList<>(List.of(host));
        boolean isAddress = host.startsWith("[") || host.matches("[0-9]+(\\.[0-9]+){3}");
        for (int dot = host.indexOf('.'); dot >= 0 && !isAddress; dot = host.indexOf('.', dot + 1)) {
            suffixes.add(host.substring(dot + 1));
        }
        return suffixes;
    }

    private static List<String> paths(String path) {
        List<String> paths = new ArrayList<>();
        int query = path.indexOf('?');
        int end = query < 0 ? path.length() : query;
        for (int slash = 0; slash >= 0 && slash < end; slash = path.indexOf('/', slash + 1)) {
            paths.add(path.substring(0, slash + 1));
        }
        if (path.charAt(end - 1) != '/') {
            paths.add(path.substring(0, end));
        }
        if (query >= 0) {
            paths.add(path);
        }
        return paths;
    }
}
