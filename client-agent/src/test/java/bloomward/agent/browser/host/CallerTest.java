package bloomward.agent.browser.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CallerTest {

    private static final String CHROMIUM = "chrome-extension://abcdefghijklmnopabcdefghijklmnop/";
    private static final String FIREFOX = "bloomward@bloomward.example";

    @Test
    void isWhatTheBrowserNames() {
        assertThat(Caller.isExpected(List.of(CHROMIUM), List.of(CHROMIUM))).isTrue();
        assertThat(Caller.isExpected(List.of(CHROMIUM), List.of(CHROMIUM, "--parent-window=0"))).isTrue();
        assertThat(Caller.isExpected(List.of(FIREFOX), List.of("/x/org.bloomward.host.json", FIREFOX))).isTrue();
        assertThat(Caller.isExpected(List.of(FIREFOX, CHROMIUM), List.of(CHROMIUM))).isTrue();
    }

    @Test
    void isNobodyElse() {
        assertThat(Caller.isExpected(List.of(CHROMIUM), List.of())).isFalse();
        assertThat(Caller.isExpected(List.of(CHROMIUM), List.of("/x", CHROMIUM))).isFalse();
        assertThat(
                Caller.isExpected(List.of(CHROMIUM), List.of("chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba/")))
                .isFalse();
        assertThat(Caller.isExpected(List.of(FIREFOX), List.of(FIREFOX))).isFalse();
        assertThat(Caller.isExpected(List.of(FIREFOX), List.of("/x", "other@bloomward.example"))).isFalse();
        assertThat(Caller.isExpected(List.of(), List.of(CHROMIUM))).isFalse();
    }
}
