package bloomward.agent.confirm;

import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import bloomward.format.url.Expression;

/// Asks nobody, so it needs no hash: that alone takes longer than the whole look-up of a clean URL.
record SilentConfirmer(Confirmation answer) implements Confirmer {

    @Override
    public Confirmation confirm(ListRelease list, FullHash hash) {
        return answer;
    }

    @Override
    public Confirmation confirm(ListRelease list, Expression expression) {
        return answer;
    }
}
