package bloomward.server.setup;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The publication that a new server is set up for.
///
/// @param origin name of the publication; may be missing where `root` names it
/// @param addresses where agents will find it, the preferred first
/// @param trialKeys whether the server makes all keys itself, for trying out
/// @param root a root note that was signed offline
/// @param timestampKey the private key that the root names for `latest`
public record Wanted(Optional<String> origin, List<URI> addresses, boolean trialKeys, Optional<Path> root,
        Optional<Path> timestampKey) {

    public Wanted {
        addresses = List.copyOf(addresses);
    }
}
