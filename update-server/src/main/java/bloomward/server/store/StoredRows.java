package bloomward.server.store;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All rows of a store as they are, for a copy of it in another kind of store.
public interface StoredRows {

    /// Gives all rows of a table in the order of its key, which is the same in every store.
    void read(StoredTable table, Sink sink) throws IOException;

    /// Takes rows.
    @FunctionalInterface
    interface Sink {
        /// @param values of the columns in their order, each of the class that its kind names
        void take(List<Optional<Object>> values) throws IOException;
    }

    /// Begins to add rows to a table as they are, without any of the checks of the other tables.
    Adding add(StoredTable table) throws IOException;

    /// Takes rows of one table; done when it is closed.
    interface Adding extends Sink, AutoCloseable {
        @Override
        void close() throws IOException;
    }

    /// The highest number that each table with numbers of its own has given, also to rows that are gone.
    Map<StoredTable, Long> highest() throws IOException;

    /// Sets them, so that no number is given twice.
    void setHighest(Map<StoredTable, Long> numbers) throws IOException;
}
