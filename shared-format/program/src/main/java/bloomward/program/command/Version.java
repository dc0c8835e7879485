package bloomward.program.command;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The version of the programs, written by the build.
public final class Version {

    private Version() {}

    /// The number alone.
    public static String number() {
        try (InputStream text = requireNonNull(Version.class.getResourceAsStream("version.txt"))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
