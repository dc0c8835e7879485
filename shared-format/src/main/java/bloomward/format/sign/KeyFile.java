package bloomward.format.sign;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.io.CloseOnFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The file of a private key, accessible only to its owner: in the clear (one line, as Go writes it) or under a pass
/// phrase ([LockedKey]).
///
/// A file is created once and never overwritten, so a command typed twice cannot destroy the only copy of a key. It is
/// synced before the caller continues. A crash in between leaves a file that is refused as truncated; nothing is lost,
/// because the key was not in use yet. If the file system has no POSIX permissions, those of the folder protect the
/// key.
public final class KeyFile {

    private static final int MAX_SIZE_IN_BYTES = 4096;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OF_OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private KeyFile() {}

    /// Writes a key in the clear. Any reader of the file can sign.
    ///
    /// @throws FileAlreadyExistsException if the file exists
    public static void write(Path file, SigningKey key) throws IOException {
        create(file, key.toPrivateText() + "\n");
    }

    /// Writes a key under a pass phrase.
    ///
    /// @param passPhrase not empty; not changed here: clear it after use
    /// @throws FileAlreadyExistsException if the file exists
    public static void write(Path file, SigningKey key, char[] passPhrase, SecureRandom random) throws IOException {
        create(file, LockedKey.lock(key, passPhrase, LockedKey.Cost.DEFAULT, random).toText());
    }

    /// Reads a key, unless other users have access to it.
    public static StoredKey read(Path file) throws IOException, FormatException {
        requireOwnerOnly(file);
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_SIZE_IN_BYTES + 1);
        }
        if (bytes.length > MAX_SIZE_IN_BYTES) {
            throw new FormatException(Reason.NOT_OUR_FILE, "key file: more than " + MAX_SIZE_IN_BYTES + " bytes");
        }
        return parse(new String(bytes, StandardCharsets.UTF_8));
    }

    static StoredKey parse(String text) throws FormatException {
        boolean isLocked = text.startsWith(LockedKey.FIRST_LINE);
        if (!isLocked && !SigningKey.looksLike(text)) {
            throw new FormatException(Reason.NOT_OUR_FILE, "key file: does not begin like a signing key");
        }
        if (!text.endsWith("\n")) {
            throw new FormatException(Reason.TRUNCATED, "key file: ends without a newline");
        }
        String lines = text.substring(0, text.length() - 1);
        return isLocked ? LockedKey.parse(List.of(lines.split("\n", -1))) : SigningKey.parse(lines);
    }

    private static void create(Path file, String text) throws IOException {
        Path folder = file.toAbsolutePath().resolveSibling("");
        boolean isPosix = Files.getFileStore(folder).supportsFileAttributeView("posix");
        FileAttribute<?>[] attributes = isPosix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
        try (FileChannel channel = FileChannel.open(file, Set.of(CREATE_NEW, WRITE), attributes)) {
            fill(file, channel, text);
        }
        if (isPosix) {
            try (FileChannel entries = FileChannel.open(folder, READ)) {
                entries.force(true);
            }
        }
    }

    /// Writes the content; deletes the partial file if the disk is full.
    private static void fill(Path file, FileChannel channel, String text) throws IOException {
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> Files.deleteIfExists(file))) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
            failure.keep(file);
        }
    }

    private static void requireOwnerOnly(Path file) throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return;
        }
        Set<PosixFilePermission> others = EnumSet.copyOf(OF_OTHERS);
        others.retainAll(Files.getPosixFilePermissions(file));
        if (!others.isEmpty()) {
            throw new ExposedKeyException(file, "users other than its owner can access this private key, which must"
                    + " have mode 600 (chmod 600); if it may have been read, replace the key");
        }
    }
}
