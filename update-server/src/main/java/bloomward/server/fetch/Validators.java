package bloomward.server.fetch;

import java.util.Optional;

/// What a server calls a version of a body, to be asked later whether it is still the newest.
///
/// @param lastModified as the server wrote it
public record Validators(Optional<String> etag, Optional<String> lastModified) {

    /// Of a server that says nothing.
    public static final Validators NONE = new Validators(Optional.empty(), Optional.empty());
}
