package bloomward.agent.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// What a command reads and writes.
///
/// @param in what is to be judged
/// @param out results and nothing else; unbuffered, who writes much buffers
/// @param err everything else
/// @param errIsTerminal whether somebody may be watching `err`
/// @param environment the variables
public record Io(InputStream in, OutputStream out, PrintStream err, boolean errIsTerminal,
        Map<String, String> environment) {

    public Io {
        environment = Map.copyOf(environment);
    }

    /// The streams of this process. Whether they are terminals is said by the launcher, which can ask.
    public static Io ofProcess() {
        return new Io(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Boolean.getBoolean("bloomward.stderr.terminal"), System.getenv());
    }
}
