package bloomward.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.format.FormatException.Reason;
import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.FullHash;
import bloomward.format.lookup.UrlFilter;
import bloomward.format.lookup.UrlLookup;
import bloomward.format.url.Scope;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Frozen bytes and their meaning. A program that fails here cannot read published files.
final class GoldenTest {

    private static final Set<String> GOOD = Set.of("ten.packed", "eleven.packed", "empty.packed", "ten.flat",
            "ten-to-eleven.delta", "ten.packed.bloom", "ten.flat.bloom", "ten.confirm", "ten-canonical-2.packed",
            "ten-canonical-2.flat");

    private static final Map<Reason, Set<String>> BAD = Map.of(
            Reason.NOT_OUR_FILE, Set.of("not-ours.packed"), Reason.TRUNCATED, Set.of("empty-file.packed",
                    "cut-in-the-header.packed", "cut-in-the-body.packed", "cut.delta", "cut-in-the-proof.confirm"),
            Reason.CHECKSUM,
            Set.of("flipped-in-the-header.packed", "flipped-in-the-body.packed", "flipped-in-a-block.flat",
                    "other-result.delta"),
            Reason.TOO_NEW, Set.of("too-new.packed", "unknown-hash.packed", "too-new.confirm"), Reason.TOO_OLD,
            Set.of("too-old.packed"), Reason.MALFORMED,
            Set.of("reserved-byte.packed", "wide-key.packed", "one-key-more.packed", "padding.packed", "no-blocks.flat",
                    "byte-behind-the-end.packed", "cut-in-the-trailer.packed.bloom", "sum-of-entries.delta",
                    "adds-what-is-there.delta", "row-cut.delta", "byte-behind-the-end.confirm"),
            Reason.OTHER_QUESTION, Set.of("other-bucket.confirm"), Reason.UNPROVEN,
            Set.of("flipped-in-the-leaf.confirm", "flipped-in-the-proof.confirm"), Reason.WRONG_BASE,
            Set.of("wrong-base.delta", "other-canonical.delta"));

    /// The root that a manifest would have signed.
    private static final String ROOT_OF_TEN = "de95521862f35145578617f9b50dd246327fc36736d01f01bb253650d2460d69";

    @Test
    void everyFileIsThereAndNoneIsUnknown() throws Exception {
        assertThat(filesIn(folder())).isNotEmpty().isEqualTo(new TreeSet<>(GOOD));
        assertThat(filesIn(folder().resolve("bad"))).isNotEmpty()
                .isEqualTo(BAD.values().stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new)));
    }

    @ParameterizedTest
    @CsvSource({"ten.packed, 10, 3", "eleven.packed, 11, 4", "empty.packed, 0, 1", "ten.packed.bloom, 10, 3"})
    void packedFilesHoldTheirKeys(String name, int entries, long blocks) throws Exception {
        PackedFilter packed = open(name).packed();
        List<String> expressions = entries == 10 ? GoldenFiles.TEN : entries == 11 ? GoldenFiles.ELEVEN : List.of();
        assertThat(packed.entries()).isEqualTo(entries);
        assertThat(packed.flatBlocks()).isEqualTo(blocks);
        assertThat(packed.spec()).isEqualTo(GoldenFiles.SPEC);
        assertThat(Samples.all(packed.keys())).isEqualTo(GoldenFiles.keysOf(expressions));
        assertThat(hits(name)).containsExactlyElementsOf(expressions);
    }

    @ParameterizedTest
    @CsvSource({"ten.flat", "ten.flat.bloom"})
    void flatFilesHoldTheirKeys(String name) throws Exception {
        FlatFilter flat = (FlatFilter) open(name).filter();
        assertThat(flat.entries()).isEqualTo(10);
        assertThat(flat.blocks()).isEqualTo(3);
        assertThat(flat.spec()).isEqualTo(GoldenFiles.SPEC);
        assertThat(hits(name)).containsExactlyElementsOf(GoldenFiles.TEN);
    }

    /// Both rules for URLs make the same keys of these entries, and both files can be asked for URLs.
    @Test
    void filesOfBothCanonicalNumbersAnswer() throws Exception {
        for (String name : List.of("ten.packed", "ten.flat", "ten-canonical-2.packed", "ten-canonical-2.flat")) {
            boolean isNewer = name.contains("canonical-2");
            FilterFile file = open(name);
            assertThat(file.hash()).isEqualTo((isNewer ? GoldenFiles.CANONICAL_2 : GoldenFiles.SPEC).hash());
            assertThat(new UrlLookup().find("http://ev\uff0569l.example/a", UrlFilter.of(file)))
                    .isInstanceOf(UrlLookup.Answer.PerhapsListed.class);
        }
        assertThat(Samples.packedFile(GoldenFiles.CANONICAL_2, 3, GoldenFiles.keysOf(GoldenFiles.TEN)))
                .isEqualTo(bytes("ten-canonical-2.packed"));
    }

    /// The keys as numbers, so that a changed hash is not hidden by computing them with it.
    @Test
    void keysAreTheseNumbers() throws Exception {
        assertThat(Samples.all(open("ten.packed").packed().keys())).containsExactly(1526446297L, 13133118310L,
                13331233768L, 20891098914L, 20905167278L, 24115526505L, 26499922429L, 28556780532L, 32523180905L,
                54620085592L);
    }

    @Test
    void signedFilesCarryTheirNote() throws Exception {
        for (String name : List.of("ten.packed", "ten.flat")) {
            assertThat(open(name + ".bloom").envelope().signature().toArray(ValueLayout.JAVA_BYTE))
                    .isEqualTo(GoldenFiles.NOTE);
            assertThat(open(name).envelope().signature().byteSize()).isZero();
        }
    }

    @Test
    void theDeltaMakesElevenOfTen() throws Exception {
        Delta delta = Delta.open(MemorySegment.ofArray(bytes("ten-to-eleven.delta")));
        assertThat(delta.removedCount()).isEqualTo(2);
        assertThat(delta.addedCount()).isEqualTo(3);
        assertThat(delta.baseEntries()).isEqualTo(10);
        assertThat(delta.result().entries()).isEqualTo(11);
        assertThat(Samples.applied(bytes("ten.packed"), bytes("ten-to-eleven.delta")))
                .isEqualTo(bytes("eleven.packed"));
    }

    /// The writers of today still make the golden bytes.
    @Test
    void writesTheSameBytesStill() throws Exception {
        long[] ten = GoldenFiles.keysOf(GoldenFiles.TEN);
        assertThat(Samples.packedFile(GoldenFiles.SPEC, 3, ten)).isEqualTo(bytes("ten.packed"));
        assertThat(Samples.packedFile(GoldenFiles.SPEC, 1)).isEqualTo(bytes("empty.packed"));
        assertThat(Samples.flatFile(GoldenFiles.SPEC, 3, ten)).isEqualTo(bytes("ten.flat"));
        assertThat(Samples.deltaFile(bytes("ten.packed"), bytes("eleven.packed")))
                .isEqualTo(bytes("ten-to-eleven.delta"));
        assertThat(GoldenFiles.confirmAnswer(GoldenFiles.BUCKET_OF_EVIL)).isEqualTo(bytes("ten.confirm"));
    }

    @Test
    void theAnswerProvesWhatIsListed() throws Exception {
        Bucket bucket = proven(bytes("ten.confirm"));
        assertThat(bucket.records()).isEqualTo(GoldenFiles.recordsOfTen()
                .stream()
                .filter(record -> GoldenFiles.BITS_OF_TEN.bucketOf(record.hash()) == GoldenFiles.BUCKET_OF_EVIL)
                .sorted()
                .toList());
        FullHash evil = hash("evil.example/");
        assertThat(bucket.find(evil)).containsExactly(new ConfirmRecord(evil, Scope.HOST, new Category("phishing")));
        assertThat(bucket.find(hash("fine.example/"))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void badFilesAreRefusedForTheirReason(String name, Reason reason) throws Exception {
        byte[] file = bytes("bad/" + name);
        byte[] base = bytes("ten.packed");
        FormatException refusal = FormatErrors.of(() -> {
            if (name.endsWith(".delta")) {
                Samples.applied(base, file);
            } else if (name.endsWith(".confirm")) {
                proven(file);
            } else {
                Samples.open(file);
            }
        });
        assertThat(refusal.reason()).as(refusal.getMessage()).isEqualTo(reason);
    }

    static Stream<Object[]> badFiles() {
        return BAD.entrySet()
                .stream()
                .flatMap(files -> files.getValue().stream().map(name -> new Object[] {name, files.getKey()}));
    }

    @Test
    void makerWritesOverNothing(@TempDir Path copy) throws Exception {
        GoldenFiles.writeInto(copy);
        assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(() -> GoldenFiles.writeInto(copy));
    }

    private static List<String> hits(String name) throws Exception {
        FilterFile file = open(name);
        Filter filter = file.filter();
        List<String> asked = Stream
                .concat(name.startsWith("eleven") ? GoldenFiles.ELEVEN.stream() : GoldenFiles.TEN.stream(),
                        Stream.of("good.example/", "example.com/", "", "evil.example", "evil.example/login"))
                .toList();
        return asked.stream().filter(text -> filter.mightContain(file.hash().keyHash().of(text))).toList();
    }

    private static Bucket proven(byte[] answer) throws FormatException {
        ConfirmRoot root = ConfirmRoot.ofDigest(HexFormat.of().parseHex(ROOT_OF_TEN));
        return ConfirmAnswer.parse(answer).prove(root, GoldenFiles.BITS_OF_TEN, GoldenFiles.BUCKET_OF_EVIL);
    }

    private static FullHash hash(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return FullHash.of(bytes, 0, bytes.length);
    }

    private static FilterFile open(String name) throws Exception {
        return Samples.open(bytes(name));
    }

    private static byte[] bytes(String name) throws IOException, URISyntaxException {
        return Files.readAllBytes(folder().resolve(name));
    }

    private static Set<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(".*\\.(packed|flat|delta|bloom|confirm)"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Path folder() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(GoldenTest.class.getResource("/golden/v1")).toURI());
    }
}
