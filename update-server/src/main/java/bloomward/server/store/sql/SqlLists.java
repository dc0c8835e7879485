package bloomward.server.store.sql;

import bloomward.format.Digest;
import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.server.store.Approval;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable;
import bloomward.server.store.ListRow;
import bloomward.server.store.ListTable;
import bloomward.server.store.SourceKind;
import bloomward.server.store.SourceRow;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Lists, sources, changes and approvals.
public final class SqlLists implements ListTable {

    private final SqlSession<?> session;

    public SqlLists(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public ListRow create(ListRow row) throws IOException {
        Sql db = session.writing();
        if (db.number("SELECT count(*) FROM list WHERE name = ?", row.name()) > 0) {
            throw new IllegalArgumentException("there is or was a list " + row.name());
        }
        db.update("""
                INSERT INTO list (name, category, canonical, width, seed, planned_entries, needs_review, compile_from,
                    created_at, title)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""", row.name(), row.category().name(), row.spec().canonical(),
                row.spec().width(), row.spec().seed(), row.plannedEntries(), row.needsReview(), row.compileFrom(),
                row.createdAt(), row.title());
        return find(row.name()).orElseThrow();
    }

    @Override
    public Optional<ListRow> find(String name) throws IOException {
        return session.reading()
                .first("SELECT * FROM list WHERE name = ? AND deleted_at IS NULL", SqlLists::list, name);
    }

    @Override
    public List<ListRow> all() throws IOException {
        return session.reading().list("SELECT * FROM list WHERE deleted_at IS NULL ORDER BY name", SqlLists::list);
    }

    @Override
    public List<ListRow> allEver() throws IOException {
        return session.reading().list("SELECT * FROM list ORDER BY name", SqlLists::list);
    }

    @Override
    public void setDetails(long listId, String title, Category category) throws IOException {
        requireOne(listId, session.writing()
                .update("UPDATE list SET title = ?, category = ? WHERE id = ?", title, category.name(), listId));
    }

    @Override
    public void delete(long listId, Instant at) throws IOException {
        requireOne(listId, session.writing()
                .update("UPDATE list SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL", at, listId));
    }

    /// A list that was deleted takes no more changes.
    private static void requireThere(Sql db, long listId) throws IOException {
        requireOne(listId, db.number("SELECT count(*) FROM list WHERE id = ? AND deleted_at IS NULL", listId));
    }

    @Override
    public void setSpec(long listId, KeySpec spec, long plannedEntries) throws IOException {
        requireOne(listId,
                session.writing()
                        .update("UPDATE list SET canonical = ?, width = ?, seed = ?, planned_entries = ? WHERE id = ?",
                                spec.canonical(), spec.width(), spec.seed(), plannedEntries, listId));
    }

    @Override
    public void setReview(long listId, boolean needsReview) throws IOException {
        requireOne(listId,
                session.writing().update("UPDATE list SET needs_review = ? WHERE id = ?", needsReview, listId));
    }

    @Override
    public void setCompileFrom(long listId, long version) throws IOException {
        requireOne(listId, session.writing().update("UPDATE list SET compile_from = ? WHERE id = ?", version, listId));
    }

    @Override
    public SourceRow source(long listId, String name, SourceKind kind, Optional<Category> category) throws IOException {
        Sql db = session.writing();
        Optional<SourceRow> there = findSource(listId, name);
        if (there.isPresent()) {
            return there.get();
        }
        requireThere(db, listId);
        db.update("INSERT INTO source (list_id, name, kind, category) VALUES (?, ?, ?, ?)", listId, name, kind,
                category.map(Category::name));
        return findSource(listId, name).orElseThrow();
    }

    @Override
    public Optional<SourceRow> findSource(long listId, String name) throws IOException {
        return session.reading()
                .first("SELECT * FROM source WHERE list_id = ? AND name = ?", SqlLists::source, listId, name);
    }

    @Override
    public List<SourceRow> sources(long listId) throws IOException {
        return session.reading().list("SELECT * FROM source WHERE list_id = ? ORDER BY name", SqlLists::source, listId);
    }

    @Override
    public long begin(Change change) throws IOException {
        Sql db = session.writing();
        requireThere(db, change.listId());
        return db.number("INSERT INTO change (list_id, at, actor, what) VALUES (?, ?, ?, ?) RETURNING number",
                change.listId(), change.at(), change.actor(), change.what());
    }

    @Override
    public long lastChange(long listId) throws IOException {
        return session.reading().number("SELECT coalesce(max(number), 0) FROM change WHERE list_id = ?", listId);
    }

    @Override
    public Optional<Change> change(long number) throws IOException {
        return session.reading().first("SELECT * FROM change WHERE number = ?", SqlLists::change, number);
    }

    @Override
    public Optional<Change> firstChangeAfter(long listId, long number) throws IOException {
        return session.reading()
                .first("SELECT * FROM change WHERE list_id = ? AND number > ? ORDER BY number LIMIT 1",
                        SqlLists::change, listId, number);
    }

    private static Change change(SqlRow row) throws SQLException, IOException {
        return new Change(row.number("number"), row.number("list_id"), row.instant("at"), row.text("actor"),
                row.text("what"));
    }

    @Override
    public long firstChangeSince(long listId, Instant time) throws IOException {
        return session.reading()
                .number("SELECT coalesce(min(number), ?) FROM change WHERE list_id = ? AND at >= ?", EntryTable.NOW,
                        listId, time);
    }

    @Override
    public long historyFrom(long listId) throws IOException {
        return session.reading()
                .first("SELECT value FROM setting WHERE name = ?", row -> row.number("value"), historyOf(listId))
                .orElse(0L);
    }

    @Override
    public void setHistoryFrom(long listId, long change) throws IOException {
        session.writing()
                .update("""
                INSERT INTO setting (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = greater(setting.value, excluded.value)""", historyOf(listId),
                        change);
    }

    /// The name of the setting that keeps it.
    private static String historyOf(long listId) {
        return "history_from_" + listId;
    }

    @Override
    public long lastChangeNotBy(long listId, String actor) throws IOException {
        return session.reading()
                .number("SELECT coalesce(max(number), 0) FROM change WHERE list_id = ? AND actor <> ?", listId, actor);
    }

    @Override
    public void approve(long listId, Digest draft, Approval approval) throws IOException {
        Sql db = session.writing();
        requireThere(db, listId);
        if (db.number("SELECT count(*) FROM token WHERE id = ?", approval.tokenId()) != 1) {
            throw new IllegalArgumentException("no token with id " + approval.tokenId());
        }
        db.update("INSERT INTO approval (list_id, draft, token_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                listId, draft, approval.tokenId(), approval.at());
    }

    @Override
    public void disapprove(long listId, Digest draft) throws IOException {
        session.writing().update("DELETE FROM approval WHERE list_id = ? AND draft = ?", listId, draft);
    }

    @Override
    public List<Approval> approvals(long listId, Digest draft) throws IOException {
        return session.reading()
                .list("SELECT * FROM approval WHERE list_id = ? AND draft = ? ORDER BY at, token_id",
                        row -> new Approval(row.number("token_id"), row.instant("at")), listId, draft);
    }

    @Override
    public List<String> actors(long listId, long after, long upTo) throws IOException {
        return session.reading().list("""
                SELECT actor FROM change WHERE list_id = ? AND number > ? AND number <= ?
                GROUP BY actor ORDER BY min(number)""", row -> row.text("actor"), listId, after, upTo);
    }

    private static void requireOne(long listId, long rows) {
        if (rows != 1) {
            throw new IllegalArgumentException("no such thing of the list with id " + listId);
        }
    }

    private static ListRow list(SqlRow row) throws SQLException {
        return new ListRow(row.number("id"), row.text("name"), new Category(row.text("category")), spec(row),
                row.number("planned_entries"), row.flag("needs_review"), row.number("compile_from"),
                row.instant("created_at"), row.text("title"), row.optionalInstant("deleted_at"));
    }

    private static SourceRow source(SqlRow row) throws SQLException {
        return new SourceRow(row.number("id"), row.number("list_id"), row.text("name"),
                SourceKind.valueOf(row.text("kind")), row.optionalText("category").map(Category::new));
    }

    static KeySpec spec(SqlRow row) throws SQLException {
        return new KeySpec(row.smallNumber("canonical"), row.smallNumber("width"), row.number("seed"));
    }
}
