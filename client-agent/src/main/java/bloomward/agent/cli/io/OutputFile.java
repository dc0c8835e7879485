package bloomward.agent.cli.io;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.format.FormatException;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/// Writes a file completely or not at all: first beside its final place, then synced, then renamed over the old file.
public final class OutputFile {

    private static final int MAX_LINKS = 40;

    /// Writes the content of the file.
    @FunctionalInterface
    public interface Filler<T> {
        T fill(FileChannel channel) throws IOException, FormatException;
    }

    private OutputFile() {}

    /// @return the filler's result
    public static <T> T write(Path path, Filler<T> filler) throws FormatException, CommandException {
        try {
            return writeAt(place(path), filler);
        } catch (IOException e) {
            throw CommandException.error(path + ": cannot be written: " + CommandRun.words(e));
        }
    }

    private static <T> T writeAt(Path place, Filler<T> filler) throws IOException, FormatException {
        Path folder = place.resolveSibling("");
        Path temporary = folder.resolve(".bloomward-" + Long.toHexString(new SecureRandom().nextLong()) + ".part");
        temporary.toFile().deleteOnExit(); // for an end by Ctrl-C
        try {
            T result;
            try (FileChannel channel = FileChannel.open(temporary, CREATE_NEW, WRITE)) {
                if (Files.exists(place) && place.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                    Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(place));
                }
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

    /// The real place of the file: a rename over a link would replace the link, over a device the device.
    private static Path place(Path path) throws IOException, CommandException {
        Path place = path.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(place); links++) {
            if (links == MAX_LINKS) {
                throw CommandException.error(path + ": too many symbolic links");
            }
            place = place.resolveSibling(Files.readSymbolicLink(place));
        }
        if ((Files.exists(place) && !Files.isRegularFile(place)) || place.getFileName() == null) {
            throw CommandException.error(path + ": not a regular file; --out writes only to regular files");
        }
        if (!Files.isDirectory(place.resolveSibling(""))) {
            throw CommandException.error(path + ": its folder does not exist");
        }
        return place;
    }

    /// Makes the rename durable. A folder that may be written but not read cannot be synced; the file is there anyway.
    private static void syncFolder(Path folder) throws IOException {
        if (Files.isReadable(folder)) {
            try (FileChannel channel = FileChannel.open(folder, READ)) {
                channel.force(true);
            }
        }
    }
}
