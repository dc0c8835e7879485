package bloomward.server.store.sql;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A connection to a database, whichever it is. An argument stands as `?` in its turn or as `?1`, `?2` by its number, which
/// may come several times.
///
/// Statements are written in the SQL that all databases share, and five words that each spells in its own way ([Dialect]):
///
/// ```
/// key(text)             by which an index finds a text of any length
/// greater(one, other)   the greater one of two values
/// place(text, part)     where a text has a part, from 1; 0 if nowhere
/// texts(?), numbers(?)  the values of a JSON array, as the rows of a query
/// ```
public interface Sql {

    /// @return how many rows were changed
    long update(String sql, Object... arguments) throws IOException;

    /// A whole answer. It is read to its end before anybody sees it, so a caller may ask the same again meanwhile.
    <T> List<T> list(String sql, SqlRow.Reader<T> reader, Object... arguments) throws IOException;

    /// The first row of an answer.
    default <T> Optional<T> first(String sql, SqlRow.Reader<T> reader, Object... arguments) throws IOException {
        return list(sql, reader, arguments).stream().findFirst();
    }

    /// The number in the first column of the only row.
    long number(String sql, Object... arguments) throws IOException;

    /// The text in the first column of the only row; nothing if it has none.
    Optional<String> text(String sql, Object... arguments) throws IOException;
}
