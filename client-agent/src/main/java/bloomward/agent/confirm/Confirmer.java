package bloomward.agent.confirm;

import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import bloomward.format.url.Expression;

/// Tells whether an expression that passed the filters is listed. Safe for all threads.
public interface Confirmer {

    /// Asks about one expression; may wait for a server.
    ///
    /// @param list the version that is installed; its filters take the expression for an entry
    Confirmation confirm(ListRelease list, FullHash hash);

    /// Asks about one expression, whose hash is made only if it is needed.
    default Confirmation confirm(ListRelease list, Expression expression) {
        return confirm(list, FullHash.of(expression));
    }

    /// A confirmer that asks no server and sends nothing.
    static Confirmer offline() {
        return silent("offline");
    }

    /// A confirmer that asks no server and sends nothing.
    ///
    /// @param why for a person
    static Confirmer silent(String why) {
        return new SilentConfirmer(new Confirmation.NoAnswer(why));
    }
}
