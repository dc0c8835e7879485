package bloomward.server.compile;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Writes a file whole or not at all: beside its place first, synced, then renamed, then the folder synced. What a
/// crash leaves ends in [#PART] and is overwritten by the next attempt.
final class DurableFile {

    static final String PART = ".part";

    private DurableFile() {}

    /// Fills the file.
    ///
    /// @param <E> what else can go wrong
    @FunctionalInterface
    interface Filler<T, E extends Exception> {
        T fill(FileChannel channel) throws IOException, E;
    }

    /// @return what the filler returned
    static <T, E extends Exception> T write(Path target, Filler<T, E> filler) throws IOException, E {
        T result = DurableFile.<T, E>place(target, channel -> Optional.of(filler.fill(channel))).orElseThrow();
        syncFolder(target.resolveSibling(""));
        return result;
    }

    /// Writes a file if the filler returns anything, and otherwise none. It is whole under its name, which lasts when
    /// the caller has synced the folder: who writes many does that once.
    static <T, E extends Exception> Optional<T> place(Path target, Filler<Optional<T>, E> filler)
            throws IOException, E {
        Path part = target.resolveSibling(target.getFileName() + PART);
        try {
            Optional<T> result;
            try (FileChannel channel = FileChannel.open(part, CREATE, TRUNCATE_EXISTING, READ, WRITE)) {
                result = filler.fill(channel);
                if (result.isPresent()) {
                    channel.force(true);
                }
            }
            if (result.isPresent()) {
                Files.move(part, target, ATOMIC_MOVE, REPLACE_EXISTING);
            }
            return result;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /// Makes lasting what was created, renamed or deleted in a folder.
    static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        }
    }
}
