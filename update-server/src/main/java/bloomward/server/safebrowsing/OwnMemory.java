package bloomward.server.safebrowsing;

import bloomward.server.safebrowsing.RefusedException.Reason;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// The memory of answers that are made for one client alone and are on their way to it. For all threads.
///
/// A slow reader may take the better part of an hour over an answer of a megabyte. What many clients share needs its memory
/// once; what a client gets for itself, by bounds of its own or a long question, could take all of it on a thousand connections.
final class OwnMemory {

    /// Most bytes of all these answers together.
    static final int MOST_BYTES = 32 << 20;
    /// Shorter answers are not counted: a connection costs more. A browser's question has an answer of a few hundred bytes.
    private static final int LARGE_IN_BYTES = 4096;

    private final AtomicInteger taken = new AtomicInteger();

    /// Memory of one answer, until it is given back.
    interface Loan extends AutoCloseable {

        /// Of what is shared, or short.
        Loan NONE = () -> {};

        /// Gives it back; a second time does nothing.
        @Override
        void close();
    }

    /// @throws RefusedException if too much is on its way
    Loan take(long bytes) throws RefusedException {
        if (bytes < LARGE_IN_BYTES) {
            return Loan.NONE;
        }
        int before = taken.get();
        while (before + bytes <= MOST_BYTES) {
            int after = (int) (before + bytes);
            if (taken.compareAndSet(before, after)) {
                AtomicBoolean isOut = new AtomicBoolean(true);
                return () -> {
                    if (isOut.getAndSet(false)) {
                        taken.addAndGet(-(int) bytes);
                    }
                };
            }
            before = taken.get();
        }
        throw new RefusedException(Reason.UNAVAILABLE, "too many long answers are on their way");
    }
}
