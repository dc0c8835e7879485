package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.live.StockFirefox.Speaks;
import bloomward.format.testing.AddressTable;
import bloomward.format.testing.SetClock;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Stock Firefox, protected by the gateway: one version of the protocol in each subclass.
@Timeout(180)
abstract class SafeBrowsing {

    static final String PHISHING = "deceptiveBlocked";
    static final String MALWARE = "malwareBlocked";
    static final String UNWANTED = "unwantedBlocked";
    static final String PAGE = "start";
    static final List<String> HOSTS = List.of("bank.test", "sub.bank.test", "evil.test", "paths.test", "good.test",
            "xn--bcher-kva.test", "wide.test", "allowed.wide.test", "new.test", "junk.test", "exact.test",
            "phishing.listed.bloomward.test", "malware.listed.bloomward.test", "never.unlisted.bloomward.test",
            "127.0.0.1.test");

    private final Speaks speaks;
    @TempDir
    private Path folder;

    SafeBrowsing(Speaks speaks) {
        this.speaks = speaks;
    }

    StockFirefox desk() throws Exception {
        return desk(Clock.systemUTC());
    }

    private StockFirefox desk(Clock clock) throws Exception {
        StockFirefox desk = StockFirefox.prepare(folder, speaks, clock);
        for (String path : List.of("/a/", "/a/b.html", "/a/b/c.html", "/other/", "/page.html", "/%C3%A9/", "/x//y",
                "/q", "/b%3Fc")) {
            desk.web.page(path, "<title>start</title><p>A page.</p>");
        }
        desk.publisher.list("phishing").list("malware").list("unwanted");
        desk.publisher.importing("phishing", "bank.test\n").importing("malware", "evil.test\n").publish();
        return desk;
    }

    private StockFirefox open() throws Exception {
        StockFirefox desk = desk();
        desk.start(HOSTS);
        assertThat(desk.update()).isEqualTo("success");
        return desk;
    }

    @Test
    void eachKindOfEntryIsBlocked() throws Exception {
        try (StockFirefox desk = desk()) {
            desk.publisher
                    .importing("phishing", "http://paths.test/a/\nhttp://paths.test/page.html\nb\u00fccher.test\n")
                    .importing("malware", "http://paths.test/%C3%A9/\nhttp://paths.test/q?u=http://x\n")
                    .importing("unwanted", "junk.test\n")
                    .publish();
            desk.start(HOSTS);
            assertThat(desk.update()).isEqualTo("success");
            WebWorld web = desk.web;

            desk.assertVisit(web.http("bank.test", "/"), PHISHING);
            desk.assertVisit(web.http("sub.bank.test", "/other/"), PHISHING);
            desk.assertVisit(web.http("evil.test", "/"), MALWARE);
            desk.assertVisit(web.http("junk.test", "/"), UNWANTED);
            desk.assertVisit(web.http("phishing.listed.bloomward.test", "/"), PHISHING);
            desk.assertVisit(web.http("malware.listed.bloomward.test", "/"), MALWARE);
            desk.assertVisit(web.http("never.unlisted.bloomward.test", "/"), PAGE);
            desk.assertVisit(web.http("good.test", "/"), PAGE);
            desk.assertVisit(web.http("paths.test", "/a/"), PHISHING);
            desk.assertVisit(web.http("paths.test", "/a/b/c.html"), PHISHING);
            desk.assertVisit(web.http("paths.test", "/x/../a/b.html"), PHISHING);
            desk.assertVisit(web.http("paths.test", "/page.html"), PHISHING);
            desk.assertVisit(web.http("paths.test", "/other/"), PAGE);
            desk.assertVisit(web.http("paths.test", "/\u00e9/"), MALWARE);
            desk.assertVisit(web.http("paths.test", "/%c3%a9/"), MALWARE);
            desk.assertVisit(web.http("paths.test", "/q?u=http://x"), MALWARE);
            desk.assertVisit(web.http("paths.test", "/q?u=other"), PAGE);
            desk.assertVisit(web.http("b\u00fccher.test", "/"), PHISHING);
            desk.assertVisit(web.http("BANK.test", "/"), PHISHING);
        }
    }

    /// The table of the guide, by the lines of the guide. Nothing leaves this machine: the web is the browser's proxy here, as
    /// private addresses are never listed.
    @Test
    @Timeout(600)
    void theTableOfTheGuideIsTrue() throws Exception {
        boolean isPhishing = speaks == Speaks.V5; // the list decides about nothing but the words, so each gets one version
        String list = isPhishing ? "phishing" : "malware";
        String warning = isPhishing ? PHISHING : MALWARE;
        List<AddressTable.Row> rows = AddressTable.rows();
        assertThat(rows).hasSizeGreaterThan(50);
        try (StockFirefox desk = StockFirefox.prepare(folder, speaks, Clock.systemUTC())) {
            desk.web.pageElsewhere("<title>start</title><p>A page.</p>");
            desk.publisher.list(list);
            desk.publisher.listing(list, rows).publish();
            desk.start(HOSTS, StockFirefox.preferences(speaks, desk.tap.address()) + """
                    user_pref("network.proxy.type", 1);
                    user_pref("network.proxy.http", "127.0.0.1");
                    user_pref("network.proxy.http_port", %s);
                    """.formatted(desk.web.http("x", "").replaceFirst(".*:", "")));
            assertThat(desk.update()).isEqualTo("success");

            List<String> differ = new ArrayList<>();
            for (AddressTable.Row row : rows) {
                boolean isListed = row.warns(speaks == Speaks.V5 ? AddressTable.FIREFOX_5 : AddressTable.FIREFOX_4);
                String seen = desk.visit(row.visited());
                if (!seen.equals(isListed ? warning : PAGE)) {
                    differ.add(row.what() + ": " + seen);
                }
            }
            assertThat(differ).isEmpty();
        }
    }

    /// The policies of the guide point a browser to the server, and need nothing beside them but for the switch of a browser
    /// that speaks version 5 otherwise.
    @Test
    void thePoliciesOfTheGuideSuffice() throws Exception {
        try (StockFirefox desk = desk()) {
            desk.machine.write("/etc/firefox/policies/policies.json", StockFirefox.policies(desk.tap.address()));
            desk.start(HOSTS,
                    speaks == Speaks.V5
                            ? ""
                            : "user_pref(\"browser.safebrowsing.provider.google5.enabled\", false);\n");

            assertThat(desk.update()).isEqualTo("success");

            desk.assertVisit(desk.web.http("bank.test", "/"), PHISHING);
            desk.assertVisit(desk.web.http("phishing.listed.bloomward.test", "/"), PHISHING);
            desk.assertVisit(desk.web.http("good.test", "/"), PAGE);
        }
    }

    /// The pictures lie in `target/screenshots`.
    @Test
    void aPersonSeesARedPage() throws Exception {
        try (StockFirefox desk = open()) {
            for (String host : List.of("bank.test", "evil.test")) {
                Tab tab = desk.browser().open("about:blank");
                tab.show(1280, 800, false);
                StockFirefox.go(tab, desk.web.http(host, "/"));
                String reason = Until.holds("the warning", () -> StockFirefox.seen(tab),
                        each -> each.endsWith("Blocked"));
                tab.screenshot(Path.of("target/screenshots", "firefox-" + speaks + "-" + reason + ".png"));
                assertThat(tab.text()).isNotEmpty();
                tab.close();
            }
        }
    }

    @Test
    void anUpdateAddsAndRemoves() throws Exception {
        try (StockFirefox desk = open()) {
            desk.assertVisit(desk.web.http("bank.test", "/"), PHISHING);
            desk.assertVisit(desk.web.http("new.test", "/"), PAGE);
            desk.publisher.add("phishing", "new.test");
            desk.publisher.admin("remove", "phishing", "bank.test");
            desk.publisher.publish();
            long before = desk.tap.updates().size();

            assertThat(desk.update()).isEqualTo("success");

            assertThat(desk.tap.updates()).hasSizeGreaterThan((int) before);
            desk.assertVisit(desk.web.http("new.test", "/"), PHISHING);
            desk.assertVisit(desk.web.http("bank.test", "/"), PAGE);
            desk.assertVisit(desk.web.http("evil.test", "/"), MALWARE);
        }
    }

    @Test
    void aRestartKeepsTheLists() throws Exception {
        try (StockFirefox desk = open()) {
            desk.assertVisit(desk.web.http("bank.test", "/"), PHISHING);
            desk.stopBrowser();
            int before = desk.tap.updates().size();

            desk.start(HOSTS);

            Until.holds("the list of the disk", () -> desk.visit(desk.web.http("bank.test", "/")), PHISHING::equals);
            assertThat(desk.tap.updates()).hasSize(before);
        }
    }

    /// Firefox takes nothing of an update whose checksum is wrong, and keeps the other lists; but of the one that was to change it has
    /// nothing until it starts anew, and then fetches it whole.
    @Test
    void aBrokenChecksumCostsOneListUntilTheNextStart() throws Exception {
        try (StockFirefox desk = open()) {
            desk.assertVisit(desk.web.http("bank.test", "/"), PHISHING);
            desk.publisher.add("phishing", "new.test").publish();
            desk.tap.spoiling = answer -> {
                byte[] broken = answer.clone();
                for (int i = 0; i + 33 < broken.length; i++) {
                    boolean isChecksum = broken[i] == 0x3a && broken[i + 1] == 32; // field 7 of version 5
                    boolean isOfV4 = broken[i] == 0x0a && broken[i + 1] == 32; // inside field 8 of version 4
                    if (speaks == Speaks.V5 ? isChecksum : isOfV4) {
                        broken[i + 2] ^= 1;
                    }
                }
                return broken;
            };
            assertThat(desk.update()).startsWith("update error");
            desk.tap.spoiling = answer -> answer;
            desk.assertVisit(desk.web.http("new.test", "/"), PAGE);
            desk.assertVisit(desk.web.http("evil.test", "/"), MALWARE);

            desk.stopBrowser();
            desk.start(HOSTS);

            Until.holds("the whole list", desk::update, "success"::equals);
            desk.assertVisit(desk.web.http("new.test", "/"), PHISHING);
            desk.assertVisit(desk.web.http("bank.test", "/"), PHISHING);
            desk.assertVisit(desk.web.http("evil.test", "/"), MALWARE);
        }
    }

    /// Firefox fails open: the guide says so first.
    @Test
    void withoutAnAnswerThePageOpens() throws Exception {
        try (StockFirefox desk = open()) {
            desk.tap.isMute = true;

            desk.assertVisit(desk.web.http("bank.test", "/"), PAGE);

            assertThat(desk.tap.questions()).isNotEmpty();
        }
    }

    @Test
    void anAllowedPageOpens() throws Exception {
        try (StockFirefox desk = desk()) {
            desk.publisher.add("phishing", "wide.test").publish();
            desk.start(HOSTS);
            assertThat(desk.update()).isEqualTo("success");
            desk.assertVisit(desk.web.http("allowed.wide.test", "/"), PHISHING);
            desk.publisher.admin("allow", "add", "allowed.wide.test", "--reason", "ours");
            desk.publisher.publish();

            assertThat(desk.update()).isEqualTo("success");

            desk.assertVisit(desk.web.http("allowed.wide.test", "/"), PAGE);
            desk.assertVisit(desk.web.http("wide.test", "/"), PAGE);
            desk.assertVisit(desk.web.http("bank.test", "/"), PHISHING);
        }
    }

    /// The protocol has no end of a publication: what was listed stays listed.
    @Test
    void anExpiredPublicationStillProtects() throws Exception {
        SetClock clock = new SetClock();
        try (StockFirefox desk = desk(clock)) {
            desk.publisher.stop();
            clock.advance(Duration.ofDays(30));
            desk.publisher.start(); // before the browser, whose own first update would fail, and all others wait then
            desk.start(HOSTS);

            assertThat(desk.update()).isEqualTo("success");

            desk.assertVisit(desk.web.http("bank.test", "/"), PHISHING);
        }
    }
}
