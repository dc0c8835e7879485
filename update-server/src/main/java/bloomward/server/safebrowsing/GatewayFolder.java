package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.io.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The files of the gateway.
///
/// ```
/// hashes-1/{list}/{confirm root}-{allow file}    FinishedHashes of what is served or waits for signatures
/// prefixes/{protocol's list}/{sha256}            of all that clients may still have
/// ```
///
/// Everything here can be made anew from the store, so none of it is in a backup. The number grows with the rules of
/// [Spellings].
///
/// Trust: prefixes are compared with their name before they are used; hashes are taken as they are, and go on from
/// version to version until the next start; `verify` compares them with the store.
record GatewayFolder(Path root) {

    private static final Logger LOG = LoggerFactory.getLogger(GatewayFolder.class);
    private static final String HASHES = "hashes-1";

    /// The folder of a version. Its confirm root says which entries of which categories it has, the allow file which of them
    /// are left out; nothing else matters.
    Path hashes(String list, ConfirmRoot version, Digest allowed) {
        return root.resolve(HASHES).resolve(list).resolve(version + "-" + allowed.toHex());
    }

    Path prefixes(ThreatList list, Digest digest) {
        return root.resolve("prefixes").resolve(list.label()).resolve(digest.toHex());
    }

    /// Makes the folders, and removes what crashes left.
    void create() throws IOException {
        Files.createDirectories(root.resolve(HASHES));
        for (ThreatList list : ThreatList.values()) {
            Path folder = prefixes(list, PrefixSet.EMPTY.digest()).resolveSibling("");
            Files.createDirectories(folder);
            DurableFiles.clean(folder);
        }
    }

    /// Deletes the hashes of all other versions.
    ///
    /// @param keep folders of versions
    void keepHashes(Set<Path> keep) throws IOException {
        for (Path list : in(root.resolve(HASHES))) {
            for (Path version : in(list)) {
                if (!keep.contains(version)) {
                    FinishedHashes.delete(version);
                }
            }
        }
    }

    /// Deletes a damaged set, so that it is looked at once. Clients that have it get the whole list.
    void forget(Path prefixes) {
        try {
            Files.deleteIfExists(prefixes);
        } catch (IOException e) {
            LOG.warn("cannot delete {}: {}", prefixes, e.getMessage());
        }
    }

    /// Notes when a set was replaced.
    void replaced(ThreatList list, Digest digest, Instant now) throws IOException {
        Path file = prefixes(list, digest);
        if (Files.exists(file)) {
            Files.setLastModifiedTime(file, FileTime.from(now));
        }
    }

    /// Deletes sets that were replaced before a time.
    ///
    /// @param current those that are served
    /// @return how many went
    int deletePrefixes(Instant before, Set<Path> current) throws IOException {
        int deleted = 0;
        for (Path list : in(root.resolve("prefixes"))) {
            for (Path file : in(list)) {
                if (!current.contains(file) && Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
                    Files.deleteIfExists(file);
                    deleted++;
                }
            }
        }
        return deleted;
    }

    static List<Path> in(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
                all.forEach(files::add);
            }
        }
        files.sort(Comparator.naturalOrder());
        return files;
    }

    /// Deletes a folder with all that is in it. Links are deleted, not followed.
    static void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Set<Path> all = new HashSet<>();
        try (Stream<Path> found = Files.walk(folder)) {
            found.forEach(all::add);
        }
        for (Path each : all.stream().sorted(Comparator.reverseOrder()).toList()) {
            Files.deleteIfExists(each);
        }
    }
}
