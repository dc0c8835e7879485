package bloomward.server.feed;

import java.util.List;

/// What came of reading a list.
public sealed interface ListOutcome {

    /// The whole list was read; the sink has its entries.
    record Read(FeedFormat format, ImportCount count) implements ListOutcome {}

    /// Most lines are not of this format. The sink has the entries of the others, and the caller decides: by default
    /// they are thrown away and the last good copy is kept.
    record MostlyUnreadable(FeedFormat format, ImportCount count) implements ListOutcome {}

    /// The format could not be recognised. The sink has nothing; say which it is and read again.
    ///
    /// @param candidates what some lines look like, the likeliest first
    record UnknownFormat(List<FeedFormat> candidates) implements ListOutcome {

        public UnknownFormat {
            candidates = List.copyOf(candidates);
        }
    }

    /// Nothing that can be used. What the sink was given must be thrown away.
    ///
    /// @param message where and what, for a person; printable
    record Refused(Reason reason, String message) implements ListOutcome {}

    /// Why a body was refused.
    enum Reason {
        /// It is HTML, binary, compressed in another way than gzip, or no JSON of this format.
        NOT_A_LIST,
        /// Its gzip or JSON is cut or broken.
        DAMAGED,
        /// It is longer than is allowed.
        TOO_LARGE
    }
}
