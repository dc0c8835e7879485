package bloomward.format.io;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Files written completely or not at all, which survive a power failure.
///
/// A file is written under a temporary name beside its target, synced and renamed; then the folder is synced, because
/// it holds the new name. After a failed sync, the operating system may have dropped unwritten data and report success
/// the next time, so such a file is deleted and never synced again. One case remains: if only the sync of the folder
/// fails, the file exists but may be lost in a crash; this is also an exception, and writing the file again repairs it.
///
/// A crash leaves at most a temporary file, recognisable by its name.
public final class DurableFiles {

    private static final String PREFIX = ".unfinished-";
    private static final int BUFFER_IN_BYTES = 1 << 16;

    private DurableFiles() {}

    /// Writes the content of a file.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Writes the content of a file, or decides not to.
    ///
    /// @param <T> result of the filling
    /// @param <E> further exception; not an `IOException`
    @FunctionalInterface
    public interface Filling<T, E extends Exception> {
        Optional<T> fill(FileChannel channel) throws IOException, E;
    }

    /// Writes bytes to a file, replacing any existing one.
    ///
    /// @param attributes of the new file, such as its permissions
    public static void write(Path target, byte[] bytes, FileAttribute<?>... attributes) throws IOException {
        write(target, out -> out.write(bytes), attributes);
    }

    /// Writes a file through a stream, replacing any existing one. If the content throws, nothing changes.
    ///
    /// @param attributes of the new file, such as its permissions
    public static void write(Path target, Content content, FileAttribute<?>... attributes) throws IOException {
        DurableFiles.<Boolean, RuntimeException>place(target, channel -> {
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_IN_BYTES);
            content.writeTo(out);
            out.flush();
            return Optional.of(true);
        }, attributes);
        step("sync the folder of", target, () -> syncFolderOf(target));
    }

    /// Writes a file through a channel, replacing any existing one, for callers that write many files into a folder:
    /// the file is complete under its name, but the name is durable only once the caller has synced the folder. If the
    /// filling returns nothing or throws, nothing changes.
    ///
    /// @param attributes of the new file, such as its permissions
    /// @return the result of the filling
    public static <T, E extends Exception> Optional<T> place(Path target, Filling<T, E> filling,
            FileAttribute<?>... attributes) throws IOException, E {
        Path temporary = temporaryFor(target);
        Optional<T> result = Optional.empty();
        boolean isWritten = false;
        try (FileChannel channel = FileChannel.open(temporary, Set.of(CREATE_NEW, READ, WRITE), attributes)) {
            result = filling.fill(channel);
            if (result.isPresent()) {
                step("sync", target, () -> channel.force(true));
                isWritten = true;
            }
        } catch (FailedStepException e) {
            throw e;
        } catch (IOException e) {
            throw new FailedStepException("write", target, e);
        } finally {
            if (!isWritten) {
                Files.deleteIfExists(temporary);
            }
        }
        if (isWritten) {
            rename(temporary, target);
        }
        return result;
    }

    /// Moves a file that was built elsewhere on the same file system into place, replacing any existing one. If that
    /// fails, the file is deleted.
    public static void moveIntoPlace(Path built, Path target) throws IOException {
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> Files.deleteIfExists(built));
                FileChannel channel = FileChannel.open(built, WRITE)) {
            step("sync", target, () -> channel.force(true));
            failure.keep(built);
        }
        rename(built, target);
        step("sync the folder of", target, () -> syncFolderOf(target));
    }

    /// Makes creations, renames and deletions in a folder durable.
    public static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        }
    }

    /// A unique name beside a file, for building it.
    public static Path temporaryFor(Path target) {
        return target.resolveSibling(PREFIX + target.getFileName() + "-" + UUID.randomUUID());
    }

    /// Deletes durably; a missing file is not an error.
    public static void delete(Path file) throws IOException {
        try {
            Files.delete(file);
        } catch (NoSuchFileException _) {
            return;
        }
        step("sync the folder of", file, () -> syncFolderOf(file));
    }

    /// Removes the remains of crashes from a folder. To be called at start, before anything is written there.
    ///
    /// @return the number of files removed
    public static int clean(Path folder) throws IOException {
        int count = 0;
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path leftover : leftovers) {
                Files.delete(leftover);
                count++;
            }
        }
        return count;
    }

    private static void rename(Path temporary, Path target) throws IOException {
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> Files.deleteIfExists(temporary))) {
            step("rename", target, () -> Files.move(temporary, target, ATOMIC_MOVE));
            failure.keep(target);
        }
    }

    private static void syncFolderOf(Path file) throws IOException {
        syncFolder(file.toAbsolutePath().resolveSibling(""));
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    private static void step(String what, Path file, Step step) throws FailedStepException {
        try {
            step.run();
        } catch (IOException e) {
            throw new FailedStepException(what, file, e);
        }
    }

    /// A failure that names the file and the step.
    private static final class FailedStepException extends IOException {

        private static final long serialVersionUID = 1;

        FailedStepException(String step, Path file, IOException cause) {
            super("cannot " + step + " " + file + ": " + cause, cause);
        }
    }
}
