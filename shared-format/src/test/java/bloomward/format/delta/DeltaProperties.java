package bloomward.format.delta;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.Samples;
import bloomward.format.file.Envelope;
import bloomward.format.filter.FlatSizing;
import bloomward.format.key.KeySpec;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Old file and delta give the new file, byte for byte.
final class DeltaProperties {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void makesTheNewFileOfTheOldOne(long seed) throws FormatException {
        Random random = new Random(seed);
        int[] widths = {16, 24, 36, 40, 48, 56};
        for (int i = 0; i < 40; i++) {
            int width = widths[random.nextInt(widths.length)];
            long[] keys = Samples.randomKeys(random, width, someCount(random));
            double kept = random.nextInt(4) / 3.0; // none, some, most, all
            long[] stay = Arrays.stream(keys).filter(_ -> random.nextDouble() < kept).toArray();
            long[] others = merged(stay, Samples.randomKeys(random, width, someCount(random)));
            makes("seed " + seed + ", case " + i, new KeySpec(1, width, seed), 1 + random.nextInt(500), keys,
                    1 + random.nextInt(500), others);
        }
    }

    @Test
    void makesAnythingOfNothingAndNothingOfAnything() throws FormatException {
        KeySpec small = new KeySpec(1, 16, 0);
        long[] all = LongStream.range(0, 1 << 16).toArray();
        long[] none = {};
        long[] even = Arrays.stream(all).filter(key -> key % 2 == 0).toArray();
        long[] odd = Arrays.stream(all).filter(key -> key % 2 != 0).toArray();
        long[][] rows = {none, all, even, odd, {0}, {0xffff}, {0, 0xffff}, Arrays.copyOf(all, 100),
            Arrays.copyOfRange(all, 65_000, 65_536)};
        for (long[] from : rows) {
            for (long[] to : rows) {
                makes(from.length + " to " + to.length, small, 3, from, 5, to);
            }
        }
    }

    /// The first keys go and the last one, which leaves the largest gap between removed positions.
    @ParameterizedTest
    @ValueSource(ints = {127, 129, 1000, 1023, 1025, 4097})
    void removesTheFirstKeysAndTheLast(int entries) throws FormatException {
        KeySpec small = new KeySpec(1, 16, 0);
        long[] keys = LongStream.range(0, entries).map(i -> 3 * i).toArray();
        for (int count = 2; count <= 100; count++) {
            makes(entries + " entries less " + count, small, 3, keys, 3,
                    Arrays.copyOfRange(keys, count - 1, entries - 1));
        }
    }

    @Test
    void aDeltaBetweenEqualFilesIsAHeader() throws FormatException {
        byte[] file = Samples.packedFile(Samples.SPEC, 3, 1, 2, 3);
        byte[] delta = Samples.deltaFile(file, file);
        assertThat(delta).hasSize(128 + 4);
        assertThat(Samples.applied(file, delta)).isEqualTo(file);
    }

    /// Growth from ten to 100,000 keys changes the Rice parameter and the flat block count at every step or so.
    @Test
    void followsAListThatGrowsAndShrinks() throws FormatException {
        Random random = new Random(50);
        long[] all = Samples.randomKeys(random, 36, 60_000);
        byte[] current = packed(new long[0]);
        for (int step = 0; step < 50; step++) {
            double share = Math.pow(1.2, step < 40 ? step - 40 : (40 - step) * 4);
            long[] next = Arrays.stream(all).filter(_ -> random.nextDouble() < share).toArray();
            if (step % 3 != 0) { // two of three steps are small
                next = merged(Samples.all(Samples.open(current).packed().keys()), Samples.randomKeys(random, 36, 100));
            }
            byte[] target = packed(next);
            current = Samples.applied(current, Samples.deltaFile(current, target));
            assertThat(current).as("seed 50, step %d", step).isEqualTo(target);
        }
    }

    /// Versions of which each adds and removes some keys, few and many, and brings removed ones back.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anExtendedDeltaIsTheOneThatIsCut(long seed) throws FormatException {
        Random random = new Random(seed);
        long[] all = Samples.randomKeys(random, 36, 400);
        List<byte[]> versions = new ArrayList<>();
        List<byte[]> deltas = new ArrayList<>(); // from each version to the one before the newest
        int extended = 0;
        int left = 0;
        for (int version = 0; version < 30; version++) {
            double share = random.nextInt(3) == 0 ? random.nextDouble() : 0.01;
            long[] before = versions.isEmpty() ? new long[0] : keys(versions.getLast());
            long[] next = Arrays.stream(all)
                    .filter(key -> Arrays.binarySearch(before, key) >= 0 != random.nextDouble() < share)
                    .toArray();
            versions.add(packed(next));
            byte[] newest = versions.getLast();
            for (int base = 0; base < versions.size() - 1; base++) {
                byte[] cut = Samples.deltaFile(versions.get(base), newest);
                DeltaExtender extender = DeltaExtender
                        .of(envelope(versions.get(versions.size() - 2)), Samples.open(newest))
                        .orElseThrow();
                Optional<DeltaExtender.Extension> extension = base == versions.size() - 2
                        ? Optional.of(extender.ofVersionBefore())
                        : extender.extend(envelope(deltas.get(base)));
                if (extension.isPresent()) {
                    assertThat(Samples.bytesOf(out -> extension.get().write(Long.MAX_VALUE, out)))
                            .as("seed %d, from %d to %d", seed, base, version)
                            .isEqualTo(cut);
                    extended++;
                } else {
                    left++;
                }
                if (base < deltas.size()) {
                    deltas.set(base, cut);
                } else {
                    deltas.add(cut);
                }
            }
        }
        assertThat(extended).isGreaterThan(50);
        assertThat(left).isPositive();
    }

    private static Envelope envelope(byte[] file) throws FormatException {
        return Envelope.open(MemorySegment.ofArray(file));
    }

    private static long[] keys(byte[] packed) throws FormatException {
        return Samples.all(Samples.open(packed).packed().keys());
    }

    /// Three times smaller than any general tool's, and within two hundredths of its entropy.
    @Test
    void isAsSmallAsItCanBe() throws FormatException {
        Random random = new Random(3);
        int count = 200_000;
        long[] old = Samples.randomKeys(random, 36, count);
        long[] stay = Arrays.stream(old).filter(_ -> random.nextInt(100) != 0).toArray();
        long[] added = Samples.randomKeys(random, 36, count / 100);
        byte[] delta = Samples.deltaFile(Samples.packedFile(Samples.SPEC, 1, old),
                Samples.packedFile(Samples.SPEC, 1, merged(stay, added)));
        double entropyInBits = entropy(count, count - stay.length) + entropy(1L << 36, added.length);
        assertThat((delta.length - 132) * 8.0).isBetween(entropyInBits, entropyInBits * 1.02);
    }

    private static void makes(String which, KeySpec spec, long oldBlocks, long[] oldKeys, long newBlocks,
            long[] newKeys) throws FormatException {
        byte[] from = Samples.packedFile(spec, oldBlocks, oldKeys);
        byte[] to = Samples.packedFile(spec, newBlocks, newKeys);
        byte[] delta = Samples.deltaFile(from, to);
        assertThat(Samples.applied(from, delta)).as(which).isEqualTo(to);
        Delta opened = Delta.open(MemorySegment.ofArray(delta));
        long common = Arrays.stream(oldKeys).filter(key -> Arrays.binarySearch(newKeys, key) >= 0).count();
        assertThat(opened.removedCount()).as(which).isEqualTo(oldKeys.length - common);
        assertThat(opened.addedCount()).as(which).isEqualTo(newKeys.length - common);
        assertThat(opened.baseEntries()).as(which).isEqualTo(oldKeys.length);
        assertThat(opened.result().entries()).as(which).isEqualTo(newKeys.length);
        assertThat(opened.result().flatBlocks()).as(which).isEqualTo(newBlocks);
        assertThat(opened.result().spec()).as(which).isEqualTo(spec);
    }

    private static byte[] packed(long[] keys) {
        return Samples.packedFile(Samples.SPEC, FlatSizing.blocksFor(Samples.SPEC, keys.length, 1e-3), keys);
    }

    private static long[] merged(long[] some, long[] more) {
        return LongStream.concat(Arrays.stream(some), Arrays.stream(more)).sorted().distinct().toArray();
    }

    private static int someCount(Random random) {
        int[] counts = {0, 1, 2, 63, 64, 65, 500, 3000};
        return counts[random.nextInt(counts.length)];
    }

    /// The bits that tell which `chosen` of so many, at the least.
    private static double entropy(double of, double chosen) {
        double p = chosen / of;
        return of * (-p * Math.log(p) - (1 - p) * Math.log1p(-p)) / Math.log(2);
    }
}
