package bloomward.agent.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.fault.CallLog.Step;
import bloomward.agent.fault.FolderModel.Fate;
import bloomward.agent.fault.FolderModel.Fates;
import bloomward.agent.fault.FolderModel.Survivors;
import bloomward.agent.fault.TwoSets.Which;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.Store;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.EnrollmentOutcome.Enrolled;
import bloomward.agent.update.RootPin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// An update, and the enrolment that makes a store, are recorded, call by call, and replayed on a disk that may forget whatever
/// was not synced. Cut anywhere, an update leaves the old set or the new one, whole; an enrolment that was reported lasts.
@ExtendWith(TwoSets.Shared.class)
final class PowerCutTest {

    private static final long SEED = 20_261_118;
    private static final int EVERY_SO_MANY_GO_ON = 40;
    private static final List<String> NEW_FOLDERS = List.of("", "store", "store/files", "store/partial");

    @TempDir
    private static Path folder;

    private static TwoSets sets;
    private static List<Step> update = List.of();
    private static List<Step> enrolment = List.of();

    /// The outcome for a program that starts on the folder that is left.
    @FunctionalInterface
    private interface Look<W> {
        W at(Path left, boolean goesOn) throws Exception;
    }

    @BeforeAll
    static void record(TwoSets shared) throws Exception {
        TracedProcess.requireStrace("PowerCutTest");
        folder = folder.toRealPath();
        sets = shared;
        sets.copyTo(folder.resolve("old"));
        Path store = sets.copyTo(folder.resolve("updated"));
        update = record(store, store, folder.resolve("old"), "Updated[");
        assertThat(update).hasSizeGreaterThan(60);
        Files.createDirectory(folder.resolve("nothing"));
        Path disk = Files.createDirectory(folder.resolve("enrolled"));
        enrolment = record(disk, disk.resolve("store"), folder.resolve("nothing"), "Enrolled[",
                sets.publisher().address().toString(), sets.publisher().rootFile().toString());
    }

    private static List<Step> record(Path disk, Path store, Path before, String said, String... more) throws Exception {
        Path log = folder.resolve("calls.log");
        List<String> strace = new ArrayList<>(CallLog.STRACE);
        strace.addAll(List.of("-o", log.toString()));
        assertThat(new TracedUpdate(folder, sets).run(store, strace, more)).startsWith(said);
        List<Step> steps = CallLog.read(log, disk);
        FolderModel model = FolderModel.of(before);
        steps.forEach(model::apply);
        Path replayed = folder.resolve("replayed");
        model.survivors(Fates.always(Fate.KEPT, true)).writeTo(replayed);
        assertThat(FileTree.digests(replayed)).as("the record is complete").isEqualTo(FileTree.digests(disk));
        FileTree.delete(replayed);
        return steps;
    }

    @Test
    void leavesOneSetWholeWhereverThePowerIsCut() throws Exception {
        assertThat(cutUpdate(update, 2)).containsOnlyKeys(Which.OLD, Which.NEW);
    }

    @Test
    @Tag("long")
    void leavesOneSetWholeInManyWaysOfForgetting() throws Exception {
        assertThat(cutUpdate(update, 60)).containsOnlyKeys(Which.OLD, Which.NEW);
    }

    @Test
    void wouldSeeASyncThatIsMissing() {
        boolean[] ofFolders = {true, false};
        for (boolean ofFolder : ofFolders) {
            List<Step> without = update.stream()
                    .filter(step -> !(step instanceof Step.Sync(String name) && isFolder(name) == ofFolder))
                    .toList();
            assertThatThrownBy(() -> cutUpdate(without, 2)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void leavesAStoreOrNoneWhereverAnEnrolmentIsCut() throws Exception {
        assertThat(cutEverywhere(enrolment, "nothing", 10, PowerCutTest::enrolAnew)).containsOnlyKeys(false, true);
    }

    @Test
    void losesNoEnrolmentThatWasReported() throws Exception {
        FolderModel model = FolderModel.of(folder.resolve("nothing"));
        enrolment.forEach(model::apply);
        for (Fates fates : ways(10, 0)) {
            assertThat(look(model.survivors(fates), "after the enrolment", false, PowerCutTest::enrolAnew)).isTrue();
        }
    }

    @Test
    void theFoldersOfANewStoreLastBeforeAnythingIsWrittenIntoIt() throws Exception {
        FolderModel model = FolderModel.of(folder.resolve("nothing"));
        enrolment.stream().takeWhile(step -> !(step instanceof Step.Create)).forEach(model::apply);
        assertThat(model.survivors(Fates.always(Fate.LOST, false)).folders())
                .containsExactlyInAnyOrderElementsOf(NEW_FOLDERS);
    }

    /// Whether it was enrolled; that it is now is asserted.
    private static boolean enrolAnew(Path left, boolean goesOn) throws Exception {
        Store store = Store.at(left.resolve("store"));
        boolean wasEnrolled = store.state().isPresent();
        assertThat(new Enrollment(sets.transport(), store).enroll(sets.publisher().address(),
                new RootPin.Note(sets.publisher().root()), false))
                .isInstanceOfSatisfying(Enrolled.class, now -> assertThat(now.wasEnrolled()).isEqualTo(wasEnrolled));
        if (goesOn) {
            sets.finish(store.folder());
        }
        return wasEnrolled;
    }

    private static boolean isFolder(String name) {
        return Set.of("", "files", "partial").contains(name);
    }

    private static Map<Which, Integer> cutUpdate(List<Step> replayed, int seeds) throws Exception {
        return cutEverywhere(replayed, "old", seeds, (store, goesOn) -> {
            Which which = sets.look(store);
            if (goesOn) {
                sets.finish(store);
            }
            return which;
        });
    }

    private static <W> Map<W, Integer> cutEverywhere(List<Step> replayed, String before, int seeds, Look<W> look)
            throws Exception {
        Map<W, Integer> outcomes = new HashMap<>();
        Set<List<Object>> seen = new HashSet<>();
        FolderModel model = FolderModel.of(folder.resolve(before));
        for (int i = 0; i <= replayed.size(); i++) {
            for (Fates fates : ways(seeds, i)) {
                Survivors left = model.survivors(fates);
                if (seen.add(left.identity())) {
                    outcomes.merge(look(left, "cut after " + i, seen.size() % EVERY_SO_MANY_GO_ON == 0, look), 1,
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

    private static <W> W look(Survivors left, String where, boolean goesOn, Look<W> look) throws Exception {
        Path disk = folder.resolve("left");
        try {
            left.writeTo(disk);
            return look.at(disk, goesOn);
        } catch (Exception | AssertionError e) {
            throw new AssertionError(where + ": " + left.identity() + ": " + e, e);
        } finally {
            FileTree.delete(disk);
        }
    }
}
