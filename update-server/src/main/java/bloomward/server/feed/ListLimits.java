package bloomward.server.feed;

/// Limits on reading a list from an untrusted source.
///
/// @param bytes maximum size of a list after inflating
/// @param samplesPerReason number of rejected lines kept as samples for each reason
public record ListLimits(long bytes, int samplesPerReason) {

    /// Room for ten million URLs of a hundred bytes, four times over.
    public static final ListLimits DEFAULT = new ListLimits(4L << 30, 20);

    public ListLimits {
        if (bytes < 0 || samplesPerReason < 0) {
            throw new IllegalArgumentException("a limit is negative");
        }
    }
}
