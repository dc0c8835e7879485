package bloomward.server.feed;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What became of the lines of a list: `lines = accepted + duplicates + rejected`, exactly.
///
/// A line is whatever says one thing: a line of text that is no comment and not blank, each name on a line of a hosts
/// file or of dnsmasq, each element of a JSON list. So a count can be larger than the number of lines in an editor, and
/// none of several names is lost when one of them is rejected.
///
/// @param outOfReach how many of the accepted mean more than an entry reaches
/// @param rejected in the order of [RejectReason]; no reason stands here without a line
public record ImportCount(long lines, long accepted, long duplicates, long outOfReach,
        Map<RejectReason, Rejections> rejected) {

    public ImportCount {
        Map<RejectReason, Rejections> ordered = new EnumMap<>(RejectReason.class);
        ordered.putAll(rejected);
        rejected = Collections.unmodifiableMap(ordered);
        if (lines != accepted + duplicates + sum(rejected) || outOfReach > accepted) {
            throw new IllegalArgumentException("counts do not add up");
        }
    }

    /// The lines rejected for one reason, and the first of them.
    public record Rejections(long count, List<Sample> samples) {

        public Rejections {
            samples = List.copyOf(samples);
        }
    }

    /// @param line counted from 1
    /// @param text its beginning, printable
    public record Sample(long line, String text) {}

    public long rejectedInAll() {
        return sum(rejected);
    }

    /// Lines that are of the format, whatever became of them.
    public long understood() {
        return lines - rejected.entrySet()
                .stream()
                .filter(entry -> !entry.getKey().isUnderstood())
                .mapToLong(entry -> entry.getValue().count())
                .sum();
    }

    private static long sum(Map<RejectReason, Rejections> rejected) {
        return rejected.values().stream().mapToLong(Rejections::count).sum();
    }
}
