package bloomward.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Throws damaged inputs at a parser. Same seed, same inputs; a failure names seed and input.
///
/// It looks at no branches. It is led deeper by the outcome that the target gives for each input, such as the reason of
/// a refusal: an input with an outcome not seen before is kept and damaged further.
///
/// In the build it runs a fixed number of rounds from a fixed seed. For longer:
///
/// ```
/// mvn -pl shared-format test -Dtest='*Fuzz' -Dfuzz.rounds=50000000 -Dfuzz.seed=7 -Dsurefire.timeout=0
/// ```
public final class Fuzz {

    /// Enough for an outcome made of a few small parts; beyond it, outcomes are no longer few kinds.
    private static final int MAX_CORPUS = 10_000;

    private static final byte[] EDGES = {0, 1, 0x7f, (byte) 0x80, (byte) 0xff, ' ', '%', '/', '.', '0'};

    private final long seed;
    private final int maxLength;
    private final RandomGenerator random;
    private final List<byte[]> corpus = new ArrayList<>();
    private final List<byte[]> pieces = new ArrayList<>();

    private Fuzz(long seed, int maxLength) {
        this.seed = seed;
        this.maxLength = maxLength;
        this.random = random(seed);
    }

    /// The code that is given every input. Any throwable is a failure.
    @FunctionalInterface
    public interface Target {

        /// The outcome of this input: one of few kinds, compared with `equals`.
        Object read(byte[] input) throws Exception;
    }

    /// @param maxLength of an input, in bytes
    public static Fuzz seeded(long seed, int maxLength) {
        return new Fuzz(Long.getLong("fuzz.seed", seed), maxLength);
    }

    /// The one generator of all seeded tests: the same numbers on every platform and release.
    public static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /// An input to start from, best a good one.
    public Fuzz startingFrom(byte[] input) {
        corpus.add(input.clone());
        return this;
    }

    /// Something that means something to the target, to be put in at any place.
    public Fuzz withPiece(byte[] piece) {
        pieces.add(piece.clone());
        return this;
    }

    /// @param rounds in the build; a long run says its own
    /// @return the outcomes met
    public Set<Object> run(int rounds, Target target) {
        Set<Object> outcomes = new HashSet<>();
        if (corpus.isEmpty()) {
            corpus.add(new byte[0]);
        }
        for (byte[] input : List.copyOf(corpus)) {
            outcomes.add(outcome(-1, input, target));
        }
        long count = Long.getLong("fuzz.rounds", rounds);
        for (long round = 0; round < count; round++) {
            byte[] input = mutant();
            if (outcomes.add(outcome(round, input, target)) && corpus.size() < MAX_CORPUS) {
                corpus.add(input);
            }
        }
        return outcomes;
    }

    private Object outcome(long round, byte[] input, Target target) {
        byte[] given = input.clone();
        try {
            return target.read(given);
        } catch (Throwable t) {
            throw new AssertionError("seed " + seed + ", round " + round + ", input of " + input.length + " bytes: "
                    + HexFormat.of().formatHex(input), t);
        }
    }

    private byte[] mutant() {
        byte[] input = any(corpus);
        int changes = 1 << random.nextInt(5);
        for (int i = 0; i < changes; i++) {
            input = changed(input);
        }
        return input.length > maxLength ? Arrays.copyOf(input, maxLength) : input;
    }

    private byte[] changed(byte[] input) {
        int at = random.nextInt(input.length + 1);
        int length = Math.min(input.length - at, 1 + random.nextInt(1 << random.nextInt(8)));
        return switch (random.nextInt(8)) {
            case 0 -> replaced(input, at, Math.min(1, input.length - at), (byte) random.nextInt());
            case 1 -> replaced(input, at, Math.min(1, input.length - at), EDGES[random.nextInt(EDGES.length)]);
            case 2 -> bitFlipped(input, at);
            case 3 -> replaced(input, at, length);
            case 4 -> replaced(input, at, 0, Arrays.copyOfRange(input, at, at + length));
            case 5 -> replaced(input, at, random.nextInt(length + 1), pieces.isEmpty() ? any(corpus) : any(pieces));
            case 6 -> replaced(input, at, input.length - at, tail(any(corpus)));
            default -> numberChanged(input, at);
        };
    }

    private byte[] tail(byte[] input) {
        return Arrays.copyOfRange(input, random.nextInt(input.length + 1), input.length);
    }

    private byte[] bitFlipped(byte[] input, int at) {
        byte[] changed = input.clone();
        if (at < changed.length) {
            changed[at] ^= (byte) (1 << random.nextInt(8));
        }
        return changed;
    }

    /// Adds a little to what may be a little-endian number of up to eight bytes, or makes it an extreme.
    private byte[] numberChanged(byte[] input, int at) {
        byte[] changed = input.clone();
        int size = Math.min(1 << random.nextInt(4), changed.length - at);
        boolean extreme = random.nextBoolean();
        int carry = random.nextInt(33) - 16;
        for (int i = at; i < at + size; i++) {
            int value = extreme ? (carry < 0 ? 0xff : 0) : (changed[i] & 0xff) + carry;
            changed[i] = (byte) value;
            carry = extreme ? carry : value >> 8;
        }
        return changed;
    }

    private byte[] any(List<byte[]> inputs) {
        return inputs.get(random.nextInt(inputs.size()));
    }

    private static byte[] replaced(byte[] input, int at, int length, byte... replacement) {
        byte[] changed = new byte[input.length - length + replacement.length];
        System.arraycopy(input, 0, changed, 0, at);
        System.arraycopy(replacement, 0, changed, at, replacement.length);
        System.arraycopy(input, at + length, changed, at + replacement.length, input.length - at - length);
        return changed;
    }
}
