package bloomward.agent.check;

import bloomward.agent.confirm.Confirmation;
import bloomward.format.url.Expression;
import java.util.Optional;

/// What was done to come to a verdict, in order, for people who ask why.
public sealed interface CheckStep {

    /// What the rules made of the text.
    record Canonical(String url) implements CheckStep {}

    /// The text has no canonical form.
    record Unjudgeable(String reason) implements CheckStep {}

    /// As this the URL could be listed.
    record Candidate(Expression expression) implements CheckStep {}

    /// What the filters of a list said of an expression.
    ///
    /// @param flat whether the flat filter said "perhaps"
    /// @param packed whether the packed one did
    record Filters(String list, long version, Expression expression, boolean flat,
            boolean packed) implements CheckStep {}

    /// The filters of a list cannot be read.
    record Unreadable(String list, String why) implements CheckStep {}

    /// Something hit, or may have, and the allow file was asked.
    ///
    /// @param expression that it has, if any
    record Allow(Optional<Expression> expression) implements CheckStep {}

    /// A hit was to be confirmed.
    record Confirm(String list, Expression expression, Confirmation answer) implements CheckStep {}
}
