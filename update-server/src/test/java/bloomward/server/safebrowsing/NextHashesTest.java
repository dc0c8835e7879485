package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.Category;
import bloomward.format.key.FullHasher;
import bloomward.format.release.AllowList;
import bloomward.format.url.Expression;
import bloomward.server.compile.NextVersion.Changed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

final class NextHashesTest {

    private static final Category MALWARE = new Category("malware");
    private static final Category SPAM = new Category("spam");

    /// Expressions of which many give the hash of another, too.
    private static final List<String> POOL = List.of("a.example/", " a.example/", "a.example/b", " a.example/b",
            "a.example/b?", " a.example/b?", "a.example/b?u=/x", "a.example/b?u=//x", "a.example/b?u=///x",
            " a.example/b?u=//x", "a.example/%C3", "a.example/%C3/d", "a.example/b%3Fc", "a.example/b?c",
            " a.example/b?c", "a.example/b%23c", "a.example/b%23?", "[2001:db8::1]/", " [2001:db8::1]/",
            "sub.a.example/b", "b.example/", "b.example/c/", " b.example/c/", "b.example/c/?");

    @TempDir
    private Path folder;
    private Allowed allowed;
    private int made;

    @BeforeEach
    void allow() throws Exception {
        allowed = allowed("sub.a.example/", " b.example/c/");
    }

    private static Allowed allowed(String... expressions) throws Exception {
        return new Allowed(AllowList.of(1, Arrays.stream(expressions).map(text -> text.getBytes(ISO_8859_1)).toList()));
    }

    private Path next() throws IOException {
        return Files.createDirectory(folder.resolve("version" + made++));
    }

    /// The hashes as they are made of all entries. Two sources list each of them.
    private FinishedHashes ofAll(Map<String, Set<Category>> entries) throws IOException {
        try (VersionHashes hashes = new VersionHashes(next(), allowed)) {
            for (Map.Entry<String, Set<Category>> each : entries.entrySet()) {
                byte[] text = each.getKey().getBytes(ISO_8859_1);
                for (Category category : each.getValue()) {
                    hashes.add(text, 0, text.length, category);
                    hashes.add(text, 0, text.length, category);
                }
            }
            List<Map.Entry<byte[], String>> sorted = new ArrayList<>();
            entries.keySet().forEach(text -> sorted.add(Map.entry(EntryHashes.hash(text, new FullHasher()), text)));
            sorted.sort(Comparator.comparing(Map.Entry::getKey, Arrays::compareUnsigned));
            for (Map.Entry<byte[], String> each : sorted) {
                for (Category category : entries.getOrDefault(each.getValue(), Set.of())) {
                    hashes.take(each.getKey(), 0, new Expression(each.getValue()).scope(), category);
                    hashes.take(each.getKey(), 0, new Expression(each.getValue()).scope(), category);
                }
            }
            return hashes.finish();
        }
    }

    private static Map<String, Set<Category>> listed(String... expressions) {
        Map<String, Set<Category>> entries = new TreeMap<>();
        for (String each : expressions) {
            entries.put(each, Set.of(MALWARE));
        }
        return entries;
    }

    private static Map<Category, List<String>> hashes(FinishedHashes version) throws IOException {
        Map<Category, List<String>> all = new TreeMap<>(Comparator.comparing(Category::toString));
        for (HashFile file : version.files()) {
            file.requireSorted(version.hashes(file.category()));
            List<String> hashes = all.computeIfAbsent(file.category(), _ -> new ArrayList<>());
            for (int i = 0; i < file.count(); i++) {
                hashes.add(Arrays.toString(file.hash(i)));
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void areThoseOfAllEntries(long seed) throws IOException {
        Random random = new Random(seed);
        Map<String, Set<Category>> entries = new TreeMap<>(Map.of("always.example/", Set.of(MALWARE, SPAM)));
        FinishedHashes version = ofAll(entries);
        for (int step = 0; step < 100; step++) {
            List<Changed> changes = new ArrayList<>();
            for (String text : POOL) {
                if (random.nextInt(6) == 0) {
                    Set<Category> before = entries.getOrDefault(text, Set.of());
                    Set<Category> after = new HashSet<>();
                    List.of(MALWARE, SPAM).forEach(category -> {
                        if (random.nextBoolean()) {
                            after.add(category);
                        }
                    });
                    entries.remove(text);
                    if (!after.isEmpty()) {
                        entries.put(text, after);
                    }
                    changes.add(new Changed(new Expression(text), before, after));
                }
            }
            FinishedHashes expected = ofAll(entries);
            version = NextHashes.make(version.folder(), Set.of(MALWARE, SPAM), next(), allowed, changes).orElseThrow();
            assertThat(hashes(version)).as("seed %d, step %d", seed, step).isEqualTo(hashes(expected));
            assertThat(version.counts()).as("seed %d, step %d", seed, step).isEqualTo(expected.counts());
        }
    }

    private Optional<FinishedHashes> without(FinishedHashes version, String gone) throws IOException {
        return NextHashes.make(version.folder(), Set.of(MALWARE), next(), allowed,
                List.of(new Changed(new Expression(gone), Set.of(MALWARE), Set.of())));
    }

    /// A page that two entries name stays as long as one of them does.
    @Test
    void aHashStaysAsLongAsAnEntryGivesIt() throws IOException {
        FinishedHashes both = ofAll(listed("a.example/b", " a.example/b"));
        FinishedHashes one = without(both, " a.example/b").orElseThrow();
        assertThat(hashes(one)).isEqualTo(hashes(ofAll(listed("a.example/b"))));
        FinishedHashes other = without(both, "a.example/b").orElseThrow();
        assertThat(hashes(other)).isEqualTo(hashes(ofAll(listed("a.example/b"))));
        assertThat(hashes(without(one, "a.example/b").orElseThrow())).containsEntry(MALWARE, List.of());
        assertThat(hashes(without(other, " a.example/b").orElseThrow())).containsEntry(MALWARE, List.of());
    }

    @Test
    void nothingIsMadeOfChangesThatDoNotFit() throws IOException {
        FinishedHashes version = ofAll(listed("a.example/b", "b.example/c"));
        assertThat(without(version, "other.example/")).as("an entry that was not there").isEmpty();
        assertThat(without(version, " a.example/b")).as("another entry's hash").isEmpty();
        assertThat(NextHashes.make(version.folder(), Set.of(MALWARE), next(), allowed,
                List.of(new Changed(new Expression("a.example/"), Set.of(), Set.of(SPAM)))))
                .as("a category that was not there")
                .isEmpty();
    }

    /// Of damaged files nothing is made; they do not stop the publication.
    @Test
    void nothingIsMadeOfDamagedFiles() throws IOException {
        assertDamaged("no number of hashes", version -> Files.write(version.hashes(MALWARE), new byte[33]));
        assertDamaged("no hashes", version -> Files.delete(version.hashes(MALWARE)));
        assertDamaged("of an earlier program", version -> Files.delete(version.spelled(MALWARE)));
        assertDamaged("no counts", version -> Files.write(version.folder().resolve("counts.txt"), new byte[0]));
        assertDamaged("nothing", version -> FinishedHashes.delete(version.folder()));
    }

    /// Damage of a version.
    private interface Damage {
        void to(FinishedHashes version) throws IOException;
    }

    private void assertDamaged(String what, Damage damage) throws IOException {
        FinishedHashes version = ofAll(listed("a.example/b", "b.example/c"));
        assertThat(without(version, "b.example/c")).as("before: %s", what).isPresent();
        damage.to(version);
        assertThat(without(version, "b.example/c")).as(what).isEmpty();
    }
}
