package bloomward.server.notify;

import bloomward.format.io.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The place where the notifier keeps what it has told.
public interface Shelf {

    /// Empty if nothing was ever kept.
    Optional<byte[]> read() throws IOException;

    void write(byte[] bytes) throws IOException;

    /// A file of the only server.
    static Shelf of(Path file) {
        return new Shelf() {

            @Override
            public Optional<byte[]> read() throws IOException {
                return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
            }

            @Override
            public void write(byte[] bytes) throws IOException {
                DurableFiles.write(file, bytes);
            }

            @Override
            public String toString() {
                return file.toString();
            }
        };
    }
}
