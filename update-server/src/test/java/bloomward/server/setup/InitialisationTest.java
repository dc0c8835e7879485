package bloomward.server.setup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.program.command.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that is set up with keys from elsewhere.
final class InitialisationTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final SigningKey one = key("root-1");
    private final SigningKey two = key("root-2");
    private final SigningKey timestamp = key("timestamp");

    @TempDir
    private Path folder;

    InitialisationTest() throws FormatException {}

    private static SigningKey key(String name) throws FormatException {
        return SigningKey.generate("lists.example/" + name, new SecureRandom());
    }

    private Path rootSignedBy(SigningKey... signers) throws Exception {
        Root root = new Root("lists.example", 1, NOW, NOW.plus(Duration.ofDays(365)),
                TrustedKeys.of(2, List.of(one.verifierKey(), two.verifierKey())),
                TrustedKeys.of(1, List.of(one.verifierKey())), timestamp.verifierKey(), List.of());
        return Files.write(folder.resolve("root-1.note"), SignedNote.sign(root.toText(), List.of(signers)).toBytes());
    }

    private Initialisation.Made init(Path root) throws Exception {
        Path key = folder.resolve("timestamp.key");
        if (Files.notExists(key)) {
            KeyFile.write(key, timestamp);
        }
        return new Initialisation(Clock.fixed(NOW, ZoneOffset.UTC)).run(folder.resolve("data"),
                new Wanted(Optional.empty(), List.of(), false, Optional.of(root), Optional.of(key)), Optional.empty());
    }

    /// Somebody forgot the second signature, fetches it, and types the same command again.
    @Test
    void aRefusedRootDoesNotStandInTheWayOfTheNextOne() throws Exception {
        Path unfinished = rootSignedBy(one);
        assertThatThrownBy(() -> init(unfinished)).isInstanceOf(CommandException.class)
                .hasMessageContaining("signed by 1 of 2");
        Initialisation.Made made = init(rootSignedBy(one, two));
        assertThat(Files.readString(made.tokenFile(), UTF_8)).startsWith("bw_");
        assertThat(folder.resolve("data/keys/timestamp.key")).hasSameTextualContentAs(folder.resolve("timestamp.key"));
    }
}
