package bloomward.agent.check;

import bloomward.agent.confirm.Confirmation;
import bloomward.format.release.AllowEntry;
import bloomward.format.url.Expression;
import java.util.List;

/// A step on the way to a verdict, for explanations.
public sealed interface CheckStep {

    /// The canonical form of the text.
    record Canonical(String url) implements CheckStep {}

    /// The text has no canonical form.
    record Unjudgeable(String reason) implements CheckStep {}

    /// An expression under which the URL could be listed.
    record Candidate(Expression expression) implements CheckStep {}

    /// The answers of a list's filters to an expression.
    ///
    /// @param flat whether the flat filter said "perhaps"
    /// @param packed whether the packed one did
    record Filters(String list, long version, Expression expression, boolean flat,
            boolean packed) implements CheckStep {}

    /// The filters of a list cannot be read.
    record Unreadable(String list, String why) implements CheckStep {}

    /// The allow file was asked, because something hit or may have hit.
    ///
    /// @param entries that allow the URL for a list in question; none if nothing does
    record Allow(List<AllowEntry> entries) implements CheckStep {

        public Allow {
            entries = List.copyOf(entries);
        }
    }

    /// A hit was to be confirmed.
    record Confirm(String list, Expression expression, Confirmation answer) implements CheckStep {}
}
