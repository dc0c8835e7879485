package bloomward.agent.update;

import bloomward.format.release.Root;
import bloomward.format.release.RootChain;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The way from a root towards the newest one that a site has, up to the first bad step (FORMAT.md 17.2).
///
/// @param end root and floor at its end
/// @param notes of the roots on it, in their order, without the one at its beginning
/// @param problem the reason why it ends early; empty if there is no newer root
record RootWalk(RootChain end, List<SignedNote> notes, Optional<AttemptException> problem) {

    RootWalk {
        notes = List.copyOf(notes);
    }

    /// Walks. Each step is verified, so what was reached counts even where the next step is bad.
    ///
    /// @param maxSteps how many at most; an agent that is further behind walks again at its next poll
    static RootWalk from(RootChain start, Site site, int maxSteps) {
        List<SignedNote> notes = new ArrayList<>();
        RootChain at = start;
        try {
            while (notes.size() < maxSteps && at.root().version() < PublicPath.MAX_VERSION) {
                long version = at.root().version() + 1;
                Optional<byte[]> bytes = site.root(version);
                if (bytes.isEmpty()) {
                    break;
                }
                String name = site.name(new PublicPath.RootNote(version));
                SignedNote note = Site.note(bytes.get(), name, Root.MAX_SIZE_IN_BYTES);
                RootChain before = at;
                at = AttemptException.during(name, () -> before.follow(List.of(note)));
                notes.add(note);
            }
        } catch (AttemptException e) {
            return new RootWalk(at, notes, Optional.of(e));
        }
        return new RootWalk(at, notes, Optional.empty());
    }
}
