package bloomward.agent.store;

import bloomward.agent.store.StoreState.Installed;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import java.util.Optional;

/// A state of which every note was verified and belongs to the others.
///
/// @param root the newest one
/// @param set what is installed
record TrustedState(StoreState state, Root root, Optional<TrustedSet> set) {

    /// The notes of what is installed.
    ///
    /// @param isOutdated whether the newest root no longer has the keys that signed them: so there is a newer set, or will
    ///     be
    record TrustedSet(Manifest manifest, Latest latest, boolean isOutdated) {}

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
        return new TrustedSet(manifest, latest, !isOfNewest && !stillSigned(newest, installed));
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
