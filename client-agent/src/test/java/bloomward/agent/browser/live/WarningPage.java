package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The warning page as a person meets it, and as an attacker does; popup and options.
///
/// Pictures lie in `target/screenshots` afterwards.
abstract class WarningPage extends Desktop {

    private final Map<String, String> changed = new TreeMap<>();

    WarningPage(Browser.Kind kind) {
        super(kind);
    }

    @AfterEach
    void undo() throws Exception {
        if (!changed.isEmpty()) {
            set(Map.copyOf(changed));
            changed.clear();
        }
    }

    private void set(Map<String, String> settings) throws Exception {
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            scene.agent.with(setting.getKey(), setting.getValue());
        }
        scene.restartAgent();
        awaitWelcome();
    }

    /// Changes a setting of the agent until the end of the test.
    private void set(String setting, String value, String before) throws Exception {
        changed.put(setting, before);
        set(Map.of(setting, value));
    }

    @Test
    void saysWhatTheListingIsAndWhoseItIs() throws Exception {
        Tab tab = warning(web.http("what." + Scene.LISTED, "/login"));
        assertThat(tab.text()).contains("what[.]bad[.]test", PUBLISHER, "phishing").doesNotContain("what.bad.test");
        assertThat(tab.title()).contains("Warning").doesNotContain("what");
        assertThat(tab.address()).as("a token, and nothing of the page").matches(".*warning\\.html#[\\w-]{16,64}");
        assertThat(tab.evaluate("document.documentElement.lang").asText()).isEqualTo("en");
        assertThat(tab.evaluate("document.querySelector('meta[name=robots]').content").asText()).isEqualTo("noindex");
        assertThat(focused(tab)).as("read first, and not the way on").isEqualTo("title");
    }

    @Test
    void goesBackOverARedirect() throws Exception {
        web.page("/redirecting", _ -> Answer.to(302, listed("redirected")));
        web.page("/before-redirect", "<title>before redirect</title><a href='/redirecting'>there</a>");
        Tab tab = browser.open(web.http(Scene.GOOD, "/before-redirect"));
        tab.awaitTitle("before redirect");
        tab.click("a");
        shown(Scene.awaitWarning(tab)).click("#back");
        tab.awaitTitle("before redirect");
    }

    /// The page was open when it was listed, and stands in the history itself.
    @Test
    void goesBackOverThePageThatWasOpen() throws Exception {
        web.page("/start-here", "<title>here</title>");
        Tab tab = browser.open(web.http(Scene.GOOD, "/start-here"));
        tab.awaitTitle("here");
        String host = kind + "-was-open.test";
        tab.go(web.http(host, "/"));
        tab.awaitTitle("start");
        scene.list(host);
        shown(Scene.awaitWarning(tab)).click("#back");
        tab.awaitTitle("here");
    }

    @Test
    void closesATabWithNothingBehind() throws Exception {
        web.page("/opening", "<title>opening</title><a target=_blank href='%s'>there</a>".formatted(listed("nothing")));
        Tab tab = browser.open(web.http(Scene.GOOD, "/opening"));
        tab.awaitTitle("opening");
        tab.click("a");
        Tab opened = Until.holds("the new tab", () -> {
            for (Tab one : browser.tabs()) {
                if (Scene.isWarning(one)) {
                    return one;
                }
            }
            throw new IllegalStateException("none yet");
        }, _ -> true);
        shown(opened).click("#back");
        Until.is("its end", () -> browser.tabs().stream().noneMatch(one -> one.id().equals(opened.id())));
        assertThat(tab.title()).isEqualTo("opening");
    }

    @Test
    void isUsedByKeyboardAlone() throws Exception {
        Tab tab = warning(listed("keys"));
        tab.press("Tab");
        assertThat(focused(tab)).isEqualTo("back");
        tab.press("Tab");
        assertThat(focused(tab)).isEqualTo("more");
        tab.press("Enter");
        Until.is("the details", () -> isSeen(tab, "details"));
        tab.press("Tab");
        assertThat(focused(tab)).isEqualTo("report");
        tab.press("Tab");
        assertThat(focused(tab)).isEqualTo("proceed");
        tab.press("Enter");
        tab.awaitTitle("start");
    }

    @Test
    void tellsDetailsOnRequest() throws Exception {
        Tab tab = warning(web.http("details." + Scene.LISTED, "/a?b=c"));
        assertThat(isSeen(tab, "details")).isFalse();
        tab.click("#more");
        Until.is("the details", () -> isSeen(tab, "details"));
        assertThat(tab.evaluate("document.getElementById('more').ariaExpanded").asText()).isEqualTo("true");
        assertThat(tab.text()).contains("bad.test/", "hxxp://details[.]bad[.]test", "/a?b=c", CONTACT, "Up to date");
    }

    @Test
    void closesThePageAgainWhenTheExceptionIsTakenBack() throws Exception {
        Tab tab = warning(listed("revoked"));
        tab.click("#more");
        tab.click("#proceed");
        tab.awaitTitle("start");
        Tab popup = page("popup");
        JsonNode tabs = popup.evaluate(
                "(globalThis.browser ?? chrome).tabs.query({}).then(all => all.filter(tab => (tab.url ?? '').includes('revoked.')).map(tab => tab.id))");
        ask(popup, "{ask: 'revoke', tab: %s, list: 'phishing', expression: 'bad.test/'}".formatted(tabs.get(0)));
        Scene.awaitWarning(tab);
    }

    @Test
    void offersNoWayOnWhereThePolicySaysNone() throws Exception {
        set("browser-proceed", "off", "10m");
        Tab tab = warning(listed("never"));
        tab.click("#more");
        Until.is("the details", () -> isSeen(tab, "details"));
        assertThat(isSeen(tab, "proceed")).isFalse();
        assertThat(isSeen(tab, "no-proceed")).isTrue();
        JsonNode answer = ask(tab, "{ask: 'proceed', token: location.hash.slice(1)}");
        assertThat(answer.path("error").asText()).as("asked by the page itself").isEqualTo("policy");
        assertThat(web.requests("never." + Scene.LISTED)).isEmpty();
    }

    @Test
    void saysNothingOfAPageThatWasNeverWarnedOf() throws Exception {
        Tab tab = warning(listed("token"));
        tab.evaluate("void (location.hash = 'f'.repeat(32))");
        tab.reload();
        Until.is("neutral words", () -> !tab.text().contains("bad[.]test") && !tab.text().isBlank());
        shown(tab);
        assertThat(isSeen(tab, "more")).isFalse();
        assertThat(isSeen(tab, "proceed")).isFalse();
        assertThat(ask(tab, "{ask: 'proceed', token: 'f'.repeat(32)}").path("error").asText()).isEqualTo("request");
    }

    @Test
    void doesNotServeTheTokenOfAnotherTab() throws Exception {
        Tab tab = warning(listed("mine"));
        Tab other = warning(listed("other"));
        String token = tab.address().replaceFirst(".*#", "");
        assertThat(ask(other, "{ask: 'proceed', token: '" + token + "'}").path("error").asText()).isEqualTo("request");
        assertThat(ask(other, "{ask: 'overview'}").path("policy").isMissingNode()).as("not a question of this page")
                .isTrue();
        assertThat(web.requests("mine." + Scene.LISTED)).isEmpty();
    }

    @Test
    void goesBackFromAFormThatWasSent() throws Exception {
        web.page("/sending", "<title>sending</title><form method=post action='%s'><button>send</button></form>"
                .formatted(listed("sent")));
        Tab tab = browser.open(web.http(Scene.GOOD, "/sending"));
        tab.awaitTitle("sending");
        tab.click("button");
        shown(Scene.awaitWarning(tab)).click("#back");
        tab.awaitTitle("sending");
    }

    /// A mistake of the publisher, from the person who meets it to the page that opens again.
    @Test
    void aWrongBlockIsReportedAcceptedPublishedAndOpens() throws Exception {
        scene.list("shop.test");
        web.page("/cart", "<title>the cart</title>");
        String address = web.http("shop.test", "/cart?id=7");
        Tab warning = warning(address);
        warning.click("#more");
        warning.click("#report");

        Tab form = Until.holds("the form", () -> tab("report.html"), tab -> !tab.id().isEmpty());
        Until.is("the preview", () -> !form.evaluate("document.getElementById('send').disabled").asBoolean());
        form.evaluate("document.getElementById('comment').focus()");
        form.type("our own");
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
        scene.agent.update();
        browser.open(address).awaitTitle("the cart");
    }

    private Tab tab(String name) throws Exception {
        for (Tab tab : browser.tabs()) {
            if (tab.address().contains(name)) {
                return tab;
            }
        }
        throw new IllegalStateException("no tab with " + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%E2%80%AEgpj.exe", "/<img src=x onerror=alert(1)>", "/?q=<script>1</script>&\u2028",
        "/\u202etxt.exe", "/@good.test/"})
    void showsHostileAddressesAsText(String path) throws Exception {
        Tab tab = warning(web.http("hostile." + Scene.LISTED, path));
        tab.click("#more");
        Until.is("the details", () -> isSeen(tab, "details"));
        assertThat(tab.evaluate("document.querySelectorAll('img, script:not([src]), a, iframe').length").asInt())
                .isZero();
        assertThat(tab.text()).doesNotContainPattern("[\\u202a-\\u202e\\u2028]");
        assertFits(tab);
    }

    @Test
    void showsAnEndlessAddressShortly() throws Exception {
        Tab tab = warning(web.http("long." + Scene.LISTED, "/" + "a".repeat(16_000)));
        tab.click("#more");
        Until.is("the details", () -> isSeen(tab, "details"));
        assertThat(tab.text()).hasSizeLessThan(4_000);
        assertFits(tab);
    }

    @Test
    void showsBothFormsOfAnInternationalName() throws Exception {
        Tab tab = warning(web.http("xn--80ak6aa92e." + Scene.LISTED, "/"));
        assertThat(tab.text()).contains("xn--80ak6aa92e[.]bad[.]test", "аррӏе[.]bad[.]test");
    }

    private static void assertFits(Tab tab) throws Exception {
        assertThat(tab.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean()).as("nothing is cut")
                .isTrue();
    }

    @Test
    void speaksGerman() throws Exception {
        set("browser-language", "de", "browser");
        Tab tab = warning(listed("deutsch"));
        Until.holds("German", () -> tab.evaluate("document.documentElement.lang").asText(), "de"::equals);
        tab.click("#more");
        assertThat(tab.text()).contains("Warnung", "Zurück", PUBLISHER)
                .doesNotContain("Warning", "Go back", "undefined");
        tab.show(1000, 900, false);
        tab.screenshot(picture("warning-de"));
    }

    @Test
    void fitsAndKeepsTheRules() throws Exception {
        Tab tab = warning(longAddress());
        tab.show(1280, 900, false);
        examine(tab);
        tab.click("#more");
        Until.is("the details", () -> isSeen(tab, "details"));
        examine(tab);
        tab.show(320, 700, true);
        assertFits(tab);
        examine(tab);
    }

    private String longAddress() {
        return web.http("window." + Scene.LISTED,
                "/an/address/that-is-long-enough-to-be-broken-somewhere.html?session=0123456789");
    }

    /// A window of 640 shows as much as one of 1280 at two hundred per cent.
    @ParameterizedTest
    @Tag("long")
    @CsvSource({"1280, 900, false, light", "1280, 900, true, dark", "320, 700, false, narrow",
        "640, 450, false, zoomed"})
    void fitsEveryWindow(int width, int height, boolean isDark, String name) throws Exception {
        Tab tab = warning(longAddress());
        tab.show(width, height, isDark);
        tab.screenshot(picture("warning-" + name));
        assertFits(tab);
        examine(tab);
        tab.click("#more");
        Until.is("the details", () -> isSeen(tab, "details"));
        tab.screenshot(picture("warning-" + name + "-details"));
        assertFits(tab);
        examine(tab);
    }

    @ParameterizedTest
    @CsvSource({"popup, 360, true", "options, 320, false"})
    void otherPagesFit(String page, int width, boolean isDark) throws Exception {
        fits(page, width, isDark);
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({"popup, 360, false", "options, 1000, false", "options, 320, true"})
    void otherPagesFitEveryWindow(String page, int width, boolean isDark) throws Exception {
        fits(page, width, isDark);
    }

    private void fits(String page, int width, boolean isDark) throws Exception {
        Tab tab = page(page);
        tab.show(width, 800, isDark);
        tab.screenshot(picture(page + "-" + width + (isDark ? "-dark" : "-light")));
        assertFits(tab);
        examine(tab);
        assertThat(tab.text()).contains("Protected").doesNotContain("undefined", "__MSG");
    }

    /// Rules of WCAG that a program can examine.
    abstract void examine(Tab tab) throws Exception;
}
