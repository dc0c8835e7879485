package bloomward.agent.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import bloomward.format.wire.ReportNumber;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReportTest {

    private static Report with(String url, String comment) {
        return new Report(ReportKind.MISSED, url, comment, "clean", Optional.empty(), Optional.empty(),
                Optional.empty());
    }

    @Test
    void isSentWithNothingButANumber() {
        assertThat(new String(ReportsOfTests.report("a \"b\"\nü").toBytes(new ReportNumber(1, 2)), UTF_8))
                .isEqualTo("{\"v\":1,\"number\":\"00000000000000010000000000000002\",\"kind\":\"wrong\","
                        + "\"url\":\"http://evil.example/secret?x=1\",\"comment\":\"a \\\"b\\\"\\nü\","
                        + "\"verdict\":\"listed\",\"list\":\"phishing\",\"expression\":\"evil.example/\","
                        + "\"version\":12}");
        assertThat(new String(with("http://a.example/", "").toBytes(new ReportNumber(1, 2)), UTF_8))
                .endsWith("\"url\":\"http://a.example/\",\"comment\":\"\",\"verdict\":\"clean\"}");
    }

    @Test
    void refusesWhatIsTooLong() {
        String longest = "http://a.example/" + "x".repeat(Report.MAX_URL_IN_BYTES - 17);
        with(longest, "").requireFits();
        with(longest, "x".repeat(Report.MAX_COMMENT_LENGTH)).requireFits();
        with("a", "\ud83d\ude00".repeat(Report.MAX_COMMENT_LENGTH - 100)).requireFits();
        assertThatIllegalArgumentException().isThrownBy(() -> with(longest + "x", "")).withMessageStartingWith("url:");
        assertThatIllegalArgumentException().isThrownBy(() -> with("", "")).withMessageStartingWith("url:");
        assertThatIllegalArgumentException().isThrownBy(() -> with("a", "x".repeat(1001)))
                .withMessageStartingWith("comment:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(longest, "\ud83d\ude00".repeat(Report.MAX_COMMENT_LENGTH)).requireFits())
                .withMessageContaining("at most 4096 are possible");
    }

    @Test
    void refusesWhatIsNotVisible() {
        for (String text : new String[] {"a\u0000", "a\u202e", "a\r", "a\ud800", "a\u007f"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> with("a", text));
            assertThatIllegalArgumentException().isThrownBy(() -> with(text, ""));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> with("a\nb", ""));
    }
}
