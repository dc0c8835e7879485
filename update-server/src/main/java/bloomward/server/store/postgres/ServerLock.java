package bloomward.server.store.postgres;

import bloomward.server.store.StoreInUseException;
import java.io.IOException;
import java.time.Duration;

/// Keeps a store to one server, by an advisory lock that the writing connection holds itself. With that connection the lock
/// is gone, and so is everything that could still be written through it: a server that lost it cannot write beside the next.
final class ServerLock {

    /// "Blmw", as in the header of a SQLite store.
    private static final int KEY = 0x426c6d77;
    /// A server that was killed leaves its connection behind for a moment.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String ARGUMENTS = "(" + KEY + ", hashtext(current_schema()))";

    private final PostgresDatabase database;

    ServerLock(PostgresDatabase database) {
        this.database = database;
    }

    void take(PostgresDb db) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (db.number("SELECT pg_try_advisory_lock" + ARGUMENTS + "::integer") == 0) {
            if (System.nanoTime() > end) {
                throw new StoreInUseException(database + ": in use by another server" + holder(db));
            }
            PostgresDatabase.pause();
        }
        // It belongs to the session, not to the transaction.
        db.rollBack();
    }

    private static String holder(PostgresDb db) throws IOException {
        return db
                .first("""
                SELECT coalesce(host(client_addr), 'this machine') || ' since '
                    || to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC' AS who
                FROM pg_locks JOIN pg_stat_activity USING (pid)
                WHERE locktype = 'advisory' AND classid::bigint = ? AND granted
                    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                    AND objid = hashtext(current_schema())::bigint::bit(32)::bigint::oid""",
                        row -> ", at " + row.text("who"), KEY)
                .orElse("");
    }
}
