package bloomward.server.cli.keys;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/// Writes a note whole or not at all: to a temporary file beside it, synced, then renamed. The signatures already in it
/// may have taken days to collect.
final class NoteFile {

    private NoteFile() {}

    /// @param random for the name of the temporary file
    static void write(Path file, NoteToSign note, RandomGenerator random) throws IOException {
        Path place = file.toAbsolutePath();
        Path temporary = place.resolveSibling(".bloomward-" + Long.toHexString(random.nextLong()) + ".part");
        try {
            try (FileChannel channel = FileChannel.open(temporary, CREATE_NEW, WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(note.toText());
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(temporary, place, ATOMIC_MOVE, REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
