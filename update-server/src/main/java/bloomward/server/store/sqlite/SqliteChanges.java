package bloomward.server.store.sqlite;

import bloomward.server.store.EntryTable;
import bloomward.server.store.ListedTerms;
import bloomward.server.store.sql.SqlRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Puts the rows of changed expressions together: the entries of one come one behind the other.
final class SqliteChanges {

    /// Bits beside the number of a source: there at the first change, and at the second.
    private static final int AT_FROM = 1;
    private static final int AT_TO = 2;
    private static final int BITS = 2;

    private final EntryTable.ChangeSink sink;
    private final List<ListedTerms> before = new ArrayList<>();
    private final List<ListedTerms> after = new ArrayList<>();
    private String expression = "";

    private SqliteChanges(EntryTable.ChangeSink sink) {
        this.sink = sink;
    }

    /// Hands all over until the sink has enough.
    static void read(SlicedRows rows, EntryTable.ChangeSink sink) throws IOException {
        SqliteChanges changes = new SqliteChanges(sink);
        while (rows.advance()) {
            if (!rows.current().equals(changes.expression) && !changes.flush(rows.current())) {
                return;
            }
            changes.take(rows.number(), rows.rest());
        }
        changes.flush("");
    }

    private void take(long number, String rest) {
        int tab = rest.indexOf('\t');
        ListedTerms terms = new ListedTerms(number >> BITS, instant(rest.substring(0, tab)),
                reason(rest.substring(tab + 1)));
        if ((number & AT_FROM) != 0) {
            before.add(terms);
        }
        if ((number & AT_TO) != 0) {
            after.add(terms);
        }
    }

    /// @param millis empty for none
    static Optional<Instant> instant(String millis) {
        return millis.isEmpty() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)));
    }

    /// @param hex behind a letter, so that an empty reason is not none
    static Optional<String> reason(String hex) {
        return hex.isEmpty()
                ? Optional.empty()
                : Optional.of(new String(HexFormat.of().parseHex(hex, 1, hex.length()), StandardCharsets.UTF_8));
    }

    private boolean flush(String next) throws IOException {
        boolean goesOn = before.equals(after)
                || sink.take(SqlRow.expressionOf(expression), List.copyOf(before), List.copyOf(after));
        before.clear();
        after.clear();
        expression = next;
        return goesOn;
    }
}
