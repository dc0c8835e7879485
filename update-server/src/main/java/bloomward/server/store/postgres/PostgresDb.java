package bloomward.server.store.postgres;

import bloomward.format.Digest;
import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/// One connection, for one thread at a time. Keeps its statements prepared, and turns the database's exceptions into ones
/// that name the database. A transaction begins with the first statement.
///
/// An argument stands as `?` in its turn or as `?1`, `?2` by its number, which may come several times.
final class PostgresDb implements Closeable {

    private static final Pattern ARGUMENT = Pattern.compile("\\?(\\d*)");

    private final String name;
    private final Connection connection;
    private final Map<String, Numbered> prepared = new HashMap<>();
    private boolean isBroken;
    private boolean hasBeenUsed;

    /// @param name of the database, for messages
    PostgresDb(String name, Connection connection) {
        this.name = name;
        this.connection = connection;
    }

    /// Sets what must be set before the first transaction.
    void prepare() throws IOException {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /// Runs statements without arguments and without a result that matters.
    void run(String sql) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /// Waits for a notification on a channel that is listened to, outside of transactions.
    ///
    /// @return whether one came
    boolean awaitNotification(Duration most) throws IOException {
        try {
            return connection.unwrap(PGConnection.class)
                    .getNotifications(Math.toIntExact(Math.max(1, most.toMillis()))).length > 0;
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /// Ends the transaction with everything done.
    void commit() throws SQLException {
        try {
            connection.commit();
        } catch (SQLException e) {
            note(e);
            throw e;
        }
    }

    /// Ends a transaction with nothing done. What went wrong is thrown by others; a connection that fails here is broken.
    void rollBack() {
        try {
            connection.rollback();
        } catch (SQLException _) {
            isBroken = true;
        }
    }

    /// Whether the connection is of no more use.
    boolean isBroken() {
        try {
            return isBroken || connection.isClosed();
        } catch (SQLException _) {
            return true;
        }
    }

    /// Notes that a work has it.
    void use() {
        hasBeenUsed = true;
    }

    /// Whether it was open for a while, and may have been lost meanwhile.
    boolean hasBeenUsed() {
        return hasBeenUsed;
    }

    /// @return how many rows were changed
    long update(String sql, Object... arguments) throws IOException {
        try {
            return bind(sql, arguments).executeLargeUpdate();
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /// A whole answer. It is read to its end before anybody sees it, so a caller may ask the same again meanwhile.
    <T> List<T> list(String sql, PostgresRow.Reader<T> reader, Object... arguments) throws IOException {
        List<T> all = new ArrayList<>();
        try (ResultSet set = bind(sql, arguments).executeQuery()) {
            PostgresRow row = new PostgresRow(set);
            while (set.next()) {
                all.add(reader.read(row));
            }
        } catch (SQLException e) {
            throw translate(e);
        }
        return all;
    }

    /// Goes through an answer of any size, by a cursor.
    void forEach(String sql, PostgresRow.Sink sink) throws IOException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(PostgresSlices.ROWS);
            try (ResultSet set = statement.executeQuery()) {
                PostgresRow row = new PostgresRow(set);
                while (set.next()) {
                    sink.take(row);
                }
            }
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    <T> Optional<T> first(String sql, PostgresRow.Reader<T> reader, Object... arguments) throws IOException {
        return list(sql, reader, arguments).stream().findFirst();
    }

    /// The number in the first column of the only row.
    long number(String sql, Object... arguments) throws IOException {
        try (ResultSet set = bind(sql, arguments).executeQuery()) {
            if (!set.next()) {
                throw new IOException(name + ": no row for " + sql);
            }
            return set.getLong(1);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /// The text in the first column of the only row; nothing if it has none.
    Optional<String> text(String sql, Object... arguments) throws IOException {
        try (ResultSet set = bind(sql, arguments).executeQuery()) {
            @Nullable
            String text = set.next() ? set.getString(1) : null;
            return Optional.ofNullable(text);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /// Hands over rows in the binary form of COPY.
    void copyIn(String sql, byte[] bytes, int length) throws IOException {
        try {
            CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
            try {
                copy.writeToCopy(bytes, 0, length);
                copy.endCopy();
            } finally {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            }
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    private PreparedStatement bind(String sql, Object... arguments) throws SQLException {
        Numbered numbered = prepared.get(sql);
        if (numbered == null) {
            numbered = numbered(sql);
            prepared.put(sql, numbered);
        }
        for (int i = 0; i < numbered.places().size(); i++) {
            bind(numbered.statement(), i + 1, arguments[numbered.places().get(i)]);
        }
        return numbered.statement();
    }

    /// A statement, and for each place of it the argument that belongs there.
    private record Numbered(PreparedStatement statement, List<Integer> places) {}

    private Numbered numbered(String sql) throws SQLException {
        List<Integer> places = new ArrayList<>();
        Matcher arguments = ARGUMENT.matcher(sql);
        while (arguments.find()) {
            String number = arguments.group(1);
            places.add(number.isEmpty() ? places.size() : Integer.parseInt(number) - 1);
        }
        return new Numbered(connection.prepareStatement(ARGUMENT.matcher(sql).replaceAll("?")), List.copyOf(places));
    }

    private void bind(PreparedStatement statement, int index, Object argument) throws SQLException {
        switch (argument) {
            case Long number -> statement.setLong(index, number);
            case Integer number -> statement.setLong(index, number);
            case Boolean flag -> statement.setBoolean(index, flag);
            case String text -> statement.setString(index, StorableText.require(text));
            case Enum<?> constant -> statement.setString(index, constant.name());
            case Instant instant -> statement.setLong(index, instant.toEpochMilli());
            case Digest digest -> statement.setBytes(index, digest.toBytes());
            case OptionalLong number when number.isPresent() -> statement.setLong(index, number.getAsLong());
            case Optional<?> optional when optional.isPresent() -> bind(statement, index, optional.get());
            case Optional<?> _,OptionalLong _ -> statement.setNull(index, Types.NULL);
            case String[] texts -> statement.setArray(index, connection.createArrayOf("text", texts));
            case Long[] numbers -> statement.setArray(index, connection.createArrayOf("int8", numbers));
            case PostgresFiles.StreamArgument stream -> statement.setBinaryStream(index, stream.in(), stream.length());
            case PostgresFiles.SmallNumber number -> statement.setInt(index, number.value());
            case NullableArray array -> statement.setArray(index, array.of(connection));
            default -> throw new IllegalArgumentException("no column type for " + argument.getClass());
        }
    }

    private IOException translate(SQLException e) {
        note(e);
        return SqlState.translate(name, e);
    }

    private void note(SQLException e) {
        isBroken |= SqlState.of(e).isBroken();
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
