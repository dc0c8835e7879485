package bloomward.server.store.sqlite;

import bloomward.server.store.StoredRows;
import bloomward.server.store.StoredTable;
import bloomward.server.store.StoredTable.Column;
import bloomward.server.store.sql.SqlRow;
import bloomward.server.store.sql.SqlSession;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All rows as they are.
final class SqliteRows implements StoredRows {

    private final SqlSession<Db> session;

    SqliteRows(SqlSession<Db> session) {
        this.session = session;
    }

    @Override
    public void read(StoredTable table, Sink sink) throws IOException {
        session.reading()
                .forEach("SELECT " + table.names() + " FROM " + table.label() + " ORDER BY " + table.key(),
                        row -> sink.take(values(table, row)));
    }

    private static List<Optional<Object>> values(StoredTable table, SqlRow row) throws SQLException, IOException {
        List<Optional<Object>> values = new ArrayList<>(table.columns().size());
        for (Column column : table.columns()) {
            values.add(row.hasNone(column.name()) ? Optional.empty() : Optional.of(switch (column.kind()) {
                case NUMBER -> (Object) row.number(column.name());
                case FLAG -> row.flag(column.name());
                case TEXT -> row.text(column.name());
                case DIGEST -> row.digest(column.name());
            }));
        }
        return values;
    }

    @Override
    public Adding add(StoredTable table) {
        Db db = session.writing();
        String sql = "INSERT INTO " + table.label() + " (" + table.names() + ") VALUES (?"
                + ", ?".repeat(table.columns().size() - 1) + ")";
        return new Adding() {

            @Override
            public void take(List<Optional<Object>> values) throws IOException {
                db.update(sql, values.toArray());
            }

            @Override
            public void close() {
                // each row is there already
            }
        };
    }

    @Override
    public Map<StoredTable, Long> highest() throws IOException {
        Map<StoredTable, Long> numbers = new EnumMap<>(StoredTable.class);
        for (StoredTable table : StoredTable.values()) {
            session.reading()
                    .first("SELECT seq FROM sqlite_sequence WHERE name = ?", row -> row.number("seq"), table.label())
                    .ifPresent(number -> numbers.put(table, number));
        }
        return numbers;
    }

    @Override
    public void setHighest(Map<StoredTable, Long> numbers) throws IOException {
        Db db = session.writing();
        for (Map.Entry<StoredTable, Long> each : numbers.entrySet()) {
            db.update("DELETE FROM sqlite_sequence WHERE name = ?", each.getKey().label());
            db.update("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", each.getKey().label(), each.getValue());
        }
    }
}
