package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;

/// A list on its way to the server: read as it is sent, however large it is.
///
/// Opened at once, so that a file that is not there is found before the server is asked. Close it after use.
///
/// @param bytes the list, perhaps compressed
/// @param publisher what sends it
record ListBody(InputStream bytes, BodyPublisher publisher) implements AutoCloseable {

    private static final long UNKNOWN = -1;

    /// @param file `-` is standard input
    static ListBody open(Path file, InputStream standardInput) throws IOException, CommandException {
        if (Files.isDirectory(file)) {
            throw CommandException.error(file + ": is a folder, a list is needed");
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
