package bloomward.agent.cli.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import bloomward.agent.cli.Bloomward;
import bloomward.program.testing.Run;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlanCommandTest {

    /// A plan as it is printed in JSON.
    private record Plan(String json) {

        static Plan of(String... options) {
            Run run = Bloomward.of(Stream.concat(Stream.of("filter", "plan", "-o", "json"), Arrays.stream(options))
                    .toArray(String[]::new));
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
            return new Plan(run.out());
        }

        Plan kind(String name) {
            Matcher row = Pattern.compile("\\{\"kind\":\"" + name + "\"[^}]*").matcher(json);
            assertThat(row.find()).as(name).isTrue();
            return new Plan(row.group());
        }

        /// @return NaN for null
        double number(String field) {
            Matcher value = Pattern.compile("\"" + field + "\":([^,}]+)").matcher(json);
            assertThat(value.find()).as(field).isTrue();
            return value.group(1).equals("null") ? Double.NaN : Double.parseDouble(value.group(1));
        }
    }

    /// The table of the textbooks, with the cost of the forms of a list beside it: wider keys where the rate wants
    /// them.
    @ParameterizedTest
    @CsvSource({"0.01, 9.6, 7, 36", "0.001, 14.4, 10, 36", "0.0001, 19.2, 13, 36", "0.00001, 24.0, 17, 40"})
    void hasEveryRowOfTheTextbook(double rate, double bitsPerEntry, int hashes, int width) {
        Plan plan = Plan.of("--entries", "1000000", "--rate", Double.toString(rate));
        assertThat(plan.number("bitsPerEntry")).isCloseTo(bitsPerEntry, within(0.05));
        assertThat(plan.number("k")).isEqualTo(hashes);
        assertThat(plan.kind("classic").number("bitsPerEntry")).isCloseTo(bitsPerEntry, within(0.05));
        assertThat(plan.number("width")).isEqualTo(width);
        for (String form : List.of("packed", "flat")) {
            assertThat(plan.kind(form).number("rate")).as(form).isPositive().isLessThanOrEqualTo(rate);
        }
        assertThat(plan.kind("flat").number("bytes")).isEqualTo(plan.number("flatBytes"));
        assertThat(plan.kind("packed").number("bytes")).isEqualTo(plan.number("wireBytes"));
        assertThat(plan.kind("packed").number("bitsPerEntry")).isBetween(16.0, 22.0);
        assertThat(plan.kind("flat").number("bitsPerEntry")).isBetween(bitsPerEntry, bitsPerEntry * 1.8);
        assertThat(plan.kind("cuckoo").number("bytes")).isPositive();
    }

    /// Keys of 56 bits and the largest number of entries meet more often than this.
    @Test
    void plansOtherKindsWhereNoKeyReachesTheRate() {
        Plan plan = Plan.of("--entries", "1000000000", "--rate", "1e-10");
        assertThat(plan.number("flatBytes")).isNaN();
        assertThat(plan.number("flatBlocks")).isNaN();
        assertThat(plan.kind("classic").number("bytes")).isPositive();
        assertThat(plan.kind("flat").number("bytes")).isNaN();
    }

    @Test
    void namesTheWidthThatReachesARate() {
        Run run = Bloomward.of("filter", "plan", "--entries", "1000000", "--rate", "1e-5", "--width", "36");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("\nwidth", "36").containsPattern("\nflatBytes +-\n");
        assertThat(run.err()).contains("keys of 36 bits do not reach the rate 1.0E-5", "--width 40 does");
    }

    @Test
    void refusesMoreEntriesThanKeys() {
        Run run = Bloomward.of("filter", "plan", "--entries", "70000", "--width", "16");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("65,536");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-300", "4.9E-324"})
    void plansWhatItCanForAnAbsurdRate(String rate) {
        Plan plan = Plan.of("--entries", "10", "--rate", rate);
        assertThat(plan.number("bits")).isPositive();
        assertThat(plan.kind("classic").number("bytes")).isNaN();
    }
}
