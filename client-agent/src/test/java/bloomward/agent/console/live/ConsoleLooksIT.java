package bloomward.agent.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.live.Axe;
import bloomward.agent.browser.live.Browser;
import bloomward.agent.browser.live.Until;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// How the pages look and are used without a mouse: the rules of axe, widths, appearances, languages, keys. Leaves pictures in
/// `target/screenshots`.
final class ConsoleLooksIT extends AtTheOffice {

    private static final String FITS = "document.documentElement.scrollWidth <= innerWidth";

    /// The first cell of a table that is too narrow for a short word.
    private static final String BROKEN_LETTER_BY_LETTER = """
            [...document.querySelectorAll('td span, th span')].find(one => /^\\w{2,8}$/.test(one.textContent)
                && one.getClientRects().length > 1)?.textContent ?? ''""";

    private Person ada;

    ConsoleLooksIT() {
        super(Browser.Kind.CHROMIUM);
    }

    @Override
    void prepare() throws Exception {
        office.publisher.list("malware").add("malware", "login.evil.example", "evil.example/kit/").publish();
        office.publisher.admin("list", "create", "scam", "--category", "scam", "--title", "Shops that do not deliver");
        StringBuilder shops = new StringBuilder();
        for (int version = 1; version <= 5; version++) {
            for (int i = 0; i < 40 * version; i++) {
                shops.append("shop-").append(version).append('-').append(i).append(".scam.example\n");
            }
            office.publisher.importing("scam", shops.toString()).publish();
        }
        office.publisher.importing("scam",
                "new-shop.scam.example\nkraken.com\ncdn.discordapp.com\nbit.ly\nblogspot.com\n");
        office.publisher.admin("remove", "scam", "shop-1-1.scam.example");
        office.publisher.admin("allow", "add", "good.example", "--reason", "our own site");
        office.publisher.admin("feed", "add",
                office.publishes("/list.txt", "a.evil.example\nb.evil.example\n").toString(), "--list", "malware",
                "--name", "partner", "--private-network", "--yes");
        office.publisher.admin("feed", "fetch", "partner");
        Reports.send(office, "http://shop-2-2.scam.example/cart", "This is our shop, it delivers", "wrong");
        Reports.send(office, "http://shop-2-2.scam.example/pay", "blocked since today", "wrong");
        Reports.send(office, "http://new-login.example/bank", "looks like my bank, is not", "missed");
    }

    @BeforeEach
    void signIn() throws Exception {
        ada = office.person("ada", "admin");
        ada.tab.show(1280, 900, false);
    }

    @Test
    void everyPageKeepsTheRulesAndFits() throws Exception {
        for (String route : Routes.ALL) {
            ada.tab.show(1280, 900, false);
            open(route);
            Axe.examine(ada.tab);
            assertFits(route);
        }
    }

    @Test
    @Tag("long")
    void everyPageKeepsTheRulesInEveryWindow() throws Exception {
        for (String route : Routes.ALL) {
            ada.tab.show(1280, 900, false);
            open(route);
            picture(route, "light");
            ada.tab.show(1280, 900, true);
            picture(route, "dark");
            Axe.examine(ada.tab);
            assertFits(route);
            picture(route, "narrow");
            Axe.examine(ada.tab);
            ada.tab.show(640, 450, false);
            Axe.examine(ada.tab);
        }
    }

    private void open(String route) throws Exception {
        ada.open(route);
        if (route.equals("lookup")) {
            ada.fill("Address or host", "http://shop-2-2.scam.example/cart").click("Look up").sees("Entries about it");
            ada.tab.evaluate("document.activeElement.blur()");
        }
        if (route.equals("overview")) {
            ada.sees("Entries by list"); // the plots come after the rest
        }
    }

    /// A window of 640 shows as much as one of 1280 at two hundred per cent. Leaves the narrowest.
    private void assertFits(String route) throws Exception {
        ada.tab.show(640, 450, false);
        Until.is(route + " fits at 200 %", () -> ada.has(FITS));
        ada.tab.show(320, 700, false);
        Until.is(route + " fits into 320", () -> ada.has(FITS));
        assertThat(ada.tab.evaluate(BROKEN_LETTER_BY_LETTER).asText()).as(route + " breaks words").isEmpty();
    }

    private void picture(String route, String name) throws Exception {
        ada.tab.screenshot(Path.of("target/screenshots", "console-" + Routes.name(route) + "-" + name + ".png"));
    }

    @Test
    void dialogsKeepTheRules() throws Exception {
        ada.open("lists/scam").click("Add entries").sees("One a line.");
        Axe.examine(ada.tab);
        ada.tab.press("Escape");
        ada.open("holds").check("All on this page").click("Release").sees("You can take it back.");
        Axe.examine(ada.tab);
        ada.tab.screenshot(Path.of("target/screenshots/console-dialog.png"));
        ada.tab.press("Escape");
        assertThat(ada.focused()).as("where the focus was before").isEqualTo("Release");
    }

    @Test
    void theSignInKeepsTheRules() throws Exception {
        Person guest = new Person(office, office.browser.openApart(office.console().toString()),
                "bw_" + "0".repeat(64));
        Until.is("the sign-in", () -> guest.has("document.querySelector('.card [type=\"password\"]')"));
        Axe.examine(guest.tab);
        guest.tab.screenshot(Path.of("target/screenshots/console-sign-in.png"));
        assertThat(guest.tab.title()).isEqualTo("Sign in – Bloomward");
        guest.tab.type("bw_wrong");
        guest.tab.press("Enter");
        guest.sees("This token is not known here, or it was revoked.");
        guest.tab.close();
    }

    /// Holds are found, chosen, rejected and taken back without a mouse.
    @Test
    void holdsAreDecidedByKeysAlone() throws Exception {
        office.publisher.importing("scam", "etsy.com\nebay.com\n");
        ada.open("holds?sort=newest").sees("ebay.com/");
        ada.tab.evaluate("document.querySelector('main h1').focus()");
        tabTo(".com/");
        for (int i = 0; i < 30 && !ada.focused().contains("ebay.com/"); i++) {
            ada.tab.press("ArrowDown");
        }
        ada.tab.press(" ");
        ada.sees("1 selected");
        ada.tab.press("x");
        ada.sees("Reject 1 hold?");
        ada.tab.type("a market, not a shop");
        ada.tab.press("Enter");
        ada.sees("1 hold rejected").seesNot("ebay.com/");
        tabTo("Undo");
        ada.tab.press("Enter");
        ada.sees("1 hold is open again").sees("ebay.com/");
        ada.tab.evaluate("document.querySelector('main h1').focus()");
        tabTo(".com/");
        ada.tab.press("Enter");
        ada.sees("Finding");
        ada.tab.press("Escape");
        Until.is("the end of the dialog", () -> !ada.has("document.querySelector('dialog')"));
        assertThat(ada.has("document.activeElement.matches('[data-row]')")).as("the row has the focus again").isTrue();
    }

    /// A single letter counts only where a row has the focus.
    @Test
    void lettersInFieldsAreText() throws Exception {
        ada.open("holds").sees("kraken.com/");
        ada.fill("Search the holds", "x");
        ada.sees("discordapp");
        ada.fill("Search the holds", "rx").sees("No hold fits");
        assertThat(ada.has("document.querySelector('dialog')")).isFalse();
    }

    private void tabTo(String name) throws Exception {
        for (int i = 0; i < 60; i++) {
            ada.tab.press("Tab");
            if (ada.focused().contains(name)) {
                assertThat(ada.has("document.activeElement.matches(':focus-visible')")).as("the focus is seen")
                        .isTrue();
                return;
            }
        }
        throw new AssertionError("not reached by Tab: " + name + ", but " + ada.focused());
    }

    @Test
    void reportsAreDecidedByOneKeyEach() throws Exception {
        Reports.send(office, "http://shop-3-3.scam.example/", "ours, too", "wrong");
        ada.open("reports?q=shop-3-3").sees("Accepting it would");
        ada.tab.evaluate("document.querySelector('[data-row]').focus()");
        ada.tab.press("a");
        ada.sees("1 report accepted").sees("No report fits");
        assertThat(office.publisher.admin("diff", "scam")).contains("shop-3-3.scam.example");
        Reports.send(office, "http://shop-4-4.scam.example/", "", "wrong");
        ada.open("reports?q=shop-4-4").sees("Accepting it would");
        ada.tab.evaluate("document.querySelector('[data-row]').focus()");
        ada.tab.press("x");
        ada.sees("1 report rejected").sees("No report fits");
    }

    @Test
    void speaksGerman() throws Exception {
        speaksGermanOn(List.of("overview", "lists/scam", "holds", "access"));
    }

    @Test
    @Tag("long")
    void everyPageSpeaksGerman() throws Exception {
        speaksGermanOn(Routes.ALL);
    }

    private void speaksGermanOn(List<String> routes) throws Exception {
        ada.open("overview").choose("Language", "de").sees("Übersicht");
        assertThat(ada.tab.evaluate("document.documentElement.lang").asText()).isEqualTo("de");
        for (String route : routes) {
            ada.open(route);
            assertThat(ada.text()).as(route).contains("Abmelden").doesNotContain("undefined", "Sign out", "Loading");
        }
        ada.open("overview").choose("Sprache", "en").sees("Overview");
    }

    @Test
    void plotsHaveTablesOfTheSame() throws Exception {
        ada.open("overview").sees("Entries by list").sees("Changes by publication");
        assertThat(ada.tab.evaluate(
                "[...document.querySelectorAll('.plot svg text')].filter(one => one.textContent.trim() === '').length")
                .asInt()).as("labels without text").isZero();
        assertThat(ada.tab.evaluate("document.querySelectorAll('.plot svg rect').length").asInt()).isGreaterThan(5);
        ada.tab.evaluate("document.querySelector('.plot summary').click()");
        ada.sees("600");
        String numbers = ada.tab.evaluate("[...document.querySelectorAll('.plot table')][0].innerText").asText();
        assertThat(numbers).as("in the order of publications").containsSubsequence("40", "120", "240", "400", "600");
    }
}
