package bloomward.server.draft;

import bloomward.server.feed.syntax.FeedFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The fate of the lines of a list: `lines = accepted + duplicates + rejected + held`.
///
/// @param accepted lines that are in the draft now, whether or not they were before
/// @param rejected by reason: of the reader, of a guard, or of an earlier decision
/// @param held by reason
/// @param added entries that the source has more now
/// @param removed entries that it has less
/// @param samples some of the rejected and held lines
/// @param warnings about entries that passed and deserve a look
public record ImportResult(FeedFormat format, long lines, long accepted, long duplicates, Map<String, Long> rejected,
        Map<String, Long> held, long outOfReach, long added, long removed, List<Sample> samples,
        List<String> warnings) {

    public ImportResult {
        rejected = new TreeMap<>(rejected);
        held = new TreeMap<>(held);
        samples = List.copyOf(samples);
        warnings = List.copyOf(warnings);
        if (lines != accepted + duplicates + sum(rejected) + sum(held)) {
            throw new IllegalArgumentException("counts do not add up");
        }
    }

    /// @param isHeld held, or else rejected
    /// @param line counted from 1
    /// @param text printable
    public record Sample(boolean isHeld, String reason, long line, String text) {}

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
