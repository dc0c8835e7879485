package bloomward.agent.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.live.AgentProcess;
import bloomward.agent.browser.live.Browser;
import bloomward.agent.browser.live.Until;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The days of the people who decide about a list, from a feed's address to the verdict of an agent.
@Timeout(240)
abstract class ConsoleWalks extends AtTheOffice {

    ConsoleWalks(Browser.Kind kind) {
        super(kind);
    }

    @Test
    void aFeedComesInIsReviewedTwiceAndIsPublished() throws Exception {
        office.publisher.list("malware").publish();
        office.publisher.admin("list", "create", "phishing", "--category", "phishing", "--review");
        String evil = "login.evil.example\nkraken.com\ncdn.discordapp.com\n"
                + IntStream.range(0, 20).mapToObj(i -> "evil-" + i + ".example\n").collect(Collectors.joining());
        String feed = office.publishes("/feed.txt", evil + "shop.good.example\n").toString();

        // Somebody brings the feed in by its address alone, looks at what is held, and asks for review.
        Person ada = office.person("ada", "admin").open("feeds");
        ada.sees("No feeds").click("Add a feed").fill("Address", feed);
        ada.check("Its server may be on this machine or a private network").choose("Into the list", "phishing");
        ada.click("Continue").sees("This is what the address holds").click("Continue").sees("→ phishing");
        ada.click("Fetch now").sees("Lines to look at").click("Close");
        ada.open("holds").sees("kraken.com/").sees("cdn.discordapp.com/");
        ada.check("All on this page").click("Reject");
        ada.fill("Reason", "popular hosts, not ours to block").click("Reject").sees("2 holds rejected");
        ada.open("lists/phishing").sees("login.evil.example/").click("Request review");
        ada.fill("Note for the reviewer: what, and why", "A new feed, two popular hosts rejected");
        ada.click("Request review").sees("The review is requested.").sees("asks for review");

        // A second person reads all of it, declines with a note, and approves what was corrected.
        Person rolf = office.person("rolf", "reviewer").open("lists/phishing");
        rolf.sees("A new feed, two popular hosts rejected").sees("shop.good.example/");
        rolf.fill("Search the changes", "good").seesNot("login.evil.example/").sees("shop.good.example/");
        rolf.click("Decline").fill("Note for the author: what must change", "shop.good.example is a customer");
        rolf.click("Decline").sees("The draft is declined");

        ada.sees("shop.good.example is a customer");
        office.publishes("/feed.txt", evil); // its makers correct it
        ada.open("feeds").click("Fetch now").sees("phishing: +0 −1 in the draft");
        rolf.sees("The draft has changed since you opened it").click("Show the new draft");
        rolf.seesNot("shop.good.example/").settle().click("Approve").click("Approve").sees("The draft is approved.");

        ada.open("lists/phishing").sees("Approved by").click("Publish").click("Publish").sees("Published: phishing 1");
        try (AgentProcess agent = office.agent()) {
            assertThat(Office.verdict(agent, "http://login.evil.example/x")).isEqualTo("listed");
            assertThat(Office.verdict(agent, "http://shop.good.example/")).isEqualTo("clean");
            assertThat(Office.verdict(agent, "http://kraken.com/")).isEqualTo("clean");
        }
    }

    @Test
    void aWrongBlockIsFoundCorrectedAndTakenBack() throws Exception {
        office.publisher.list("scam").add("scam", "evil.example").publish().add("scam", "shop.good.example").publish();
        try (AgentProcess agent = office.agent()) {
            assertThat(Office.verdict(agent, "http://shop.good.example/cart")).isEqualTo("listed");

            Person pia = office.person("pia", "publisher").open("lookup");
            pia.fill("Address or host", "http://shop.good.example/cart").click("Look up");
            pia.sees("Agents with the current publication block it.").sees("shop.good.example/");
            pia.click("Remove from scam").click("Remove entries").sees("With the next publication it passes.");
            pia.open("lists/scam").sees("−1").click("Publish").fill("Note (optional)", "not a scam").click("Publish");
            pia.sees("Published: scam 3");
            assertThat(Office.verdict(agent, "http://shop.good.example/cart")).isEqualTo("clean");
            assertThat(Office.verdict(agent, "http://evil.example/")).isEqualTo("listed");

            // Back to the version with the shop, after a look at the difference.
            pia.open("lists/scam?tab=versions").sees("Version 2");
            pia.tab.evaluate(
                    "[...document.querySelectorAll('a')].filter(one => one.innerText === 'Return…')[0].click()");
            pia.sees("Return to version 2").sees("shop.good.example/").click("Return to version 2");
            pia.click("Return to version 2").sees("Published: scam 4");
            assertThat(Office.verdict(agent, "http://shop.good.example/cart")).isEqualTo("listed");
        }
    }

    @Test
    void whatOneMayNotDoIsShownWithTheReason() throws Exception {
        office.publisher.list("scam").add("scam", "evil.example");
        Person rita = office.person("rita", "reader").open("lists/scam");
        rita.sees("Needs the role publisher.").sees("Needs the role editor.");
        assertThat(
                rita.has("document.querySelector('[data-key=\"publish\"]').getAttribute('aria-disabled') === 'true'"))
                .isTrue();
        rita.tab.click("[data-key=\"publish\"]");
        assertThat(rita.has("document.querySelector('dialog')")).isFalse();
        rita.open("audit").sees("Needs the role reviewer.");
        rita.open("access").sees("Needs the role administrator.");
    }

    @Test
    void twoPeopleAtOnceLoseNothing() throws Exception {
        office.publisher.list("scam").add("scam", "evil.example");
        office.publisher.importing("scam", "kraken.com\ncdn.discordapp.com\n");
        Person pia = office.person("pia", "publisher").open("lists/scam").sees("evil.example/");
        Person rolf = office.person("rolf", "reviewer").open("holds").sees("kraken.com/");
        Person olga = office.person("olga", "reviewer").open("holds").sees("kraken.com/");

        // The same draft: it changes while somebody is about to publish what was seen.
        pia.click("Publish").fill("Note (optional)", "as I saw it");
        office.publisher.add("scam", "late.example");
        pia.click("Publish").sees("draft");
        Until.is("the refusal", () -> pia.has("document.querySelector('dialog .notice.alarm')"));
        assertThat(pia.has("document.querySelector('dialog input').value === 'as I saw it'")).isTrue();
        pia.click("Cancel").sees("The draft has changed since you opened it").click("Show the new draft");
        pia.sees("late.example/");
        assertThat(office.admin("history").toString()).doesNotContain("\"scam\"");

        // The same hold: the later one is told, and keeps the reason that was typed.
        olga.check("All on this page");
        rolf.check("All on this page")
                .click("Reject")
                .fill("Reason", "too popular")
                .click("Reject")
                .sees("2 holds rejected");
        olga.click("Release").fill("Reason", "looks bad to me").click("Release");
        Until.is("the refusal", () -> olga.has("document.querySelector('dialog .notice.alarm')"));
        assertThat(olga.has("document.querySelector('dialog input').value === 'looks bad to me'")).isTrue();
        rolf.click("Undo").sees("2 holds are open again");
        olga.click("Release").sees("2 holds released");

        // The same report: the later one is told, and the reason that was typed is still there.
        Reports.send(office, "http://evil.example/shop", "ours", "wrong");
        olga.open("reports").sees("http://evil.example/shop");
        rolf.open("reports").sees("http://evil.example/shop");
        olga.click("Reject").sees("1 report rejected").sees("No open reports");
        rolf.fill("Reason (optional)", "my own words").click("Reject").sees("No open reports");
        Until.is("a message", () -> rolf.has("document.querySelector('#toast .toast')"));
        rolf.seesNot("1 report rejected");
        assertThat(rolf.has("sessionStorage.getItem('bloomward-typed-report-reason') === 'my own words'")).isTrue();
    }
}
