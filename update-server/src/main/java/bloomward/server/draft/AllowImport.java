package bloomward.server.draft;

import bloomward.format.release.AllowList;
import bloomward.format.url.Expression;
import bloomward.server.draft.ImportResult.Sample;
import bloomward.server.feed.Entry;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.ImportCount;
import bloomward.server.feed.ListLimits;
import bloomward.server.feed.ListOutcome;
import bloomward.server.feed.ListReader;
import bloomward.server.feed.syntax.FeedFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A list of what is to be allowed, read whole before anything is done with it.
///
/// @param rejected some rejected lines of each reason
public record AllowImport(FeedFormat format, ImportCount count, Set<Expression> expressions, List<Sample> rejected) {

    /// Reads a body. One whose format had to be recognised, and of which lines are rejected, is read once more as a list of
    /// mixed lines, and the reading that rejects less counts.
    ///
    /// @param format empty to recognise it
    /// @throws UnreadableListException if it is no list, or more than an allow file holds
    public static AllowImport read(Body body, FeedScope scope, Optional<FeedFormat> format)
            throws IOException, UnreadableListException {
        AllowImport read = readAs(body, scope, format);
        if (format.isEmpty() && read.count.rejectedInAll() > 0 && read.format != FeedFormat.MIXED) {
            AllowImport mixed = readAs(body, scope, Optional.of(FeedFormat.MIXED));
            return mixed.count.rejectedInAll() < read.count.rejectedInAll() ? mixed : read;
        }
        return read;
    }

    private static AllowImport readAs(Body body, FeedScope scope, Optional<FeedFormat> format)
            throws IOException, UnreadableListException {
        Gathered gathered = new Gathered();
        ListOutcome outcome;
        try (InputStream in = body.open()) {
            outcome = new ListReader(scope, format, ListLimits.DEFAULT).read(in, gathered::take);
        }
        return switch (outcome) {
            case ListOutcome.Read(FeedFormat found, ImportCount count) -> gathered.as(found, count);
            case ListOutcome.MostlyUnreadable(FeedFormat assumed, ImportCount count) -> gathered.as(assumed, count);
            case ListOutcome.UnknownFormat(List<FeedFormat> candidates) -> throw new UnreadableListException(
                    "the format could not be recognised; say --format" + (candidates.isEmpty()
                            ? ""
                            : ", perhaps " + candidates.stream().map(FeedFormat::label).toList()),
                    List.of());
            case ListOutcome.Unusable(_, String message) -> throw new UnreadableListException(message, List.of());
        };
    }

    /// Expressions, as many as an allow file could hold.
    private static final class Gathered {

        private final Set<Expression> expressions = new LinkedHashSet<>();
        private long bytes;

        void take(Entry entry) {
            bytes += entry.expression().text().length() + 1L;
            if (bytes <= AllowList.ROOM_IN_BYTES) {
                expressions.add(entry.expression());
            }
        }

        AllowImport as(FeedFormat format, ImportCount count) throws UnreadableListException {
            if (bytes > AllowList.ROOM_IN_BYTES) {
                throw UnreadableListException.beyondLimits(bytes + " bytes of expressions, and an allow file holds "
                        + AllowList.ROOM_IN_BYTES + ": allow less, such as hosts in place of their pages", List.of());
            }
            return new AllowImport(format, count, expressions, GuardTally.samplesOf(count));
        }
    }
}
