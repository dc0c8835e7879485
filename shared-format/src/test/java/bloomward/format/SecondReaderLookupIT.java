package bloomward.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.file.FilterFile;
import bloomward.format.filter.FilterKind;
import bloomward.format.filter.HashCollector;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.MutableFilters;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.lookup.UrlFilter;
import bloomward.format.url.Expression;
import bloomward.format.url.Spelling;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The second reader finds in filters what this library finds in them, false hits included.
final class SecondReaderLookupIT {

    private static final long SEED = 9;
    private static final KeySpec SPEC = new KeySpec(1, 36, 0x1f2e_3d4c_5b6a_7988L);
    private static final KeyHash HASH = SPEC.keyHash();

    @TempDir
    private Path folder;

    private final RandomGenerator random = Fuzz.random(SEED);
    private final UrlExpressions urls = new UrlExpressions();
    private final SecondReader reader = new SecondReader();

    /// Half of the pages are listed by one of their expressions, and asked for in another spelling.
    @Test
    void packedAndFlatGiveTheSameAnswers() throws Exception {
        agreeOn(20_000);
    }

    @Test
    @Tag("long")
    void packedAndFlatGiveTheSameAnswersForManyPages() throws Exception {
        agreeOn(100_000);
    }

    private void agreeOn(int pages) throws Exception {
        int listed = pages / 2;
        HashCollector hashes = new HashCollector();
        List<String> asked = pages(pages, hash -> hashes.add(hash));
        PackedFilter packed = hashes.pack(SPEC, 1e-3);
        assertThat(packed.entries()).isBetween(listed - 10L, 0L + listed);
        Path packedFile = Files.write(folder.resolve("half.packed"),
                Samples.bytesOf(channel -> FilterFile.writePacked(channel, packed)));
        Path flatFile = Files.write(folder.resolve("half.flat"),
                Samples.bytesOf(channel -> FilterFile.writeFlat(channel, packed)));
        int[] hits = expect(asked, packedFile, flatFile);
        reader.agrees(packedFile, flatFile);
        // All that are listed, and of a dozen expressions of each other page one in a thousand in flat.
        assertThat(hits[0]).isBetween(listed, listed + 10);
        assertThat(hits[1]).isBetween(listed + listed / 500, listed + listed / 25);
        System.out.println("second reader: " + pages + " look-ups alike, " + Arrays.toString(hits) + " pages hit");
    }

    @Test
    void theKindsOfTheLibraryGiveTheSameAnswers() throws Exception {
        List<FilterKind> kinds = Arrays.stream(FilterKind.values())
                .filter(kind -> kind != FilterKind.PACKED && kind != FilterKind.FLAT)
                .toList();
        List<MutableFilter> filters = kinds.stream()
                .map(kind -> MutableFilters.of(kind, kind == FilterKind.SCALABLE ? 100 : 1200, 0.01))
                .toList();
        List<String> asked = pages(2_000, hash -> filters.forEach(filter -> filter.add(hash)));
        Path[] files = new Path[kinds.size()];
        for (int i = 0; i < files.length; i++) {
            MutableFilter filter = filters.get(i);
            files[i] = Files.write(folder.resolve(kinds.get(i) + ".library"),
                    Samples.bytesOf(channel -> FilterFile.writeLibrary(channel, SPEC.hash(), filter)));
        }
        int[] hits = expect(asked, files);
        reader.agrees(files);
        assertThat(hits).hasSize(6);
        assertThat(Arrays.stream(hits)).allMatch(count -> count > 1_000 && count < 1_300);
    }

    /// Updated by a delta, both have the same file, byte for byte.
    @Test
    void deltasMakeTheSameBytes() throws Exception {
        for (int width : new int[] {16, 20, 36, 56}) {
            KeySpec spec = new KeySpec(1, width, random.nextLong());
            long[] from = Samples.randomKeys(random, width, 1 + random.nextInt(20_000));
            long[] more = Samples.randomKeys(random, width, 1 + random.nextInt(2_000));
            long[] to = IntStream
                    .concat(IntStream.range(0, from.length).filter(i -> random.nextInt(20) > 0),
                            IntStream.range(from.length, from.length + more.length))
                    .mapToLong(i -> i < from.length ? from[i] : more[i - from.length])
                    .sorted()
                    .distinct()
                    .toArray();
            byte[] base = Samples.packedFile(spec, 3, from);
            byte[] result = Samples.packedFile(spec, 4, to);
            reader.expect(SecondReader.hex(result), "apply", SecondReader.hex(base),
                    SecondReader.hex(Samples.deltaFile(base, result)));
        }
        reader.agrees();
    }

    @FunctionalInterface
    private interface Listing {
        void add(long hash);
    }

    /// Spellings of so many pages; one expression of every second page is listed.
    private List<String> pages(int count, Listing listing) {
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Spelling spelling = Spelling.below("page" + i, random);
            if (i % 2 == 0) {
                assertThat(urls.read(spelling.plain())).isEmpty();
                // Those of the whole host, so that nothing else of the page is that of another one.
                List<Expression> own = expressions().filter(each -> each.shown().startsWith("page")).toList();
                listing.add(HASH.of(own.get(random.nextInt(own.size()))));
            }
            asked.add(spelling.respelt());
        }
        return asked;
    }

    /// @return for each file, how many pages it has an expression of
    private int[] expect(List<String> asked, Path... files) throws IOException, FormatException {
        int[] hits = new int[files.length];
        UrlFilter[] filters = new UrlFilter[files.length];
        for (int i = 0; i < files.length; i++) {
            filters[i] = UrlFilter.of(FilterFile.open(files[i]));
        }
        for (String url : asked) {
            assertThat(urls.read(url)).isEmpty();
            List<String> answers = new ArrayList<>();
            for (int i = 0; i < filters.length; i++) {
                String answer = found(filters[i]);
                hits[i] += answer.isEmpty() ? 0 : 1;
                answers.add(answer);
            }
            reader.expect(String.join("\t", answers), "lookup", SecondReader.hex(url.getBytes(UTF_8)));
        }
        return hits;
    }

    /// The numbers of the expressions that a filter has, the exact form being the last.
    private String found(UrlFilter filter) {
        return IntStream.range(0, urls.count())
                .filter(i -> filter.mightContain(urls.expression(i)))
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(","));
    }

    private Stream<Expression> expressions() {
        return IntStream.range(0, urls.count()).mapToObj(urls::expression);
    }
}
