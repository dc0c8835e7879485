package bloomward.format.key;

import bloomward.format.url.Expression;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;

/// The seeded 64-bit hash of an expression (XXH3, 64-bit variant; FORMAT.md 3). Immutable and thread-safe.
///
/// XXH3 is not a cryptographic hash and its seed is public: anyone who can choose entries can choose collisions. A hit
/// is therefore a question, never an answer; the answer is a [FullHash].
public final class KeyHash {

    private final long seed;
    private final Hasher64 hasher;

    private KeyHash(long seed) {
        this.seed = seed;
        this.hasher = Hashing.xxh3_64(seed);
    }

    public static KeyHash seeded(long seed) {
        return new KeyHash(seed);
    }

    public long seed() {
        return seed;
    }

    /// Hashes `length` bytes from `offset` on, without allocating.
    public long of(byte[] bytes, int offset, int length) {
        return hasher.hashBytesToLong(bytes, offset, length);
    }

    public long of(byte[] bytes) {
        return hasher.hashBytesToLong(bytes);
    }

    public long of(Expression expression) {
        return of(expression.toBytes());
    }

    /// Hashes the UTF-8 bytes of the text.
    public long of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }
}
