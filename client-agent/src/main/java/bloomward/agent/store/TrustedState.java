package bloomward.agent.store;

import bloomward.agent.store.StoreState.Installed;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.release.Floor;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/// A state of which every note was verified, belongs to the others, and was parsed: the only form in which a state leaves
/// the store. An immutable value.
///
/// @param written the same state with its notes as they stand in the file
/// @param root the newest one
/// @param set the installed set; empty until the first update
public record TrustedState(StoreState written, Root root, Optional<TrustedSet> set) {

    /// The notes of the installed set.
    ///
    /// @param root the root under which both others were verified
    /// @param isOutdated whether the newest root no longer has the keys that signed them: so there is a newer set, or will
    ///     be
    /// @param checkedAt see [StoreState.Installed#checkedAt]
    public record TrustedSet(Root root, Manifest manifest, Latest latest, boolean isOutdated, Instant checkedAt) {}

    /// The address at which the agent was enrolled.
    public URI server() {
        return written.server();
    }

    public Floor floor() {
        return written.floor();
    }

    /// Verifies all that a state holds.
    ///
    /// @throws FormatException MALFORMED if it does not hold together
    static TrustedState of(StoreState state) throws FormatException {
        try {
            Root root = Root.first(state.root()).value();
            state.floor().requireReachedBy(root);
            Optional<TrustedSet> set = state.installed().isPresent()
                    ? Optional.of(set(state.root(), root, state.installed().get()))
                    : Optional.empty();
            return new TrustedState(state, root, set);
        } catch (UntrustedNoteException | ReleaseException e) {
            throw new FormatException(Reason.MALFORMED, "does not hold together: " + e.getMessage());
        }
    }

    /// The floor is not asked: a new root may have reset it, and then it says nothing of what was installed before.
    private static TrustedSet set(SignedNote newestNote, Root newest, Installed installed)
            throws FormatException, UntrustedNoteException, ReleaseException {
        boolean isOfNewest = installed.root().equals(newestNote);
        Root root = isOfNewest ? newest : Root.first(installed.root()).value();
        if (!root.origin().equals(newest.origin())) {
            throw new FormatException(Reason.MALFORMED,
                    "does not hold together: lists of " + root.origin() + " under a root of " + newest.origin());
        }
        Manifest manifest = root.manifest(installed.manifest()).value();
        Latest latest = root.latest(installed.latest()).value();
        latest.requireNames(manifest, Digest.of(installed.manifest().toBytes()));
        boolean isOutdated = !isOfNewest && !stillSigned(newest, installed);
        return new TrustedSet(root, manifest, latest, isOutdated, installed.checkedAt());
    }

    private static boolean stillSigned(Root newest, Installed installed) throws FormatException {
        try {
            newest.manifest(installed.manifest());
            newest.latest(installed.latest());
            return true;
        } catch (UntrustedNoteException | ReleaseException _) {
            return false;
        }
    }
}
