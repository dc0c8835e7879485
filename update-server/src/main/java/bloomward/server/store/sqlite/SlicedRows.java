package bloomward.server.store.sqlite;

import bloomward.server.store.sort.SortedCursor;
import java.io.IOException;
import java.util.Optional;

/// Reads many rows of an expression, a number and maybe more as texts of one line a row: each row fetched alone costs several calls
/// into the native library. No expression holds a control character, so tab and newline separate.
///
/// The rows come in slices, each by a query of its own that begins behind the last row; nothing stays open between
/// them, so the same table may be written behind the last row meanwhile. The database does not promise the order in
/// which it puts a text together, so that is compared.
final class SlicedRows implements SortedCursor<String> {

    static final int ROWS_IN_SLICE = 4096;

    private final Query query;
    private String slice = "";
    private int next;
    private String expression = "";
    private long number;
    private String rest = "";

    SlicedRows(Query query) {
        this.query = query;
    }

    /// Gives the rows that follow one, nothing if there are none.
    @FunctionalInterface
    interface Query {
        /// @param expression of the row before, empty for the first slice
        Optional<String> after(String expression, long number) throws IOException;
    }

    @Override
    public boolean advance() throws IOException {
        if (next >= slice.length()) {
            Optional<String> following = query.after(expression, number);
            if (following.isEmpty()) {
                return false;
            }
            slice = following.get();
            next = 0;
        }
        int tab = slice.indexOf('\t', next);
        int end = slice.indexOf('\n', tab);
        if (end < 0) {
            end = slice.length();
        }
        String before = expression;
        expression = slice.substring(next, tab);
        int second = slice.indexOf('\t', tab + 1);
        boolean hasRest = second >= 0 && second < end;
        number = Long.parseLong(slice, tab + 1, hasRest ? second : end, 10);
        rest = hasRest ? slice.substring(second + 1, end) : "";
        next = end + 1;
        if (expression.compareTo(before) < 0) {
            throw new IOException("the database gave " + expression + " behind " + before);
        }
        return true;
    }

    @Override
    public String current() {
        return expression;
    }

    long number() {
        return number;
    }

    /// The line behind the number; empty if there is no more.
    String rest() {
        return rest;
    }
}
