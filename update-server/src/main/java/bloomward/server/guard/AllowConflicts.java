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

    private final Set<String> allowed;
    private final UrlExpressions expressions = new UrlExpressions();

    private AllowConflicts(Set<String> allowed) {
        this.allowed = allowed;
    }

    /// @param allowed canonical expressions; exact ones with their leading space
    public static AllowConflicts of(Collection<String> allowed) {
        return new AllowConflicts(Set.copyOf(allowed));
    }

    /// The allow entry that hides this entry.
    ///
    /// @param expression canonical; with its leading space if the entry is exact
    public Optional<String> hiding(String expression) {
        if (allowed.contains(expression)) {
            return Optional.of(expression);
        }
        if (expressions.read("http://" + expression.strip()).isPresent()) {
            return Optional.empty();
        }
        for (int i = 0; i < expressions.count(); i++) {
            Expression wider = expressions.expression(i);
            if (wider.scope() != Scope.EXACT && allowed.contains(wider.text())) {
                return Optional.of(wider.text());
            }
        }
        return Optional.empty();
    }

    /// The judgement on an allow entry that hides listed ones.
    public static Judgement.Held conflict(String allowEntry, long hidden, String example) {
        return new Judgement.Held(HoldReason.ALLOW_CONFLICT, allowEntry.strip() + " hides " + hidden
                + (hidden == 1 ? " listed entry" : " listed entries") + ", such as " + example.strip());
    }
}
