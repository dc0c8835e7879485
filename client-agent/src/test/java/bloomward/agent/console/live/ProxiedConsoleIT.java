package bloomward.agent.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.live.Browser;
import bloomward.program.testing.Nginx;
import bloomward.server.config.ServerSetting;
import org.junit.jupiter.api.Test;

/// The console through the nginx of OPERATING.md, which speaks TLS to the browser and keeps nothing back.
final class ProxiedConsoleIT extends AtTheOffice {

    ProxiedConsoleIT() {
        super(Browser.Kind.CHROMIUM);
    }

    @Test
    void signsInAndHearsNewsThroughNginx() throws Exception {
        String example = Nginx.example("../update-server/OPERATING.md", 1);
        try (Nginx nginx = Nginx.startTls(office.folder(), office.publisher.adminAddress(), example)) {
            office.publisher.list("scam").stop();
            office.publisher.with(ServerSetting.ADMIN_ORIGIN, nginx.address().toString()).start();
            Person ada = office.personAt(nginx.address() + "/console/", "ada", "admin");
            ada.open("overview").sees("scam");
            assertThat(ada.tab.evaluate("document.cookie").asText()).isEmpty();
            office.publisher.add("scam", "evil.example");
            ada.sees("scam: 1 change is not published"); // by an event: nothing else asks
            ada.open("lists/scam").click("Publish").click("Publish").sees("Published: scam 1");
            nginx.stop();
            ada.sees("The server does not answer at the moment.");
            nginx.start();
            ada.seesNot("The server does not answer at the moment.");
        }
    }
}
