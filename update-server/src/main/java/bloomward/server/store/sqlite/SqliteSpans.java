package bloomward.server.store.sqlite;

import bloomward.server.store.EntryTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Reads the entries of one source and expression at a time.
final class SqliteSpans implements EntryTable.Spans {

    private final SlicedRows rows;

    SqliteSpans(SlicedRows rows) {
        this.rows = rows;
    }

    @Override
    public boolean advance() throws IOException {
        return rows.advance();
    }

    @Override
    public String expression() {
        return rows.current();
    }

    @Override
    public long sourceId() {
        return rows.number();
    }

    @Override
    public List<EntryTable.Span> spans() {
        String text = rows.rest();
        int comma = text.indexOf(',');
        if (comma < 0) {
            return List.of(span(text, 0, text.length()));
        }
        List<EntryTable.Span> spans = new ArrayList<>();
        int start = 0;
        while (comma >= 0) {
            spans.add(span(text, start, comma));
            start = comma + 1;
            comma = text.indexOf(',', start);
        }
        spans.add(span(text, start, text.length()));
        spans.sort(Comparator.comparingLong(EntryTable.Span::added));
        return spans;
    }

    private static EntryTable.Span span(String text, int start, int end) {
        int dash = text.indexOf('-', start);
        return new EntryTable.Span(Long.parseLong(text, start, dash, 10),
                dash + 1 == end ? EntryTable.NOW : Long.parseLong(text, dash + 1, end, 10));
    }
}
