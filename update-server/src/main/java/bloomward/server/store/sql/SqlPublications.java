package bloomward.server.store.sql;

import bloomward.server.store.PublicationTable;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Publications and versions, and the one that waits.
public final class SqlPublications implements PublicationTable {

    private final SqlSession<?> session;

    public SqlPublications(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public void add(PublicationRow publication, List<VersionRow> newVersions, Collection<Long> leaving)
            throws IOException {
        Sql db = session.writing();
        long newest = latest().map(PublicationRow::sequence).orElse(Long.MIN_VALUE);
        if (publication.sequence() <= newest) {
            throw new IllegalArgumentException("sequence " + publication.sequence() + " does not follow " + newest);
        }
        PublicationRows.insert(db, publication);
        for (VersionRow version : newVersions) {
            requireNext(publication, version);
            replace(publication, version.listId());
            PublicationRows.insert(db, "version", version);
        }
        for (long listId : leaving) {
            replace(publication, listId);
        }
        db.update("""
                INSERT INTO publication_version (sequence, list_id, version)
                SELECT ?, list_id, version FROM version WHERE replaced_at IS NULL""", publication.sequence());
    }

    private void replace(PublicationRow publication, long listId) throws IOException {
        session.writing()
                .update("UPDATE version SET replaced_at = ? WHERE list_id = ? AND replaced_at IS NULL",
                        publication.issued(), listId);
    }

    private void requireNext(PublicationRow publication, VersionRow version) throws IOException {
        long newest = latestVersion(version.listId()).map(VersionRow::version).orElse(0L);
        if (version.version() <= newest || version.sequence() != publication.sequence()) {
            throw new IllegalArgumentException("version " + version.version() + " of sequence " + version.sequence()
                    + " does not follow " + newest + " in " + publication.sequence());
        }
    }

    @Override
    public Optional<PublicationRow> latest() throws IOException {
        return history(1).stream().findFirst();
    }

    @Override
    public Optional<PublicationRow> find(long sequence) throws IOException {
        return session.reading()
                .first("SELECT * FROM publication WHERE sequence = ?", PublicationRows::publication, sequence);
    }

    @Override
    public List<PublicationRow> history(int limit) throws IOException {
        return session.reading()
                .list("SELECT * FROM publication ORDER BY sequence DESC LIMIT ?", PublicationRows::publication, limit);
    }

    @Override
    public Optional<VersionRow> latestVersion(long listId) throws IOException {
        return versions(listId, 1).stream().findFirst();
    }

    @Override
    public Optional<VersionRow> version(long listId, long version) throws IOException {
        return session.reading()
                .first("SELECT * FROM version WHERE list_id = ? AND version = ?", PublicationRows::version, listId,
                        version);
    }

    @Override
    public List<VersionRow> versionsOf(long sequence) throws IOException {
        return session.reading().list("""
                SELECT version.* FROM publication_version AS named
                JOIN version ON version.list_id = named.list_id AND version.version = named.version
                WHERE named.sequence = ? ORDER BY named.list_id""", PublicationRows::version, sequence);
    }

    @Override
    public List<VersionRow> versions(long listId, int limit) throws IOException {
        return session.reading()
                .list("SELECT * FROM version WHERE list_id = ? ORDER BY version DESC LIMIT ?", PublicationRows::version,
                        listId, limit);
    }

    @Override
    public void forgetFiles(long listId, long version) throws IOException {
        session.writing()
                .update("UPDATE version SET has_files = false WHERE list_id = ? AND version = ?", listId, version);
    }

    @Override
    public void putPending(PendingRow pending) throws IOException {
        removePending();
        Sql db = session.writing();
        PublicationRows.insertPending(db, pending);
        for (VersionRow version : pending.versions()) {
            PublicationRows.insert(db, "pending_version", version);
        }
    }

    @Override
    public Optional<PendingRow> pending() throws IOException {
        Sql db = session.reading();
        List<VersionRow> versions = db.list("SELECT * FROM pending_version ORDER BY list_id", PublicationRows::version);
        return db.first("SELECT * FROM pending", row -> new PendingRow(row.text("signed_note"),
                PublicationRows.unsigned(row), versions, row.instant("pending_at")));
    }

    @Override
    public void removePending() throws IOException {
        Sql db = session.writing();
        db.update("DELETE FROM pending_version");
        db.update("DELETE FROM pending");
    }

    @Override
    public OptionalLong sequenceFloor() throws IOException {
        return session.reading()
                .first("SELECT value FROM setting WHERE name = 'sequence_floor'", row -> row.number("value"))
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    @Override
    public void setSequenceFloor(long sequence) throws IOException {
        session.writing().update("""
                INSERT INTO setting (name, value) VALUES ('sequence_floor', ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value""", sequence);
    }
}
