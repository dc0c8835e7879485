package bloomward.agent.cli;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.util.Objects.requireNonNull;

import bloomward.format.FormatException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/// Writes a file whole or not at all: beside its place first, synced, then renamed over what was there.
final class OutputFile {

    /// Fills the file.
    @FunctionalInterface
    interface Filler<T> {
        T fill(FileChannel channel) throws IOException, FormatException, CommandException;
    }

    private OutputFile() {}

    /// @return what the filler returned
    static <T> T write(Path path, Filler<T> filler) throws IOException, FormatException, CommandException {
        Path place = place(path);
        Path folder = requireNonNull(place.getParent());
        String name = "." + place.getFileName() + "." + Long.toHexString(new SecureRandom().nextLong()) + ".part";
        Path temporary = folder.resolve(name);
        try {
            T result;
            try (FileChannel channel = FileChannel.open(temporary, CREATE_NEW, WRITE)) {
                result = filler.fill(channel);
                channel.force(true);
            }
            Files.move(temporary, place, ATOMIC_MOVE, REPLACE_EXISTING);
            syncFolder(folder);
            return result;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /// Where the file really lies: a rename over a link would replace the link, over a device the device.
    private static Path place(Path path) throws IOException, CommandException {
        Path place = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
        if ((Files.exists(place) && !Files.isRegularFile(place)) || place.getParent() == null) {
            throw CommandException.error(path + ": is no regular file, and only such a one is written");
        }
        return place;
    }

    private static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        }
    }
}
