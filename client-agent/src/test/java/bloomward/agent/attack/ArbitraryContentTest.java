package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Confirm;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.RootNote;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Arbitrary content: somebody between agent and server sends whatever they like. Here each kind of answer is changed at random:
/// bits, holes, repetitions, ends; a few dozen times in each build, and by the thousands in a long test. No changed byte is ever
/// mapped or answered from.
final class ArbitraryContentTest extends Attack {

    private static final int FEW = 24;
    private static final int MANY = 2000;

    /// Changes something; the same seed changes the same.
    private static byte[] mutant(byte[] bytes, Random random) {
        byte[] mutant = bytes.clone();
        int at = random.nextInt(bytes.length);
        int some = 1 + random.nextInt(Math.min(64, bytes.length));
        switch (random.nextInt(8)) {
            case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> mutant[at] = (byte) random.nextInt(256);
            case 2 -> mutant = Arrays.copyOf(bytes, at);
            case 3 -> mutant = Arrays.copyOf(bytes, bytes.length + some);
            case 4 -> mutant = Arrays.copyOfRange(bytes, at, bytes.length);
            case 5 -> { // a part of it stands somewhere else, too
                int from = random.nextInt(bytes.length);
                int length = Math.min(some, bytes.length - Math.max(at, from));
                System.arraycopy(bytes, from, mutant, at, length);
            }
            case 6 -> { // a hole
                mutant = Arrays.copyOf(bytes, bytes.length - Math.min(some, bytes.length - at));
                System.arraycopy(bytes, bytes.length - (mutant.length - at), mutant, at, mutant.length - at);
            }
            default -> { // many bits
                for (int i = 0; i < some; i++) {
                    mutant[random.nextInt(mutant.length)] ^= (byte) (1 << random.nextInt(8));
                }
            }
        }
        return mutant;
    }

    /// Another answer each time, and never the honest one.
    private void mutate(Predicate<PublicPath> which, long seed) {
        Random random = new Random(seed);
        line.on(which, (_, honest) -> honest.answer().changed(bytes -> {
            byte[] mutant = mutant(bytes, random);
            while (Arrays.equals(mutant, bytes)) {
                mutant = mutant(bytes, random);
            }
            return mutant;
        }));
    }

    /// @param risesAfterwards whether both notes were good before this is asked for
    private void refusesMutants(Predicate<PublicPath> which, String where, boolean risesAfterwards, int count)
            throws Exception {
        for (int seed = 0; seed < count; seed++) {
            mutate(which, seed);
            UpdateOutcome outcome = victim.poll();
            assertThat(outcome).as("seed %d", seed).isInstanceOf(Failed.class);
            Failed failed = (Failed) outcome;
            assertThat(failed.failure()).as("seed %d: %s", seed, failed.message())
                    .isIn(Failure.REFUSED, Failure.UNREACHABLE);
            assertThat(failed.message()).as("seed %d", seed).contains(where);
            if (risesAfterwards) {
                victim.requireUnharmedAboveItsFloor();
            } else {
                victim.requireUnharmed();
            }
        }
        victim.recovers();
    }

    @Test
    void refusesEachChangedLatest() throws Exception {
        refusesMutants(PublicPath.Latest.class::isInstance, "/v1/latest", false, FEW);
    }

    @Test
    void refusesEachChangedManifest() throws Exception {
        refusesMutants(content(ContentKind.MANIFEST), "/v1/manifest/", false, FEW);
    }

    @Test
    @Tag("long")
    @Timeout(1800)
    void refusesThousandsOfChangedAnswers() throws Exception {
        refusesMutants(PublicPath.Latest.class::isInstance, "/v1/latest", false, MANY);
        anotherVictim();
        refusesMutants(content(ContentKind.MANIFEST), "/v1/manifest/", false, MANY);
        anotherVictim();
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
        refusesMutants(content(ContentKind.PACKED), "packed", true, MANY);
        anotherVictim();
        refusesMutants(content(ContentKind.ALLOW), "allow", true, MANY);
        anotherVictim();
        refusesChangedRoots(MANY);
        isNotMisledByChangedDeltas(MANY / 10);
        anotherVictim();
        isNotMisledByChangedConfirmAnswers(MANY);
    }

    @Test
    void refusesEachChangedRoot() throws Exception {
        refusesChangedRoots(FEW);
    }

    private void refusesChangedRoots(int count) throws Exception {
        Roots roots = Roots.of(scene);
        line.on(RootNote.class, roots.deed());
        byte[] next = roots.next().toBytes();
        for (int seed = 0; seed < count; seed++) {
            Random random = new Random(seed);
            byte[] mutant = mutant(next, random);
            line.on(new RootNote(2), HostileProxy.sending(Arrays.equals(mutant, next) ? new byte[0] : mutant));
            victim.refuses(Failure.REFUSED, "/v1/root/2");
        }
        victim.recovers();
    }

    @Test
    void refusesEachChangedPackedFile() throws Exception {
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
        refusesMutants(content(ContentKind.PACKED), "packed", true, FEW);
    }

    @Test
    void refusesEachChangedAllowFile() throws Exception {
        refusesMutants(content(ContentKind.ALLOW), "allow", true, FEW);
    }

    /// Nobody signs a delta, so only its result counts: where the result is wrong, the whole file is fetched.
    @Test
    void isNotMisledByAnyChangedDelta() throws Exception {
        isNotMisledByChangedDeltas(FEW / 2);
    }

    private void isNotMisledByChangedDeltas(int count) throws Exception {
        for (int seed = 0; seed < count; seed++) {
            anotherVictim();
            mutate(DeltaFile.class::isInstance, seed);
            Updated updated = victim.updates();
            assertThat(updated.lists()).as("seed %d", seed).extracting(ListChange::deltas).containsOnly(0);
            assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class);
        }
    }

    /// A hit that nobody confirms stays a hit.
    @Test
    void isNotMisledByAnyChangedConfirmAnswer() throws Exception {
        isNotMisledByChangedConfirmAnswers(FEW);
    }

    private void isNotMisledByChangedConfirmAnswers(int count) throws Exception {
        for (int seed = 0; seed < count; seed++) {
            victim.restart();
            mutate(Confirm.class::isInstance, seed);
            assertThat(victim.verdict(Scene.LISTED)).as("seed %d", seed)
                    .isInstanceOfSatisfying(Listed.class, listed -> assertThat(listed.match().confirmed()).isFalse());
        }
        line.repent();
        victim.restart().requireUnharmed();
    }
}
