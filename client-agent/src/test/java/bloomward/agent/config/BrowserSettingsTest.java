package bloomward.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.agent.browser.BrowserPolicy;
import bloomward.program.settings.SettingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BrowserSettingsTest {

    @TempDir
    private Path folder;
    private Machine machine;

    @BeforeEach
    void startWithoutAnyFile() {
        machine = new Machine(folder);
    }

    private BrowserPolicy with(AgentSetting setting, String value) throws Exception {
        machine.options.put(setting, value);
        return machine.resolve().browser();
    }

    @Test
    void areGentleByDefault() throws Exception {
        assertThat(machine.resolve().browser()).isEqualTo(new BrowserPolicy(Optional.of(Duration.ofMinutes(10)),
                BrowserPolicy.Unknown.PASS, false, "", "", "browser", true));
    }

    @Test
    void areStrictWhileThePolicyIsBroken() throws Exception {
        machine.policy("[enforced]\nbrowser-proceed = '1y'\n");
        assertThat(machine.resolve().browser()).isEqualTo(
                new BrowserPolicy(Optional.empty(), BrowserPolicy.Unknown.BLOCK, true, "", "", "browser", false));
    }

    @Test
    void nameThePublicationIfNoNameIsSet() throws Exception {
        assertThat(machine.resolve().browser().named("lists.example").publisher()).isEqualTo("lists.example");
        assertThat(with(AgentSetting.BROWSER_PUBLISHER, "CERT").named("lists.example").publisher()).isEqualTo("CERT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1m", "60s", "1d", "24h"})
    void allowToProceedForABoundedTime(String time) throws Exception {
        assertThat(with(AgentSetting.BROWSER_PROCEED, time).proceed()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "on", "59s", "1h1m", "25h", "2d", "-1m", "OFF"})
    void refuseAnyOtherTime(String time) {
        assertThatExceptionOfType(SettingException.class).isThrownBy(() -> with(AgentSetting.BROWSER_PROCEED, time))
                .withMessageContaining("must be off, or a time from 1m to 1d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\nb", "a\u202eb", "\u200b", "a\u007f"})
    void refuseANameWithInvisibleCharacters(String name) {
        assertThatExceptionOfType(SettingException.class).isThrownBy(() -> with(AgentSetting.BROWSER_PUBLISHER, name))
                .withMessageContaining("has a character that is not visible");
    }

    @Test
    void refuseALongName() throws Exception {
        assertThat(with(AgentSetting.BROWSER_PUBLISHER, "\ud83d\ude00".repeat(100)).publisher()).hasSize(200);
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> with(AgentSetting.BROWSER_PUBLISHER, "x".repeat(101)))
                .withMessageContaining("has 101 characters; at most 100");
    }

    @ParameterizedTest
    @ValueSource(strings = {"help@lists.example", "a.b+c@x-1.lists.example", "https://lists.example/help?a=b#c"})
    void haveAContactThatAPageCanLinkTo(String contact) throws Exception {
        assertThat(with(AgentSetting.BROWSER_CONTACT, contact).contact()).isEqualTo(contact);
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "http://lists.example", "javascript:alert(1)", "mailto:a@lists.example",
        "a@lists.example?body=x", "https://a:b@lists.example/", "https:///x", "https://lists.example/ x",
        "https://lists.example/\u202e", "a@b@lists.example", "a@lists"})
    void refuseAnyOtherContact(String contact) {
        assertThatExceptionOfType(SettingException.class).isThrownBy(() -> with(AgentSetting.BROWSER_CONTACT, contact))
                .withMessageContaining("is neither a mail address");
    }
}
