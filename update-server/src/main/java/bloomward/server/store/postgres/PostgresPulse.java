package bloomward.server.store.postgres;

import bloomward.format.io.CloseOnFailure;
import bloomward.server.store.cluster.Beat;
import bloomward.server.store.cluster.Fence;
import bloomward.server.store.cluster.Pulse;
import bloomward.server.store.cluster.ServerState;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/// Beats on a connection that is opened again whenever it was lost. Its questions wait for no writer, and its time-outs are
/// shorter than the lease.
///
/// A lease that has ended is taken in three steps: the connection on which the last leader writes is ended, as that leader
/// may have been stopped in the middle of a write; its row is locked, which waits for what is left of that write; and the
/// end of the lease is looked at again, because another server may have been quicker.
public final class PostgresPulse implements Pulse {

    /// Servers that did not sign off are shown for this long.
    private static final Duration REMEMBERED = Duration.ofDays(1);

    private static final Duration AWAY = Duration.ofSeconds(PostgresDatabase.WRITER_IDLE_IN_SECONDS);

    private final PostgresDatabase database;
    private final UUID store;
    private Optional<PostgresDb> connection = Optional.empty();
    private Optional<UUID> self = Optional.empty();
    private Optional<Fence> fence = Optional.empty();

    /// @param store the id that the database must have
    public PostgresPulse(PostgresDatabase database, UUID store) {
        this.database = database;
        this.store = store;
    }

    @Override
    public Beat beat(ServerState state, boolean wantsLead) throws IOException {
        self = Optional.of(state.id());
        PostgresDb db = connected(state.id());
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(this::disconnect)) {
            say(db, state);
            keep(db, wantsLead);
            commit(db);
            endTheAway(db);
            if (fence.isEmpty() && wantsLead && hasEnded(db)) {
                take(db, state.id());
            }
            return failure.keep(look(db));
        }
    }

    /// What is lost with a crash of the database here is a moment's delay, so it need not wait for the disk.
    private void say(PostgresDb db, ServerState state) throws IOException {
        db.run("SET LOCAL synchronous_commit = off");
        db.update("""
                INSERT INTO server (id, name, version, started, seen, sequence, dated, can_date, can_sign, trouble)
                VALUES (?::uuid, ?, ?, ?, now_millis(), ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, sequence = excluded.sequence,
                    dated = excluded.dated, can_date = excluded.can_date, can_sign = excluded.can_sign,
                    trouble = excluded.trouble""", state.id().toString(), state.name(), state.version(),
                state.started(), state.sequence(), state.dated(), state.canDate(), state.canSign(), state.trouble());
        // One of the same name that is gone was this one, before it was started again.
        db.update(
                "DELETE FROM server WHERE id <> ?1::uuid AND (seen < now_millis() - ?2"
                        + " OR (name = ?3 AND seen < now_millis() - ?4))",
                state.id().toString(), REMEMBERED.toMillis(), state.name(), LEASE.toMillis());
    }

    private void keep(PostgresDb db, boolean wantsLead) throws IOException {
        if (fence.isEmpty()) {
            return;
        }
        long until = wantsLead ? LEASE.toMillis() : 0;
        boolean isOurs = db.update("UPDATE lease SET until = now_millis() + ? WHERE fence = ?", until,
                fence.get().number()) == 1;
        if (!isOurs || !wantsLead) {
            fence = Optional.empty();
        }
    }

    /// Ends what servers that have said nothing for long still write: everybody waits for them. The database does so itself where
    /// nothing comes inside a transaction, but not where it waits for the next rows of a COPY, or to be rid of an answer.
    private static void endTheAway(PostgresDb db) throws IOException {
        db.text("""
                SELECT count(pg_terminate_backend(pid))::text FROM server JOIN pg_stat_activity
                    ON application_name = ? || id AND state <> 'idle'
                WHERE seen < now_millis() - ? AND datname = current_database() AND usename = current_user""",
                PostgresDatabase.WRITER, AWAY.toMillis());
    }

    /// A lease that ends later than one of now would was taken before the clock of the database was set back.
    private static boolean hasEnded(PostgresDb db) throws IOException {
        return db.number("SELECT (until NOT BETWEEN now_millis() + 1 AND now_millis() + ?)::integer FROM lease",
                2 * LEASE.toMillis()) == 1;
    }

    private void take(PostgresDb db, UUID id) throws IOException {
        db.text("""
                SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity, lead
                WHERE application_name = ? || server AND server <> ?::uuid AND datname = current_database()
                    AND usename = current_user""", PostgresDatabase.WRITER, id.toString());
        commit(db);
        db.run("SET LOCAL lock_timeout = '1s'");
        long next = db.number("SELECT fence FROM lead FOR UPDATE") + 1;
        db.number("SELECT until FROM lease FOR UPDATE");
        if (!hasEnded(db)) {
            db.rollBack();
            return;
        }
        db.update("UPDATE lead SET fence = ?, server = ?::uuid", next, id.toString());
        db.update("UPDATE lease SET fence = ?, until = now_millis() + ?", next, LEASE.toMillis());
        commit(db);
        fence = Optional.of(new Fence(id, next));
    }

    private Beat look(PostgresDb db) throws IOException {
        Beat beat = db
                .first("""
                SELECT now_millis() AS now, revision.number AS revision,
                    (SELECT sha256 FROM file WHERE path = '/v1/latest') AS latest,
                    (SELECT name FROM server, lead, lease WHERE id = lead.server AND until > now_millis()) AS leader
                FROM revision""",
                        row -> new Beat(fence, row.optionalText("leader"), row.number("revision"),
                                row.optionalDigest("latest"), database.ahead(row.instant("now"))))
                .orElseThrow(() -> new IOException(database + ": damaged database: the table revision is empty"));
        commit(db);
        return beat;
    }

    private void commit(PostgresDb db) throws IOException {
        try {
            db.commit();
        } catch (SQLException e) {
            throw SqlState.translate(database.toString(), e);
        }
    }

    private PostgresDb connected(UUID id) throws IOException {
        if (connection.isPresent()) {
            return connection.get();
        }
        PostgresDb db = database.openForBeats();
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(db::close)) {
            new ServerLock(database).share(db);
            database.requireSame(db, store);
            // A lease whose taking got no answer.
            fence = db.first("SELECT fence FROM lead WHERE server = ?::uuid", row -> new Fence(id, row.number("fence")),
                    id.toString());
            db.run("LISTEN " + PostgresServers.CHANNEL);
            commit(db);
            connection = Optional.of(failure.keep(db));
            return db;
        }
    }

    @Override
    public boolean awaitNews(Duration most) throws IOException {
        if (connection.isEmpty()) {
            throw new IOException(database + ": not connected");
        }
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(this::disconnect)) {
            return failure.keep(connection.get().awaitNotification(most));
        }
    }

    @Override
    public void resign() throws IOException {
        if (connection.isEmpty() || self.isEmpty()) {
            return;
        }
        PostgresDb db = connection.get();
        if (fence.isPresent()) {
            db.update("UPDATE lease SET until = 0 WHERE fence = ?", fence.get().number());
            db.text("SELECT pg_notify('" + PostgresServers.CHANNEL + "', '')::text");
        }
        db.update("DELETE FROM server WHERE id = ?::uuid", self.get().toString());
        commit(db);
        fence = Optional.empty();
    }

    private void disconnect() throws IOException {
        Optional<PostgresDb> left = connection;
        connection = Optional.empty();
        fence = Optional.empty();
        if (left.isPresent()) {
            left.get().close();
        }
    }

    @Override
    public void close() throws IOException {
        disconnect();
    }
}
