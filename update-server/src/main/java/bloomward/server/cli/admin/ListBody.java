package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A list being sent to the server, read as a stream of any size.
///
/// Opened at once, so that a missing file is noticed before any request. Close it after use.
///
/// @param bytes the list, possibly compressed
/// @param publisher sends the bytes
record ListBody(InputStream bytes, BodyPublisher publisher) implements AutoCloseable {

    private static final long UNKNOWN = -1;
    /// A path has lost one of the two slashes.
    private static final Pattern ADDRESS = Pattern.compile("(?i)(https?):/+(.*)");

    static boolean isAddress(String text) {
        return text.matches("(?i)https?://.+") && !Files.exists(Path.of(text));
    }

    /// @param file `-` is standard input
    static ListBody open(Path file, InputStream standardInput) throws IOException, CommandException {
        if (Files.isDirectory(file)) {
            throw CommandException.error(file + ": is a folder, not a file");
        }
        Matcher address = ADDRESS.matcher(file.toString());
        if (address.matches() && !Files.exists(file)) {
            throw CommandException.error(
                    address.group(1) + "://" + address.group(2) + ": an address, not a file\n" + "Download it first.");
        }
        InputStream bytes = file.equals(Path.of("-")) ? standardInput : Files.newInputStream(file);
        return new ListBody(bytes, publisher(bytes, Files.isRegularFile(file) ? Files.size(file) : UNKNOWN));
    }

    private static BodyPublisher publisher(InputStream bytes, long size) {
        BodyPublisher streamed = BodyPublishers.ofInputStream(() -> bytes);
        if (size == UNKNOWN) {
            return streamed;
        }
        return size == 0 ? BodyPublishers.noBody() : BodyPublishers.fromPublisher(streamed, size);
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
