package bloomward.server.cluster;

import bloomward.server.store.cluster.Fence;
import java.util.Optional;
import java.util.function.Supplier;

/// The lead among servers that share a store. The chores of the leader run inside [#run], where each of their writes checks
/// that this server still leads ([FencedStore]); in another thread they need a [#run] of their own.
public final class Lead {

    private static final ScopedValue<Fence> FENCE = ScopedValue.newInstance();

    private final boolean isShared;
    private final Supplier<Optional<Fence>> fence;

    private Lead(boolean isShared, Supplier<Optional<Fence>> fence) {
        this.isShared = isShared;
        this.fence = fence;
    }

    /// The lead of the only server.
    public static Lead ofOne() {
        return new Lead(false, Optional::empty);
    }

    /// @param fence of this server while it leads
    static Lead among(Supplier<Optional<Fence>> fence) {
        return new Lead(true, fence);
    }

    /// A task that only the leader does.
    ///
    /// @param <E> why it failed
    @FunctionalInterface
    public interface Chore<E extends Exception> {
        void run() throws E;
    }

    /// Whether this server leads, as far as it knows.
    public boolean isHere() {
        return !isShared || fence.get().isPresent();
    }

    /// A number that differs between two leads; 0 for the only server, and while another one leads.
    public long number() {
        return fence.get().map(Fence::number).orElse(0L);
    }

    /// Does a chore if this server leads, or else nothing.
    ///
    /// @return whether it was done
    public <E extends Exception> boolean run(Chore<E> chore) throws E {
        if (!isShared) {
            chore.run();
            return true;
        }
        Optional<Fence> now = fence.get();
        if (now.isEmpty()) {
            return false;
        }
        ScopedValue.where(FENCE, now.get()).<Boolean, E>call(() -> {
            chore.run();
            return true;
        });
        return true;
    }

    /// The fence of the chore that runs in this thread.
    static Optional<Fence> ofThisThread() {
        return FENCE.isBound() ? Optional.of(FENCE.get()) : Optional.empty();
    }
}
