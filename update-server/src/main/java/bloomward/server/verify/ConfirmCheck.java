package bloomward.server.verify;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.format.FormatException;
import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.TestEntries;
import bloomward.format.wire.PublicPath;
import bloomward.program.text.Figures;
import bloomward.server.compile.ConfirmFiles;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.verify.Report.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// Verifies that every confirm bucket has an answer, and that each answer is proven.
final class ConfirmCheck {

    private final Path folder;
    private final Optional<DataFolder> data;
    private final Findings findings;

    ConfirmCheck(Path folder, Optional<DataFolder> data, Findings findings) {
        this.folder = folder;
        this.data = data;
        this.findings = findings;
    }

    /// The answers of one version.
    @FunctionalInterface
    private interface Answers {
        byte[] of(int bucket) throws IOException;
    }

    /// The counted records.
    private static final class Count {
        private long records;
        private long hashes;

        void add(Bucket bucket) {
            Optional<FullHash> last = Optional.empty();
            for (ConfirmRecord record : bucket.records()) {
                records++;
                hashes += last.equals(Optional.of(record.hash())) ? 0 : 1;
                last = Optional.of(record.hash());
            }
        }
    }

    /// Verifies the answers of the published version.
    void verify(ListRelease list, Versions versions) {
        String subject = "confirm " + list.name();
        if (data.isEmpty() && !Files.exists(folder.resolve("v1/confirm"))
                && !Files.exists(folder.resolve("v1/bloom"))) {
            findings.skipped(subject, "no answers in this folder");
            return;
        }
        Verification.look(findings, subject, () -> {
            Answers answers = data.isPresent() ? stored(data.get(), list) : exported(list.confirmRoot());
            Count count = new Count();
            for (int bucket = 0; bucket < list.confirmBits().buckets(); bucket++) {
                count.add(
                        ConfirmAnswer.parse(answers.of(bucket)).prove(list.confirmRoot(), list.confirmBits(), bucket));
            }
            requireTestEntries(list, answers);
            requireCount(list, count, versions.expressions(list.confirmRoot()));
            return Figures.amount(list.confirmBits().buckets(), "answer", "answers") + " with "
                    + Figures.amount(count.records, "record", "records") + ", all proven";
        });
    }

    private static Answers stored(DataFolder data, ListRelease list) throws IOException {
        if (!Files.isDirectory(data.confirm(list.name()))) {
            throw new NoSuchFileException(data.confirm(list.name()).toString());
        }
        ConfirmFiles files = ConfirmFiles.open(data.confirm(list.name()));
        return bucket -> files.answer(list.confirmRoot(), bucket)
                .orElseThrow(() -> new IOException("no answer for bucket " + bucket));
    }

    private Answers exported(ConfirmRoot root) {
        return bucket -> Files.readAllBytes(PublicFolder.at(folder, new PublicPath.Confirm(root, bucket)));
    }

    private static void requireTestEntries(ListRelease list, Answers answers) throws IOException, FormatException {
        for (Category category : list.categories()) {
            if (find(list, answers, TestEntries.listed(category)).stream()
                    .noneMatch(record -> record.category().equals(category))) {
                throw new IOException("does not confirm " + TestEntries.listed(category));
            }
        }
        if (!find(list, answers, TestEntries.neverListed()).isEmpty()) {
            throw new IOException("confirms " + TestEntries.neverListed());
        }
    }

    private static List<ConfirmRecord> find(ListRelease list, Answers answers, String expression)
            throws IOException, FormatException {
        byte[] bytes = expression.getBytes(US_ASCII);
        FullHash hash = FullHash.of(bytes, 0, bytes.length);
        int bucket = list.confirmBits().bucketOf(hash);
        return ConfirmAnswer.parse(answers.of(bucket)).prove(list.confirmRoot(), list.confirmBits(), bucket).find(hash);
    }

    /// Different expressions may share a key, so there are at least as many hashes as keys. A test entry may be one of
    /// the expressions.
    private static void requireCount(ListRelease list, Count count, OptionalLong expressions) throws IOException {
        if (count.hashes < list.entries()) {
            throw new IOException(count.hashes + " expressions, but the filter has " + list.entries() + " entries");
        }
        if (expressions.isPresent()) {
            long least = expressions.getAsLong();
            long most = least + list.categories().size();
            if (count.hashes < least || count.hashes > most) {
                throw new IOException(
                        count.hashes + " expressions, but the database has " + least + " and test entries");
            }
        }
    }

    /// Verifies the exported answers of older versions, which must lead to the root in the name of their folder.
    void verifyOthers(Manifest manifest) throws IOException {
        Set<ConfirmRoot> current = new HashSet<>(manifest.lists().stream().map(ListRelease::confirmRoot).toList());
        for (ConfirmRoot root : PublicFolder.roots(folder)) {
            if (current.contains(root)) {
                continue;
            }
            Path answers = PublicFolder.at(folder, new PublicPath.Confirm(root, 0)).resolveSibling("");
            long count;
            try (Stream<Path> files = Files.list(answers)) {
                count = files.count();
            } catch (NoSuchFileException _) {
                continue; // deleted meanwhile
            }
            Verification.look(findings, "confirm " + root, () -> {
                if (Long.bitCount(count) != 1 || count > 1 << BucketBits.MAX_COUNT) {
                    throw new IOException(count + " answers, a number that no version has");
                }
                BucketBits bits = new BucketBits(Long.numberOfTrailingZeros(count));
                for (int bucket = 0; bucket < count; bucket++) {
                    ConfirmAnswer.parse(exported(root).of(bucket)).prove(root, bits, bucket);
                }
                return Figures.amount(count, "answer", "answers") + " of an older version, all proven";
            });
        }
    }
}
