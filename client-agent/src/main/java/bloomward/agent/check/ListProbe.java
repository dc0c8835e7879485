package bloomward.agent.check;

import bloomward.agent.store.ListFilter;
import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatFilter;
import bloomward.format.key.HashSpec;
import bloomward.format.key.KeyHash;
import bloomward.format.release.ListRelease;
import bloomward.format.url.UrlExpressions;
import java.util.Optional;

/// A list as a URL is asked of it, with the hash of its keys at hand. Immutable and safe for all threads.
final class ListProbe {

    /// The most hashes that a URL can have, its exact form's included: all fit the bits of a long.
    static final int MAX_HASHES = 31;

    private final String name;
    private final long version;
    private final Optional<ListRelease> release;
    private final KeyHash keyHash;
    private final Filter first;
    private final Filter second;

    private ListProbe(String name, long version, Optional<ListRelease> release, KeyHash keyHash, Filter first,
            Filter second) {
        this.name = name;
        this.version = version;
        this.release = release;
        this.keyHash = keyHash;
        this.first = first;
        this.second = second;
    }

    static ListProbe of(ListFilter list) {
        ListRelease release = list.release();
        return new ListProbe(release.name(), release.version(), Optional.of(release), release.spec().keyHash(),
                list.flat(), list.packed());
    }

    /// A filter that stands alone: what passes it cannot be confirmed.
    static ListProbe of(String name, long version, HashSpec hash, Filter filter) {
        return new ListProbe(name, version, Optional.empty(), hash.keyHash(), filter, filter);
    }

    String name() {
        return name;
    }

    /// Zero where there is none.
    long version() {
        return version;
    }

    /// What the confirm server is asked by; empty where nobody can be asked.
    Optional<ListRelease> release() {
        return release;
    }

    /// Asks for all expressions of a URL, and for its exact form as the last one. Allocates nothing.
    ///
    /// @param hashes overwritten
    /// @return bit `i` is set where both filters say "perhaps"
    /// @throws InternalError if the memory of the first filter cannot be read any more
    long hits(UrlExpressions url, long[] hashes) {
        long found = firstHits(hashes, hash(url, hashes));
        return found == 0 || first == second ? found : secondHits(hashes, found);
    }

    boolean firstHas(byte[] bytes, int offset, int length) {
        return first.mightContain(keyHash.of(bytes, offset, length));
    }

    boolean secondHas(byte[] bytes, int offset, int length) {
        return second.mightContain(keyHash.of(bytes, offset, length));
    }

    private int hash(UrlExpressions url, long[] hashes) {
        byte[] buffer = url.buffer();
        int count = 0;
        for (int suffix = 0; suffix < url.suffixes(); suffix++) {
            int start = url.suffixStart(suffix);
            for (int prefix = 0; prefix < url.prefixes(); prefix++) {
                hashes[count++] = keyHash.of(buffer, start, url.prefixEnd(prefix) - start);
            }
        }
        hashes[count++] = keyHash.of(buffer, 0, url.end());
        return count;
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

    /// What cannot be read in the second filter stays as the first one says: a hit.
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
