package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bloomward.format.confirm.Category;
import bloomward.format.io.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The full hashes of one version of a list, all written. For each category two files of sorted hashes:
///
/// - `{category}.hashes`: each hash that a client could compute for an entry, once;
/// - `{category}.spelled`: of these, the hashes that an expression gives by another spelling than its own, each as often as
///   expressions give it. They tell whether a hash goes when an expression goes; only [NextHashes] reads them. A hash may stay
///   in it that its own expression alone still gives.
///
/// @param folder of the files
public record FinishedHashes(Path folder) {

    static final String HASHES = ".hashes";
    static final String SPELLED = ".spelled";

    /// Written last. No category has a dot.
    private static final String COUNTS = "counts.txt";

    /// Counts of entries that need care.
    ///
    /// @param exact listed as one page alone, which the protocol cannot say: listed as their full expression
    /// @param spelled hashed in more ways than one
    /// @param covered left out, because all of their pages are allowed
    public record Counts(long exact, long spelled, long covered) {

        static final Counts NONE = new Counts(0, 0, 0);

        /// The counts with an expression more, or less.
        ///
        /// @param by 1 or -1
        Counts with(EntryHashes entry, int by) {
            return entry.isCovered()
                    ? new Counts(exact, spelled, covered + by)
                    : new Counts(exact + (entry.isExact() ? by : 0), spelled + (entry.isSpelled() ? by : 0), covered);
        }
    }

    /// Whether a folder has them.
    public static boolean areIn(Path folder) {
        return Files.exists(folder.resolve(COUNTS));
    }

    /// Deletes them; from the first step on they are no finished ones.
    static void delete(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(COUNTS));
        GatewayFolder.deleteTree(folder);
    }

    Path hashes(Category category) {
        return folder.resolve(category + HASHES);
    }

    Path spelled(Category category) {
        return folder.resolve(category + SPELLED);
    }

    /// The hashes of each category.
    List<HashFile> files() throws IOException {
        List<HashFile> files = new ArrayList<>();
        for (Path file : GatewayFolder.in(folder)) {
            if (String.valueOf(file.getFileName()).endsWith(HASHES)) {
                files.add(HashFile.open(file));
            }
        }
        return files;
    }

    void write(Counts counts) throws IOException {
        String line = counts.exact + " " + counts.spelled + " " + counts.covered + "\n";
        DurableFiles.write(folder.resolve(COUNTS), line.getBytes(ISO_8859_1));
    }

    Counts counts() throws IOException {
        Path file = folder.resolve(COUNTS);
        String[] words = Files.readString(file, ISO_8859_1).strip().split(" ", -1);
        try {
            return new Counts(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(file + ": damaged", e);
        }
    }

    /// Syncs the files and moves their folder.
    ///
    /// @param target replaced if it is there
    public void moveTo(Path target) throws IOException {
        for (Path file : GatewayFolder.in(folder)) {
            DurableFiles.moveIntoPlace(file, file);
        }
        Files.createDirectories(target.resolveSibling(""));
        delete(target);
        Files.move(folder, target);
        DurableFiles.syncFolder(target.resolveSibling(""));
    }
}
