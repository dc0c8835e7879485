package bloomward.cookbook;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.file.FilterFile;
import bloomward.format.filter.ScalableFilter;
import bloomward.format.key.HashSpec;
import bloomward.format.key.KeyHash;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// *Recommend nothing that was read already.* One small filter for each reader, kept from visit to visit.
///
/// Kind: scalable, 19 bits an article at 0.1 %. Nobody knows how much somebody will read, so it starts with a hundred
/// articles and grows; after 1,500 it has four layers. A filter of the right size would take 14.4. The price of being
/// wrong once in a thousand: that article is never recommended.
final class ArticlesAlreadyReadTest {

    private static final HashSpec HASH_SPEC = new HashSpec(0, 2);

    @Test
    void remembersFromVisitToVisit(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("reader-17");
        KeyHash hash = HASH_SPEC.keyHash();

        ScalableFilter firstVisit = ScalableFilter.of(100, 0.001);
        IntStream.range(0, 80).forEach(article -> firstVisit.add(hash.of("article-" + article)));
        save(file, firstVisit);

        ScalableFilter laterVisit = load(file);
        IntStream.range(80, 1_500).forEach(article -> laterVisit.add(hash.of("article-" + article)));
        assertThat(laterVisit.layerCount()).as("it has grown").isEqualTo(4);
        assertThat(laterVisit.sizeInBits() / 1_500.0).as("bits an article").isBetween(18.5, 19.5);
        save(file, laterVisit);

        ScalableFilter today = load(file);
        long recommended = IntStream.range(0, 11_500)
                .filter(article -> !today.mightContain(hash.of("article-" + article)))
                .peek(article -> assertThat(article).as("read already").isGreaterThanOrEqualTo(1_500))
                .count();
        assertThat(recommended).as("of 10,000 unread articles").isBetween(9_975L, 10_000L);
    }

    private static void save(Path file, ScalableFilter filter) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            FilterFile.writeLibrary(channel, HASH_SPEC, filter);
        }
    }

    private static ScalableFilter load(Path file) throws Exception {
        try (FilterFile read = FilterFile.open(file)) {
            assertThat(read.hash()).isEqualTo(HASH_SPEC);
            return (ScalableFilter) read.filter();
        }
    }
}
