package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.attack.Answer.Manner;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Confirm;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.RootNote;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Endless data: an answer that never ends fills the memory or the disk of a reader that waits for its end. Of everything a
/// length is signed or capped, and at the first byte beyond it the agent hangs up.
final class EndlessDataTest extends Attack {

    /// Bytes that may be on their way, in the buffers of both ends of a line.
    private static final long ON_THE_WAY = 16 << 20;
    private static final long MAX_HEAP_GROWTH = 16 << 20;

    /// @param risesBefore whether both notes are good before this is asked for
    record Kind(String name, Predicate<PublicPath> which, boolean risesBefore) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Kind LATEST = new Kind("latest", PublicPath.Latest.class::isInstance, false);
    private static final Kind ROOT = new Kind("root", RootNote.class::isInstance, false);
    private static final Kind MANIFEST = new Kind("manifest", content(ContentKind.MANIFEST), false);
    private static final Kind PACKED = new Kind("packed", content(ContentKind.PACKED), true);
    private static final Kind ALLOW = new Kind("allow", content(ContentKind.ALLOW), true);

    private static Stream<Kind> kinds() {
        return Stream.of(LATEST, ROOT, MANIFEST, PACKED, ALLOW);
    }

    private static Stream<Arguments> lengths() {
        return Stream.of(Arguments.of(LATEST, Latest.MAX_SIZE_IN_BYTES), Arguments.of(ROOT, Root.MAX_SIZE_IN_BYTES),
                Arguments.of(MANIFEST, Manifest.MAX_SIZE_IN_BYTES), Arguments.of(PACKED, 0), Arguments.of(ALLOW, 0));
    }

    private void refuses(Kind kind, Failure failure, String... words) throws Exception {
        if (kind.risesBefore) {
            victim.refusesAboveItsFloor(failure, words);
        } else {
            victim.refuses(failure, words);
        }
    }

    private void withoutDeltas() {
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
    }

    /// One byte more than there may be, and then the line is held: a reader that goes on would wait.
    @ParameterizedTest
    @MethodSource("lengths")
    void hangsUpAtTheFirstByteTooMany(Kind kind, int most) throws Exception {
        withoutDeltas();
        line.on(kind.which, (question, honest) -> {
            int length = question.path() instanceof Content content && most == 0 ? signedLength(content) : most;
            byte[] body = honest.answer().body();
            return Answer.of(Arrays.copyOf(body, length + 1)).unannounced().coming(Manner.HELD);
        });
        refuses(kind, Failure.REFUSED, ": more than ", " bytes");
        victim.recovers();
    }

    private int signedLength(Content path) {
        return Stream
                .concat(Stream.of(scene.second().manifest().allow()),
                        scene.second().manifest().lists().stream().map(list -> list.packed()))
                .filter(file -> file.digest().equals(path.digest()))
                .mapToInt(file -> (int) file.length())
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void readsNoMoreThanThereMayBe(Kind kind) throws Exception {
        withoutDeltas();
        line.on(kind.which, (_, honest) -> Answer.of(honest.answer().body()).unannounced().coming(Manner.FLOODING));
        requireSmallHeap(() -> refuses(kind, Failure.REFUSED, ": more than ", " bytes"));
        assertThat(line.sent()).isLessThan(ON_THE_WAY);
        victim.recovers();
    }

    /// Where the head says so, not even the first byte is read.
    @ParameterizedTest
    @MethodSource("kinds")
    void readsNothingWhereTooMuchIsAnnounced(Kind kind) throws Exception {
        withoutDeltas();
        line.on(kind.which, HostileProxy.saying(Answer.of(new byte[0]).announcing(1L << 60).coming(Manner.HELD)));
        requireSmallHeap(() -> refuses(kind, Failure.REFUSED, (1L << 60) + " bytes, at most "));
        victim.recovers();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void readsNoEndlessHead(Kind kind) throws Exception {
        withoutDeltas();
        line.on(kind.which, HostileProxy.coming(Manner.FLOODING_HEAD));
        requireSmallHeap(() -> refuses(kind, Failure.UNREACHABLE));
        assertThat(line.sent()).isLessThan(ON_THE_WAY);
        victim.recovers();
    }

    /// Of an error, only the status is of interest.
    @ParameterizedTest
    @ValueSource(ints = {301, 404, 429, 500})
    void readsNoEndlessError(int status) throws Exception {
        line.on(PublicPath.Latest.class,
                HostileProxy.saying(Answer.of(status, new byte[0]).unannounced().coming(Manner.FLOODING)));
        requireSmallHeap(() -> victim.refuses(Failure.UNREACHABLE, "/v1/latest: "));
        assertThat(line.sent()).isLessThan(ON_THE_WAY);
        victim.recovers();
    }

    /// A delta is worth no more than the file that it saves, so the file comes.
    @Test
    void takesTheFileInThePlaceOfAnEndlessDelta() throws Exception {
        line.on(DeltaFile.class, (_, honest) -> honest.answer().unannounced().coming(Manner.FLOODING));
        requireSmallHeap(victim::updates);
        assertThat(line.sent()).isLessThan(2 * ON_THE_WAY);
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class);
    }

    @Test
    void keepsAHitThatAnEndlessAnswerDoesNotConfirm() throws Exception {
        line.on(Confirm.class, (_, honest) -> honest.answer().unannounced().coming(Manner.FLOODING));
        victim.restart();
        assertThat(victim.verdict(Scene.LISTED)).isInstanceOfSatisfying(Listed.class,
                listed -> assertThat(listed.match().confirmed()).isFalse());
        assertThat(line.sent()).isLessThan(ON_THE_WAY);
    }

    @FunctionalInterface
    private interface Action {
        void run() throws Exception;
    }

    private static void requireSmallHeap(Action action) throws Exception {
        System.gc();
        peak(); // forgets how it was before
        long before = peak();
        action.run();
        assertThat(peak() - before).as("growth of the heap").isLessThan(MAX_HEAP_GROWTH);
    }

    private static long peak() {
        return ManagementFactory.getMemoryPoolMXBeans()
                .stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(EndlessDataTest::peak)
                .sum();
    }

    private static long peak(MemoryPoolMXBean pool) {
        long peak = pool.getPeakUsage().getUsed();
        pool.resetPeakUsage();
        return peak;
    }
}
