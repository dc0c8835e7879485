package bloomward.server.notify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads a secret from its file. Line ends at its end are not part of it.
final class Secret {

    private static final long LONGEST_FILE_IN_BYTES = 4096;

    private Secret() {}

    /// @param least characters that it must have
    static String read(Path file, int least) throws IOException {
        if (Files.size(file) > LONGEST_FILE_IN_BYTES) {
            throw new IOException(file + ": is longer than a secret of " + LONGEST_FILE_IN_BYTES + " bytes");
        }
        String secret = Files.readString(file, StandardCharsets.UTF_8).replaceAll("[\r\n]+$", "");
        if (secret.length() < least) {
            throw new IOException(file + ": must have at least " + least + " characters");
        }
        return secret;
    }
}
