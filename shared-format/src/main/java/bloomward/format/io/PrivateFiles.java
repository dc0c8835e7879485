package bloomward.format.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files and folders accessible only to their owner, from the moment of creation.
public final class PrivateFiles {

    private PrivateFiles() {}

    /// Creates a folder.
    public static Path createFolder(Path folder) throws IOException {
        return Files.createDirectory(folder, attributes(folder, "rwx------"));
    }

    /// Creates a file, and returns a stream that writes it.
    public static OutputStream create(Path file) throws IOException {
        return Channels.newOutputStream(FileChannel.open(file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes(file, "rw-------")));
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions) throws IOException {
        Path folder = path.toAbsolutePath().resolveSibling("");
        return Files.getFileStore(folder).supportsFileAttributeView("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }
}
