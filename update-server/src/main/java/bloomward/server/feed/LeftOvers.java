package bloomward.server.feed;

import bloomward.server.feed.syntax.LineParser;
import bloomward.server.feed.syntax.ParsedLine;
import bloomward.server.feed.syntax.RejectReason;
import java.util.Optional;

/// Reads lines that the format of a list does not have once more, as lines of a mixed list. A format is recognised by the
/// beginning of a list, and sorted lists have what is written in another way at their end. For one list, on one thread.
final class LeftOvers {

    private final Tally tally;
    private final LineParser mixed = LineParser.mixed();
    private Optional<RejectReason> problem = Optional.empty();
    private boolean isMixed;

    LeftOvers(Tally tally) {
        this.tally = tally;
    }

    /// @param text the whole line, one byte per `char`
    /// @param parsed by the format of the list
    void add(long line, String text, ParsedLine parsed) {
        problem = tally.take(line, parsed);
        if (problem.isPresent() && !problem.get().isUnderstood()) {
            mixed.parse(text, other -> takeAgain(line, other));
        }
        problem.ifPresent(reason -> tally.reject(line, text, reason));
    }

    private void takeAgain(long line, ParsedLine parsed) {
        if (parsed instanceof ParsedLine.Ignored) {
            return;
        }
        Optional<RejectReason> other = tally.take(line, parsed);
        if (other.isEmpty() || other.get().isUnderstood()) {
            isMixed = true;
            problem = other;
        }
    }

    /// Whether the list has lines that only a mixed one can have.
    boolean isMixed() {
        return isMixed;
    }
}
