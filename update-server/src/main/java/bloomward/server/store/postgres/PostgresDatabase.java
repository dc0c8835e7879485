package bloomward.server.store.postgres;

import bloomward.format.io.CloseOnFailure;
import bloomward.server.store.PostgresAddress;
import bloomward.server.store.PostgresAddress.Host;
import bloomward.server.store.StoreFormatException;
import bloomward.server.store.StoreInUseException;
import bloomward.server.store.migrate.Migrations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.postgresql.ds.PGSimpleDataSource;

/// A database and how its connections are set.
///
/// The connections are direct: a pooler in transaction mode would hand the settings and locks of one to another. The
/// password comes from a file, or from where the driver finds it (`PGPASSFILE`, `~/.pgpass`); no message has it.
///
/// Looks before it writes: a database of somebody else or of a newer program stays as it is.
public final class PostgresDatabase {

    private static final Migrations MIGRATIONS = new Migrations(PostgresDatabase.class,
            List.of("V1__tables.sql", "V2__servers.sql", "V3__history.sql", "V4__last_commits.sql"));
    private static final String APPLICATION = "bloomward";
    /// Before the id of a server, the name of the connection on which it writes.
    static final String WRITER = "bloomward-server writer ";
    private static final int OLDEST_SERVER = 15;
    /// Agents and the lease of a leader count in tens of seconds.
    private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /// For another new server that makes the tables just now.
    private static final Duration UPDATE_PATIENCE = Duration.ofSeconds(15);
    private static final long PAUSE_IN_MILLIS = 100;
    private static final int CONNECT_TIMEOUT_IN_SECONDS = 10;
    /// Longer than any one question takes, waiting for other writers included.
    private static final int SOCKET_TIMEOUT_IN_SECONDS = 600;

    /// Every ordered question has an index of its order, which the planner must take even where it knows nothing about
    /// a table yet: lists are read as they lie there. The time-outs end what a vanished server has left: its transaction, its
    /// locks.
    private static final String SESSION = String.join(" ", "-c enable_sort=off", "-c jit=off",
            "-c plan_cache_mode=force_custom_plan", "-c max_parallel_workers_per_gather=0", "-c random_page_cost=1.1",
            "-c work_mem=32MB", "-c lock_timeout=300s", "-c tcp_keepalives_idle=10", "-c tcp_keepalives_interval=5",
            "-c tcp_keepalives_count=3");
    static final int WRITER_IDLE_IN_SECONDS = 30;
    private static final int READER_IDLE_IN_SECONDS = 600;
    /// Beats are late after a few seconds.
    private static final Limits BEATS = new Limits(5, 2, 4);

    private final PostgresAddress address;
    private final Optional<Path> passwordFile;
    private final Clock clock;

    /// @param passwordFile has the password and maybe the end of a line; empty to leave it to the driver
    /// @param clock of this machine, which must agree with the database's
    public PostgresDatabase(PostgresAddress address, Optional<Path> passwordFile, Clock clock) {
        this.address = address;
        this.passwordFile = passwordFile;
        this.clock = clock;
    }

    /// @param idleInSeconds the longest pause inside a transaction
    private record Limits(int idleInSeconds, int connectInSeconds, int answerInSeconds) {

        static Limits of(int idleInSeconds) {
            return new Limits(idleInSeconds, CONNECT_TIMEOUT_IN_SECONDS, SOCKET_TIMEOUT_IN_SECONDS);
        }
    }

    /// Brings the tables up to date, and makes them in an empty database. Only while no other server uses them: one of an
    /// older program would meet tables that it does not know.
    ///
    /// @param lock of the store, which nobody has on the connection yet
    void bringUpToDate(PostgresDb db, ServerLock lock) throws IOException {
        requireUsable(db);
        long end = System.nanoTime() + UPDATE_PATIENCE.toNanos();
        while (true) {
            Optional<Integer> version = version(db);
            db.rollBack();
            if (version.isPresent() && version.get() == MIGRATIONS.newest()) {
                return;
            }
            if (lock.tryAlone(db)) {
                try {
                    MIGRATIONS.run(source(Limits.of(WRITER_IDLE_IN_SECONDS), "bloomward-server tables"));
                } finally {
                    lock.release(db);
                }
            } else if (System.nanoTime() > end) {
                throw new StoreInUseException(this + ": its tables are of version " + version.orElse(0)
                        + ", this program needs " + MIGRATIONS.newest() + ", and other servers use them"
                        + lock.holders(db) + "; stop them all, then start this one");
            } else {
                pause();
            }
        }
    }

    /// Refuses tables of an older program, which only the server brings up to date, and a database without any.
    void requireUpToDate(PostgresDb db) throws IOException {
        requireUsable(db);
        int version = version(db).orElseThrow(() -> new StoreFormatException(StoreFormatException.Reason.NOT_OUR_FILE,
                this + ": empty, not a store; start the server once, which makes the tables"));
        if (version < MIGRATIONS.newest()) {
            throw new StoreFormatException(StoreFormatException.Reason.TOO_OLD,
                    this + ": written by an older program; start the server once, which brings it up to date");
        }
        db.rollBack();
    }

    /// Marks the store as one that was moved, which no program opens any more.
    public void retire(String to) throws IOException {
        try (PostgresDb db = openForWriting()) {
            requireUsable(db);
            db.update("UPDATE store SET moved_to = ?", to);
            db.commit();
        } catch (SQLException e) {
            throw SqlState.translate(toString(), e);
        }
    }

    /// Whether there are tables of a store.
    public boolean isThere() throws IOException {
        try (PostgresDb db = openForReading()) {
            return version(db).isPresent();
        }
    }

    /// Refuses what can be no store: an encoding that cannot hold every text, a copy that cannot be written, another time.
    private void requireUsable(PostgresDb db) throws IOException {
        long server = db.number("SELECT current_setting('server_version_num')::integer / 10000");
        if (server < OLDEST_SERVER) {
            throw new IOException(this + ": PostgreSQL " + server + ", needed is " + OLDEST_SERVER + " or newer");
        }
        String encoding = db.text("SELECT current_setting('server_encoding')").orElseThrow();
        if (!encoding.equals("UTF8")) {
            throw new IOException(this + ": its encoding is " + encoding
                    + "; make the database with ENCODING 'UTF8' TEMPLATE template0");
        }
        if (db.number(
                "SELECT (pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean)::integer") == 1) {
            throw new IOException(this + ": read-only (a standby, or default_transaction_read_only is on);"
                    + " name the primary server in the address");
        }
        Instant there = Instant
                .ofEpochMilli(db.number("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"));
        Instant here = clock.instant();
        if (ahead(there).abs().compareTo(MAX_CLOCK_DIFFERENCE) > 0) {
            throw new IOException(
                    this + ": its clock shows " + there.truncatedTo(ChronoUnit.SECONDS) + ", the clock of this machine "
                            + here.truncatedTo(ChronoUnit.SECONDS) + "; set both by a time server (NTP)");
        }
    }

    /// How far the clock of this machine is ahead of the database's.
    Duration ahead(Instant there) {
        return Duration.between(there, clock.instant());
    }

    /// The version of the tables; empty where there are none at all.
    private Optional<Integer> version(PostgresDb db) throws IOException {
        boolean isStore = db.number("""
                SELECT count(*) FROM pg_catalog.pg_attribute
                WHERE attrelid = to_regclass(quote_ident(current_schema()) || '.store')
                    AND attname IN ('application', 'id', 'version') AND NOT attisdropped""") == 3;
        if (!isStore) {
            long tables = db.number("""
                    SELECT count(*) FROM pg_catalog.pg_class
                    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
                        AND relname <> 'flyway_schema_history'""");
            if (tables > 0) {
                throw notOurs();
            }
            return Optional.empty();
        }
        record Found(String application, int version, Optional<String> movedTo) {}
        Found found = db
                .first("SELECT application, version, to_jsonb(store) ->> 'moved_to' AS moved_to FROM store",
                        row -> new Found(row.text("application"), row.smallNumber("version"),
                                row.optionalText("moved_to")))
                .orElseThrow(this::notOurs);
        if (!found.application().equals(APPLICATION)) {
            throw notOurs();
        }
        requireNotMoved(found.movedTo());
        if (found.version() > MIGRATIONS.newest()) {
            throw new StoreFormatException(StoreFormatException.Reason.TOO_NEW,
                    this + ": written by a newer program" + " (tables of version " + found.version() + ", known: 1.."
                            + MIGRATIONS.newest() + "); left unchanged");
        }
        return Optional.of(found.version());
    }

    private StoreFormatException notOurs() {
        return new StoreFormatException(StoreFormatException.Reason.NOT_OUR_FILE,
                this + ": has tables, but not those of Bloomward; give it an empty database of its own");
    }

    /// The id by which this store is told from all others.
    UUID id(PostgresDb db) throws IOException {
        return UUID.fromString(db.text("SELECT id::text FROM store").orElseThrow());
    }

    /// Refuses, on a new connection, another store than before, and one that was moved meanwhile. An address can lead elsewhere
    /// after a while: to a restored copy, or another machine of that name.
    void requireSame(PostgresDb db, UUID expected) throws IOException {
        UUID found = id(db);
        if (!found.equals(expected)) {
            throw new IOException(this + ": another store than before; it was " + expected + " and is " + found);
        }
        requireNotMoved(db.text("SELECT moved_to FROM store"));
    }

    private void requireNotMoved(Optional<String> movedTo) throws IOException {
        if (movedTo.isPresent()) {
            throw new IOException(
                    this + ": this store was moved to " + movedTo.get() + " and is only a copy; set that as 'store'");
        }
    }

    PostgresDb openForWriting() throws IOException {
        return openForWriting("bloomward-server");
    }

    /// @param name of the connection, as the database shows it
    PostgresDb openForWriting(String name) throws IOException {
        return connect(Limits.of(WRITER_IDLE_IN_SECONDS), name);
    }

    PostgresDb openForReading() throws IOException {
        return connect(Limits.of(READER_IDLE_IN_SECONDS), "bloomward-server");
    }

    PostgresDb openForBeats() throws IOException {
        return connect(BEATS, "bloomward-server beats");
    }

    /// Connects, and waits a little for a database that is just starting.
    private PostgresDb connect(Limits limits, String name) throws IOException {
        PGSimpleDataSource source = source(limits, name);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                PostgresDb db = new PostgresDb(toString(), source.getConnection());
                try (CloseOnFailure<IOException> failure = CloseOnFailure.of(db::close)) {
                    db.prepare();
                    return failure.keep(db);
                }
            } catch (SQLException e) {
                if (!SqlState.of(e).isStarting() || System.nanoTime() > end) {
                    throw SqlState.translate(toString(), e);
                }
                pause();
            }
        }
    }

    /// Waits for a moment before it is tried again.
    static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_IN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the database", e);
        }
    }

    private PGSimpleDataSource source(Limits limits, String name) throws IOException {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(address.hosts().stream().map(Host::name).toArray(String[]::new));
        source.setPortNumbers(address.hosts().stream().mapToInt(Host::port).toArray());
        source.setDatabaseName(address.database());
        source.setUser(address.user());
        if (passwordFile.isPresent()) {
            source.setPassword(Files.readString(passwordFile.get(), StandardCharsets.UTF_8).replaceAll("[\r\n]+$", ""));
        }
        source.setApplicationName(name);
        source.setConnectTimeout(limits.connectInSeconds());
        source.setTcpKeepAlive(true);
        source.setSocketTimeout(limits.answerInSeconds());
        source.setGssEncMode("disable");
        source.setOptions(SESSION + " -c idle_in_transaction_session_timeout=" + limits.idleInSeconds() + "s");
        if (address.hosts().size() > 1) {
            source.setTargetServerType("primary");
        }
        address.parameters().forEach((option, value) -> {
            switch (option) {
                case "sslmode" -> source.setSslMode(value.toLowerCase(Locale.ROOT));
                case "sslrootcert" -> source.setSslRootCert(value);
                case "sslcert" -> source.setSslCert(value);
                case "sslkey" -> source.setSslKey(value);
                default -> source.setCurrentSchema(value);
            }
        });
        return source;
    }

    /// The address, as messages name it.
    @Override
    public String toString() {
        return PostgresAddress.SCHEME + address.hosts().stream().map(Host::toString).collect(Collectors.joining(","))
                + "/" + address.database();
    }
}
