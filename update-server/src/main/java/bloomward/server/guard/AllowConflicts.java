package bloomward.server.guard;

import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import bloomward.format.url.UrlExpressions;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/// Finds the allow entry that hides a listed one. The allow list always wins, so this only reports its effect. Used by
/// one thread.
///
/// An entry is hidden if every URL that it names is allowed, which is the case if its own expression, read as a URL, is
/// allowed. An entry for a host of which only a page is allowed is not hidden, as the rest still counts.
public final class AllowConflicts {

    private final Set<Expression> allowed;
    private final UrlExpressions expressions = new UrlExpressions();

    private AllowConflicts(Set<Expression> allowed) {
        this.allowed = allowed;
    }

    public static AllowConflicts of(Collection<Expression> allowed) {
        return new AllowConflicts(Set.copyOf(allowed));
    }

    /// The allow entry that hides this entry.
    public Optional<Expression> hiding(Expression expression) {
        if (allowed.contains(expression)) {
            return Optional.of(expression);
        }
        if (expressions.read(expression.shown()).isPresent()) {
            return Optional.empty();
        }
        for (int i = 0; i < expressions.count(); i++) {
            Expression wider = expressions.expression(i);
            if (wider.scope() != Scope.EXACT && allowed.contains(wider)) {
                return Optional.of(wider);
            }
        }
        return Optional.empty();
    }

    /// The judgement on an allow entry that hides listed ones.
    public static Judgement.Held conflict(Expression allowEntry, long hidden, Expression example) {
        return new Judgement.Held(HoldReason.ALLOW_CONFLICT, allowEntry.shown() + " hides " + hidden
                + (hidden == 1 ? " listed entry" : " listed entries") + ", such as " + example.shown());
    }
}
