package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.cli.Cli;
import bloomward.agent.store.SampleSets;
import bloomward.program.testing.Run;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Stream;

/// Runs `bloomward check` on a machine that has nothing but one folder.
///
/// @param folder has the store, in `store`, and the files of a user's home
/// @param now the time by the clock
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
        return setting().input(input).run(Cli::run, check(args));
    }

    int run(InputStream in, OutputStream out, ByteArrayOutputStream err, String... args) {
        return Cli.run(setting().input(in).io(out, err), check(args));
    }

    private Run.Setting setting() {
        return new Run.Setting().with("HOME", folder.toString())
                .with("BLOOMWARD_DATA_DIR", store().toString())
                .with("BLOOMWARD_SOCKET", socket().toString())
                .at(Clock.fixed(now, ZoneOffset.UTC));
    }

    private static String[] check(String... args) {
        return Stream.concat(Stream.of("check"), Stream.of(args)).toArray(String[]::new);
    }

    Path store() {
        return folder.resolve("store");
    }

    Path socket() {
        return folder.resolve("agent.sock");
    }
}
