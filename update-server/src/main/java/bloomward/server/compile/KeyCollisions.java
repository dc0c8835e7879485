package bloomward.server.compile;

import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Expression;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Expressions that a version would hit though it does not list them, by the keys that they share with entries of it.
///
/// Keys are short and their seed is public, so an entry can be chosen such that a well-known host
/// hits. Found before a version is published, the entries that share the key are held: first [#of] asks the
/// packed filter, and only if something is found the entries are read again, each asked of [#sharing]. Immutable and
/// safe for all threads.
public final class KeyCollisions {

    private final KeySpec spec;
    private final KeyHash hash;
    private final Map<Long, Expression> hitByKey;

    /// @param expression that hits and is not listed
    /// @param key that it shares with an entry
    public record Collision(Expression expression, long key) {}

    private KeyCollisions(KeySpec spec, Map<Long, Expression> hitByKey) {
        this.spec = spec;
        this.hash = spec.keyHash();
        this.hitByKey = Map.copyOf(hitByKey);
    }

    /// Looks up expressions.
    ///
    /// @param version the packed filter that is to be published
    /// @param isListed whether an expression is an entry of the version, which is asked for the few that hit
    public static KeyCollisions of(PackedFilter version, WatchedExpressions expressions,
            Predicate<Expression> isListed) {
        KeySpec spec = version.spec();
        KeyHash hash = spec.keyHash();
        Map<Long, Expression> hits = new HashMap<>();
        for (int i = 0; i < expressions.count(); i++) {
            long wholeHash = expressions.hash(hash, i);
            if (!version.mightContain(wholeHash)) {
                continue;
            }
            Expression expression = expressions.expression(i);
            if (!isListed.test(expression)) {
                hits.merge(spec.keyOf(wholeHash), expression, (one, other) -> one.compareTo(other) < 0 ? one : other);
            }
        }
        return new KeyCollisions(spec, hits);
    }

    public boolean isEmpty() {
        return hitByKey.isEmpty();
    }

    /// The number of keys that are hit.
    public int size() {
        return hitByKey.size();
    }

    /// Whether an entry shares its key with an expression that it does not mean, and with which; of several the first.
    ///
    /// @param entry has the expression of the entry in `length` bytes from `offset` on
    public Optional<Collision> sharing(byte[] entry, int offset, int length) {
        long key = spec.keyOf(hash.of(entry, offset, length));
        return Optional.ofNullable(hitByKey.get(key)).map(expression -> new Collision(expression, key));
    }
}
