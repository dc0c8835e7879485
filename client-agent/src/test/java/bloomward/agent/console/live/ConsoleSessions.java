package bloomward.agent.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.live.Browser;
import bloomward.agent.browser.live.Until;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Sessions, tabs and texts of strangers, where only a real browser can tell.
abstract class ConsoleSessions extends ConsoleDifferences {

    ConsoleSessions(Browser.Kind kind) {
        super(kind);
    }

    @Test
    void anEndedSessionLosesNothingThatWasTyped() throws Exception {
        office.publisher.list("typed");
        Person ada = office.person("ada", "admin").open("lists/typed").click("Add entries");
        ada.fill("URLs, hosts or expressions", "typed.evil.example").fill("Reason (optional)", "seen by hand");
        office.publisher.stop(); // forgets all sessions
        office.publisher.start();
        ada.click("Add entries").sees("Sign in again");
        ada.signInAgain();
        ada.sees("typed: +1 −0 in the draft");
        assertThat(office.publisher.admin("diff", "typed")).contains("typed.evil.example");
    }

    @Test
    void aRevokedTokenEndsItsSessionAtOnce() throws Exception {
        Person rita = office.person("rita", "reader").open("feeds");
        List<String> ids = office.admin("token", "list").get("tokens").findValuesAsText("id");
        office.publisher.admin("token", "revoke", ids.getLast());
        rita.tab.evaluate("void (location.hash = '#/holds')");
        rita.sees("Sign in again");
        rita.signInRefused().sees("This token is not known here, or it was revoked.");
    }

    /// Six streams would use up the connections that a browser opens to a server; six tabs have one.
    @Test
    void sixTabsShareASessionAndAStream() throws Exception {
        office.publisher.list("tabs");
        Person first = office.person("ada", "admin").open("overview");
        List<Person> all = new ArrayList<>(List.of(first));
        for (int i = 0; i < 5; i++) {
            Person other = first.another();
            Until.is("a shell without signing in", () -> other.has("document.querySelector('#nav')"));
            all.add(other.open("overview"));
        }
        office.publisher.add("tabs", "evil.example");
        for (Person each : all) {
            each.sees("tabs: 1 change is not published");
        }
        first.click("Sign out");
        for (Person each : all.subList(1, all.size())) {
            office.turnTo(each);
            Until.is("the sign-in", () -> each.has("document.querySelector('.card [type=\"password\"]')"));
        }
    }

    @Test
    void aPageCatchesUpAfterTheServerWasAway() throws Exception {
        office.publisher.list("away");
        Person ada = office.person("ada", "admin").open("overview").sees("away");
        office.publisher.stop();
        ada.sees("The server does not answer at the moment.");
        office.publisher.start();
        ada.seesNot("The server does not answer at the moment.").sees("Your session has ended.");
        office.publisher.add("away", "evil.example");
        ada.tab.evaluate("void (location.hash = '#/lists')");
        ada.signInAgain();
        ada.open("overview").sees("away: 1 change is not published");
        office.publisher.add("away", "more.example");
        ada.sees("away: 2 changes are not published");
    }

    /// Whatever strangers write is text: markup does nothing, and what hides or turns text is spelt out.
    @Test
    void hostileTextIsOnlyText() throws Exception {
        String hostile = "<img src=x onerror=alert(1)>\u202Egpj.exe\u200B";
        String lengthy = "n".repeat(4000);
        office.publisher.list("hostile");
        office.publisher.admin("list", "rename-title", "hostile", "<b>bold</b>");
        office.publisher.admin("add", "hostile", "evil.example/<script>alert(1)</script>?q=%00", "--reason", hostile);
        office.publisher.admin("add", "hostile", "long.example/" + "a".repeat(4000));
        office.publisher.admin("allow", "add", "good.example", "--reason", hostile);
        office.publisher.importing("hostile", "kraken.com\n");
        for (String url : List.of("http://evil.example/%3Cb%3E", "http://x.evil.example/" + "p".repeat(1800))) {
            Reports.send(office, url, hostile, "wrong");
        }
        Person ada = office.person("ada", "admin");
        for (String route : List.of("overview", "lists", "lists/hostile", "lists/hostile?tab=entries",
                "lists/hostile?tab=about", "holds", "allow", "reports", "audit", "access", "lists/" + lengthy,
                "%3Cscript%3E")) {
            ada.open(route);
            assertThat(ada.tab.evaluate("document.querySelectorAll('main img, script:not([src]), iframe, b').length")
                    .asInt()).as(route).isZero();
            assertThat(ada.text()).as(route).doesNotContainPattern("[\\u202a-\\u202e\\u200b]");
            assertThat(ada.has("document.documentElement.scrollWidth <= innerWidth")).as(route + " is not cut")
                    .isTrue();
        }
        ada.open("lookup")
                .fill("Address or host", "http://evil.example/<script>alert(1)</script>?q=%00")
                .click("Look up");
        ada.sees("\\u{202E}gpj.exe\\u{200B}");
    }

    /// A violation of the content security policy or of Trusted Types, a missing file or an error of a script would be there.
    @Test
    void theBrowsersLogStaysEmpty() throws Exception {
        office.publisher.list("scam").add("scam", "evil.example").publish("scam").add("scam", "more.example");
        office.publisher.importing("scam", "kraken.com\n");
        int before = office.browser.console().size();
        Person ada = office.person("ada", "admin");
        for (String route : Routes.ALL) {
            ada.open(route);
        }
        ada.open("nowhere").sees("No such page");
        assertThat(office.browser.console()).hasSize(before);
        if (office.browser.kind() == Browser.Kind.CHROMIUM) { // Firefox tells errors of scripts, but no violations, over its protocol
            ada.tab.evaluate("void document.body.appendChild(document.createElement('script')).append('1')");
            Until.is("a violation in the log", () -> office.browser.console().size() > before);
        }
    }
}
