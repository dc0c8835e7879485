package bloomward.program.terminal;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The environment of a program.
///
/// @param in input of commands that read
/// @param out results and nothing else; unbuffered
/// @param err everything else
/// @param outIsTerminal whether `out` is a terminal
/// @param errIsTerminal whether `err` is a terminal
/// @param environment variables
/// @param terminal for questions to a person, if `out` can be seen and answered there
/// @param clock current time
public record Io(InputStream in, OutputStream out, PrintStream err, boolean outIsTerminal, boolean errIsTerminal,
        Map<String, String> environment, Optional<Terminal> terminal, Clock clock) {

    private static final int NARROWEST = 60;

    public Io {
        environment = Map.copyOf(environment);
    }

    /// The environment of this process. The launcher, which can find out, says which streams are terminals.
    ///
    /// @param terminal given only by programs that ask questions, because finding it takes time
    public static Io ofProcess(Optional<Terminal> terminal) {
        return new Io(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                Boolean.getBoolean("bloomward.stdout.terminal"), Boolean.getBoolean("bloomward.stderr.terminal"),
                System.getenv(), terminal, Clock.systemUTC());
    }

    /// The value of a variable; an empty one counts as not set.
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /// The width of the reader's terminal as COLUMNS says it, at least 60; empty if it says nothing.
    public OptionalInt width() {
        return variable("COLUMNS").filter(columns -> columns.matches("[0-9]{1,4}"))
                .map(columns -> OptionalInt.of(Math.max(Integer.parseInt(columns), NARROWEST)))
                .orElseGet(OptionalInt::empty);
    }

    /// Whether results may be coloured (no-color.org).
    public boolean isColourful() {
        return (outIsTerminal || terminal.isPresent()) && variable("NO_COLOR").isEmpty()
                && !"dumb".equals(environment.get("TERM"));
    }
}
