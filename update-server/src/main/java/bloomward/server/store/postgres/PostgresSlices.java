package bloomward.server.store.postgres;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Reads many rows in order, slice by slice: each is a query of its own that begins behind the last row, so nothing stays open
/// between them, and the same table may be written behind the last row meanwhile.
///
/// @param <T> a row
final class PostgresSlices<T> {

    static final int ROWS = 4096;

    private final Query<T> query;
    private Iterator<T> slice = List.<T>of().iterator();
    private Optional<T> current = Optional.empty();
    private boolean isLast;

    PostgresSlices(Query<T> query) {
        this.query = query;
    }

    /// Gives the rows that follow one.
    ///
    /// @param <T> a row
    @FunctionalInterface
    interface Query<T> {
        /// @param last empty for the first slice
        /// @return fewer than [#ROWS] only where none follow
        List<T> after(Optional<T> last) throws IOException;
    }

    boolean advance() throws IOException {
        if (!slice.hasNext()) {
            if (isLast) {
                return false;
            }
            List<T> following = query.after(current);
            isLast = following.size() < ROWS;
            slice = following.iterator();
            if (!slice.hasNext()) {
                return false;
            }
        }
        current = Optional.of(slice.next());
        return true;
    }

    T current() {
        return current.orElseThrow();
    }
}
