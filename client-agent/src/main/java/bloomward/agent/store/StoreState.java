package bloomward.agent.store;

import bloomward.format.release.Floor;
import bloomward.format.sign.SignedNote;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/// The contents of the state file: all that an agent knows but for the lists themselves, each note byte for byte. An
/// immutable value. It is what a [StoreWriter] takes; a reader gets it verified and parsed, as a [TrustedState].
///
/// Trusted: a writer of it can make the agent trust another root. So it lies in a folder of the agent's own.
///
/// @param server where the agent was enrolled; a root may name other addresses, which go first
/// @param root the newest root that is trusted, whose own keys signed it
/// @param floor below what nothing is accepted, which outlives the lists
/// @param installed what is installed; empty until the first update
public record StoreState(URI server, SignedNote root, Floor floor, Optional<Installed> installed) {

    /// A set of lists that was installed as one.
    ///
    /// It brings the root under which it was verified. When a newer root takes keys away, what they signed is no longer
    /// accepted, but what is installed goes on protecting until something newer is: so a new root changes
    /// [StoreState#root] and leaves this as it is.
    ///
    /// @param root the root under which both other notes were verified
    /// @param manifest the note that names every file
    /// @param latest the newest note that names this manifest
    /// @param checkedAt when a server last said that there is nothing newer, by the effective time
    public record Installed(SignedNote root, SignedNote manifest, SignedNote latest, Instant checkedAt) {}
}
