package bloomward.server.publish;

import bloomward.format.Digest;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import java.util.Optional;

/// The publication at one moment. Immutable: a publication makes another one and swaps it.
///
/// @param root the newest
/// @param newest nothing before the first publication
public record Published(Root root, Optional<Newest> newest) {

    /// The newest publication.
    ///
    /// @param note the manifest as it is served
    /// @param digest of that note
    /// @param latest the note that names it as the newest
    public record Newest(Manifest manifest, SignedNote note, Digest digest, Latest latest, SignedNote latestNote) {}
}
