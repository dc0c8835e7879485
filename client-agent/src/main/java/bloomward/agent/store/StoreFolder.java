package bloomward.agent.store;

import bloomward.format.Digest;
import bloomward.format.io.DurableFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The places of a store's files, and their permissions.
///
/// Its contents are for its owner alone. The folder itself may be a link, as a person chose its place; its contents may
/// not: a link there is none of ours and is never followed.
record StoreFolder(Path path) {

    private static final Set<PosixFilePermission> FOLDER_MODE = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE_MODE = PosixFilePermissions.fromString("rw-------");

    Path state() {
        return path.resolve("state");
    }

    Path copyOfState() {
        return path.resolve("state.copy");
    }

    Path lock() {
        return path.resolve("lock");
    }

    Path files() {
        return path.resolve("files");
    }

    Path partials() {
        return path.resolve("partial");
    }

    Path file(Digest digest) {
        return files().resolve(digest.toHex());
    }

    Path partial(Digest digest) {
        return partials().resolve(digest.toHex());
    }

    /// The bytes that a writer can still use here.
    long freeSpace() throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    /// Makes what is not there yet, lasting.
    ///
    /// @throws IOException also if others could write into what is there: they could make the agent believe anything
    void create() throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (createFolder(path) && parent != null) {
            DurableFiles.syncFolder(parent);
        }
        requireOwn();
        for (Path member : List.of(files(), partials())) {
            if (createFolder(member)) {
                DurableFiles.syncFolder(path);
            }
            requireFolder(member);
        }
    }

    /// Opens a file of the store, never a link.
    FileChannel open(Path file, StandardOpenOption... options) throws IOException {
        requireFolder(file.resolveSibling(""));
        Set<OpenOption> all = new HashSet<>(Set.of(options));
        all.add(LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, all, forFiles());
    }

    /// Gives a file that came from elsewhere the permissions of our files.
    void makePrivate(Path file) throws IOException {
        if (isPosix() && !Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS).equals(FILE_MODE)) {
            Files.setPosixFilePermissions(file, FILE_MODE);
        }
    }

    /// The permissions with which files are made.
    FileAttribute<?>[] forFiles() {
        return withMode(FILE_MODE);
    }

    private boolean createFolder(Path folder) throws IOException {
        try {
            Files.createDirectory(folder, withMode(FOLDER_MODE));
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        }
    }

    private void requireFolder(Path folder) throws IOException {
        boolean isOurs = folder.equals(path)
                ? Files.isDirectory(folder)
                : Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
        if (!isOurs) {
            throw Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
                    ? new NotDirectoryException(folder.toString())
                    : new NoSuchFileException(folder.toString());
        }
    }

    private void requireOwn() throws IOException {
        if (!isPosix()) {
            return;
        }
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path);
        if (mode.contains(PosixFilePermission.GROUP_WRITE) || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new FileSystemException(path.toString(), null, "others than its owner can write into this folder,"
                    + " which decides whom the agent trusts: it must have mode 700 (chmod 700)");
        }
    }

    private boolean isPosix() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private FileAttribute<?>[] withMode(Set<PosixFilePermission> mode) {
        return isPosix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)}
                : new FileAttribute<?>[0];
    }
}
