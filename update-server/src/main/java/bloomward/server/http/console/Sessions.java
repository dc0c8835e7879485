package bloomward.server.http.console;

import bloomward.format.Digest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// The sessions of people who signed in. A session takes the place of a token for a while; two secrets open it, the cookie and
/// the key, and neither is kept, only their digests. In memory: a restart ends all, and a session belongs to the server that
/// made it. Safe for all threads.
public final class Sessions {

    /// The time without a person's request after which a session ends.
    public static final Duration IDLE = Duration.ofMinutes(30);
    /// The longest time for a session.
    public static final Duration LONGEST = Duration.ofHours(12);

    private static final int MOST_OF_A_TOKEN = 16;
    private static final int MOST = 1024;
    private static final int SECRET_IN_BYTES = 32;

    private final RandomGenerator random;
    private final LongSupplier nanos;
    /// By the digest of the cookie, so that no look-up compares secrets. Guarded by the object's lock.
    private final Map<Digest, Session> sessions = new HashMap<>();

    /// @param random for secrets
    /// @param nanos a clock that never goes back
    public Sessions(RandomGenerator random, LongSupplier nanos) {
        this.random = random;
        this.nanos = nanos;
    }

    /// A session that has just begun, with the secrets that are known nowhere else.
    public record Begun(String cookie, String key) {}

    /// A session in use.
    ///
    /// @param token digest of the token behind it, which may have been revoked meanwhile
    /// @param endsIn the time until it ends whatever happens
    public record Open(Digest token, Duration endsIn) {}

    private static final class Session {

        private final Digest token;
        private final Digest key;
        private final long began;
        private long used;

        Session(Digest token, Digest key, long now) {
            this.token = token;
            this.key = key;
            this.began = now;
            this.used = now;
        }

        boolean isOver(long now) {
            return now - used >= IDLE.toNanos() || now - began >= LONGEST.toNanos();
        }
    }

    /// Begins a session. Of too many, the one that was not used for longest ends: of the same token, or else of all.
    public synchronized Begun begin(Digest token) {
        long now = nanos.getAsLong();
        sessions.values().removeIf(each -> each.isOver(now));
        if (sessions.values().stream().filter(each -> each.token.equals(token)).count() >= MOST_OF_A_TOKEN) {
            endOldest(Optional.of(token));
        } else if (sessions.size() >= MOST) {
            endOldest(Optional.empty());
        }
        Begun begun = new Begun(secret(), secret());
        sessions.put(digest(begun.cookie()), new Session(token, digest(begun.key()), now));
        return begun;
    }

    /// The session that two secrets open.
    ///
    /// @param isUse whether a person's action asks, which prolongs it
    public synchronized Optional<Open> find(String cookie, String key, boolean isUse) {
        long now = nanos.getAsLong();
        Digest name = digest(cookie);
        Optional<Session> found = Optional.ofNullable(sessions.get(name))
                .filter(each -> MessageDigest.isEqual(each.key.toBytes(), digest(key).toBytes()));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Session session = found.get();
        if (session.isOver(now)) {
            sessions.remove(name);
            return Optional.empty();
        }
        if (isUse) {
            session.used = now;
        }
        return Optional.of(new Open(session.token, LONGEST.minusNanos(now - session.began)));
    }

    /// Ends the session that two secrets open, if there is one.
    public synchronized void end(String cookie, String key) {
        if (find(cookie, key, false).isPresent()) {
            sessions.remove(digest(cookie));
        }
    }

    /// Ends the sessions of a token.
    public synchronized void endAll(Digest token) {
        sessions.values().removeIf(each -> each.token.equals(token));
    }

    private void endOldest(Optional<Digest> token) {
        sessions.entrySet()
                .stream()
                .filter(each -> token.isEmpty() || token.get().equals(each.getValue().token))
                .min(Comparator.comparingLong(each -> each.getValue().used))
                .map(Map.Entry::getKey)
                .ifPresent(sessions::remove);
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_IN_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static Digest digest(String secret) {
        return Digest.of(secret.getBytes(StandardCharsets.UTF_8));
    }
}
