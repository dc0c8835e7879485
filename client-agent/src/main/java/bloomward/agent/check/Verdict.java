package bloomward.agent.check;

import bloomward.format.confirm.Category;
import bloomward.format.url.Expression;
import java.util.List;
import java.util.Optional;

/// The result of checking a URL.
public sealed interface Verdict {

    /// No list has it, and the data is fresh enough to say so.
    record Clean() implements Verdict {}

    /// A list has it.
    ///
    /// @param match the first that was found, confirmed ones first
    /// @param others further ones that are known
    record Listed(Match match, List<Match> others) implements Verdict {

        public Listed {
            others = List.copyOf(others);
        }
    }

    /// A list may have it, but the publisher allows it for every list that may.
    ///
    /// @param expression of the allow file
    record Allowed(Expression expression) implements Verdict {}

    /// No statement is possible. Never the same as clean.
    record Unknown(Reason reason, String message) implements Verdict {}

    /// One listing of a URL.
    ///
    /// @param list its name
    /// @param version of the list; 0 where it is a file that says none
    /// @param expression as which the URL is listed
    /// @param category why; known only where it was confirmed
    /// @param confirmed whether the publisher's proof was seen; else a filter says so, which errs once in some 70,000
    record Match(String list, long version, Expression expression, Optional<Category> category, boolean confirmed) {}

    /// The reasons for Unknown.
    enum Reason {
        /// The text is no URL, or none that can be judged.
        UNJUDGEABLE,
        /// Nothing is installed yet.
        NO_DATA,
        /// Nothing was found, in data whose validity has ended.
        EXPIRED,
        /// Nothing was found, in data that may not be the newest, and the policy wants no less.
        STALE,
        /// A filter hit was not confirmed, and the policy does not take that for a listing.
        UNCONFIRMED,
        /// Nothing was found, but a list of the set is not there or cannot be read.
        DAMAGED
    }
}
