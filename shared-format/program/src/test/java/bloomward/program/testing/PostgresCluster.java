package bloomward.program.testing;

import bloomward.format.testing.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A PostgreSQL server on loopback: the programs from an archive of Maven Central, which must be on the class path, and a cluster
/// of its own. It keeps its port over a restart.
///
/// PostgreSQL refuses to run as root; a user namespace without a mapping (`unshare -U`) is enough for it.
public final class PostgresCluster implements AutoCloseable {

    /// The user that owns the cluster.
    public static final String USER = "bloomward";
    public static final String PASSWORD = "secret";
    /// A database that is there from the beginning, and empty.
    public static final String DATABASE = "postgres";

    private static final String ARCHIVE = "postgres-linux-x86_64.txz";
    private static final Path PROGRAMS = Path.of("target", "postgres");

    private final Path folder;
    private final int port;

    private PostgresCluster(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    /// Makes a cluster, and starts its server.
    ///
    /// @param folder empty
    public static PostgresCluster start(Path folder) throws IOException {
        Needs.programs("tar", "xz");
        Needs.require(!isRoot() || run(List.of("unshare", "-U", "true")).isEmpty(),
                "PostgreSQL does not run as root, and unshare -U is not allowed here");
        unpack();
        run(folder, "initdb", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "--auth=scram-sha-256",
                "--username=" + USER, "--pwfile=" + Files.writeString(passwordFile(folder), PASSWORD), "-D",
                folder.resolve("data").toString());
        PostgresCluster cluster = new PostgresCluster(folder, Ports.free());
        cluster.start();
        return cluster;
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

    public int port() {
        return port;
    }

    public String address(String database) {
        return "postgresql://" + USER + "@127.0.0.1:" + port + "/" + database;
    }

    /// A file with the password of [#USER].
    public Path passwordFile() {
        return passwordFile(folder);
    }

    private static Path passwordFile(Path folder) {
        return folder.resolveSibling(folder.getFileName() + ".pw");
    }

    @Override
    public void close() {
        try {
            stop("immediate");
            deleteTree(folder);
            Files.deleteIfExists(passwordFile());
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

    private static boolean isRoot() {
        return System.getProperty("user.name", "").equals("root");
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
