package bloomward.agent.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.live.AgentProcess;
import bloomward.agent.browser.live.Browser;
import bloomward.agent.browser.live.Until;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The days of the people who decide about a list, from a feed's address to the verdict of an agent.
abstract class ConsoleWalks extends AtTheOffice {

    ConsoleWalks(Browser.Kind kind) {
        super(kind);
    }

    @Test
    void aFeedComesInIsReviewedTwiceAndIsPublished() throws Exception {
        office.publisher.list("malware");
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
        ada.open("holds?list=phishing").sees("kraken.com/").sees("cdn.discordapp.com/");
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
            assertThat(Office.isListed(agent, "http://login.evil.example/x")).isTrue();
            assertThat(Office.isListed(agent, "http://shop.good.example/")).isFalse();
            assertThat(Office.isListed(agent, "http://kraken.com/")).isFalse();
        }
    }

    @Test
    void aWrongBlockIsFoundCorrectedAndTakenBack() throws Exception {
        office.publisher.list("scam").add("scam", "fraud.example").publish("scam");
        office.publisher.add("scam", "shop.fair.example").publish("scam");
        try (AgentProcess agent = office.agent()) {
            assertThat(Office.isListed(agent, "http://shop.fair.example/cart")).isTrue();

            Person pia = office.person("pia", "publisher").open("lookup");
            pia.fill("Address or host", "http://shop.fair.example/cart").click("Look up");
            pia.sees("Agents with the current publication block it.").sees("shop.fair.example/");
            pia.click("Remove from scam").click("Remove entries").sees("With the next publication it passes.");
            pia.open("lists/scam").sees("−1").click("Publish").fill("Note (optional)", "not a scam").click("Publish");
            pia.sees("Published: scam 3");
            assertThat(Office.isListed(agent, "http://shop.fair.example/cart")).isFalse();
            assertThat(Office.isListed(agent, "http://fraud.example/")).isTrue();

            // Back to the version with the shop, after a look at the difference.
            pia.open("lists/scam?tab=versions").sees("Version 2");
            pia.tab.evaluate(
                    "[...document.querySelectorAll('a')].filter(one => one.innerText === 'Return…')[0].click()");
            pia.sees("Return to version 2").sees("shop.fair.example/").click("Return to version 2");
            pia.click("Return to version 2").sees("Published: scam 4");
            assertThat(Office.isListed(agent, "http://shop.fair.example/cart")).isTrue();
        }
    }

    @Test
    void whatOneMayNotDoIsShownWithTheReason() throws Exception {
        office.publisher.list("looked-at").add("looked-at", "evil.example");
        Person rita = office.person("rita", "reader").open("lists/looked-at");
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
        office.publisher.list("shared").add("shared", "evil.example");
        office.publisher.importing("shared", "kraken.com\ncdn.discordapp.com\n");
        Person pia = office.person("pia", "publisher").open("lists/shared").sees("evil.example/");
        Person rolf = office.person("rolf", "reviewer").open("holds?list=shared").sees("kraken.com/");
        Person olga = office.person("olga", "reviewer").open("holds?list=shared").sees("kraken.com/");

        // The same draft: it changes while somebody is about to publish what was seen.
        pia.click("Publish").fill("Note (optional)", "as I saw it");
        office.publisher.add("shared", "late.example");
        pia.click("Publish").sees("draft");
        Until.is("the refusal", () -> pia.has("document.querySelector('dialog .notice.alarm')"));
        assertThat(pia.has("document.querySelector('dialog input').value === 'as I saw it'")).isTrue();
        pia.click("Cancel").sees("The draft has changed since you opened it").click("Show the new draft");
        pia.sees("late.example/");
        assertThat(office.admin("history").toString()).doesNotContain("\"shared\"");

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
