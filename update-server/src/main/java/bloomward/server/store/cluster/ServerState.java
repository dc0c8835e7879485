package bloomward.server.store.cluster;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The words of a server about itself.
///
/// @param id of the process
/// @param name for people
/// @param version of the program
/// @param started when the process was started
/// @param sequence of the publication that it serves, 0 for none
/// @param dated the date of the `latest` that it serves
/// @param canDate whether it has the timestamp key, without which it does not lead
/// @param canSign whether it has enough keys of publishers
/// @param trouble empty if all is well with it
public record ServerState(UUID id, String name, String version, Instant started, long sequence, Optional<Instant> dated,
        boolean canDate, boolean canSign, String trouble) {}
