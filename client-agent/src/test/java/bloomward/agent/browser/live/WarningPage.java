package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The warning page as a person meets it, and as an attacker does; popup and options.
///
/// Pictures of all of them lie in `target/screenshots` afterwards.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WarningPage {

    private static final String PUBLISHER = "The Publisher of Tests";
    private static final String CONTACT = "https://help.test/lists";

    final Browser.Kind kind;
    Scene scene;
    Browser browser;
    private WebWorld web;
    private final Map<String, String> changed = new TreeMap<>();

    WarningPage(Browser.Kind kind) {
        this.kind = kind;
    }

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        scene = Scene.start(folder);
        web = scene.web;
        scene.agent.with("browser-publisher", PUBLISHER).with("browser-contact", CONTACT);
        scene.publisher.add("phishing", "worse.test").publish();
        scene.startAgent();
        browser = scene.start(kind);
        scene.awaitProtection(browser);
        scene.awaitHello(1);
    }

    @AfterAll
    void stop() throws Exception {
        scene.close();
    }

    @AfterEach
    void undo() throws Exception {
        if (!changed.isEmpty()) {
            set(Map.copyOf(changed));
            changed.clear();
        }
        Tab left = browser.open("about:blank");
        for (Tab tab : browser.tabs()) {
            if (!tab.id().equals(left.id())) {
                tab.close();
            }
        }
    }

    private void set(Map<String, String> settings) throws Exception {
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            scene.agent.with(setting.getKey(), setting.getValue());
        }
        scene.restartAgent();
        scene.awaitHello(1);
    }

    /// Changes a setting of the agent until the end of the test.
    private void set(String setting, String value, String before) throws Exception {
        changed.put(setting, before);
        set(Map.of(setting, value));
    }

    String listed(String name) {
        return web.http(name + "." + Scene.LISTED, "/");
    }

    /// Opens an address and waits until the warning shows what it has to say.
    Tab warning(String address) throws Exception {
        return shown(Scene.awaitWarning(browser.open(address)));
    }

    static Tab shown(Tab tab) {
        Until.is("the page", () -> !tab.evaluate("document.getElementById('page').hidden").asBoolean());
        return tab;
    }

    /// One of the extension's own pages, as a tab.
    Tab page(String name) throws Exception {
        Tab warned = warning(listed("any"));
        String address = warned
                .evaluate("(globalThis.browser ?? chrome).runtime.getURL('pages/%s.html')".formatted(name))
                .asText();
        Tab page = browser.open(address);
        Until.is(name, () -> page.evaluate("document.getElementById('page') !== null").asBoolean());
        return shown(page);
    }

    private static boolean isSeen(Tab tab, String id) throws Exception {
        return tab.evaluate("document.getElementById('%s').checkVisibility()".formatted(id)).asBoolean();
    }

    private static String focused(Tab tab) throws Exception {
        return tab.evaluate("document.activeElement.id").asText();
    }

    /// The background's answer to a message of this page.
    private static JsonNode ask(Tab tab, String message) throws Exception {
        return tab.evaluate("(globalThis.browser ?? chrome).runtime.sendMessage(" + message + ")");
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
    void tellsDetailsOnRequest() throws Exception {
        Tab tab = warning(web.http("details." + Scene.LISTED, "/a?b=c"));
        assertThat(isSeen(tab, "details")).isFalse();
        tab.click("#more");
        Until.is("the details", () -> isSeen(tab, "details"));
        assertThat(tab.evaluate("document.getElementById('more').ariaExpanded").asText()).isEqualTo("true");
        assertThat(tab.text()).contains("bad.test/", "hxxp://details[.]bad[.]test", "/a?b=c", CONTACT, "Up to date");
    }

    @Test
    void opensThePageForThisTabAndEntryOnly() throws Exception {
        Tab tab = warning(listed("proceed"));
        tab.click("#more");
        tab.click("#proceed");
        tab.awaitTitle("start");
        assertThat(web.requests("proceed." + Scene.LISTED)).isNotEmpty();
        warning(listed("proceed")).close();
        tab.go(web.http("worse.test", "/"));
        Scene.awaitWarning(tab);
        assertThat(web.requests("worse.test")).isEmpty();
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
    void showsNothingInAFrame() throws Exception {
        String address = warning(listed("framed")).address();
        web.page("/framing",
                "<title>framing</title><iframe src='%s'></iframe><script>onload = () => { document.title = 'loaded'; }</script>"
                        .formatted(address));
        Tab tab = browser.open(web.http(Scene.GOOD, "/framing"));
        tab.awaitTitle("loaded");
        assertThat(tab.evaluate("frames[0] && frames[0].length").asInt()).isZero();
        tab.screenshot(picture("framed"));
    }

    @Test
    void goesBackToThePageBefore() throws Exception {
        web.page("/before", "<title>before</title><a href='%s'>there</a>".formatted(listed("back")));
        Tab tab = browser.open(web.http(Scene.GOOD, "/before"));
        tab.awaitTitle("before");
        tab.click("a");
        shown(Scene.awaitWarning(tab)).click("#back");
        tab.awaitTitle("before");
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
    void goesBackFromAFormThatWasSent() throws Exception {
        web.page("/sending", "<title>sending</title><form method=post action='%s'><button>send</button></form>"
                .formatted(listed("sent")));
        Tab tab = browser.open(web.http(Scene.GOOD, "/sending"));
        tab.awaitTitle("sending");
        tab.click("button");
        shown(Scene.awaitWarning(tab)).click("#back");
        tab.awaitTitle("sending");
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

    /// A window of 640 shows as much as one of 1280 at two hundred per cent.
    @ParameterizedTest
    @CsvSource({"1280, 900, false, light", "1280, 900, true, dark", "320, 700, false, narrow",
        "640, 450, false, zoomed"})
    void fitsEveryWindow(int width, int height, boolean isDark, String name) throws Exception {
        Tab tab = warning(web.http("window." + Scene.LISTED,
                "/an/address/that-is-long-enough-to-be-broken-somewhere.html?session=0123456789"));
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
    @CsvSource({"popup, 360, false", "popup, 360, true", "options, 1000, false", "options, 320, true"})
    void otherPagesFit(String page, int width, boolean isDark) throws Exception {
        Tab tab = page(page);
        tab.show(width, 800, isDark);
        tab.screenshot(picture(page + (isDark ? "-dark" : "-light")));
        assertFits(tab);
        examine(tab);
        assertThat(tab.text()).contains("Protected").doesNotContain("undefined", "__MSG");
    }

    private Path picture(String name) {
        return Path.of("target/screenshots", kind + "-" + name + ".png");
    }

    /// Rules of WCAG that a program can examine.
    abstract void examine(Tab tab) throws Exception;
}
