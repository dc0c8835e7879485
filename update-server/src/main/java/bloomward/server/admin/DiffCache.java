package bloomward.server.admin;

import bloomward.format.Digest;
import bloomward.server.draft.DraftDiff;
import bloomward.server.draft.DraftDigests;
import bloomward.server.guard.Guards;
import bloomward.server.store.ListRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The summaries of drafts that were asked for lately: each costs a walk over the changes, and pages ask again and again. The
/// digest of a draft stands for all that a summary is made of, but for the guards and the people behind allow entries.
final class DiffCache {

    private static final int KEPT = 32;

    private final Map<Key, DraftDiff> kept = new LinkedHashMap<>(KEPT, 0.75f, true) {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, DraftDiff> eldest) {
            return size() > KEPT;
        }
    };

    private record Key(Digest draft, Guards guards, int allowed) {}

    DraftDiff of(Tables tables, ListRow list, Guards guards, DraftDigests.Reading reading) throws IOException {
        int allowed = list.needsReview() ? tables.allowed().all().hashCode() : 0;
        Optional<Digest> draft = reading.known(list);
        if (draft.isPresent()) {
            Optional<DraftDiff> known = find(new Key(draft.get(), guards, allowed));
            if (known.isPresent()) {
                return known.get();
            }
        }
        DraftDiff made = DraftDiff.of(tables, list, guards, reading);
        keep(new Key(made.digest(), guards, allowed), made);
        return made;
    }

    private synchronized Optional<DraftDiff> find(Key key) {
        return Optional.ofNullable(kept.get(key));
    }

    private synchronized void keep(Key key, DraftDiff diff) {
        kept.put(key, diff);
    }
}
