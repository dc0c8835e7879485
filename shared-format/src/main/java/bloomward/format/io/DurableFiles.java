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

/// Files that are there as a whole or not at all, and stay when the power goes right after.
///
/// A file is written under a temporary name beside its target, synced, renamed, and then the folder is synced, because
/// the new name lies in the folder. After a sync that failed the operating system may have dropped what it could not
/// write and say nothing the next time, so such a file is thrown away and never synced again. One thing remains: when only
/// the sync of the folder fails, the file is there and may be gone after a crash; that is thrown too, and writing the
/// file again heals it.
///
/// A crash leaves at most a temporary file, whose name says so.
public final class DurableFiles {

    private static final String PREFIX = ".unfinished-";
    private static final int BUFFER_IN_BYTES = 1 << 16;

    private DurableFiles() {}

    /// Writes what a file is to hold.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Writes what a file is to hold, if anything.
    ///
    /// @param <T> what is known of it then
    /// @param <E> what else can go wrong; no kind of `IOException`
    @FunctionalInterface
    public interface Filling<T, E extends Exception> {
        Optional<T> fill(FileChannel channel) throws IOException, E;
    }

    /// Puts bytes there, in the place of any file of this name.
    ///
    /// @param attributes with which the file is made, such as its permissions
    public static void write(Path target, byte[] bytes, FileAttribute<?>... attributes) throws IOException {
        write(target, out -> out.write(bytes), attributes);
    }

    /// Puts there what is written to a stream, in the place of any file of this name. Where the content throws, nothing
    /// changes.
    ///
    /// @param attributes with which the file is made, such as its permissions
    public static void write(Path target, Content content, FileAttribute<?>... attributes) throws IOException {
        DurableFiles.<Boolean, RuntimeException>place(target, channel -> {
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_IN_BYTES);
            content.writeTo(out);
            out.flush();
            return Optional.of(true);
        }, attributes);
        step("sync the folder of", target, () -> syncFolderOf(target));
    }

    /// Puts there what is written to a channel, in the place of any file of this name, for who writes many into a folder:
    /// the file is whole under its name, which lasts when the caller has synced the folder. Where the filling returns
    /// nothing or throws, nothing changes.
    ///
    /// @param attributes with which the file is made, such as its permissions
    /// @return what the filling returned
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

    /// Puts a file there that was built elsewhere on the same file system, in the place of any of this name. The file is
    /// moved or, if that fails, deleted.
    public static void moveIntoPlace(Path built, Path target) throws IOException {
        boolean isSynced = false;
        try (FileChannel channel = FileChannel.open(built, WRITE)) {
            step("sync", target, () -> channel.force(true));
            isSynced = true;
        } finally {
            if (!isSynced) {
                Files.deleteIfExists(built);
            }
        }
        rename(built, target);
        step("sync the folder of", target, () -> syncFolderOf(target));
    }

    /// Makes lasting what was created, renamed or deleted in a folder.
    public static void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        }
    }

    /// A name beside a file for building it; nobody else has it.
    public static Path temporaryFor(Path target) {
        return target.resolveSibling(PREFIX + target.getFileName() + "-" + UUID.randomUUID());
    }

    /// Deletes durably; a file that is not there is none to delete.
    public static void delete(Path file) throws IOException {
        try {
            Files.delete(file);
        } catch (NoSuchFileException _) {
            return;
        }
        step("sync the folder of", file, () -> syncFolderOf(file));
    }

    /// Removes what crashes have left in a folder. For the start, before anything is written there.
    ///
    /// @return how many files
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
        boolean isMoved = false;
        try {
            step("rename", target, () -> Files.move(temporary, target, ATOMIC_MOVE));
            isMoved = true;
        } finally {
            if (!isMoved) {
                Files.deleteIfExists(temporary);
            }
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

    /// Says which file and which step.
    private static final class FailedStepException extends IOException {

        private static final long serialVersionUID = 1;

        FailedStepException(String step, Path file, IOException cause) {
            super("cannot " + step + " " + file + ": " + cause, cause);
        }
    }
}
