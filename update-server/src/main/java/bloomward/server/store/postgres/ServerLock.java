package bloomward.server.store.postgres;

import bloomward.server.store.StoreInUseException;
import java.io.IOException;
import java.time.Duration;

/// Keeps apart those that may use a store together, the servers, and those that must be alone: a move, and a change of the
/// tables. An advisory lock, held by each connection on which a server writes or beats: it ends with the connection, so one of
/// both is not enough. A server that writes nothing for a while has no connection that writes once the database was restarted.
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

    /// Takes it beside other servers.
    void share(PostgresDb db) throws IOException {
        take(db, "SELECT pg_try_advisory_lock_shared" + ARGUMENTS + "::integer");
    }

    /// Takes it alone.
    void takeAlone(PostgresDb db) throws IOException {
        take(db, "SELECT pg_try_advisory_lock" + ARGUMENTS + "::integer");
    }

    private void take(PostgresDb db, String question) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (db.number(question) == 0) {
            if (System.nanoTime() > end) {
                throw new StoreInUseException(
                        database + ": in use by another server" + holders(db) + "; stop it, then try again");
            }
            PostgresDatabase.pause();
        }
        // It belongs to the session, not to the transaction.
        db.rollBack();
    }

    /// Takes it alone if nobody has it.
    boolean tryAlone(PostgresDb db) throws IOException {
        boolean isTaken = db.number("SELECT pg_try_advisory_lock" + ARGUMENTS + "::integer") == 1;
        db.rollBack();
        return isTaken;
    }

    /// Gives back what [#tryAlone] has taken.
    void release(PostgresDb db) throws IOException {
        db.number("SELECT pg_advisory_unlock" + ARGUMENTS + "::integer");
        db.rollBack();
    }

    /// Words about the machines that have it.
    String holders(PostgresDb db) throws IOException {
        return db.text("""
                SELECT ', ' || string_agg('at ' || coalesce(host(address), 'this machine') || ' since '
                    || to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC', ', ' ORDER BY since)
                FROM (
                    SELECT client_addr AS address, min(backend_start) AS since
                    FROM pg_locks JOIN pg_stat_activity USING (pid)
                    WHERE locktype = 'advisory' AND classid::bigint = ? AND granted
                        AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        AND objid = hashtext(current_schema())::bigint::bit(32)::bigint::oid
                    GROUP BY client_addr) AS machine""", KEY).orElse("");
    }
}
