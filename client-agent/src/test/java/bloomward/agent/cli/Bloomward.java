package bloomward.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.program.testing.Run;
import java.time.Clock;
import java.util.Map;

/// Runs `bloomward` inside this process.
public final class Bloomward {

    private Bloomward() {}

    public static Run of(String... args) {
        return withInput(new byte[0], args);
    }

    public static Run withInput(String input, String... args) {
        return withInput(input.getBytes(UTF_8), args);
    }

    public static Run withInput(byte[] input, String... args) {
        return with(Map.of(), input, args);
    }

    /// With these variables, as a real one has HOME.
    public static Run with(Map<String, String> environment, byte[] input, String... args) {
        return new Run.Setting().with(environment).input(input).at(Clock.systemUTC()).run(Cli::run, args);
    }
}
