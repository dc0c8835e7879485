package bloomward.format.lookup;

import bloomward.format.url.Expression;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A look-up of URLs in one or more filters, under all their expressions, including the exact form. Create it once and
/// use it for many URLs, in one thread; nothing is allocated for a URL that is in no filter and whose host needs no
/// IDN.
///
/// ```
/// switch (lookup.find("https://www.evil.example/login", filter)) {
///     case PerhapsListed(var found) -> ...
///     case NotListed _ -> ...
///     case NotJudged(var why) -> ...
/// }
/// ```
///
/// For millions of look-ups, or to ask each filter separately, call [#read] with the URL and then [#find(UrlFilter)].
public final class UrlLookup {

    private static final Answer NOT_LISTED = new Answer.NotListed();

    private final UrlExpressions url = new UrlExpressions();
    private final long[] hashes = new long[Long.SIZE];

    /// The answer of the filters about a URL.
    public sealed interface Answer {

        /// Certainly named by no entry of the filters.
        record NotListed() implements Answer {}

        /// A filter hit: a listing or, as often as the filter's rate says, a false positive.
        ///
        /// @param found the expressions hit, in the order of the filters, and for each the longest host first
        record PerhapsListed(List<Expression> found) implements Answer {

            public PerhapsListed {
                found = List.copyOf(found);
            }
        }

        /// Not a URL that can be looked up, which does not make it harmless.
        record NotJudged(Unjudgeable why) implements Answer {}
    }

    public UrlLookup() {}

    /// Looks a URL up.
    public Answer find(String text, UrlFilter... filters) {
        Optional<Unjudgeable> problem = url.read(text);
        List<Expression> all = List.of();
        for (UrlFilter filter : filters) {
            all = both(all, foundIn(filter));
        }
        if (!all.isEmpty()) {
            return new Answer.PerhapsListed(all);
        }
        return problem.isPresent() ? new Answer.NotJudged(problem.get()) : NOT_LISTED;
    }

    /// Reads the URL in `length` bytes from `offset` on, for [#find(UrlFilter)].
    ///
    /// @return empty if it can be judged, otherwise the reason why not. Its host may be listed nevertheless
    public Optional<Unjudgeable> read(byte[] bytes, int offset, int length) {
        return url.read(bytes, offset, length);
    }

    /// Looks up the URL read last in one filter.
    ///
    /// @return the expressions that might be entries, in their order; usually empty
    /// @throws IllegalStateException if nothing of that URL can be looked up
    /// @throws InternalError if the filter is mapped from a file that can no longer be read
    public List<Expression> find(UrlFilter filter) {
        if (url.count() == 0) {
            throw new IllegalStateException("no URL has been read, or its host cannot be judged");
        }
        return foundIn(filter);
    }

    private List<Expression> foundIn(UrlFilter filter) {
        List<Expression> found = List.of();
        for (int from = 0; from < url.count(); from += Long.SIZE) {
            found = both(found, found(filter, from));
        }
        return found;
    }

    private List<Expression> found(UrlFilter filter, int from) {
        long hits = filter.hits(url, from, hashes);
        if (hits == 0) {
            return List.of();
        }
        List<Expression> found = new ArrayList<>(Long.bitCount(hits));
        for (long left = hits; left != 0; left &= left - 1) {
            found.add(url.expression(from + Long.numberOfTrailingZeros(left)));
        }
        return found;
    }

    /// The URL read last, in all its forms.
    public UrlExpressions url() {
        return url;
    }

    private static List<Expression> both(List<Expression> one, List<Expression> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        List<Expression> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }
}
