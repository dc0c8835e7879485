package bloomward.server.store.sort;

import bloomward.server.store.EntryTable;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/// Compares what was collected with what a source lists, both in order, in one pass.
public final class SortedMerge {

    private SortedMerge() {}

    /// Takes the results of comparing both.
    public interface Sink {
        void added(Staged staged) throws IOException;

        /// @param hadDetails whether the listed entry has an expiry or a reason
        void kept(Staged staged, boolean hadDetails) throws IOException;

        void missing(String text) throws IOException;
    }

    /// Goes through both.
    ///
    /// @param hasDetails whether the current one of the listed has an expiry or a reason
    public static void run(SortedCursor<Staged> staged, SortedCursor<String> listed, BooleanSupplier hasDetails,
            Sink sink) throws IOException {
        boolean hasListed = listed.advance();
        boolean hasStaged = staged.advance();
        while (hasListed || hasStaged) {
            int order = !hasListed ? -1 : !hasStaged ? 1 : staged.current().text().compareTo(listed.current());
            if (order < 0) {
                sink.added(staged.current());
            } else if (order > 0) {
                sink.missing(listed.current());
            } else {
                sink.kept(staged.current(), hasDetails.getAsBoolean());
            }
            hasStaged = order <= 0 ? staged.advance() : hasStaged;
            hasListed = order >= 0 ? listed.advance() : hasListed;
        }
    }

    /// Counts what applying would do.
    public static final class Count implements Sink {

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

        public EntryTable.StagedDiff toDiff() {
            return new EntryTable.StagedDiff(added, kept, missing);
        }
    }
}
