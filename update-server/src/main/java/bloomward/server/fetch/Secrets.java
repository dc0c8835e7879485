package bloomward.server.fetch;

import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The keys issued by publishers to this server, each in a file of its own. Read for each fetch, so that a change takes
/// effect at once.
final class Secrets {

    private static final int MAX_LENGTH = 1024;
    private static final Pattern FOR_A_URL = Pattern.compile("[A-Za-z0-9._~-]+");
    private static final Pattern FOR_A_HEADER = Pattern.compile("[!-~]+");

    private final Path folder;

    Secrets(Path folder) {
        this.folder = folder;
    }

    String read(FeedKey key) throws FetchException {
        Path file = folder.resolve(key.file());
        String text;
        try {
            if (Files.size(file) > MAX_LENGTH) {
                throw new FetchException(Reason.KEY, "key file " + key.file() + " is too long for a key");
            }
            text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (FetchException e) {
            throw e;
        } catch (IOException _) {
            throw new FetchException(Reason.KEY, "no key in " + file + "; the publisher issues one to each user");
        }
        Pattern pattern = key.header().isPresent() ? FOR_A_HEADER : FOR_A_URL;
        if (!pattern.matcher(text).matches()) {
            throw new FetchException(Reason.KEY, "key file " + key.file() + " contains no valid key");
        }
        return text;
    }
}
