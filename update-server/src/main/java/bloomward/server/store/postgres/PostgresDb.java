package bloomward.server.store.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.Digest;
import bloomward.format.io.CloseOnFailure;
import bloomward.server.store.sql.Dialect;
import bloomward.server.store.sql.Sql;
import bloomward.server.store.sql.SqlRow;
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
import org.postgresql.copy.CopyOut;

/// One connection, for one thread at a time. Keeps its statements prepared, and turns the database's exceptions into ones
/// that name the database. A transaction begins with the first statement.
///
/// An argument stands as `?` in its turn or as `?1`, `?2` by its number, which may come several times.
final class PostgresDb implements Sql, Closeable {

    private static final Pattern ARGUMENT = Pattern.compile("\\?(\\d*)");

    private final String name;
    private final Connection connection;
    private final Map<String, Numbered> prepared = new HashMap<>();
    /// Rows that are being handed over. The database waits for their end before it does anything else.
    private Optional<Copying> copying = Optional.empty();
    private boolean isCopyingOut;
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
        endCopying();
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
    ///
    /// @throws IOException if the rows handed over last were refused; nothing is committed
    void commit() throws SQLException, IOException {
        endCopying();
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
            cancelCopying();
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

    @Override
    public long update(String sql, Object... arguments) throws IOException {
        endCopying();
        try {
            return bind(sql, arguments).executeLargeUpdate();
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    @Override
    public <T> List<T> list(String sql, SqlRow.Reader<T> reader, Object... arguments) throws IOException {
        endCopying();
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

    /// Goes through an answer of any size, by a cursor. It is of the state at its beginning, whatever is written meanwhile.
    <T> PostgresSlices<T> open(String sql, SqlRow.Reader<T> reader, Object... arguments) throws IOException {
        endCopying();
        try {
            // A statement of its own: one that is asked again closes the answer before.
            Numbered numbered = numbered(sql);
            PreparedStatement statement = numbered.statement();
            try (CloseOnFailure<SQLException> failure = CloseOnFailure.of(statement::close)) {
                bind(numbered, arguments);
                statement.setFetchSize(PostgresSlices.ROWS);
                return failure.keep(new PostgresSlices<>(this, statement, statement.executeQuery(), reader));
            }
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    @Override
    public long number(String sql, Object... arguments) throws IOException {
        endCopying();
        try (ResultSet set = bind(sql, arguments).executeQuery()) {
            if (!set.next()) {
                throw new IOException(name + ": no row for " + sql);
            }
            return set.getLong(1);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    @Override
    public Optional<String> text(String sql, Object... arguments) throws IOException {
        endCopying();
        try (ResultSet set = bind(sql, arguments).executeQuery()) {
            @Nullable
            String text = set.next() ? set.getString(1) : null;
            return Optional.ofNullable(text);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /// Goes through an answer of any size as lines of text, the end of the line included, while the database makes what
    /// follows: nothing else can be asked of it meanwhile.
    void copyOut(String sql, LineSink sink) throws IOException {
        endCopying();
        try {
            CopyOut copy = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql);
            isCopyingOut = true;
            try {
                byte @Nullable [] line = copy.readFromCopy();
                while (line != null) {
                    sink.take(new String(line, UTF_8));
                    line = copy.readFromCopy();
                }
            } finally {
                isCopyingOut = false;
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            }
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    /// Takes lines.
    @FunctionalInterface
    interface LineSink {
        void take(String line) throws IOException;
    }

    /// A COPY of rows, and the bytes before and behind them, a character each.
    record CopyForm(String sql, String head, String end) {}

    /// Hands over rows. The database works on them while more are made, until something else is asked of it; what it finds
    /// wrong is thrown then.
    void copyIn(CopyForm form, byte[] bytes, int length) throws IOException {
        try {
            if (copying.isEmpty() || !copying.get().form().equals(form)) {
                endCopying();
                CopyIn begun = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(form.sql());
                copying = Optional.of(new Copying(form, begun));
                byte[] head = form.head().getBytes(ISO_8859_1);
                begun.writeToCopy(head, 0, head.length);
            }
            copying.get().rows().writeToCopy(bytes, 0, length);
        } catch (SQLException e) {
            throw translate(e);
        }
    }

    private record Copying(CopyForm form, CopyIn rows) {}

    /// Waits until the database has taken all rows that were handed over.
    void endCopying() throws IOException {
        if (isCopyingOut) {
            throw new IllegalStateException("a question while a list is scanned");
        }
        if (copying.isPresent()) {
            byte[] end = copying.get().form().end().getBytes(ISO_8859_1);
            CopyIn rows = copying.get().rows();
            copying = Optional.empty();
            try {
                rows.writeToCopy(end, 0, end.length);
                rows.endCopy();
            } catch (SQLException e) {
                throw translate(e);
            }
        }
    }

    private void cancelCopying() throws SQLException {
        if (copying.isPresent()) {
            CopyIn rows = copying.get().rows();
            copying = Optional.empty();
            if (rows.isActive()) {
                rows.cancelCopy();
            }
        }
    }

    private PreparedStatement bind(String sql, Object... arguments) throws SQLException {
        Numbered numbered = prepared.get(sql);
        if (numbered == null) {
            numbered = numbered(sql);
            prepared.put(sql, numbered);
        }
        bind(numbered, arguments);
        return numbered.statement();
    }

    private void bind(Numbered numbered, Object... arguments) throws SQLException {
        for (int i = 0; i < numbered.places().size(); i++) {
            bind(numbered.statement(), i + 1, arguments[numbered.places().get(i)]);
        }
    }

    /// A statement, and for each place of it the argument that belongs there.
    private record Numbered(PreparedStatement statement, List<Integer> places) {}

    private Numbered numbered(String sql) throws SQLException {
        List<Integer> places = new ArrayList<>();
        String spelt = Dialect.POSTGRESQL.spell(sql);
        Matcher arguments = ARGUMENT.matcher(spelt);
        while (arguments.find()) {
            String number = arguments.group(1);
            places.add(number.isEmpty() ? places.size() : Integer.parseInt(number) - 1);
        }
        return new Numbered(connection.prepareStatement(ARGUMENT.matcher(spelt).replaceAll("?")), List.copyOf(places));
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

    IOException translate(SQLException e) {
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
