package bloomward.agent.install;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The steps that change files. An existing file or link is replaced atomically, so readers find the complete old one
/// or the complete new one. Modes do not depend on the umask.
final class Disk {

    private static final String PRIVATE_FOLDER = "rwx------";
    private static final String FOLDER = "rwxr-xr-x";
    private static final String EXECUTABLE = "rwxr-xr-x";
    private static final String FILE = "rw-r--r--";

    private final Machine machine;

    Disk(Machine machine) {
        this.machine = machine;
    }

    void makeFolder(Path path, boolean isPrivate) throws IOException {
        Path folder = machine.at(path);
        if (!Files.isDirectory(folder)) {
            Files.createDirectory(folder);
            setMode(folder, isPrivate ? PRIVATE_FOLDER : FOLDER);
        }
    }

    /// Copies a file with its time, without which a class-data archive would not match its jars.
    void copy(Path from, Path path, boolean isExecutable) throws IOException {
        Path temporary = temporary(path);
        Files.copy(from, temporary, REPLACE_EXISTING);
        setMode(temporary, isExecutable ? EXECUTABLE : FILE);
        Files.setLastModifiedTime(temporary, Files.getLastModifiedTime(from));
        finish(temporary, path);
    }

    void write(Path path, String content) throws IOException {
        Path temporary = temporary(path);
        Files.writeString(temporary, content, StandardCharsets.UTF_8);
        setMode(temporary, FILE);
        finish(temporary, path);
    }

    /// A private file is never readable to others, not even while it is written.
    void write(Path path, Blob content, InstallStep.Access access) throws IOException {
        String mode = switch (access) {
            case PRIVATE -> "rw-------";
            case PRIVATE_EXECUTABLE -> PRIVATE_FOLDER;
            case FILE -> FILE;
            case EXECUTABLE -> EXECUTABLE;
        };
        Path temporary = temporary(path);
        Files.deleteIfExists(temporary); // a link there would be followed
        Files.createFile(temporary, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(temporary, content.bytes());
        setMode(temporary, mode);
        finish(temporary, path);
    }

    /// Replaces a file of others, or makes it.
    void replace(Path path, Blob content) throws IOException {
        Path file = machine.at(path);
        Path temporary = temporary(path);
        Files.deleteIfExists(temporary); // a link there would be followed
        Files.createFile(temporary, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(temporary, content.bytes());
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            PosixFileAttributeView to = Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
            PosixFileAttributes from = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            to.setGroup(from.group());
            to.setOwner(from.owner());
            to.setPermissions(from.permissions());
        } else {
            setMode(temporary, FILE);
        }
        finish(temporary, path);
    }

    void link(Path path, Path target) throws IOException {
        Path temporary = temporary(path);
        Files.deleteIfExists(temporary);
        Files.createSymbolicLink(temporary, target);
        Files.move(temporary, machine.at(path), ATOMIC_MOVE, REPLACE_EXISTING);
    }

    void remove(Path path) throws IOException {
        Files.deleteIfExists(temporary(path));
        Files.deleteIfExists(machine.at(path));
    }

    void removeIfEmpty(Path path) throws IOException {
        try {
            Files.deleteIfExists(machine.at(path));
        } catch (DirectoryNotEmptyException _) {
            // it contains other files
        }
    }

    /// Deletes a folder recursively; links are deleted, their targets are kept.
    void removeAll(Path path) throws IOException {
        Path folder = machine.at(path);
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }

    private Path temporary(Path path) {
        return machine.at(path.resolveSibling("." + path.getFileName() + ".part"));
    }

    private void finish(Path temporary, Path path) throws IOException {
        try (FileChannel file = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            file.force(true);
        }
        Files.move(temporary, machine.at(path), ATOMIC_MOVE, REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(machine.at(path).resolveSibling(""), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private static void setMode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
}
