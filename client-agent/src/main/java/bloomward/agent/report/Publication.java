package bloomward.agent.report;

import java.net.URI;
import java.util.List;

/// The publication that an agent trusts now.
///
/// @param origin its name
/// @param addresses of its servers, the preferred one first
public record Publication(String origin, List<URI> addresses) {

    public Publication {
        addresses = List.copyOf(addresses);
    }
}
