package bloomward.agent.confirm;

import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;

/// Who knows whether what passed the filters is listed. Safe for all threads.
public interface Confirmer {

    /// Asks about one expression; may wait for a server.
    Confirmation confirm(ListRelease list, FullHash hash);
}
