package bloomward.server.store.postgres;

import bloomward.program.testing.PostgresCluster;
import bloomward.server.store.PostgresAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/// A PostgreSQL server for tests, one for the whole run. Each test has a database of its own, with a collation that differs
/// from the order of bytes, so that a forgotten COLLATE "C" is noticed.
public final class TestPostgres implements AutoCloseable {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static Optional<TestPostgres> shared = Optional.empty();

    private final Path folder;
    private final PostgresCluster cluster;
    private boolean hasTemplate;

    private TestPostgres(Path folder, PostgresCluster cluster) {
        this.folder = folder;
        this.cluster = cluster;
    }

    /// The server of the whole run. It ends with the JVM.
    public static synchronized TestPostgres shared() throws IOException {
        if (shared.isEmpty()) {
            TestPostgres server = start(Files.createTempDirectory("bloomward-postgres"));
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            shared = Optional.of(server);
        }
        return shared.get();
    }

    /// Starts a server of its own, to be stopped and killed.
    ///
    /// @param folder empty
    public static TestPostgres start(Path folder) throws IOException {
        TestPostgres server = new TestPostgres(folder, PostgresCluster.start(folder));
        // Each connection would stretch the password anew, by thousands of rounds.
        server.run("postgres", "SET scram_iterations = 1",
                "ALTER USER " + PostgresCluster.USER + " PASSWORD '" + PostgresCluster.PASSWORD + "'");
        return server;
    }

    /// Starts the server again after [#stop].
    public void start() throws IOException {
        cluster.start();
    }

    /// Stops the server.
    ///
    /// @param mode `fast` or, without a last checkpoint, `immediate`
    public void stop(String mode) throws IOException {
        cluster.stop(mode);
    }

    @Override
    public void close() {
        cluster.close();
    }

    /// A new database without tables.
    public String emptyDatabase() throws IOException {
        String name = "test" + DATABASES.incrementAndGet();
        administer("CREATE DATABASE " + name
                + " TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' STRATEGY file_copy");
        return name;
    }

    /// A new database with the tables of a new store.
    public String database() throws IOException {
        synchronized (this) {
            if (!hasTemplate) {
                String template = emptyDatabase();
                Path scratch = Files.createTempDirectory(folder, "scratch");
                PostgresStore.open(connect(template), scratch, UUID.randomUUID()).close();
                administer("ALTER DATABASE " + template + " RENAME TO bloomward_template");
                hasTemplate = true;
            }
        }
        return copyOf("bloomward_template");
    }

    /// A new database with all that is in one to which nobody is connected.
    public String copyOf(String database) throws IOException {
        String name = "test" + DATABASES.incrementAndGet();
        administer("CREATE DATABASE " + name + " TEMPLATE " + database + " STRATEGY file_copy");
        // Each has an id of its own, as those that a server makes have.
        run(name, "UPDATE store SET id = gen_random_uuid()");
        return name;
    }

    public String address(String database) {
        return cluster.address(database);
    }

    /// A file with the password of the cluster's owner.
    public Path passwordFile() {
        return cluster.passwordFile();
    }

    /// The way of a program to a database.
    public PostgresDatabase connect(String database) {
        return new PostgresDatabase(PostgresAddress.parse(address(database)), Optional.of(passwordFile()),
                Clock.systemUTC());
    }

    /// Runs statements around the store.
    public void run(String database, String... statements) throws IOException {
        try (Connection connection = connection(database); Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /// The first column of the first row.
    public String ask(String database, String sql) throws IOException {
        try (Connection connection = connection(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /// A connection of the owner.
    public Connection connection(String database) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port() + "/" + database,
                PostgresCluster.USER, PostgresCluster.PASSWORD);
    }

    private void administer(String sql) throws IOException {
        run("postgres", sql);
    }

    public int port() {
        return cluster.port();
    }
}
