package bloomward.server.store.sqlite;

import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionRow;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/// Columns of publications and versions, which stand alike in the tables of what is published and of what waits.
final class PublicationRows {

    private PublicationRows() {}

    static void insert(Db db, PublicationRow row) throws IOException {
        db.update("""
                INSERT INTO publication (sequence, manifest, allow, allow_length, root_version, issued, expires, actor,
                    note, renews)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""", row.sequence(), row.manifest(), row.allow(),
                row.allowLength(), row.rootVersion(), row.issued(), row.expires(), row.actor(), row.note(),
                row.renews());
    }

    static void insertPending(Db db, PendingRow pending) throws IOException {
        PublicationRow row = pending.publication();
        db.update("""
                INSERT INTO pending (id, signed_note, pending_at, sequence, manifest, allow, allow_length, root_version,
                    issued, expires, actor, note, renews)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""", pending.note(), pending.at(), row.sequence(),
                row.manifest(), row.allow(), row.allowLength(), row.rootVersion(), row.issued(), row.expires(),
                row.actor(), row.note(), row.renews());
    }

    /// @param table that of what is published or of what waits
    static void insert(Db db, String table, VersionRow row) throws IOException {
        db.update("INSERT INTO " + table + """
                 (list_id, version, sequence, change, entries, expressions, added, removed, canonical, width, seed,
                    packed, packed_length, flat, flat_length, confirm_root, confirm_bits, categories, at, replaced_at,
                    has_files)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""", row.listId(), row.version(),
                row.sequence(), row.change(), row.entries(), row.expressions(), row.added(), row.removed(),
                row.spec().canonical(), row.spec().width(), row.spec().seed(), row.packed(), row.packedLength(),
                row.flat(), row.flatLength(), row.confirmRoot(), row.confirmBits(), String.join(" ", row.categories()),
                row.at(), row.replacedAt(), row.hasFiles());
    }

    static PublicationRow publication(Row row) throws SQLException, IOException {
        return new PublicationRow(row.number("sequence"), row.digest("manifest"), row.digest("allow"),
                row.number("allow_length"), row.number("root_version"), row.instant("issued"), row.instant("expires"),
                row.text("actor"), row.text("note"), row.flag("renews"));
    }

    static VersionRow version(Row row) throws SQLException, IOException {
        String categories = row.text("categories");
        return new VersionRow(row.number("list_id"), row.number("version"), row.number("sequence"),
                row.number("change"), row.number("entries"), row.number("expressions"), row.number("added"),
                row.number("removed"), SqliteLists.spec(row), row.digest("packed"), row.number("packed_length"),
                row.digest("flat"), row.number("flat_length"), row.digest("confirm_root"),
                row.smallNumber("confirm_bits"), categories.isEmpty() ? List.of() : List.of(categories.split(" ")),
                row.instant("at"), row.optionalInstant("replaced_at"), row.flag("has_files"));
    }
}
