package bloomward.server.guides;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.program.terminal.Io;
import bloomward.server.cli.admin.AdminProgram;
import bloomward.server.cli.server.ServerProgram;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A process that carries out what `program.sh` hands to it, so that a page of fifty commands starts one JVM and not
/// fifty. It works in the folder of the page, as a program would that the shell had started there.
///
/// A job is a folder with the files `program`, `args`, `env` and `in`; its results are `out`, `err` and, through a
/// pipe, the exit code in `code`.
final class Desk {

    private static final Clock CLOCK = Clock.systemUTC();

    private Desk() {}

    /// Runs until it is told to end.
    ///
    /// @param args the pipe through which folders of jobs come
    public static void main(String[] args) throws IOException {
        // Open for both, so that it never ends between two jobs.
        try (RandomAccessFile pipe = new RandomAccessFile(args[0], "rw")) {
            String job = pipe.readLine();
            while (job != null && !job.equals("end")) {
                carryOut(Path.of(job));
                job = pipe.readLine();
            }
        }
    }

    private static void carryOut(Path job) throws IOException {
        int code;
        try (OutputStream out = Files.newOutputStream(job.resolve("out"));
                PrintStream err = new PrintStream(job.resolve("err").toFile(), UTF_8)) {
            Io io = new Io(new ByteArrayInputStream(Files.readAllBytes(job.resolve("in"))), out, err, false, false,
                    environment(job), Optional.empty(), CLOCK);
            String[] args = entries(job.resolve("args")).toArray(String[]::new);
            code = Files.readString(job.resolve("program")).strip().equals("bloomward-server")
                    ? ServerProgram.run(io, args)
                    : AdminProgram.run(io, args);
        }
        Files.writeString(job.resolve("code"), code + "\n");
    }

    private static Map<String, String> environment(Path job) throws IOException {
        return entries(job.resolve("env")).stream()
                .map(entry -> entry.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (_, last) -> last, HashMap::new));
    }

    /// Each ends in a zero byte.
    private static List<String> entries(Path file) throws IOException {
        String text = Files.readString(file);
        return text.isEmpty() ? List.of() : Arrays.asList(text.substring(0, text.length() - 1).split("\0", -1));
    }
}
