package bloomward.server.setup;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The publication of a new server.
///
/// @param origin name of the publication; optional if `root` names it
/// @param addresses base addresses for agents, the preferred first
/// @param trialKeys whether the server makes all keys itself, for a trial
/// @param root a root note signed offline
/// @param timestampKey the private key named by the root for `latest`
public record Wanted(Optional<String> origin, List<URI> addresses, boolean trialKeys, Optional<Path> root,
        Optional<Path> timestampKey) {

    public Wanted {
        addresses = List.copyOf(addresses);
    }
}
