package bloomward.format.lookup;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatFilter;
import bloomward.format.key.HashSpec;
import bloomward.format.key.KeyHash;
import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;

/// A filter whose entries are expressions, with the hash of its keys. Immutable and thread-safe; valid as long as the
/// mapping under it.
///
/// If a list has both, the flat filter is asked first, because it is fast, and the packed one about its hits, because
/// it errs a thousand times less often.
public final class UrlFilter {

    private final KeyHash hash;
    private final Filter first;
    private final Filter second;

    private UrlFilter(HashSpec hash, Filter first, Filter second) {
        this.hash = hash.keyHash();
        this.first = first;
        this.second = second;
    }

    /// The filter in a file.
    ///
    /// @throws FormatException if its entries follow rules that this program does not know
    public static UrlFilter of(FilterFile file) throws FormatException {
        int canonical = file.hash().canonical();
        if (!UrlExpressions.canAsk(canonical)) {
            throw new FormatException(canonical > UrlExpressions.CANONICAL ? Reason.TOO_NEW : Reason.TOO_OLD,
                    otherRules(canonical));
        }
        return of(file.hash(), file.filter(), file.filter());
    }

    /// Both filters of a list; if there is only one, pass it twice.
    ///
    /// @throws IllegalArgumentException if its entries follow rules that this program does not know
    public static UrlFilter of(HashSpec hash, Filter first, Filter second) {
        if (!UrlExpressions.canAsk(hash.canonical())) {
            throw new IllegalArgumentException(otherRules(hash.canonical()));
        }
        return new UrlFilter(hash, first, second);
    }

    private static String otherRules(int canonical) {
        return "its entries follow the rules 'canonical " + canonical + "', this program knows 'canonical "
                + UrlExpressions.CANONICAL + "'";
    }

    /// Returns false if the expression is certainly not an entry, true if it might be one.
    public boolean mightContain(Expression expression) {
        long wanted = hash.of(expression);
        return first.mightContain(wanted) && (first == second || second.mightContain(wanted));
    }

    /// Looks up at most 64 expressions of a URL; most URLs have no more. Allocates nothing.
    ///
    /// @param from the first of them
    /// @param hashes overwritten
    /// @return bit `i` is set if expression `from + i` might be an entry
    /// @throws InternalError if the memory of the first filter can no longer be read
    long hits(UrlExpressions url, int from, long[] hashes) {
        byte[] buffer = url.buffer();
        int count = Math.min(url.count() - from, Long.SIZE);
        for (int i = 0; i < count; i++) {
            int start = url.start(from + i);
            hashes[i] = hash.of(buffer, start, url.end(from + i) - start);
        }
        long found = firstHits(hashes, count);
        return found == 0 || first == second ? found : secondHits(hashes, found);
    }

    private long firstHits(long[] hashes, int count) {
        if (first instanceof FlatFilter flat) {
            return flat.mightContainEach(hashes, 0, count);
        }
        long found = 0;
        for (int i = 0; i < count; i++) {
            found |= first.mightContain(hashes[i]) ? 1L << i : 0;
        }
        return found;
    }

    /// If the second filter cannot be read, the answer of the first one stands: a hit.
    private long secondHits(long[] hashes, long found) {
        long hits = found;
        try {
            for (long left = found; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                if (!second.mightContain(hashes[i])) {
                    hits &= ~(1L << i);
                }
            }
            return hits;
        } catch (InternalError _) {
            return found;
        }
    }
}
