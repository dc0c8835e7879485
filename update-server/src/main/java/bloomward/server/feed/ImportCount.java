package bloomward.server.feed;

import bloomward.server.feed.syntax.RejectReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The number of lines of a list by outcome: exactly `lines = accepted + duplicates + rejected`.
///
/// A line is the unit that states one thing: a line of text that is neither blank nor a comment, each name on a line of
/// a hosts file or of dnsmasq, each element of a JSON list. So a count can exceed the number of lines in an editor, and
/// a rejected name does not take the others on its line with it.
///
/// @param outOfReach number of accepted lines that mean more than their entries can match
/// @param rejected in the order of [RejectReason]; only reasons with at least one line
public record ImportCount(long lines, long accepted, long duplicates, long outOfReach,
        Map<RejectReason, Rejections> rejected) {

    /// The count of an empty list.
    public static final ImportCount NOTHING = new ImportCount(0, 0, 0, 0, Map.of());

    public ImportCount {
        Map<RejectReason, Rejections> ordered = new EnumMap<>(RejectReason.class);
        ordered.putAll(rejected);
        rejected = Collections.unmodifiableMap(ordered);
        if (lines != accepted + duplicates + sum(rejected) || outOfReach > accepted) {
            throw new IllegalArgumentException("counts do not add up");
        }
    }

    /// The number of lines rejected for one reason, with the first of them as samples.
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

    /// The number of lines in the format, whatever their outcome.
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
