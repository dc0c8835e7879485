package bloomward.server.store.postgres;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.FileRef;
import bloomward.format.url.Expression;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A row of an answer, by the names of its columns. Valid until the next one.
final class PostgresRow {

    private final ResultSet set;

    PostgresRow(ResultSet set) {
        this.set = set;
    }

    /// Takes rows one by one.
    @FunctionalInterface
    interface Sink {
        void take(PostgresRow row) throws SQLException, IOException;
    }

    /// Makes a value of a row.
    @FunctionalInterface
    interface Reader<T> {
        T read(PostgresRow row) throws SQLException, IOException;
    }

    boolean hasNone(String column) throws SQLException {
        @Nullable
        Object value = set.getObject(column);
        return value == null;
    }

    /// 0 where the column has none.
    long number(String column) throws SQLException {
        return set.getLong(column);
    }

    int smallNumber(String column) throws SQLException {
        return set.getInt(column);
    }

    boolean flag(String column) throws SQLException {
        return set.getBoolean(column);
    }

    String text(String column) throws SQLException {
        return set.getString(column);
    }

    /// An expression; another text is damage.
    Expression expression(String column) throws SQLException, IOException {
        return expressionOf(text(column));
    }

    static Expression expressionOf(String text) throws IOException {
        try {
            return new Expression(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("damaged database: " + e.getMessage(), e);
        }
    }

    Instant instant(String column) throws SQLException {
        return Instant.ofEpochMilli(set.getLong(column));
    }

    OptionalLong optionalNumber(String column) throws SQLException {
        long value = set.getLong(column);
        return set.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    Optional<String> optionalText(String column) throws SQLException {
        @Nullable
        String value = set.getString(column);
        return Optional.ofNullable(value);
    }

    Optional<Expression> optionalExpression(String column) throws SQLException, IOException {
        Optional<String> text = optionalText(column);
        return text.isPresent() ? Optional.of(expressionOf(text.get())) : Optional.empty();
    }

    Optional<Instant> optionalInstant(String column) throws SQLException {
        OptionalLong value = optionalNumber(column);
        return value.isPresent() ? Optional.of(Instant.ofEpochMilli(value.getAsLong())) : Optional.empty();
    }

    /// A file by its digest in a column and its length in the one named after it.
    FileRef file(String column) throws SQLException, IOException {
        return new FileRef(digest(column), number(column + "_length"));
    }

    Optional<FileRef> optionalFile(String column) throws SQLException, IOException {
        return optionalNumber(column + "_length").isPresent() ? Optional.of(file(column)) : Optional.empty();
    }

    byte[] bytes(String column) throws SQLException {
        return set.getBytes(column);
    }

    Optional<Digest> optionalDigest(String column) throws SQLException, IOException {
        return set.getBytes(column) == null ? Optional.empty() : Optional.of(digest(column));
    }

    Digest digest(String column) throws SQLException, IOException {
        try {
            return Digest.parse(HexFormat.of().formatHex(set.getBytes(column)));
        } catch (FormatException e) {
            throw new IOException("damaged database: column " + column + ": " + e.getMessage(), e);
        }
    }
}
