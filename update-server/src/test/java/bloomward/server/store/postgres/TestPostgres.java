package bloomward.server.store.postgres;

import bloomward.format.testing.Needs;
import bloomward.server.store.PostgresAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// A PostgreSQL server for tests: the programs from an archive of Maven Central, a cluster of its own on loopback, one for the
/// whole run. Each test has a database of its own, with a collation that differs from the order of bytes, so that a
/// forgotten COLLATE "C" is noticed.
///
/// PostgreSQL refuses to run as root; a user namespace without a mapping (`unshare -U`) is enough for it.
public final class TestPostgres implements AutoCloseable {

    /// The user that owns the cluster.
    public static final String USER = "bloomward";

    private static final String ARCHIVE = "postgres-linux-x86_64.txz";
    private static final Path PROGRAMS = Path.of("target", "postgres");
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private static Optional<TestPostgres> shared = Optional.empty();

    private final Path folder;
    private final int port;
    private boolean hasTemplate;

    private TestPostgres(Path folder, int port) {
        this.folder = folder;
        this.port = port;
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
        Needs.programs("tar", "xz");
        Needs.require(!isRoot() || run(List.of("unshare", "-U", "true")).isEmpty(),
                "PostgreSQL does not run as root, and unshare -U is not allowed here");
        unpack();
        run(folder, "initdb", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "--auth=scram-sha-256",
                "--username=" + USER,
                "--pwfile=" + Files.writeString(folder.resolveSibling(folder.getFileName() + ".pw"), "secret"), "-D",
                folder.resolve("data").toString());
        TestPostgres server = new TestPostgres(folder, freePort());
        server.start();
        return server;
    }

    /// Starts the server again after [#stop].
    public void start() throws IOException {
        run(folder, "pg_ctl", "start", "-w", "-D", folder.resolve("data").toString(), "-l",
                folder.resolve("log").toString(), "-o",
                "-p " + port + " -k " + folder + " -c listen_addresses=127.0.0.1 -c shared_buffers=16MB"
                        + " -c max_connections=60 -c fsync=off -c full_page_writes=off -c wal_level=minimal"
                        + " -c max_wal_senders=0 -c autovacuum=off");
    }

    /// Stops the server.
    ///
    /// @param mode `fast` or, without a last checkpoint, `immediate`
    public void stop(String mode) throws IOException {
        run(folder, "pg_ctl", "stop", "-w", "-m", mode, "-D", folder.resolve("data").toString());
    }

    @Override
    public void close() {
        try {
            stop("immediate");
            deleteTree(folder);
            Files.deleteIfExists(folder.resolveSibling(folder.getFileName() + ".pw"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteTree(Path top) throws IOException {
        try (Stream<Path> all = Files.walk(top)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
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
        String name = "test" + DATABASES.incrementAndGet();
        administer("CREATE DATABASE " + name + " TEMPLATE bloomward_template STRATEGY file_copy");
        // Each has an id of its own, as those that a server makes have.
        run(name, "UPDATE store SET id = gen_random_uuid()");
        return name;
    }

    public String address(String database) {
        return "postgresql://" + USER + "@127.0.0.1:" + port + "/" + database;
    }

    /// A file with the password of [#USER].
    public Path passwordFile() {
        return folder.resolveSibling(folder.getFileName() + ".pw");
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
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/" + database, USER, "secret");
    }

    private void administer(String sql) throws IOException {
        run("postgres", sql);
    }

    public int port() {
        return port;
    }

    private static boolean isRoot() {
        return System.getProperty("user.name", "").equals("root");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// Unpacks the programs once for all runs in this folder.
    private static void unpack() throws IOException {
        if (Files.exists(PROGRAMS)) {
            return;
        }
        Path partial = Files.createTempDirectory(PROGRAMS.toAbsolutePath().getParent(), "postgres");
        try (InputStream in = ClassLoader.getSystemResourceAsStream(ARCHIVE)) {
            Files.copy(Objects.requireNonNull(in, ARCHIVE), partial.resolve("archive"));
        }
        Optional<String> trouble = run(
                List.of("tar", "-xJf", partial.resolve("archive").toString(), "-C", partial.toString()));
        if (trouble.isPresent()) {
            throw new IOException(trouble.get());
        }
        Files.delete(partial.resolve("archive"));
        try {
            Files.move(partial, PROGRAMS.toAbsolutePath(), StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.exists(PROGRAMS)) {
                throw e;
            }
            // Another JVM was quicker.
            deleteTree(partial);
        }
    }

    private static void run(Path folder, String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(PROGRAMS.resolve("bin").resolve(program).toAbsolutePath().toString());
        command.addAll(List.of(arguments));
        Optional<String> trouble = run(command);
        if (trouble.isPresent()) {
            Path log = folder.resolve("log");
            throw new IOException(program + ": " + trouble.get() + (Files.exists(log) ? Files.readString(log) : ""));
        }
    }

    /// @return what a program said that failed
    private static Optional<String> run(List<String> command) throws IOException {
        // To a file: what it starts would keep a pipe open.
        Path said = Files.createTempFile("bloomward-postgres", ".out");
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of("took longer than a minute");
            }
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of(Files.readString(said, StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            Files.delete(said);
        }
    }
}
