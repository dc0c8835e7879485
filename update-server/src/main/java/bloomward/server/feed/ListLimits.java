package bloomward.server.feed;

/// How much of a stranger's list is read and kept.
///
/// @param bytes of a list after inflating
/// @param samplesPerReason rejected lines that are kept to be shown
public record ListLimits(long bytes, int samplesPerReason) {

    /// Room for ten million URLs of a hundred bytes, four times over.
    public static final ListLimits DEFAULT = new ListLimits(4L << 30, 20);

    public ListLimits {
        if (bytes < 0 || samplesPerReason < 0) {
            throw new IllegalArgumentException("a limit is negative");
        }
    }
}
