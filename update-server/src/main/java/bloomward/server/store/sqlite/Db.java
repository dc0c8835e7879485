package bloomward.server.store.sqlite;

import bloomward.format.Digest;
import bloomward.server.store.sql.Dialect;
import bloomward.server.store.sql.Sql;
import bloomward.server.store.sql.SqlRow;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// One connection, for one thread at a time. Keeps its statements prepared, and turns the database's exceptions into ones
/// that name the file. Transactions are begun and ended by SQL, so that nothing is done behind the caller's back.
final class Db implements Sql, Closeable {

    private final Path file;
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    Db(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /// Runs a statement without arguments and without a result that matters.
    void run(String sql) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /// Ends a transaction with nothing done, unless an error has ended it already. What went wrong is thrown by others.
    void rollBack() {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ROLLBACK");
        } catch (SQLException _) {
            // "no transaction is active": a full disk, for one, rolls back by itself.
        }
    }

    @Override
    public long update(String sql, Object... arguments) throws IOException {
        try {
            return bind(sql, arguments).executeLargeUpdate();
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    @Override
    public <T> List<T> list(String sql, SqlRow.Reader<T> reader, Object... arguments) throws IOException {
        List<T> all = new ArrayList<>();
        try (ResultSet set = bind(sql, arguments).executeQuery()) {
            SqlRow row = new SqlRow(set);
            while (set.next()) {
                all.add(reader.read(row));
            }
        } catch (SQLException e) {
            throw translate(e);
        }
        return all;
    }

    /// Goes through an answer of any size. It is not asked again meanwhile.
    void forEach(String sql, SqlRow.Sink sink) throws IOException {
        try (ResultSet set = bind(sql).executeQuery()) {
            SqlRow row = new SqlRow(set);
            while (set.next()) {
                sink.take(row);
            }
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    @Override
    public long number(String sql, Object... arguments) throws IOException {
        try (ResultSet set = bind(sql, arguments).executeQuery()) {
            if (!set.next()) {
                throw new IOException(file + ": no row for " + sql);
            }
            return set.getLong(1);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    @Override
    public Optional<String> text(String sql, Object... arguments) throws IOException {
        try (ResultSet set = bind(sql, arguments).executeQuery()) {
            @Nullable
            String text = set.next() ? set.getString(1) : null;
            return Optional.ofNullable(text);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    private PreparedStatement bind(String sql, Object... arguments) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(Dialect.SQLITE.spell(sql));
            prepared.put(sql, statement);
        }
        for (int i = 0; i < arguments.length; i++) {
            bind(statement, i + 1, arguments[i]);
        }
        return statement;
    }

    private static void bind(PreparedStatement statement, int index, Object argument) throws SQLException {
        switch (argument) {
            case Long number -> statement.setLong(index, number);
            case Integer number -> statement.setLong(index, number);
            case Boolean flag -> statement.setLong(index, flag ? 1 : 0);
            case String text -> statement.setString(index, text);
            case Enum<?> constant -> statement.setString(index, constant.name());
            case Instant instant -> statement.setLong(index, instant.toEpochMilli());
            case Digest digest -> statement.setBytes(index, digest.toBytes());
            case OptionalLong number when number.isPresent() -> statement.setLong(index, number.getAsLong());
            case Optional<?> optional when optional.isPresent() -> bind(statement, index, optional.get());
            case Optional<?> _,OptionalLong _ -> statement.setObject(index, null);
            default -> throw new IllegalArgumentException("no column type for " + argument.getClass());
        }
    }

    private IOException translate(SQLException e) {
        if (e instanceof SQLiteException sqlite) {
            SQLiteErrorCode code = sqlite.getResultCode();
            String what = switch (code) {
                case SQLITE_CORRUPT, SQLITE_CORRUPT_INDEX, SQLITE_CORRUPT_SEQUENCE, SQLITE_CORRUPT_VTAB ->
                    "the database is damaged; restore a backup";
                case SQLITE_NOTADB -> "not a database, or its beginning is damaged";
                case SQLITE_FULL -> "no space left; nothing was changed";
                case SQLITE_READONLY -> "cannot be written";
                case SQLITE_CANTOPEN -> "cannot be opened";
                default -> "the database refused";
            };
            return new IOException(file + ": " + what + " (" + e.getMessage() + ")", e);
        }
        return new IOException(file + ": " + e.getMessage(), e);
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw translate(e);
        }
    }
}
