package bloomward.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/// One run of `bloomward` inside this process.
///
/// @param exitCode what the process would end with
/// @param out standard output
/// @param err the error stream
record Run(int exitCode, String out, String err) {

    static Run of(String... args) {
        return withInput(new byte[0], args);
    }

    static Run withInput(String input, String... args) {
        return withInput(input.getBytes(UTF_8), args);
    }

    static Run withInput(byte[] input, String... args) {
        return with(Map.of(), input, args);
    }

    /// With these variables, as a real one has HOME.
    static Run with(Map<String, String> environment, byte[] input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Io io = new Io(new ByteArrayInputStream(input), out, new PrintStream(err, true, UTF_8), false, environment);
        return new Run(Cli.run(io, args), out.toString(UTF_8), err.toString(UTF_8));
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
