package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Updates that were made, for the many clients that have the same version. For all threads; each is made once at a time.
final class Remembered {

    private static final long MOST_BYTES = 64L << 20;

    private final ConcurrentHashMap<Key, byte[]> updates = new ConcurrentHashMap<>();
    private final AtomicLong sizeInBytes = new AtomicLong();

    /// The way in which an update is written.
    enum Form {
        V5, V4_RICE, V4_RAW
    }

    /// @param since nothing for the whole list
    record Key(Form form, ThreatList list, Optional<Digest> since) {}

    byte[] get(Key key, Supplier<byte[]> make) {
        byte[] known = updates.get(key);
        if (known != null) {
            return known;
        }
        if (sizeInBytes.get() > MOST_BYTES) {
            updates.clear();
            sizeInBytes.set(0);
        }
        return updates.computeIfAbsent(key, _ -> {
            byte[] made = make.get();
            sizeInBytes.addAndGet(made.length);
            return made;
        });
    }
}
