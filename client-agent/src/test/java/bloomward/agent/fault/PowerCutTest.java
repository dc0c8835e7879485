package bloomward.agent.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.fault.CallLog.Step;
import bloomward.agent.fault.FolderModel.Fate;
import bloomward.agent.fault.FolderModel.Fates;
import bloomward.agent.fault.FolderModel.Survivors;
import bloomward.agent.fault.TwoSets.Which;
import bloomward.format.Digest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An update is recorded, call by call, and replayed on a disk that may forget whatever was not synced. Cut anywhere, it
/// leaves the old set or the new one, whole.
final class PowerCutTest {

    private static final long SEED = 20_261_118;
    private static final int EVERY_SO_MANY_GO_ON = 40;

    @TempDir
    private static Path folder;

    private static TwoSets sets;
    private static List<Step> steps = List.of();

    @BeforeAll
    static void record() throws Exception {
        TracedProcess.requireStrace("PowerCutTest");
        sets = new TwoSets(folder).publishNew();
        Path log = folder.resolve("calls.log");
        Path store = sets.copyTo(folder.toRealPath().resolve("recorded"));
        List<String> strace = new ArrayList<>(CallLog.STRACE);
        strace.addAll(List.of("-o", log.toString()));
        assertThat(new TracedUpdate(folder, sets).run(store, strace)).startsWith("Updated[");
        steps = CallLog.read(log, store);
        assertThat(steps).hasSizeGreaterThan(60);
        FolderModel model = FolderModel.of(sets.copyTo(folder.resolve("old")));
        steps.forEach(model::apply);
        assertThat(model.survivors(Fates.always(Fate.KEPT, true)).digests()).as("the record is complete")
                .isEqualTo(TwoSets.files(store));
    }

    @AfterAll
    static void stop() {
        if (sets != null) {
            sets.close();
        }
    }

    @Test
    void leavesOneSetWholeWhereverThePowerIsCut() throws Exception {
        assertThat(cutEverywhere(steps, 2)).containsOnlyKeys(Which.OLD, Which.NEW);
    }

    @Test
    @Tag("long")
    void leavesOneSetWholeInManyWaysOfForgetting() throws Exception {
        assertThat(cutEverywhere(steps, 60)).containsOnlyKeys(Which.OLD, Which.NEW);
    }

    @Test
    void wouldSeeASyncThatIsMissing() {
        boolean[] ofFolders = {true, false};
        for (boolean ofFolder : ofFolders) {
            List<Step> without = steps.stream()
                    .filter(step -> !(step instanceof Step.Sync(String name) && isFolder(name) == ofFolder))
                    .toList();
            assertThatThrownBy(() -> cutEverywhere(without, 2)).isInstanceOf(AssertionError.class);
        }
    }

    private static boolean isFolder(String name) {
        return Set.of("", "files", "partial").contains(name);
    }

    private static Map<Which, Integer> cutEverywhere(List<Step> replayed, int seeds) throws Exception {
        Map<Which, Integer> outcomes = new EnumMap<>(Which.class);
        Set<Map<String, Digest>> seen = new HashSet<>();
        FolderModel model = FolderModel.of(folder.resolve("old"));
        for (int i = 0; i <= replayed.size(); i++) {
            for (Fates fates : ways(seeds, i)) {
                Survivors left = model.survivors(fates);
                if (seen.add(left.digests())) {
                    outcomes.merge(look(left, "cut after " + i, seen.size() % EVERY_SO_MANY_GO_ON == 0), 1,
                            Integer::sum);
                }
            }
            if (i < replayed.size()) {
                model.apply(replayed.get(i));
            }
        }
        System.out.println("power cut at each of " + (replayed.size() + 1) + " points, different folders: " + outcomes);
        return outcomes;
    }

    private static List<Fates> ways(int seeds, int point) {
        List<Fates> ways = new ArrayList<>();
        for (Fate data : Fate.values()) {
            ways.add(Fates.always(data, true));
            ways.add(Fates.always(data, false));
        }
        for (int seed = 0; seed < seeds; seed++) {
            ways.add(Fates.random(new SplittableRandom(SEED + 1000L * point + seed)));
        }
        return ways;
    }

    private static Which look(Survivors left, String where, boolean goesOn) throws Exception {
        Path store = Files.createTempDirectory(folder, "left");
        try {
            left.writeTo(store);
            Which which = sets.look(store);
            if (goesOn) {
                sets.finish(store);
            }
            return which;
        } catch (Exception | AssertionError e) {
            throw new AssertionError(where + ": " + left.digests() + ": " + e, e);
        } finally {
            TwoSets.deleteTree(store);
        }
    }
}
