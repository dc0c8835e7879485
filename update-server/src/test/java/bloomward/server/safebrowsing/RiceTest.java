package bloomward.server.safebrowsing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.safebrowsing.DocumentedClient.BadUpdateException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RiceTest {

    /// Made by the public service's own coder, as its Go client's tests say.
    @ParameterizedTest
    @CsvSource({"2, f702, 15 9", "5, 00, 0",
        "28, 54607be70a5fc1dcee69defe583ca3d6a5f2108c4a595600, 62763050 1046523781 192522171 1800511020 4442775 582142548",
        "28, 06861b2314cb46f2af0708c988541f4104d51a03ebe63a8013917bbf83f3b785f12918b36109, 26067715 344823336 8420095 399843890 95029378 731622412 35811335 1047558127 1117722715 78698892",
        "27, 8998d875bc4491eb390c3e309a78f36ad4d9b19ffb703e443ea3086742c22b46698e3cebd9105a439a32a52d4e770f877820b6ab7198480c9e9ed7230c13432ca901, 225846818 328287420 166748623 29117720 552397365 350353215 558267528 4738273 567093445 28563065 55077698 73091685 339246010 98242620 38060941 63917830 206319759 137700744",
        "28, 21c50291f982d757b8e93cf0c84fe8648d776204d6853f1c9700041b17c6, 339784008 263128563 63871877 69723256 826001074 797300228 671166008 207712688"})
    void codesDifferencesAsThePublicServiceDoes(int parameter, String hex, String differences) throws Exception {
        long[] wanted = Arrays.stream(differences.split(" ")).mapToLong(Long::parseLong).toArray();

        List<Long> decoded = DocumentedClient.decode(0, parameter, wanted.length, HexFormat.of().parseHex(hex));

        long sum = 0;
        int[] numbers = new int[wanted.length + 1];
        for (int i = 0; i < wanted.length; i++) {
            sum += wanted[i];
            numbers[i + 1] = (int) sum;
            assertThat(decoded.get(i + 1)).isEqualTo(sum);
        }
        if (wanted[0] > 0) { // ours never repeats a number
            Rice coded = Rice.of(numbers, new Rice.Bounds(parameter, parameter, 0));
            assertThat(HexFormat.of().formatHex(coded.data())).isEqualTo(hex);
            assertThat(coded.differences()).isEqualTo(wanted.length);
        }
    }

    /// The example of the documents: 1, and the differences 4, 2, 6.
    @Test
    void codesTheDocumentedExample() throws Exception {
        Rice coded = Rice.of(new int[] {1, 5, 7, 13}, Rice.OF_V4);

        assertThat(coded.first()).isEqualTo(1);
        assertThat(coded.differences()).isEqualTo(3);
        assertThat(decoded(coded)).containsExactly(1L, 5L, 7L, 13L);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, Integer.MIN_VALUE})
    void aSingleNumberHasNoData(int number) throws Exception {
        Rice coded = Rice.of(new int[] {number}, Rice.OF_V5);

        assertThat(coded).extracting(Rice::first, Rice::parameter, Rice::differences)
                .containsExactly(Integer.toUnsignedLong(number), 3, 0);
        assertThat(coded.data()).isEmpty();
    }

    @Test
    void reachesFromTheSmallestNumberToTheLargest() throws Exception {
        for (Rice.Bounds bounds : List.of(Rice.OF_V4, Rice.OF_V5)) {
            assertThat(decoded(Rice.of(new int[] {0, -1}, bounds))).containsExactly(0L, 0xffff_ffffL);
            assertThat(decoded(Rice.of(new int[] {0, 1, 2, -1}, bounds))).containsExactly(0L, 1L, 2L, 0xffff_ffffL);
        }
    }

    @Test
    void whatIsCodedIsRead() throws Exception {
        read(200, 200);
        read(5, 20_000);
    }

    @Test
    @Tag("long")
    void moreThatIsCodedIsRead() throws Exception {
        read(3_000, 200);
        read(1_000, 20_000);
    }

    private static void read(int rounds, int most) throws Exception {
        Random random = new Random(17);
        for (int round = 0; round < rounds; round++) {
            int count = 1 + random.nextInt(most);
            int bits = 1 + random.nextInt(32);
            int[] numbers = random.ints(count)
                    .mapToLong(number -> Integer.toUnsignedLong(number) >>> (32 - bits))
                    .sorted()
                    .distinct()
                    .mapToInt(number -> (int) number)
                    .toArray();
            for (Rice.Bounds bounds : List.of(Rice.OF_V4, Rice.OF_V5)) {
                Rice coded = Rice.of(numbers, bounds);
                assertThat(coded.differences()).as("round " + round).isEqualTo(numbers.length - 1);
                assertThat(decoded(coded)).as("round " + round)
                        .containsExactly(Arrays.stream(numbers).mapToObj(Integer::toUnsignedLong).toArray(Long[]::new));
                if (coded.differences() > 0) {
                    assertThat(coded.parameter()).isBetween(bounds.least(), bounds.most());
                }
            }
        }
    }

    /// Random prefixes need 2 bits and the width of their mean gap, as theory says.
    @Test
    void isNearTheEntropy() {
        int[] numbers = new Random(3).ints(100_000)
                .mapToLong(Integer::toUnsignedLong)
                .sorted()
                .distinct()
                .mapToInt(number -> (int) number)
                .toArray();

        int bytes = Rice.of(numbers, Rice.OF_V5).data().length;

        assertThat(bytes * 8.0 / numbers.length).isBetween(16.5, 17.2);
    }

    @Test
    void refusesNumbersThatDoNotIncrease() {
        assertThatIllegalArgumentException().isThrownBy(() -> Rice.of(new int[] {1, 5, 5}, Rice.OF_V5));
        assertThatIllegalArgumentException().isThrownBy(() -> Rice.of(new int[] {-1, 5, 7}, Rice.OF_V5));
    }

    /// The reader that judges the others is itself one that refuses.
    @Test
    void hostileDataEndsTheReaderOfTheTests() {
        Random random = new Random(4);
        for (int round = 0; round < 2_000; round++) {
            byte[] data = new byte[random.nextInt(64)];
            random.nextBytes(data);
            int parameter = 2 + random.nextInt(29);
            assertThatThrownBy(() -> DocumentedClient.decode(0, parameter, 1_000, data)).as("round " + round)
                    .isInstanceOf(BadUpdateException.class);
        }
    }

    private static List<Long> decoded(Rice coded) throws BadUpdateException {
        return DocumentedClient.decode(coded.first(), coded.parameter(), coded.differences(), coded.data());
    }
}
