package bloomward.format.release;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException.Reason;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.sign.Verified;
import java.util.List;

/// The way from a root that is trusted to the newest one, a step at a time.
///
/// Every step is signed by the keys before it and after it. That a root on the way has expired does not matter: an agent
/// that slept for years comes through, and only the last one's date counts, for [Freshness].
///
/// @param root the root that is trusted now
/// @param floor the agent's floor, with what each step reset
public record RootChain(Root root, Floor floor) {

    /// How many steps are made at once; who is further behind comes again.
    public static final int MAX_STEPS = 256;

    /// Follows notes in their order, each being that of the next version. None: nothing changes.
    public RootChain follow(List<SignedNote> notes) throws FormatException, UntrustedNoteException, ReleaseException {
        if (notes.size() > MAX_STEPS) {
            throw new ReleaseException(Reason.BROKEN_CHAIN, notes.size() + " roots at once, possible are " + MAX_STEPS);
        }
        RootChain chain = this;
        for (SignedNote note : notes) {
            chain = chain.step(note);
        }
        return chain;
    }

    private RootChain step(SignedNote note) throws FormatException, UntrustedNoteException, ReleaseException {
        Verified<Root> next = root.next(note);
        return new RootChain(next.value(), floor.raisedTo(root, next.value()));
    }
}
