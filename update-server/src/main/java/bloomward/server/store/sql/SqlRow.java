package bloomward.server.store.sql;

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
public final class SqlRow {

    private final ResultSet set;

    public SqlRow(ResultSet set) {
        this.set = set;
    }

    /// Takes rows one by one.
    @FunctionalInterface
    public interface Sink {
        void take(SqlRow row) throws SQLException, IOException;
    }

    /// Makes a value of a row.
    @FunctionalInterface
    public interface Reader<T> {
        T read(SqlRow row) throws SQLException, IOException;
    }

    public boolean hasNone(String column) throws SQLException {
        @Nullable
        Object value = set.getObject(column);
        return value == null;
    }

    /// 0 where the column has none.
    public long number(String column) throws SQLException {
        return set.getLong(column);
    }

    public int smallNumber(String column) throws SQLException {
        return set.getInt(column);
    }

    public boolean flag(String column) throws SQLException {
        return set.getBoolean(column);
    }

    public String text(String column) throws SQLException {
        return set.getString(column);
    }

    /// An expression; another text is damage.
    public Expression expression(String column) throws SQLException, IOException {
        return expressionOf(text(column));
    }

    public static Expression expressionOf(String text) throws IOException {
        try {
            return new Expression(text);
        } catch (IllegalArgumentException e) {
            throw new IOException("damaged database: " + e.getMessage(), e);
        }
    }

    public Instant instant(String column) throws SQLException {
        return Instant.ofEpochMilli(set.getLong(column));
    }

    public OptionalLong optionalNumber(String column) throws SQLException {
        long value = set.getLong(column);
        return set.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    public Optional<String> optionalText(String column) throws SQLException {
        @Nullable
        String value = set.getString(column);
        return Optional.ofNullable(value);
    }

    public Optional<Expression> optionalExpression(String column) throws SQLException, IOException {
        Optional<String> text = optionalText(column);
        return text.isPresent() ? Optional.of(expressionOf(text.get())) : Optional.empty();
    }

    public Optional<Instant> optionalInstant(String column) throws SQLException {
        OptionalLong value = optionalNumber(column);
        return value.isPresent() ? Optional.of(Instant.ofEpochMilli(value.getAsLong())) : Optional.empty();
    }

    /// A file by its digest in a column and its length in the one named after it.
    public FileRef file(String column) throws SQLException, IOException {
        return new FileRef(digest(column), number(column + "_length"));
    }

    /// The same, where both columns may be empty.
    public Optional<FileRef> optionalFile(String column) throws SQLException, IOException {
        return optionalNumber(column + "_length").isPresent() ? Optional.of(file(column)) : Optional.empty();
    }

    public Digest digest(String column) throws SQLException, IOException {
        try {
            return Digest.parse(HexFormat.of().formatHex(set.getBytes(column)));
        } catch (FormatException e) {
            throw new IOException("damaged database: column " + column + ": " + e.getMessage(), e);
        }
    }

    public Optional<Digest> optionalDigest(String column) throws SQLException, IOException {
        return hasNone(column) ? Optional.empty() : Optional.of(digest(column));
    }

    public byte[] bytes(String column) throws SQLException {
        return set.getBytes(column);
    }
}
