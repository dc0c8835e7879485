package bloomward.server.compile;

import static bloomward.server.compile.SampleEntries.MALWARE;
import static bloomward.server.compile.SampleEntries.PHISHING;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Expression;
import bloomward.server.compile.NextVersion.Changed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A version made of changes is the version made of all entries, byte for byte.
final class NextVersionProperties {

    /// One entry in thirty shares its key with another.
    private static final KeySpec SPEC = new KeySpec(1, 16, 0x5eed);
    private static final int RATE = 100_000;
    private static final List<Category> CATEGORIES = List.of(MALWARE, PHISHING, new Category("spam"));

    @TempDir
    private Path folder;

    private final Map<String, Set<Category>> entries = new TreeMap<>();
    private ConfirmFiles leaves;

    @BeforeEach
    void openLeaves() throws IOException {
        leaves = ConfirmFiles.open(folder.resolve("confirm"));
    }

    private Compiled compileAll(Path place, ConfirmFiles confirm) throws IOException, CompileException {
        Files.createDirectories(place);
        try (ListCompiler compiler = new ListCompiler(SPEC, RATE, place, new CompileLimits(2, 1 << 20, 1 << 20))) {
            for (Map.Entry<String, Set<Category>> entry : entries.entrySet()) {
                byte[] bytes = new Expression(entry.getKey()).toBytes();
                for (Category category : entry.getValue()) {
                    compiler.add(bytes, 0, bytes.length, category);
                }
            }
            return compiler.finish(place.resolve("packed"), place.resolve("flat"), confirm);
        }
    }

    private static String expression(int number) {
        return switch (number % 3) {
            case 0 -> "n" + number + ".example/";
            case 1 -> "n" + number + ".example/dir/";
            default -> " n" + number + ".example/page?q=" + number;
        };
    }

    /// Lets some of 3,000 expressions come, go, or change their categories.
    private List<Changed> change(Random random, int howMany) {
        Map<String, Set<Category>> before = new TreeMap<>(entries);
        for (int i = 0; i < howMany; i++) {
            String expression = expression(random.nextInt(3_000));
            Set<Category> categories = new HashSet<>();
            for (Category category : CATEGORIES) {
                if (random.nextInt(3) == 0) {
                    categories.add(category);
                }
            }
            if (categories.isEmpty()) {
                entries.remove(expression);
            } else {
                entries.put(expression, categories);
            }
        }
        Set<String> either = new HashSet<>(before.keySet());
        either.addAll(entries.keySet());
        return either.stream()
                .map(each -> new Changed(new Expression(each), before.getOrDefault(each, Set.of()),
                        entries.getOrDefault(each, Set.of())))
                .filter(each -> !each.before().equals(each.after()))
                .toList();
    }

    private void assertSame(Compiled next, Compiled whole, ConfirmFiles wholeLeaves, String which) throws IOException {
        assertThat(next.packed().path()).as(which).hasSameBinaryContentAs(whole.packed().path());
        assertThat(next.flat().path()).as(which).hasSameBinaryContentAs(whole.flat().path());
        assertThat(next.packed().digest()).as(which).isEqualTo(whole.packed().digest());
        assertThat(next.flat().digest()).as(which).isEqualTo(whole.flat().digest());
        assertThat(List.of(next.entries(), next.expressions(), next.records(), next.flatBlocks(), next.bits(),
                next.root(), next.basis())).as(which)
                .isEqualTo(List.of(whole.entries(), whole.expressions(), whole.records(), whole.flatBlocks(),
                        whole.bits(), whole.root(), whole.basis()));
        for (int bucket = 0; bucket < whole.bits().buckets(); bucket++) {
            assertThat(leaves.answer(next.root(), bucket).orElseThrow()).as("%s, bucket %d", which, bucket)
                    .isEqualTo(wholeLeaves.answer(whole.root(), bucket).orElseThrow());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void isTheVersionOfAllEntries(long seed) throws Exception {
        Random random = new Random(seed);
        change(random, 4_000);
        Compiled last = compileAll(folder.resolve("first"), leaves);
        assertThat(last.basis().orElseThrow().surplus()).isPositive();
        int made = 0;
        for (int step = 0; step < 15; step++) {
            List<Changed> changes = change(random, random.nextInt(1 + 20 * (step % 3)));
            Path place = Files.createDirectories(folder.resolve("step" + step));
            Optional<Compiled> next = new NextVersion(SPEC, RATE, last, changes).make(last.packed().path(),
                    place.resolve("packed"), place.resolve("flat"), leaves);
            ConfirmFiles wholeLeaves = ConfirmFiles.open(place.resolve("confirm"));
            Compiled whole = compileAll(place.resolve("whole"), wholeLeaves);
            if (next.isPresent()) {
                assertSame(next.get(), whole, wholeLeaves, "seed " + seed + ", step " + step);
                made++;
            }
            last = next.isPresent() ? next.get() : compileAll(place.resolve("again"), leaves);
        }
        assertThat(made).isGreaterThan(10);
    }

    /// The number of buckets doubles at 2,048 entries, and so all leaves are others.
    @Test
    void leavesOtherBucketsToTheWholeWay() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            entries.put("n" + i + ".example/", Set.of(MALWARE));
        }
        Compiled last = compileAll(folder.resolve("first"), leaves);
        List<Changed> changes = new ArrayList<>();
        for (int i = 2_000; i < 2_300; i++) {
            changes.add(new Changed(new Expression("n" + i + ".example/"), Set.of(), Set.of(MALWARE)));
        }
        assertThat(make(last, changes)).isEmpty();
        assertThat(make(last, changes.subList(0, 10))).isPresent();
    }

    /// Changes that the files contradict: nothing is published of them.
    @Test
    void leavesWhatDoesNotFitToTheWholeWay() throws Exception {
        for (int i = 0; i < 200; i++) {
            entries.put("n" + i + ".example/", Set.of(MALWARE));
        }
        Compiled last = compileAll(folder.resolve("first"), leaves);
        Expression there = new Expression("n1.example/");
        Expression other = new Expression("other.example/");
        for (Changed wrong : List.of(new Changed(other, Set.of(MALWARE), Set.of()),
                new Changed(there, Set.of(PHISHING), Set.of(MALWARE)), new Changed(there, Set.of(), Set.of(MALWARE)))) {
            assertThat(make(last, List.of(wrong))).as(wrong.toString()).isEmpty();
        }
        assertThat(leaves.roots()).containsExactly(last.root());
        Compiled next = make(last, List.of(new Changed(other, Set.of(), Set.of(MALWARE)))).orElseThrow();
        assertThat(make(last, List.of(new Changed(there, Set.of(MALWARE), Set.of())))).as("not the newest").isEmpty();
        assertThat(next.entries()).isEqualTo(last.entries() + 1);
    }

    /// An expression that comes again, behind others, has a key twice: which keys are shared is not known.
    @Test
    void knowsNoBasisWhereExpressionsComeInNoOrder() throws Exception {
        byte[] one = "one.example/".getBytes(US_ASCII);
        byte[] two = "two.example/".getBytes(US_ASCII);
        try (ListCompiler compiler = new ListCompiler(SPEC, RATE, folder)) {
            compiler.add(one, 0, one.length, MALWARE);
            compiler.add(two, 0, two.length, MALWARE);
            compiler.add(one, 0, one.length, PHISHING);
            Compiled compiled = compiler.finish(folder.resolve("packed"), folder.resolve("flat"), leaves);
            assertThat(compiled.basis()).isEmpty();
            assertThat(make(compiled, List.of())).isEmpty();
        }
    }

    private Optional<Compiled> make(Compiled last, List<Changed> changes) throws IOException, CompileException {
        Path place = Files.createTempDirectory(folder, "next");
        return new NextVersion(SPEC, RATE, last, changes).make(last.packed().path(), place.resolve("packed"),
                place.resolve("flat"), leaves);
    }
}
