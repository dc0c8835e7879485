package bloomward.format.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReportPathTest {

    private static final String HEX = "00112233445566778899aabbccddeeff";
    private static final ReportNumber NUMBER = new ReportNumber(0x0011223344556677L, 0x8899aabbccddeeffL);

    @Test
    void isThatOfTheFormat() {
        assertThat(ReportPath.SUBMIT).isEqualTo("/v1/report");
        assertThat(ReportPath.of(NUMBER)).isEqualTo("/v1/report/" + HEX);
    }

    @Test
    void isReadAsItIsWritten() {
        Random random = new Random(42);
        for (int i = 0; i < 100; i++) {
            ReportNumber number = ReportNumber.draw(random);
            assertThat(ReportPath.parse(ReportPath.of(number))).contains(number);
            assertThat(ReportNumber.parse(number.toString())).contains(number);
        }
        assertThat(ReportPath.parse("/v1/report/" + HEX)).contains(NUMBER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/v1/report", "/v1/report/", "v1/report/" + HEX, "/v1/reports/" + HEX,
        "/v1/report/" + HEX + "0", "/v1/report/" + HEX + "/", "/v1/report/" + HEX + "?x", "/v1/report//" + HEX,
        "/v1/report/00112233445566778899AABBCCDDEEFF", "/v1/report/0011223344556677",
        "/v1/report/0011223344556677889 aabbccddeeff", "/v1/report/+0112233445566778899aabbccddeeff",
        "/v1/report/\u0661\u0661112233445566778899aabbccddeeff"})
    void everythingElseIsNone(String path) {
        assertThat(ReportPath.parse(path)).isEmpty();
    }

    @Test
    void isNoFileOfThePublication() {
        assertThat(PublicPath.parse(ReportPath.SUBMIT)).isEmpty();
        assertThat(PublicPath.parse(ReportPath.of(NUMBER))).isEmpty();
    }

    @Test
    void aNumberHasAllItsZeros() {
        assertThat(new ReportNumber(0, 0)).hasToString("0".repeat(32));
        assertThat(new ReportNumber(-1, -1)).hasToString("f".repeat(32));
    }
}
