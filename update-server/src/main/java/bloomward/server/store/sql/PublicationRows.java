package bloomward.server.store.sql;

import bloomward.format.Digest;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.FileRef;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.UnsignedPublication;
import bloomward.server.store.PublicationTable.VersionContent;
import bloomward.server.store.PublicationTable.VersionCounts;
import bloomward.server.store.PublicationTable.VersionRow;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Columns of publications and versions, the same in the tables of published and of pending ones.
final class PublicationRows {

    /// In a column that must have a value before there is one.
    private static final Digest NO_MANIFEST = Digest.of(new byte[0]);

    private PublicationRows() {}

    static void insert(Sql db, PublicationRow row) throws IOException {
        db.update("""
                INSERT INTO publication (sequence, manifest, allow, allow_length, allow_v2, allow_v2_length,
                    root_version, issued, expires, actor, note, renews)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""", row.sequence(), row.manifest(), row.allow().digest(),
                row.allow().length(), row.allowV2().map(FileRef::digest), row.allowV2().map(FileRef::length),
                row.rootVersion(), row.issued(), row.expires(), row.actor(), row.note(), row.renews());
    }

    static void insertPending(Sql db, PendingRow pending) throws IOException {
        UnsignedPublication row = pending.publication();
        db.update("""
                INSERT INTO pending (id, signed_note, pending_at, sequence, manifest, allow, allow_length, allow_v2,
                    allow_v2_length, root_version, issued, expires, actor, note, renews)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""", pending.note(), pending.at(), row.sequence(),
                NO_MANIFEST, row.allow().digest(), row.allow().length(), row.allowV2().map(FileRef::digest),
                row.allowV2().map(FileRef::length), row.rootVersion(), row.issued(), row.expires(), row.actor(),
                row.note(), row.renews());
    }

    /// @param table of published or of pending versions
    static void insert(Sql db, String table, VersionRow row) throws IOException {
        VersionCounts counts = row.counts();
        VersionContent content = row.content();
        db.update("INSERT INTO " + table + """
                 (list_id, version, sequence, change, entries, expressions, added, removed, canonical, width, seed,
                    packed, packed_length, flat, flat_length, confirm_root, confirm_bits, categories, at, replaced_at,
                    has_files)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""", row.listId(), row.version(),
                row.sequence(), row.change(), counts.entries(), counts.expressions(), counts.added(), counts.removed(),
                row.spec().canonical(), row.spec().width(), row.spec().seed(), content.packed().digest(),
                content.packed().length(), content.flat().digest(), content.flat().length(),
                content.confirmRoot().digest(), content.confirmBits().count(), text(row.categories()), row.at(),
                row.replacedAt(), row.hasFiles());
    }

    static PublicationRow publication(SqlRow row) throws SQLException, IOException {
        return unsigned(row).signed(row.digest("manifest"));
    }

    static UnsignedPublication unsigned(SqlRow row) throws SQLException, IOException {
        return new UnsignedPublication(row.number("sequence"), row.file("allow"), row.optionalFile("allow_v2"),
                row.number("root_version"), row.instant("issued"), row.instant("expires"), row.text("actor"),
                row.text("note"), row.flag("renews"));
    }

    static VersionRow version(SqlRow row) throws SQLException, IOException {
        return new VersionRow(row.number("list_id"), row.number("version"), row.number("sequence"),
                row.number("change"),
                new VersionCounts(
                        row.number("entries"), row.number("expressions"), row.number("added"), row.number("removed")),
                SqlLists.spec(row),
                new VersionContent(row.file("packed"), row.file("flat"), new ConfirmRoot(row.digest("confirm_root")),
                        new BucketBits(row.smallNumber("confirm_bits"))),
                categories(row.text("categories")), row.instant("at"), row.optionalInstant("replaced_at"),
                row.flag("has_files"));
    }

    private static String text(List<Category> categories) {
        return categories.stream().map(Category::name).collect(Collectors.joining(" "));
    }

    private static List<Category> categories(String text) {
        return text.isEmpty() ? List.of() : Stream.of(text.split(" ")).map(Category::new).toList();
    }
}
