package bloomward.server.feed;

import java.time.Duration;

/// Limits on reading a list from an untrusted source: what goes beyond one of them is not a list.
///
/// @param bytes maximum size of a list after inflating
/// @param lines maximum number of lines, blank ones too, or of elements of JSON
/// @param lineBytes maximum length of a line; a longer one is rejected, and the rest of the list is read
/// @param expansion how many times larger than its compressed form a list may be, beyond [#FREE_BYTES]
/// @param time maximum time for reading it once
/// @param samplesPerReason number of rejected lines kept as samples for each reason
public record ListLimits(long bytes, long lines, int lineBytes, int expansion, Duration time, int samplesPerReason) {

    /// A list of this size is read whatever its compressed form is.
    public static final long FREE_BYTES = 16 << 20;
    /// Below it, a URL of the greatest length would not fit.
    public static final int LEAST_LINE_BYTES = 1024;
    /// A line is read into memory.
    public static final int MOST_LINE_BYTES = 1 << 20;

    /// Room for ten million URLs of a hundred bytes, four times over. Lists shrink to a tenth at best when compressed,
    /// and a million entries take two seconds.
    public static final ListLimits DEFAULT = new ListLimits(4L << 30, 50_000_000, 64 * 1024, 100,
            Duration.ofMinutes(10), 20);

    public ListLimits {
        if (bytes < 0 || lines < 0 || lineBytes < LEAST_LINE_BYTES || lineBytes > MOST_LINE_BYTES || expansion < 1
                || !time.isPositive() || samplesPerReason < 0) {
            throw new IllegalArgumentException("a limit leaves no room to read anything");
        }
    }

    /// @param number of lines so far
    void requireLines(long number) throws UnusableListException {
        if (number > lines) {
            throw new UnusableListException(ListOutcome.Reason.TOO_LARGE,
                    "more than " + lines + " lines, the limit import-max-lines");
        }
    }

    /// The usual limits with another size.
    public ListLimits withBytes(long most) {
        return new ListLimits(most, lines, lineBytes, expansion, time, samplesPerReason);
    }

    /// The usual limits with another number of samples.
    public ListLimits withSamples(int perReason) {
        return new ListLimits(bytes, lines, lineBytes, expansion, time, perReason);
    }
}
