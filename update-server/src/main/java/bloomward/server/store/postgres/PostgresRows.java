package bloomward.server.store.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.Digest;
import bloomward.server.store.StoredRows;
import bloomward.server.store.StoredTable;
import bloomward.server.store.StoredTable.Column;
import bloomward.server.store.sql.SqlRow;
import bloomward.server.store.sql.SqlSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// All rows as they are. They come out by a cursor and go in as the text form of COPY, some megabytes at a time.
final class PostgresRows implements StoredRows {

    private static final int FULL_IN_BYTES = 1 << 16;
    /// Those whose numbers a sequence gives, in the column of that name.
    private static final Map<StoredTable, String> NUMBERED = Map.of(StoredTable.LIST, "id", StoredTable.SOURCE, "id",
            StoredTable.CHANGE, "number", StoredTable.TOKEN, "id", StoredTable.HOLD, "id", StoredTable.REPORT, "id");
    /// Others with numbers from a sequence, of which a store of another kind remembers only those that are there.
    private static final Map<StoredTable, String> COUNTED = Map.of(StoredTable.REVIEW, "id", StoredTable.FEED_FETCH,
            "id");
    /// Their columns with texts come by an index of their first characters.
    private static final Set<StoredTable> LONG_KEYS = Set.of(StoredTable.ENTRY);

    private final SqlSession<PostgresDb> session;

    PostgresRows(SqlSession<PostgresDb> session) {
        this.session = session;
    }

    @Override
    public void read(StoredTable table, Sink sink) throws IOException {
        String order = LONG_KEYS.contains(table)
                ? "list_id, left(expression, 2048), expression, source_id, added"
                : table.key();
        try (PostgresSlices<List<Optional<Object>>> rows = session.reading()
                .open("SELECT " + table.names() + " FROM " + table.label() + " ORDER BY " + order,
                        row -> values(table, row))) {
            while (rows.advance()) {
                sink.take(rows.current());
            }
        }
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
        return new Copying(session.writing(),
                "COPY " + table.label() + " (" + table.names() + ") FROM STDIN (ENCODING 'UTF8')");
    }

    private static final class Copying implements Adding {

        private final PostgresDb db;
        private final PostgresDb.CopyForm form;
        private final Buffer buffer = new Buffer();

        private static final class Buffer extends ByteArrayOutputStream {

            byte[] bytes() {
                return buf;
            }
        }

        Copying(PostgresDb db, String sql) {
            this.db = db;
            this.form = new PostgresDb.CopyForm(sql, "", "");
        }

        @Override
        public void take(List<Optional<Object>> values) throws IOException {
            StringBuilder line = new StringBuilder();
            for (Optional<Object> value : values) {
                if (!line.isEmpty()) {
                    line.append('\t');
                }
                write(line, value);
            }
            buffer.writeBytes(line.append('\n').toString().getBytes(UTF_8));
            if (buffer.size() >= FULL_IN_BYTES) {
                flush();
            }
        }

        private static void write(StringBuilder line, Optional<Object> value) {
            if (value.isEmpty()) {
                line.append("\\N");
                return;
            }
            switch (value.get()) {
                case String text -> escape(line, StorableText.require(text));
                case Digest digest -> line.append("\\\\x").append(digest.toHex());
                default -> line.append(value.get());
            }
        }

        private static void escape(StringBuilder line, String text) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                switch (c) {
                    case '\\' -> line.append("\\\\");
                    case '\t' -> line.append("\\t");
                    case '\n' -> line.append("\\n");
                    case '\r' -> line.append("\\r");
                    default -> line.append(c);
                }
            }
        }

        private void flush() throws IOException {
            if (buffer.size() > 0) {
                db.copyIn(form, buffer.bytes(), buffer.size());
                buffer.reset();
            }
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    @Override
    public Map<StoredTable, Long> highest() throws IOException {
        Map<StoredTable, Long> numbers = new EnumMap<>(StoredTable.class);
        for (Map.Entry<StoredTable, String> each : NUMBERED.entrySet()) {
            session.reading()
                    .first("SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(?, ?)::regclass), 0) AS last",
                            row -> row.number("last"), each.getKey().label(), each.getValue())
                    .filter(last -> last > 0)
                    .ifPresent(last -> numbers.put(each.getKey(), last));
        }
        return numbers;
    }

    @Override
    public void setHighest(Map<StoredTable, Long> numbers) throws IOException {
        PostgresDb db = session.writing();
        for (Map.Entry<StoredTable, Long> each : numbers.entrySet()) {
            Optional<String> column = Optional.ofNullable(NUMBERED.get(each.getKey()));
            if (column.isEmpty()) {
                throw new IOException("table " + each.getKey().label() + " has no numbers of its own");
            }
            db.number("SELECT setval(pg_get_serial_sequence(?, ?), ?)", each.getKey().label(), column.get(),
                    each.getValue());
        }
        for (Map.Entry<StoredTable, String> each : COUNTED.entrySet()) {
            String table = each.getKey().label();
            db.text("SELECT setval(pg_get_serial_sequence(?, ?), max(%s))::text FROM %s HAVING count(*) > 0"
                    .formatted(each.getValue(), table), table, each.getValue());
        }
    }
}
