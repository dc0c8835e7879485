package bloomward.server.store.cluster;

import bloomward.format.Digest;
import java.time.Duration;
import java.util.Optional;

/// The store at a beat.
///
/// @param fence of this server, if it leads
/// @param leader name of the server that leads, if one does
/// @param revision grows with each write that other servers have to hear of
/// @param latest digest of the newest `latest`
/// @param clockAhead of this machine before the database's
public record Beat(Optional<Fence> fence, Optional<String> leader, long revision, Optional<Digest> latest,
        Duration clockAhead) {}
