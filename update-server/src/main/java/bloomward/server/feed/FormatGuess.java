package bloomward.server.feed;

import bloomward.server.feed.syntax.FeedFormat;
import java.util.List;

/// The format of a list, guessed from its first lines and not from its name.
///
/// Every format tries the first lines; the one that understands the largest share wins, and among equals the first in
/// the order of [FeedFormat], which is the narrowest. It must understand more than half. JSON is recognised by its
/// first character and its names.
public sealed interface FormatGuess {

    /// The number of bytes examined.
    int HEAD_IN_BYTES = 64 * 1024;

    record Sure(FeedFormat format) implements FormatGuess {}

    /// @param candidates the formats that understand some lines, best first; empty if none does
    record Unsure(List<FeedFormat> candidates) implements FormatGuess {

        public Unsure {
            candidates = List.copyOf(candidates);
        }
    }

    /// @param what a description of the actual content, for people
    record NotAList(String what) implements FormatGuess {}

    /// @param head the first bytes of a list, at most [#HEAD_IN_BYTES], inflated
    /// @param whole whether the list ends with them; if not, the last line is not examined
    static FormatGuess of(byte[] head, boolean whole) {
        return Recognition.guess(head, whole);
    }
}
