package bloomward.server.store.postgres;

import bloomward.server.store.EntryTable.ChangeSink;
import bloomward.server.store.ListedTerms;
import bloomward.server.store.sql.SqlRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Puts the rows of changed expressions together. They are sorted here, because the database would rather read a whole list in
/// order than sort a few rows.
final class PostgresChanges {

    private record Entry(String expression, long added, ListedTerms terms, boolean isAtFrom, boolean isAtTo) {}

    private static final Comparator<Entry> ORDER = Comparator.comparing(Entry::expression)
            .thenComparingLong(entry -> entry.terms().sourceId())
            .thenComparingLong(Entry::added);

    private PostgresChanges() {}

    /// Hands a batch over, in order, until the sink has enough.
    ///
    /// @return whether it wants more
    static boolean hand(PostgresDb db, long listId, List<String> expressions, long fromChange, long toChange,
            ChangeSink sink) throws IOException {
        List<Entry> entries = db.list(PostgresQueries.CHANGES,
                row -> new Entry(row.text("expression"), row.number("added"),
                        new ListedTerms(row.number("source_id"), row.optionalInstant("expires"),
                                row.optionalText("reason")),
                        row.flag("is_at_from"), row.flag("is_at_to")),
                listId, expressions.toArray(String[]::new), fromChange, toChange);
        entries.sort(ORDER);
        int next = 0;
        while (next < entries.size()) {
            String expression = entries.get(next).expression();
            List<ListedTerms> before = new ArrayList<>();
            List<ListedTerms> after = new ArrayList<>();
            for (; next < entries.size() && entries.get(next).expression().equals(expression); next++) {
                Entry entry = entries.get(next);
                if (entry.isAtFrom()) {
                    before.add(entry.terms());
                }
                if (entry.isAtTo()) {
                    after.add(entry.terms());
                }
            }
            if (!before.equals(after)
                    && !sink.take(SqlRow.expressionOf(expression), List.copyOf(before), List.copyOf(after))) {
                return false;
            }
        }
        return true;
    }
}
