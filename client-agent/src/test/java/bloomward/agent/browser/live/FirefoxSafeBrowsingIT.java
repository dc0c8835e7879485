package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.live.StockFirefox.Speaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// See [SafeBrowsing]; in version 5, which Firefox speaks by itself.
final class FirefoxSafeBrowsingIT extends SafeBrowsing {

    FirefoxSafeBrowsingIT() {
        super(Speaks.V5);
    }

    /// The policies of the guide point a browser to the server, and need nothing beside them.
    @Test
    void thePoliciesOfTheGuideSuffice() throws Exception {
        Matcher policies = Pattern.compile("(?s)```json\n(.*?)```")
                .matcher(Files.readString(Path.of("../update-server/SAFE-BROWSING.md")));
        assertThat(policies.find()).isTrue();
        try (StockFirefox desk = desk()) {
            desk.machine.write("/etc/firefox/policies/policies.json",
                    policies.group(1).replace("https://lists.example", desk.tap.address()));
            desk.start(HOSTS, "");

            assertThat(desk.update()).isEqualTo("success");

            desk.assertVisit(desk.web.http("bank.test", "/"), PHISHING);
            desk.assertVisit(desk.web.http("phishing.listed.bloomward.test", "/"), PHISHING);
            desk.assertVisit(desk.web.http("good.test", "/"), PAGE);
        }
    }
}
