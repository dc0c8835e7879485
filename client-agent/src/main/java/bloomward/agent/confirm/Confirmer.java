package bloomward.agent.confirm;

import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;

/// Tells whether an expression that passed the filters is listed. Safe for all threads.
public interface Confirmer {

    /// Asks about one expression; may wait for a server.
    ///
    /// @param list the version that is installed; its filters take the expression for an entry
    Confirmation confirm(ListRelease list, FullHash hash);

    /// A confirmer that asks no server and sends nothing.
    static Confirmer offline() {
        return (_, _) -> new Confirmation.NoAnswer("offline");
    }
}
