package bloomward.server.fetch;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The last good body of each feed, with its validators.
///
/// ```
/// NAME.body         the last good body
/// NAME.body.new     a complete body not read yet, or one still arriving
/// NAME.validators   ETag and Last-Modified of NAME.body, each "name: value"
/// ```
///
/// Validators are removed before a body changes and written after it, so a crash in between costs one full fetch and
/// never leaves validators without their body. Each feed is used by one thread at a time.
public final class FeedFolder {

    private static final String ETAG = "etag: ";
    private static final String LAST_MODIFIED = "last-modified: ";

    private final Path folder;

    /// @param folder created if missing
    public FeedFolder(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /// The last good body, if there is one.
    public Optional<Path> lastGood(String name) {
        return Optional.of(body(name)).filter(Files::isRegularFile);
    }

    /// The validators of the last good body.
    public Validators validators(String name) throws IOException {
        if (lastGood(name).isEmpty() || !Files.exists(validatorsFile(name))) {
            return Validators.NONE;
        }
        var lines = Files.readAllLines(validatorsFile(name), StandardCharsets.UTF_8);
        return new Validators(value(lines, ETAG), value(lines, LAST_MODIFIED));
    }

    private static Optional<String> value(Iterable<String> lines, String name) {
        for (String line : lines) {
            if (line.startsWith(name)) {
                return Optional.of(line.substring(name.length()));
            }
        }
        return Optional.empty();
    }

    /// Makes a fetched body the last good one.
    public void accept(String name, FetchOutcome.Fetched fetched) throws IOException {
        Files.deleteIfExists(validatorsFile(name));
        sync();
        Files.move(fetched.body(), body(name), ATOMIC_MOVE);
        sync();
        var text = new StringBuilder();
        fetched.validators().etag().ifPresent(etag -> text.append(ETAG).append(etag).append('\n'));
        fetched.validators().lastModified().ifPresent(date -> text.append(LAST_MODIFIED).append(date).append('\n'));
        Path part = folder.resolve(name + ".validators.new");
        try (var out = FileChannel.open(part, CREATE, TRUNCATE_EXISTING, WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(part, validatorsFile(name), ATOMIC_MOVE);
        sync();
    }

    /// Discards a fetched body; the last good one stays.
    public void reject(FetchOutcome.Fetched fetched) throws IOException {
        Files.deleteIfExists(fetched.body());
    }

    /// Deletes everything of a feed.
    public void forget(String name) throws IOException {
        Files.deleteIfExists(validatorsFile(name));
        Files.deleteIfExists(arriving(name));
        Files.deleteIfExists(body(name));
    }

    Path arriving(String name) {
        return folder.resolve(name + ".body.new");
    }

    private Path body(String name) {
        return folder.resolve(name + ".body");
    }

    private Path validatorsFile(String name) {
        return folder.resolve(name + ".validators");
    }

    private void sync() throws IOException {
        try (var channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        }
    }
}
