package bloomward.server.store.postgres;

import bloomward.server.store.EntryTable;
import bloomward.server.store.EntryTable.Span;
import bloomward.server.store.sql.SqlSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the entries of one source and expression at a time. They come in the order of the key, which ends with the change
/// that added them.
final class PostgresSpans implements EntryTable.Spans {

    private record Entry(String expression, long sourceId, Span span) {

        boolean isLike(Entry other) {
            return sourceId == other.sourceId && expression.equals(other.expression);
        }
    }

    private final SqlSession<PostgresDb> session;
    private final long listId;
    private final long since;
    private Optional<PostgresSlices<Entry>> opened = Optional.empty();
    /// Whether the current one of the entries is the first behind the ones that were given.
    private boolean hasNext;
    private String expression = "";
    private long sourceId;
    private List<Span> spans = List.of();

    PostgresSpans(SqlSession<PostgresDb> session, long listId, long since) {
        this.session = session;
        this.listId = listId;
        this.since = since;
    }

    private PostgresSlices<Entry> open() throws IOException {
        return session.reading()
                .open(PostgresQueries.SPANS,
                        row -> new Entry(row.text("expression"), row.number("source_id"),
                                new Span(row.number("added"), row.optionalNumber("removed").orElse(EntryTable.NOW))),
                        listId, since);
    }

    @Override
    public boolean advance() throws IOException {
        if (opened.isEmpty()) {
            opened = Optional.of(open());
            hasNext = opened.get().advance();
        }
        PostgresSlices<Entry> entries = opened.get();
        if (!hasNext) {
            return false;
        }
        Entry first = entries.current();
        List<Span> found = new ArrayList<>();
        do {
            found.add(entries.current().span());
            hasNext = entries.advance();
        } while (hasNext && entries.current().isLike(first));
        expression = first.expression();
        sourceId = first.sourceId();
        spans = List.copyOf(found);
        return true;
    }

    @Override
    public String expression() {
        return expression;
    }

    @Override
    public long sourceId() {
        return sourceId;
    }

    @Override
    public List<Span> spans() {
        return spans;
    }
}
