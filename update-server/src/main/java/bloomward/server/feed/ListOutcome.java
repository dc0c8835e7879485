package bloomward.server.feed;

import bloomward.server.feed.syntax.FeedFormat;
import java.util.List;

/// The outcome of reading a list.
public sealed interface ListOutcome {

    /// The whole list was read; the sink has received its entries.
    record Read(FeedFormat format, ImportCount count) implements ListOutcome {}

    /// Most lines are not in this format. The sink has received the entries of the others, and the caller decides: by
    /// default they are discarded and the last good copy is kept.
    record MostlyUnreadable(FeedFormat format, ImportCount count) implements ListOutcome {}

    /// The format was not recognised. The sink has received nothing; read again with an explicit format.
    ///
    /// @param candidates formats that fit some lines, likeliest first
    record UnknownFormat(List<FeedFormat> candidates) implements ListOutcome {

        public UnknownFormat {
            candidates = List.copyOf(candidates);
        }
    }

    /// The list is unusable. Entries already given to the sink must be discarded.
    ///
    /// @param message the place and the error, for people; printable
    record Unusable(Reason reason, String message) implements ListOutcome {}

    /// The reasons for which a body is unusable.
    enum Reason {
        /// HTML, binary, compressed with something other than gzip, or JSON of another format.
        NOT_A_LIST,
        /// Truncated or damaged gzip or JSON.
        DAMAGED,
        /// Beyond a limit: too long, too many lines, inflated too much, or too slow to read.
        TOO_LARGE
    }
}
