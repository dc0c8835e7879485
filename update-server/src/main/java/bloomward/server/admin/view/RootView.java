package bloomward.server.admin.view;

import java.time.Instant;
import java.util.List;

/// A root note that the server has.
///
/// @param note as agents get it
/// @param keysHere the keys that are on the server
public record RootView(long version, String note, String sha256, Instant expires, List<String> roots, int rootThreshold,
        List<String> publishers, int publisherThreshold, String timestamp, boolean isCurrent, List<String> keysHere) {}
