package bloomward.agent.report;

import bloomward.format.io.CloseOnFailure;
import bloomward.format.io.DurableFiles;
import bloomward.format.wire.ReportNumber;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The reports of an agent, each a file in a folder for its owner alone. Safe for all threads.
///
/// A report is replaced whole and durably, so after a crash it is in one state or in the next one. The folder is made with the
/// first report.
///
/// Few reports can wait, so that nobody fills a disk, or a publisher's desk. A user can have at most as many as places remain
/// free: alone, half of them, and another user always finds a place. Sent reports are a line each; beyond a limit, the oldest
/// ones of the user with most of them are forgotten.
public final class ReportQueue {

    static final int MAX_WAITING = 100;
    static final int MAX_KEPT = 500;

    private final Path folder;
    private final Map<ReportNumber, FiledReport> reports = new LinkedHashMap<>(); // guarded by this

    private ReportQueue(Path folder) {
        this.folder = folder;
    }

    /// Opens a folder, which need not be there. Files in it that are no reports are removed.
    public static ReportQueue open(Path folder) throws IOException {
        ReportQueue queue = new ReportQueue(folder);
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            queue.read();
        }
        return queue;
    }

    private synchronized void read() throws IOException {
        DurableFiles.clean(folder);
        List<FiledReport> found;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            found = new ArrayList<>();
            for (Path file : files) {
                Optional<FiledReport> report = read(file);
                if (report.isPresent()) {
                    found.add(report.get());
                } else {
                    DurableFiles.delete(file);
                }
            }
        }
        found.sort(Comparator.comparing(FiledReport::at));
        found.forEach(report -> reports.put(report.number(), report));
    }

    private static Optional<FiledReport> read(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return ReportText.parse(in.readNBytes(ReportText.MAX_SIZE_IN_BYTES))
                    .filter(report -> file.endsWith(report.number().toString()));
        }
    }

    /// Takes a report in; it is durable when this returns.
    ///
    /// @throws IOException if it cannot be kept; nothing of it is left then, as far as the disk can be told
    /// @throws FullException if too many wait
    public synchronized void add(FiledReport report) throws IOException, FullException {
        long waiting = reports.values().stream().filter(ReportQueue::isWaiting).count();
        long own = reports.values().stream().filter(r -> isWaiting(r) && r.user().equals(report.user())).count();
        if (own + 1 > MAX_WAITING - waiting - 1) {
            throw new FullException(own + " of your reports are waiting to be sent; try again later");
        }
        createFolder();
        // A report that was refused is made again: it must not be sent by the next process, too.
        try (CloseOnFailure<IOException> failure = CloseOnFailure
                .of(() -> Files.deleteIfExists(file(report.number())))) {
            write(report);
            failure.keep(report);
        }
        reports.put(report.number(), report);
        if (reports.size() > MAX_KEPT) {
            forgetOne();
        }
    }

    private static boolean isWaiting(FiledReport report) {
        return report.state() == ReportState.WAITING;
    }

    private void forgetOne() throws IOException {
        Map<String, Long> counts = new LinkedHashMap<>();
        reports.values().forEach(report -> counts.merge(report.user(), 1L, Long::sum));
        Optional<FiledReport> oldest = reports.values()
                .stream()
                .filter(report -> !isWaiting(report))
                .min(Comparator.comparingLong((FiledReport report) -> -counts.getOrDefault(report.user(), 0L))
                        .thenComparing(FiledReport::at));
        if (oldest.isPresent()) {
            remove(oldest.get().number());
        }
    }

    /// The reports of a user, the oldest first.
    public synchronized List<FiledReport> of(String user) {
        return reports.values().stream().filter(report -> report.user().equals(user)).toList();
    }

    synchronized List<FiledReport> all() {
        return List.copyOf(reports.values());
    }

    /// Replaces a report by the same one in another state.
    synchronized void replace(FiledReport report) throws IOException {
        if (reports.containsKey(report.number())) {
            write(report);
            reports.put(report.number(), report);
        }
    }

    synchronized void remove(ReportNumber number) throws IOException {
        DurableFiles.delete(file(number));
        reports.remove(number);
    }

    private Path file(ReportNumber number) {
        return folder.resolve(number.toString());
    }

    private void write(FiledReport report) throws IOException {
        DurableFiles.write(file(report.number()), ReportText.of(report), mode("rw-------"));
    }

    private void createFolder() throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path parent = folder.toAbsolutePath().resolveSibling("");
        Files.createDirectories(parent, mode("rwx------"));
        Files.createDirectory(folder, mode("rwx------"));
        DurableFiles.syncFolder(parent);
    }

    private FileAttribute<?>[] mode(String permissions) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }
}
