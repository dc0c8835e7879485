package bloomward.server.serve;

import bloomward.server.cluster.Lead;
import bloomward.server.notify.Notifier;

/// Tells people of conditions while this server leads, and goes on where the last leader ended. For one thread at a time.
final class Notices {

    private final Notifier notifier;
    private final Conditions conditions;
    private final Lead lead;
    /// The lead during which it was told last.
    private long last;

    Notices(Notifier notifier, Conditions conditions, Lead lead) {
        this.notifier = notifier;
        this.conditions = conditions;
        this.lead = lead;
    }

    void tell() {
        long now = lead.number();
        if (now != last) {
            notifier.takeOver();
            last = now;
        }
        notifier.observe(conditions.look());
    }
}
