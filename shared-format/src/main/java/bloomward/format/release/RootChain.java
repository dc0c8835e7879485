package bloomward.format.release;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException.Reason;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.sign.Verified;
import java.util.List;

/// The chain from a trusted root to the newest one, one step at a time.
///
/// Every step is signed by the keys before and after it. Intermediate roots may have expired: an agent that was off for
/// years can follow, and only the date of the last root matters, for [Freshness].
///
/// @param root root trusted now
/// @param floor the agent's floor, including the resets of each step
public record RootChain(Root root, Floor floor) {

    /// Maximum number of steps at once; an agent further behind continues with another request.
    public static final int MAX_STEPS = 256;

    /// Follows notes in order, each of the next version. Without notes, nothing changes.
    public RootChain follow(List<SignedNote> notes) throws FormatException, UntrustedNoteException, ReleaseException {
        if (notes.size() > MAX_STEPS) {
            throw new ReleaseException(Reason.BROKEN_CHAIN, notes.size() + " roots at once, at most " + MAX_STEPS);
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
