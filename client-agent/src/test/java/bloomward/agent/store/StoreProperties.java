package bloomward.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.SampleSets.Release;
import bloomward.format.Digest;
import bloomward.format.release.FileRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Properties of a store, shown against a model of it: the kept files, and the state.
final class StoreProperties {

    private static final int STEPS = 40;

    @TempDir
    Path folder;

    /// The files and the state that must be there.
    private static final class Model {
        final Set<Digest> kept = new HashSet<>();
        Optional<StoreState> state = Optional.empty();
        Set<Digest> named = Set.of();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isWhatItsModelIsAfterAnySequenceOfSteps(long seed) throws Exception {
        Random random = new Random(seed);
        SampleSets sets = SampleSets.in(folder);
        List<Release> releases = new ArrayList<>();
        Map<Digest, Path> files = new HashMap<>();
        for (int i = 0; i < 4; i++) {
            sets.list("a", i / 2 + ".a.example/").list("b", i + ".b.example/");
            releases.add(sets.release());
            for (Path file : releases.getLast().files()) {
                files.put(FileRef.of(file).digest(), file);
            }
        }
        Model model = new Model();
        List<Map.Entry<Digest, Path>> all = files.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
        Store store = sets.store();
        StoreWriter writer = store.tryWrite().orElseThrow();
        for (int step = 0; step < STEPS; step++) {
            String what = "seed " + seed + ", step " + step;
            Map.Entry<Digest, Path> chosen = all.get(random.nextInt(all.size()));
            Digest digest = chosen.getKey();
            FileRef ref = FileRef.of(chosen.getValue());
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    Files.deleteIfExists(writer.partial(digest));
                    Files.copy(chosen.getValue(), writer.partial(digest));
                    assertThat(writer.keep(ref)).as(what).isTrue();
                    model.kept.add(digest);
                }
                case 3 -> {
                    Files.writeString(writer.partial(digest), "wrong");
                    assertThat(writer.keep(ref)).as(what).isFalse();
                }
                case 4 -> Files.writeString(writer.partial(digest), "half");
                case 5 -> {
                    Release release = releases.get(random.nextInt(releases.size()));
                    writer.commit(release.state());
                    model.state = Optional.of(release.state());
                    model.named = named(release);
                }
                case 6 -> {
                    writer.collect(random.nextBoolean() ? Set.of(digest) : Set.of());
                    model.kept.retainAll(model.named);
                }
                default -> {
                    writer.close();
                    store = Store.at(store.folder());
                    writer = store.tryWrite().orElseThrow();
                }
            }
            assertSame(store, writer, model, files, what);
        }
        writer.close();
    }

    private static Set<Digest> named(Release release) throws Exception {
        Set<Digest> named = new HashSet<>();
        for (Path file : release.files()) {
            named.add(FileRef.of(file).digest());
        }
        return named;
    }

    private static void assertSame(Store store, StoreWriter writer, Model model, Map<Digest, Path> files, String what)
            throws Exception {
        assertThat(store.state().map(TrustedState::written)).as(what).isEqualTo(model.state);
        for (Map.Entry<Digest, Path> file : files.entrySet()) {
            assertThat(writer.has(FileRef.of(file.getValue()))).as(what).isEqualTo(model.kept.contains(file.getKey()));
        }
        Optional<LoadedSet> opened = store.open(List.of());
        assertThat(opened.isPresent()).as(what).isEqualTo(model.state.isPresent());
        if (opened.isPresent()) {
            try (LoadedSet set = opened.get()) {
                long lacking = model.named.stream().filter(digest -> !model.kept.contains(digest)).count();
                assertThat(set.damages()).as(what).hasSize((int) lacking);
                assertThat(set.protection().lists()).as(what).hasSize(2 - set.protection().missing().size());
            }
        }
    }
}
