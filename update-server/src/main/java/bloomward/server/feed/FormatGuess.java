package bloomward.server.feed;

import java.util.List;

/// Which format the beginning of a list is in, by what its lines are and not by what the list is called.
///
/// Every format reads the lines of the beginning; the one that understands the largest share is it, and among equals
/// the first in the order of [FeedFormat], which is the narrowest. It must understand more than half. JSON is
/// recognised by its first character and the names in it.
public sealed interface FormatGuess {

    /// How much of a list is looked at.
    int HEAD_IN_BYTES = 64 * 1024;

    record Sure(FeedFormat format) implements FormatGuess {}

    /// @param candidates the formats that understand some lines, the best first; empty if there is nothing to go by
    record Unsure(List<FeedFormat> candidates) implements FormatGuess {

        public Unsure {
            candidates = List.copyOf(candidates);
        }
    }

    /// @param what it is instead, for a person
    record NotAList(String what) implements FormatGuess {}

    /// @param head the first bytes of a list, at most [#HEAD_IN_BYTES], inflated
    /// @param whole whether the list ends with them; if not, their last line is not looked at
    static FormatGuess of(byte[] head, boolean whole) {
        return Recognition.guess(head, whole);
    }
}
