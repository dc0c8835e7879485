package bloomward.agent.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The processes of a quickstart, in a file of its folder: its own first, then those that it starts. After a kill it tells
/// which of the processes that still run are its own.
///
/// @param file one line for each process: its number, and the time of its start in milliseconds
record Register(Path file) {

    static final String FILE = "processes";

    /// The kernel derives start times from the uptime and a time of day that is corrected now and then.
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    /// A process that was started; it may have ended, and another one may have its number by now.
    record Entry(long pid, Instant start) {

        Optional<ProcessHandle> running() {
            return ProcessHandle.of(pid)
                    .filter(process -> process.info()
                            .startInstant()
                            .filter(began -> Duration.between(began, start).abs().compareTo(TOLERANCE) <= 0)
                            .isPresent());
        }
    }

    /// Begins the register of this process, a quickstart, in its folder.
    static Register begin(Path folder) throws IOException {
        Register register = new Register(folder.resolve(FILE));
        register.add(ProcessHandle.current());
        return register;
    }

    /// Reads the register in a folder.
    ///
    /// @return nothing if there is none, or it is none of ours
    static List<Entry> read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        List<Entry> entries = new ArrayList<>();
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            for (String line : Files.readAllLines(file)) {
                if (!line.matches("[0-9]{1,18} [0-9]{1,18}")) {
                    return List.of();
                }
                String[] words = line.split(" ", -1);
                entries.add(new Entry(Long.parseLong(words[0]), Instant.ofEpochMilli(Long.parseLong(words[1]))));
            }
        }
        return entries;
    }

    void add(ProcessHandle process) throws IOException {
        long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        Files.writeString(file, process.pid() + " " + start + "\n", StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }
}
