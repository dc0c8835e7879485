package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A mistake of the publisher, from the person who meets it to the page that opens again.
@Timeout(180)
final class ReportIT {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void aWrongBlockIsReportedAcceptedPublishedAndOpens(Browser.Kind kind) throws Exception {
        try (Scene scene = Scene.start(folder)) {
            scene.publisher.add("phishing", "shop.test").publish();
            scene.startAgent();
            Browser browser = scene.start(kind);
            scene.awaitProtection(browser);
            String address = scene.web.http("shop.test", "/cart?id=7");
            scene.web.page("/cart", "<title>the cart</title>");
            Tab warning = Scene.awaitWarning(browser.open(address));
            Until.is("the warning's text", () -> warning.text().contains("shop[.]test"));
            warning.click("#more");
            warning.click("#report");

            Tab form = Until.holds("the form", () -> page(browser, "report.html"), tab -> !tab.id().isEmpty());
            Until.is("the preview", () -> !form.evaluate("document.getElementById('send').disabled").asBoolean());
            form.evaluate("document.getElementById('comment').focus()");
            "our own".chars().forEach(letter -> press(form, Character.toString(letter)));
            Until.holds("the comment in the preview",
                    () -> form.evaluate("document.getElementById('preview').innerText").asText(),
                    text -> text.contains("our own") && text.contains("cart?id=7"));
            Until.is("the button", () -> !form.evaluate("document.getElementById('send').disabled").asBoolean());
            form.click("#send");
            Until.is("the number", () -> !form.evaluate("document.getElementById('sent').hidden").asBoolean());

            JsonNode report = Until.holds("the report at the publisher",
                    () -> Wire.JSON.readTree(scene.publisher.admin("reports", "list", "-o", "json")).at("/reports/0"),
                    found -> found.has("id"));
            assertThat(report.toString()).contains("our own", "shop.test", "wrong");
            scene.publisher.admin("reports", "accept", report.get("id").asText(), "--yes");
            scene.publisher.publish();
            scene.agent.run("agent", "update", "--now");
            Tab again = browser.open(address);
            again.awaitTitle("the cart");
        }
    }

    private static Tab page(Browser browser, String name) throws Exception {
        for (Tab tab : browser.tabs()) {
            if (tab.address().contains(name)) {
                return tab;
            }
        }
        throw new IllegalStateException("no tab with " + name);
    }

    private static void press(Tab tab, String key) {
        try {
            tab.press(key);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
