package bloomward.server.store.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;

/// The sign of life of one server, on a connection of its own: no import or publication delays it. For one thread.
public interface Pulse extends Closeable {

    /// The time for which a lease is taken or kept, by the database's clock.
    Duration LEASE = Duration.ofSeconds(6);
    /// The time between two beats. Another server leads after a lease and a beat at the latest.
    Duration EVERY = Duration.ofSeconds(2);

    /// Says that the server lives, keeps the lease or takes one that has ended, and looks.
    ///
    /// @param wantsLead whether the server may lead; one that may not gives the lease up
    /// @throws IOException if the store cannot be asked; the next beat connects again
    Beat beat(ServerState self, boolean wantsLead) throws IOException;

    /// Waits until another server has news, at most for a while.
    ///
    /// @return whether one has
    boolean awaitNews(Duration most) throws IOException;

    /// Gives up the lease and signs off, so that another server leads at its next beat.
    void resign() throws IOException;
}
