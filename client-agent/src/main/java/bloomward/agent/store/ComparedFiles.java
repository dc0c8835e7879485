package bloomward.agent.store;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.release.FileRef;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The kept files, each compared with its digest before its first use in this process. Safe for all threads.
///
/// Files are named by what is in them and never change, so once is enough; a comparison by another
/// process, or before, does not count. A file whose inode, length or date has changed since is compared again.
final class ComparedFiles {

    private final StoreFolder folder;
    private final ConcurrentMap<Digest, Stamp> compared = new ConcurrentHashMap<>();

    ComparedFiles(StoreFolder folder) {
        this.folder = folder;
    }

    /// The attributes by which a change is noticed without reading the file.
    record Stamp(String inode, long length, FileTime modified) {

        static Stamp of(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class,
                    LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                throw new FileSystemException(file.toString(), null, "no regular file");
            }
            return new Stamp(String.valueOf(attributes.fileKey()), attributes.size(), attributes.lastModifiedTime());
        }
    }

    /// Opens a kept file, which has the bytes that it must have.
    ///
    /// @throws FormatException if it has others
    FileChannel open(FileRef file) throws IOException, FormatException {
        Path path = folder.file(file.digest());
        Stamp stamp = Stamp.of(path);
        FileChannel channel = folder.open(path, StandardOpenOption.READ);
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(channel::close)) {
            if (channel.size() != file.length()) {
                throw new FormatException(channel.size() < file.length() ? Reason.TRUNCATED : Reason.MALFORMED,
                        channel.size() + " bytes, expected " + file.length());
            }
            if (!stamp.equals(compared.get(file.digest()))) {
                requireDigest(channel, file.digest());
                compared.put(file.digest(), stamp);
            }
            return failure.keep(channel);
        }
    }

    /// Remembers that a file was compared just before it came to its place.
    void remember(Digest digest) throws IOException {
        compared.put(digest, Stamp.of(folder.file(digest)));
    }

    /// The stamp of a file when it was compared.
    Optional<Stamp> stamp(Digest digest) {
        return Optional.ofNullable(compared.get(digest));
    }

    /// Its stamp at this moment.
    Stamp stampNow(Digest digest) throws IOException {
        return Stamp.of(folder.file(digest));
    }

    boolean isGone(Digest digest) {
        return Files.notExists(folder.file(digest), LinkOption.NOFOLLOW_LINKS);
    }

    /// Forgets the files that are no longer there: with each version two more would stay.
    void forgetDeleted() {
        compared.keySet().removeIf(this::isGone);
    }

    /// The number of remembered files.
    int count() {
        return compared.size();
    }

    private static void requireDigest(FileChannel channel, Digest expected) throws IOException, FormatException {
        Digest found = Digest.ofFile(channel);
        if (!found.equals(expected)) {
            throw new FormatException(Reason.CHECKSUM, "its digest is " + found);
        }
    }
}
