package bloomward.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.store.SampleSets;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Stream;

/// Runs `bloomward check` on a machine that has nothing but one folder.
///
/// @param folder has the store, in `store`, and what a user's home has
/// @param now what the clock says
record CheckRun(Path folder, Instant now) {

    /// When the sets of [SampleSets] are fresh.
    static final Instant FRESH = SampleSets.ISSUED.plus(Duration.ofHours(1));

    static CheckRun in(Path folder) {
        return new CheckRun(folder, FRESH);
    }

    CheckRun at(Instant time) {
        return new CheckRun(folder, time);
    }

    Run of(String... args) {
        return withInput("", args);
    }

    Run withInput(String input, String... args) {
        return withInput(input.getBytes(UTF_8), args);
    }

    Run withInput(byte[] input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = run(new ByteArrayInputStream(input), out, err, args);
        return new Run(exitCode, out.toString(UTF_8), err.toString(UTF_8));
    }

    int run(InputStream in, OutputStream out, ByteArrayOutputStream err, String... args) {
        Map<String, String> environment = Map.of("HOME", folder.toString(), "BLOOMWARD_DATA_DIR", store().toString(),
                "BLOOMWARD_SOCKET", socket().toString());
        Io io = new Io(in, out, new PrintStream(err, true, UTF_8), false, environment);
        return Cli.run(io, Clock.fixed(now, ZoneOffset.UTC), Stream.concat(Stream.of("check"), Stream.of(args))
                .toArray(String[]::new));
    }

    Path store() {
        return folder.resolve("store");
    }

    Path socket() {
        return folder.resolve("agent.sock");
    }
}
