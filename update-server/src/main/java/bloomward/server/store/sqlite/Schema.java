package bloomward.server.store.sqlite;

import bloomward.server.store.migrate.Migrations;
import java.io.IOException;
import java.util.List;
import javax.sql.DataSource;

/// The tables, and how those of an older program become those of this one.
///
/// Every migration sets `user_version`, so a store that is up to date is known by one number and opened without loading
/// Flyway at all.
final class Schema {

    /// The `application_id` in the header of our files: "Blmw".
    static final int APPLICATION_ID = 0x426c6d77;
    private static final Migrations MIGRATIONS = new Migrations(Schema.class,
            List.of("V1__tables.sql", "V2__feed_without_headers.sql", "V3__makers_of_tokens.sql",
                    "V4__terms_of_holds.sql", "V5__approvals_of_drafts.sql", "V6__reports.sql",
                    "V7__titles_and_deleted_lists.sql", "V8__allow_by_list.sql", "V9__history.sql",
                    "V10__holds_by_shared_words.sql"));
    static final int NEWEST = MIGRATIONS.newest();

    private Schema() {}

    /// Does what has not been done yet, each migration in a transaction of its own.
    static void migrate(DataSource source) throws IOException {
        MIGRATIONS.run(source);
    }
}
