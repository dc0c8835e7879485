package bloomward.server.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/// What a program has around it.
///
/// @param in lines and lists, for commands that read them
/// @param out results and nothing else; unbuffered
/// @param err everything else
/// @param environment the variables
/// @param terminal the person in front of it, if there is one who sees `out` and can answer
/// @param clock what time spans given to options begin at
/// @param random what keys are made of
public record Io(InputStream in, OutputStream out, PrintStream err, Map<String, String> environment,
        Optional<Terminal> terminal, Clock clock, SecureRandom random) {

    public Io {
        environment = Map.copyOf(environment);
    }

    /// What this process has.
    public static Io ofProcess() {
        return new Io(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                System.getenv(), Terminal.ofProcess(), Clock.systemUTC(), new SecureRandom());
    }

    /// A variable that is set to something.
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /// Whether results may be coloured (no-color.org).
    boolean isColourful() {
        return terminal.isPresent() && variable("NO_COLOR").isEmpty() && !"dumb".equals(environment.get("TERM"));
    }
}
