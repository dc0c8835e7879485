package bloomward.format.rice;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Samples;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RiceProperties {

    private static final int WINDOW_IN_BITS = 512 * 64;

    @ParameterizedTest
    @ValueSource(ints = {16, 20, 24, 32, 36, 40, 44, 48, 52, 55, 56})
    void readsBackRandomNumbersOfEveryWidth(int width) {
        Random random = new Random(width);
        for (int count : new int[] {0, 1, 2, 3, 10, 63, 64, 65, 1000, 20_000}) {
            roundTrip("seed " + width + ", " + count + " numbers", 1L << width,
                    Samples.randomKeys(random, width, count));
        }
    }

    @Test
    void readsBackAllNumbersThatThereAre() {
        for (int bound : new int[] {0, 1, 2, 7, 8, 9, 63, 64, 65, 1000, WINDOW_IN_BITS - 1, WINDOW_IN_BITS,
            WINDOW_IN_BITS + 1, 100_000}) {
            roundTrip("bound " + bound, bound, LongStream.range(0, bound).toArray());
        }
    }

    /// Bounds that are no power of two, as those of removed positions are.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void readsBackWhateverTheBound(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            long bound = 1 + (random.nextLong() >>> (8 + random.nextInt(56)));
            int count = (int) Math.min(random.nextInt(200), bound);
            long[] numbers = random.longs(count, 0, bound).sorted().distinct().toArray();
            roundTrip("seed " + seed + ", case " + i, bound, numbers);
        }
    }

    /// Numbers crowded together, all others far away: the unary part of one gap runs over words, and over whole
    /// windows.
    @ParameterizedTest
    @MethodSource("longUnaryParts")
    void readsBackLongUnaryParts(int zeros, int before, int after) {
        long most = (long) zeros + before + after;
        long bound = most + most / 3; // low bits 0, so the gap is the number of zeros
        long[] numbers = LongStream.concat(LongStream.range(0, before), LongStream.range(before + zeros, bound))
                .toArray();
        RiceCode code = RiceCode.of(numbers.length, bound);
        RiceCode dense = new RiceCode(code.count(), bound, 0);
        assertThat(Rows.readAll(Rows.reader(dense, Rows.encode(dense, numbers)))).isEqualTo(numbers);
        roundTrip(zeros + " zeros from bit " + before, bound, numbers);
    }

    static Stream<Object[]> longUnaryParts() {
        return IntStream
                .of(1, 62, 63, 64, 65, 127, 128, 129, WINDOW_IN_BITS - 65, WINDOW_IN_BITS - 64, WINDOW_IN_BITS - 1,
                        WINDOW_IN_BITS, WINDOW_IN_BITS + 1, 2 * WINDOW_IN_BITS, 5 * WINDOW_IN_BITS + 7)
                .boxed()
                .flatMap(
                        zeros -> IntStream.of(0, 1, 63, 64, 65, WINDOW_IN_BITS - 64, WINDOW_IN_BITS - 1, WINDOW_IN_BITS)
                                .mapToObj(before -> new Object[] {zeros, before, 100}));
    }

    /// One number whose gap is as large as gaps can be, at every place relative to words.
    @ParameterizedTest
    @ValueSource(ints = {16, 36, 56})
    void readsBackHugeGaps(int width) {
        long last = (1L << width) - 1;
        for (int crowd = 0; crowd < 200; crowd++) {
            long[] atTheFront = LongStream.concat(LongStream.range(0, crowd), LongStream.of(last)).toArray();
            long[] atTheBack = LongStream.concat(LongStream.of(0), LongStream.rangeClosed(last - crowd, last))
                    .toArray();
            roundTrip("width " + width + ", front " + crowd, 1L << width, atTheFront);
            roundTrip("width " + width + ", back " + crowd, 1L << width, atTheBack);
        }
    }

    /// All numbers stand at the front but one, which is the last below the bound: no gap is larger, and where the bound is no power of
    /// two, its quotient is the largest that the code allows.
    @Test
    void readsBackTheLargestQuotient() {
        LongStream bounds = LongStream.concat(LongStream.of(1_000_003),
                IntStream.rangeClosed(7, 40).boxed().flatMapToLong(k -> LongStream.of((1L << k) - 1, (1L << k) + 1)));
        bounds.forEach(bound -> {
            for (int count = 2; count <= 100; count++) {
                roundTrip("bound " + bound + ", " + count + " numbers", bound,
                        LongStream.concat(LongStream.range(0, count - 1), LongStream.of(bound - 1)).toArray());
            }
        });
    }

    /// Numbers of every length from 1 to 64 bits and beyond begin at every bit around the border of a window.
    @Test
    void readsOverTheBorderOfAWindow() {
        for (int lowBits : new int[] {0, 1, 7, 31, 32, 33, 54, 55}) {
            int length = lowBits + 1;
            int untilBorder = WINDOW_IN_BITS / length - 2;
            for (int shift = 0; shift < 70; shift++) {
                // The first gap has `shift` zeros in its unary part, and so moves all that follows.
                long[] numbers = new long[untilBorder + 4];
                long number = -1;
                for (int i = 0; i < numbers.length; i++) {
                    long gap = (i == 0 ? (long) shift << Math.min(lowBits, 48) : 0)
                            + (((i * 0x9E3779B97F4A7C15L) >>> 1) & ((1L << Math.min(lowBits, 48)) - 1));
                    number += gap + 1;
                    numbers[i] = number;
                }
                // Made by hand: the parameter that belongs to these numbers would be another.
                RiceCode code = new RiceCode(numbers.length, number + 1, lowBits);
                assertThat(Rows.readAll(Rows.reader(code, Rows.encode(code, numbers))))
                        .as("%d low bits, %d zeros", lowBits, shift)
                        .isEqualTo(numbers);
            }
        }
    }

    /// All strings of up to two bytes, read as every row that could stand in them: an accepted string is written again
    /// as the same bytes, and as many are accepted as there are rows. So each row has one form, and no row is missing.
    @Test
    void acceptsOneFormOfEachRowAndNothingElse() {
        for (int bound = 0; bound <= 7; bound++) {
            for (int count = 0; count <= bound; count++) {
                RiceCode code = RiceCode.of(count, bound);
                Set<String> rows = new HashSet<>();
                int accepted = 0;
                for (byte[] bytes : shortStrings()) {
                    RiceReader reader = Rows.reader(code, bytes);
                    long[] row = Rows.readAll(reader);
                    if (reader.problem().isEmpty()) {
                        assertThat(Rows.encode(code, row)).as("%d below %d", count, bound).isEqualTo(bytes);
                        rows.add(Arrays.toString(row));
                        accepted++;
                    }
                }
                assertThat(accepted).as("%d below %d", count, bound)
                        .isEqualTo(rows.size())
                        .isEqualTo(choices(count, bound));
            }
        }
    }

    /// For any bytes, numbers increase, stay below the bound, are no more than promised; and either there is a problem
    /// or the same bytes come out again.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void neverBreaksItsPromiseWhateverTheBytes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 3000; i++) {
            long bound = 1 + (random.nextLong() >>> (8 + random.nextInt(56)));
            RiceCode code = RiceCode.of(Math.min(bound, random.nextInt(50)), bound);
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                Arrays.fill(bytes, bytes.length / 2, bytes.length, (byte) 0);
            }
            RiceReader reader = Rows.reader(code, bytes);
            long[] numbers = Rows.readAll(reader);
            String which = "seed " + seed + ", case " + i;
            assertThat(numbers).as(which)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .hasSizeLessThanOrEqualTo((int) code.count());
            assertThat(Arrays.stream(numbers).allMatch(number -> number >= 0 && number < bound)).as(which).isTrue();
            if (reader.problem().isEmpty()) {
                assertThat(Rows.encode(code, numbers)).as(which).isEqualTo(bytes);
            }
        }
    }

    private static void roundTrip(String which, long bound, long[] numbers) {
        RiceCode code = RiceCode.of(numbers.length, bound);
        byte[] bytes = Rows.encode(code, numbers);
        assertThat(bytes.length).as(which).isGreaterThanOrEqualTo((int) code.minSizeInBytes());
        RiceReader reader = Rows.reader(code, bytes);
        assertThat(Rows.readAll(reader)).as(which).isEqualTo(numbers);
        assertThat(reader.problem()).as(which).isEmpty();
    }

    private static Iterable<byte[]> shortStrings() {
        return () -> IntStream.rangeClosed(0, 2)
                .boxed()
                .flatMap(length -> IntStream.range(0, 1 << (8 * length))
                        .mapToObj(value -> Arrays.copyOf(new byte[] {(byte) value, (byte) (value >>> 8)}, length)))
                .iterator();
    }

    private static int choices(int count, int of) {
        return count == 0 ? 1 : choices(count - 1, of) * (of - count + 1) / count;
    }
}
