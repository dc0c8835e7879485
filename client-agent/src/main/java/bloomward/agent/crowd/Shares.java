package bloomward.agent.crowd;

import java.util.HashMap;
import java.util.Map;

/// Divides an amount among users, of whom nobody knows how many will come. Not safe for several threads: its owner has a lock.
///
/// A user may hold as much as is left free, which is the dynamic threshold of shared-memory switches (Choudhury and Hahne,
/// 1998): one user alone gets a half, two get a third each, and whatever they do something is left for the next one.
public final class Shares {

    private final Map<Peer, Long> held = new HashMap<>();
    private long free;

    public Shares(long total) {
        this.free = total;
    }

    /// Takes an amount if the user's share permits.
    public boolean tryTake(Peer peer, long amount) {
        long after = heldBy(peer) + amount;
        if (after > free - amount) {
            return false;
        }
        take(peer, amount);
        return true;
    }

    /// Takes an amount in place of another one that was given back.
    public void take(Peer peer, long amount) {
        free -= amount;
        held.merge(peer, amount, Long::sum);
    }

    /// Gives back what was taken.
    public void giveBack(Peer peer, long amount) {
        free += amount;
        held.compute(peer, (_, before) -> {
            long after = (before == null ? 0 : before) - amount;
            return after == 0 ? null : after;
        });
    }

    public long heldBy(Peer peer) {
        return held.getOrDefault(peer, 0L);
    }

    /// Whether no user holds more.
    public boolean isGreediest(Peer peer) {
        long own = heldBy(peer);
        return held.values().stream().allMatch(other -> other <= own);
    }
}
