package bloomward.server.compile;

import bloomward.format.confirm.Category;
import bloomward.format.confirm.LeafWriter;
import java.util.Collection;

/// The room that one bucket has left. For one thread.
public final class BucketRoom {

    private long left = LeafWriter.ROOM_IN_BYTES;

    /// Takes room for the records of an expression.
    ///
    /// @return whether there is room for all of them; if not, none is taken
    public boolean take(Collection<Category> categories) {
        long size = categories.stream().mapToLong(LeafWriter::recordSizeInBytes).sum();
        if (size > left) {
            return false;
        }
        left -= size;
        return true;
    }
}
