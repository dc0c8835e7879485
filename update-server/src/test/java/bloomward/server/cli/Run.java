package bloomward.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/// One run of a program inside this process.
///
/// @param exitCode what the process would end with
/// @param out standard output
/// @param err the error stream
record Run(int exitCode, String out, String err) {

    static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    /// What stands around the run.
    static final class Setting {

        private final Map<String, String> environment = new HashMap<>();
        private byte[] input = new byte[0];
        private Optional<Terminal> terminal = Optional.empty();

        Setting with(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        Setting input(String text) {
            input = text.getBytes(UTF_8);
            return this;
        }

        /// Somebody at the terminal, who answers so and then goes away.
        Setting answering(String... answers) {
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

        Run admin(String... args) {
            return run(AdminProgram::run, args);
        }

        Run run(BiFunction<Io, String[], Integer> program, String... args) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            Io io = new Io(new ByteArrayInputStream(input), out, new PrintStream(err, true, UTF_8), environment,
                    terminal,
                    Clock.fixed(NOW, ZoneOffset.UTC), new SecureRandom());
            return new Run(program.apply(io, args), out.toString(UTF_8), err.toString(UTF_8));
        }
    }

    static Run admin(String... args) {
        return new Setting().admin(args);
    }
}
