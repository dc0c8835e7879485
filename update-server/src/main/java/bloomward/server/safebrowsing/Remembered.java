package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import bloomward.server.safebrowsing.OwnMemory.Loan;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Updates that were made, for the many clients that have the same version. For all threads.
///
/// Only one is made at a time. Each needs a few times the memory of a list, and strangers may ask for those from every
/// version that is kept, all at once.
final class Remembered {

    private static final long MOST_BYTES = 64L << 20;

    private final ConcurrentHashMap<Key, Ready> updates = new ConcurrentHashMap<>();
    private final ReentrantLock making = new ReentrantLock();
    /// In the order in which they were made. Guarded by `making`, as is their size.
    private final Queue<Sized> inOrder = new ArrayDeque<>();
    private long sizeInBytes;

    /// The way in which an update is written.
    enum Form {
        V5, V4_RICE, V4_RAW
    }

    /// @param since nothing for the whole list
    record Key(Form form, ThreatList list, Optional<Digest> since) {}

    /// An update as it is sent.
    ///
    /// @param entries how many prefixes it removes and adds
    /// @param loan of its memory, for the one who sends it
    @SuppressWarnings("ArrayRecordComponent") // made and sent
    record Ready(Update.Kind kind, int entries, byte[] content, Loan loan) {

        /// One that many are sent.
        Ready(Update.Kind kind, int entries, byte[] content) {
            this(kind, entries, content, Loan.NONE);
        }

        /// The same for one client alone.
        Ready own(OwnMemory memory) throws RefusedException {
            return new Ready(kind, entries, content, memory.take(content.length));
        }
    }

    private record Sized(Key key, int sizeInBytes) {}

    /// @param make gives nothing if there can be no such update; that is not remembered
    Optional<Ready> get(Key key, Supplier<Optional<Ready>> make) {
        Ready known = updates.get(key);
        if (known != null) {
            return Optional.of(known);
        }
        making.lock();
        try {
            Ready meanwhile = updates.get(key);
            if (meanwhile != null) {
                return Optional.of(meanwhile);
            }
            Optional<Ready> made = make.get();
            made.ifPresent(each -> put(key, each));
            return made;
        } finally {
            making.unlock();
        }
    }

    private void put(Key key, Ready made) {
        updates.put(key, made);
        inOrder.add(new Sized(key, made.content().length));
        sizeInBytes += made.content().length;
        while (sizeInBytes > MOST_BYTES && inOrder.size() > 1) {
            Sized oldest = inOrder.remove();
            updates.remove(oldest.key());
            sizeInBytes -= oldest.sizeInBytes();
        }
    }
}
