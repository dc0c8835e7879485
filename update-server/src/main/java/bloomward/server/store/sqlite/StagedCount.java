package bloomward.server.store.sqlite;

import bloomward.server.store.EntryTable;
import bloomward.server.store.sort.Staged;

/// Counts what applying would do.
final class StagedCount implements SqliteStaging.Merged {

    private long added;
    private long kept;
    private long missing;

    @Override
    public void added(Staged staged) {
        added++;
    }

    @Override
    public void kept(Staged staged, boolean hadDetails) {
        kept++;
    }

    @Override
    public void missing(String text) {
        missing++;
    }

    EntryTable.StagedDiff toDiff() {
        return new EntryTable.StagedDiff(added, kept, missing);
    }
}
