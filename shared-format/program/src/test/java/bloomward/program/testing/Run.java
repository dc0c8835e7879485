package bloomward.program.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.program.terminal.Io;
import bloomward.program.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One run of a program inside this process.
///
/// @param exitCode with which the process would end
/// @param out standard output
/// @param err the error stream
public record Run(int exitCode, String out, String err) {

    public static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    /// A program, called as its `Main` calls it.
    @FunctionalInterface
    public interface Program {

        int run(Io io, String... args);
    }

    /// The lines of standard output.
    public List<String> lines() {
        return out.lines().toList();
    }

    /// Surroundings of which a test needs nothing.
    public static Io silent() {
        return new Setting().io(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    }

    /// The surroundings of a run.
    public static final class Setting {

        private final Map<String, String> environment = new HashMap<>();
        private InputStream input = InputStream.nullInputStream();
        private Optional<Terminal> terminal = Optional.empty();
        private boolean isTerminal;
        private Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);

        public Setting() {}

        public Setting with(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        public Setting with(Map<String, String> variables) {
            environment.putAll(variables);
            return this;
        }

        public Setting input(String text) {
            return input(text.getBytes(UTF_8));
        }

        public Setting input(byte[] bytes) {
            return input(new ByteArrayInputStream(bytes));
        }

        public Setting input(InputStream stream) {
            input = stream;
            return this;
        }

        public Setting at(Clock time) {
            clock = time;
            return this;
        }

        /// Standard output is a terminal.
        public Setting onTerminal() {
            isTerminal = true;
            return this;
        }

        /// Somebody at the terminal, who answers so and then goes away.
        public Setting answering(String... answers) {
            Deque<String> left = new ArrayDeque<>(List.of(answers));
            terminal = Optional.of(new Terminal() {
                @Override
                public Optional<String> ask(String question) {
                    return Optional.ofNullable(left.poll());
                }

                @Override
                public Optional<char[]> askSecretly(String question) {
                    return Optional.ofNullable(left.poll()).map(String::toCharArray);
                }
            });
            return this;
        }

        /// The surroundings themselves, for a test that brings its own streams.
        public Io io(OutputStream out, OutputStream err) {
            return new Io(input, out, new PrintStream(err, true, UTF_8), isTerminal, false, environment, terminal,
                    clock);
        }

        public Run run(Program program, String... args) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            int exitCode = program.run(io(out, err), args);
            return new Run(exitCode, out.toString(UTF_8), err.toString(UTF_8));
        }
    }
}
