package bloomward.agent.cli.check;

import bloomward.agent.cli.check.MappedJudge.Mapped;
import bloomward.agent.cli.check.MappedJudge.Source;
import bloomward.format.FormatException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Lists that several judges ask at the same time, and the newer ones that take their place. Safe for all threads.
///
/// A check that follows a growing log runs for days, so once a minute it looks for newer lists. If those cannot be opened,
/// the open ones go on, and say how old they are. A mapping is closed by the last judge that leaves it.
final class SharedLists {

    static final long LOOK_EVERY_NANOS = 60_000_000_000L;

    private final Source source;
    private final LongSupplier nanoTime;
    private long lookedAt;
    private Lease newest;

    /// Lists in use.
    static final class Lease {

        private final Mapped mapped;
        private int judges;

        private Lease(Mapped mapped) {
            this.mapped = mapped;
        }

        Mapped mapped() {
            return mapped;
        }
    }

    /// @param first closed by this
    SharedLists(Mapped first, Source source, LongSupplier nanoTime) {
        this.newest = new Lease(first);
        this.source = source;
        this.nanoTime = nanoTime;
        this.lookedAt = nanoTime.getAsLong();
    }

    /// The newest lists, to be given back.
    synchronized Lease take() {
        newest.judges++;
        return newest;
    }

    /// Takes the newest lists in exchange for those in use so far.
    synchronized Lease exchange(Lease used) {
        long now = nanoTime.getAsLong();
        if (now - lookedAt >= LOOK_EVERY_NANOS) {
            lookedAt = now;
            look();
        }
        Lease taken = take();
        giveBack(used);
        return taken;
    }

    private void look() {
        Optional<Mapped> newer;
        try {
            newer = source.open();
        } catch (IOException | FormatException _) {
            return;
        }
        newer.ifPresent(mapped -> newest = new Lease(mapped));
    }

    /// Ends the use of lists, and closes them if nobody else uses them.
    synchronized void giveBack(Lease used) {
        if (--used.judges == 0) {
            used.mapped.mapping().close();
        }
    }
}
