package bloomward.server.publish.version;

import java.util.List;

/// A new version of a list.
///
/// @param entries listed expressions, without test entries
public record NewVersion(String name, long version, long entries, long added, long removed, long packedBytes,
        long flatBytes, List<NewDelta> deltas) {

    public NewVersion {
        deltas = List.copyOf(deltas);
    }

    /// A delta file.
    public record NewDelta(long from, long to, long bytes) {}
}
