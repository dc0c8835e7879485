package bloomward.format.lookup;

import bloomward.format.url.Expression;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One URL after another, looked up in one or several filters under every expression that it has, the exact form included.
/// Made once and used for many URLs, by one thread; nothing is allocated for a URL that no filter has and whose host needs no
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
/// For a program that asks a million times, or asks each filter by itself, [#read] takes the URL and [#find(UrlFilter)] asks.
public final class UrlLookup {

    private static final Answer NOT_LISTED = new Answer.NotListed();

    private final UrlExpressions url = new UrlExpressions();
    private final long[] hashes = new long[UrlExpressions.MAX_COUNT];

    /// What the filters know of a URL.
    public sealed interface Answer {

        /// Certainly no entry of any of the filters names it.
        record NotListed() implements Answer {}

        /// A filter hit: a listing or, as often as the filter's rate says, a coincidence.
        ///
        /// @param found under which expressions, of the first filter first, and of each the longest host first
        record PerhapsListed(List<Expression> found) implements Answer {

            public PerhapsListed {
                found = List.copyOf(found);
            }
        }

        /// The text is no URL that can be looked up; that says nothing for it.
        record NotJudged(Unjudgeable why) implements Answer {}
    }

    public UrlLookup() {}

    /// Looks a URL up.
    public Answer find(String text, UrlFilter... filters) {
        Optional<Unjudgeable> problem = url.read(text);
        if (problem.isPresent()) {
            return new Answer.NotJudged(problem.get());
        }
        List<Expression> all = List.of();
        for (UrlFilter filter : filters) {
            List<Expression> found = find(filter);
            all = all.isEmpty() ? found : both(all, found);
        }
        return all.isEmpty() ? NOT_LISTED : new Answer.PerhapsListed(all);
    }

    /// Takes the URL in `length` bytes from `offset` on, for [#find(UrlFilter)].
    ///
    /// @return nothing if it can be looked up, else why not
    public Optional<Unjudgeable> read(byte[] bytes, int offset, int length) {
        return url.read(bytes, offset, length);
    }

    /// Asks one filter for the URL that was taken last.
    ///
    /// @return the expressions that are perhaps entries, longest host first; mostly none
    /// @throws IllegalStateException if that URL cannot be judged
    /// @throws InternalError if the filter is mapped from a file that cannot be read any more
    public List<Expression> find(UrlFilter filter) {
        if (url.count() == 0) {
            throw new IllegalStateException("there is no URL, or none that can be judged");
        }
        long hits = filter.hits(url, hashes);
        if (hits == 0) {
            return List.of();
        }
        List<Expression> found = new ArrayList<>(Long.bitCount(hits));
        for (long left = hits; left != 0; left &= left - 1) {
            found.add(url.expression(Long.numberOfTrailingZeros(left)));
        }
        return found;
    }

    /// The URL that was taken last, in all its forms.
    public UrlExpressions url() {
        return url;
    }

    private static List<Expression> both(List<Expression> one, List<Expression> other) {
        List<Expression> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }
}
