package bloomward.server.store.postgres;

import bloomward.server.store.sql.SqlRow;
import java.io.Closeable;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Reads many rows of one answer, slice by slice: each is asked for when the one before has been passed, so other statements may
/// run between two rows. The state is that of the beginning, so the same table may be written meanwhile.
///
/// Closed at its end, or by who stops before; else with the transaction.
///
/// @param <T> a row
final class PostgresSlices<T> implements Closeable {

    static final int ROWS = 4096;

    private final PostgresDb db;
    private final PreparedStatement statement;
    private final ResultSet set;
    private final SqlRow.Reader<T> reader;
    private final SqlRow row;
    private final List<T> slice = new ArrayList<>(ROWS);
    private int next;
    private boolean isLast;

    /// @param set whose rows come by [#ROWS]
    PostgresSlices(PostgresDb db, PreparedStatement statement, ResultSet set, SqlRow.Reader<T> reader) {
        this.db = db;
        this.statement = statement;
        this.set = set;
        this.reader = reader;
        this.row = new SqlRow(set);
    }

    boolean advance() throws IOException {
        next++;
        if (next < slice.size()) {
            return true;
        }
        if (isLast) {
            return false;
        }
        read();
        next = 0;
        return !slice.isEmpty();
    }

    private void read() throws IOException {
        db.endCopying(); // the first row may have to be fetched
        slice.clear();
        try {
            while (slice.size() < ROWS && !isLast) {
                if (set.next()) {
                    slice.add(reader.read(row));
                } else {
                    isLast = true;
                }
            }
            if (isLast) {
                statement.close();
            }
        } catch (SQLException e) {
            throw db.translate(e);
        }
    }

    T current() {
        return slice.get(next);
    }

    /// The current row and what follows in its slice, which are passed with it.
    List<T> slice() {
        List<T> all = List.copyOf(slice.subList(next, slice.size()));
        next = slice.size() - 1;
        return all;
    }

    @Override
    public void close() throws IOException {
        isLast = true;
        try {
            statement.close();
        } catch (SQLException e) {
            throw db.translate(e);
        }
    }
}
