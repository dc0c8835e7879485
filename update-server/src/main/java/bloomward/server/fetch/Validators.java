package bloomward.server.fetch;

import java.util.Optional;

/// The identifiers of a body's version, for asking later whether it is still current.
///
/// @param lastModified exactly as sent by the server
public record Validators(Optional<String> etag, Optional<String> lastModified) {

    /// The validators of a server that sends none.
    public static final Validators NONE = new Validators(Optional.empty(), Optional.empty());
}
