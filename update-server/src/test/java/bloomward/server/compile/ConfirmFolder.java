package bloomward.server.compile;

import static bloomward.server.compile.SampleEntries.samples;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.key.FullHash;
import bloomward.format.url.Scope;
import bloomward.server.compile.SampleEntries.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A folder of leaves, and versions of samples to write into it.
abstract class ConfirmFolder {

    /// 2,000 entries: 16 buckets of some 120.
    static final List<Sample> SAMPLES = samples(0, 2_000);

    @TempDir
    Path folder;

    Path leaves;
    ConfirmFiles files;

    @BeforeEach
    void openFiles() throws IOException {
        leaves = folder.resolve("confirm");
        files = ConfirmFiles.open(leaves, 0);
    }

    Compiled compile(List<Sample> samples) throws IOException, CompileException {
        return SampleEntries.compile(folder, files, new CompileLimits(2, 1 << 20, 1 << 20), samples);
    }

    /// The samples without the first `gone`, and `more` others.
    static List<Sample> changed(int gone, int more) {
        List<Sample> samples = new ArrayList<>(SAMPLES.subList(gone, SAMPLES.size()));
        samples.addAll(samples(50_000, 50_000 + more));
        return samples;
    }

    /// Every sample has its listing in a bucket that is proven, and no bucket has another.
    void assertAnswers(Compiled version, List<Sample> samples) throws IOException, FormatException {
        List<Bucket> buckets = new ArrayList<>();
        for (int bucket = 0; bucket < version.bits().buckets(); bucket++) {
            buckets.add(ask(version, bucket));
        }
        assertThat(buckets.stream().mapToLong(Bucket::count).sum()).isEqualTo(version.records());
        for (Sample sample : samples) {
            byte[] bytes = sample.bytes();
            FullHash hash = FullHash.of(bytes, 0, bytes.length);
            assertThat(buckets.get(version.bits().bucketOf(hash)).find(hash))
                    .contains(new ConfirmRecord(hash, Scope.of(bytes, 0, bytes.length), sample.category()));
        }
    }

    Bucket ask(Compiled version, int bucket) throws IOException, FormatException {
        byte[] answer = files.answer(version.root(), bucket).orElseThrow();
        return ConfirmAnswer.parse(answer).prove(version.root(), version.bits(), bucket);
    }

    List<String> names() throws IOException {
        try (Stream<Path> list = Files.list(leaves)) {
            return list.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
