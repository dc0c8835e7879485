package bloomward.server.store.postgres;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/// Finds out the outcome of a commit that got no answer. For one thread at a time.
///
/// Each transaction that has written something leaves a number in a row of its writer, which is there afterwards only if the
/// transaction was committed. `pg_xact_status` would not do: the number of a transaction comes to the disk with its first
/// records at the earliest. One that was lost in a crash is given again, maybe to a transaction that is committed.
final class LastCommit {

    private static final Duration LOOK_UP = Duration.ofSeconds(60);
    /// Rows of writers that are gone are of no use after the look-up.
    private static final Duration KEPT = Duration.ofHours(1);

    private final PostgresDatabase database;
    private final UUID store;
    private final UUID writer = UUID.randomUUID();
    private long number;

    /// @param store the id that the database must have
    LastCommit(PostgresDatabase database, UUID store) {
        this.database = database;
        this.store = store;
    }

    /// Leaves the number of the commit that comes next, as the last statement of its transaction, which holds the lock of
    /// writers.
    ///
    /// @return the transaction; empty if it has written nothing, so that its outcome does not matter
    Optional<String> announce(PostgresDb db) throws IOException {
        number++;
        return db.text("""
                WITH gone AS (DELETE FROM last_commit WHERE writer <> ?1::uuid AND at < now_millis() - ?3)
                INSERT INTO last_commit (writer, number, at)
                SELECT ?1::uuid, ?2, now_millis() WHERE pg_current_xact_id_if_assigned() IS NOT NULL
                ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at
                RETURNING pg_current_xact_id()::text""", writer.toString(), number, KEPT.toMillis());
    }

    /// Waits until the announced transaction is over, and refuses if it was not committed.
    ///
    /// @param cause the way in which the answer was lost
    void require(String transaction, SQLException cause) throws IOException {
        long end = System.nanoTime() + LOOK_UP.toNanos();
        while (true) {
            Outcome outcome = Outcome.RUNNING;
            String trouble = "the transaction is still running";
            try (PostgresDb db = database.openForReading()) {
                outcome = outcome(db, transaction);
            } catch (IOException e) {
                trouble = String.valueOf(e.getMessage());
            }
            switch (outcome) {
                case COMMITTED -> {
                    return;
                }
                case ROLLED_BACK -> throw new IOException(
                        database + ": the connection was lost before the commit; nothing was changed", cause);
                case ELSEWHERE -> throw unknown("the address leads to another store now", cause);
                case RUNNING -> {
                    if (System.nanoTime() > end) {
                        throw unknown(trouble, cause);
                    }
                    PostgresDatabase.pause();
                }
            }
        }
    }

    private enum Outcome {
        COMMITTED, ROLLED_BACK, RUNNING, ELSEWHERE
    }

    private Outcome outcome(PostgresDb db, String transaction) throws IOException {
        if (!database.id(db).equals(store)) {
            return Outcome.ELSEWHERE;
        }
        // A transaction has the lock of its number until everybody sees what it did.
        if (db.number("""
                SELECT count(*) FROM pg_locks
                WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock' AND transactionid = ?::xid8::xid""",
                transaction) > 0) {
            return Outcome.RUNNING;
        }
        db.rollBack(); // what is read next is of a moment after its end
        return db.number("SELECT count(*) FROM last_commit WHERE writer = ?::uuid AND number = ?", writer.toString(),
                number) == 1 ? Outcome.COMMITTED : Outcome.ROLLED_BACK;
    }

    private IOException unknown(String why, SQLException cause) {
        return new IOException(database + ": the connection was lost during a commit, and its outcome is unknown ("
                + why + "); look at the state before you try again", cause);
    }
}
