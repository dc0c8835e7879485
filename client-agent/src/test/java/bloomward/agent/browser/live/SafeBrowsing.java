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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Stock Firefox, protected by the gateway: one version of the protocol in each subclass.
@Timeout(Until.TEST_SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SafeBrowsing {

    static final String PHISHING = "deceptiveBlocked";
    static final String MALWARE = "malwareBlocked";
    static final String UNWANTED = "unwantedBlocked";
    static final String PAGE = "start";
    static final List<String> HOSTS = List.of("bank.test", "sub.bank.test", "old.test", "evil.test", "paths.test",
            "good.test", "xn--bcher-kva.test", "wide.test", "allowed.wide.test", "new.test", "junk.test", "exact.test",
            "phishing.listed.bloomward.test", "malware.listed.bloomward.test", "never.unlisted.bloomward.test",
            "127.0.0.1.test");

    private final Speaks speaks;
    private Path folder;
    private StockFirefox desk;

    SafeBrowsing(Speaks speaks) {
        this.speaks = speaks;
    }

    @BeforeAll
    void open(@TempDir Path parent) throws Exception {
        folder = parent;
        desk = openAnother();
    }

    @AfterAll
    void close() throws Exception {
        if (desk != null) { // or the start was skipped
            desk.close();
        }
    }

    private StockFirefox prepare(Clock clock) throws Exception {
        StockFirefox prepared = StockFirefox.prepare(folder, speaks, clock);
        for (String path : List.of("/a/", "/a/b.html", "/a/b/c.html", "/other/", "/page.html", "/%C3%A9/", "/x//y",
                "/q", "/b%3Fc")) {
            prepared.web.page(path, "<title>start</title><p>A page.</p>");
        }
        prepared.publisher.list("phishing").list("malware").list("unwanted");
        prepared.publisher.importing("phishing", """
                bank.test
                old.test
                wide.test
                http://paths.test/a/
                http://paths.test/page.html
                b\u00fccher.test
                """).importing("malware", """
                evil.test
                http://paths.test/%C3%A9/
                http://paths.test/q?u=http://x
                """).importing("unwanted", "junk.test\n").publish();
        return prepared;
    }

    /// One for a case that leaves browser or server in another state.
    private StockFirefox openAnother() throws Exception {
        StockFirefox opened = prepare(Clock.systemUTC());
        opened.start(HOSTS);
        assertThat(opened.update()).isEqualTo("success");
        return opened;
    }

    @Test
    void eachKindOfEntryIsBlocked() throws Exception {
        WebWorld web = desk.web;
        desk.assertVisit(web.http("bank.test", "/"), PHISHING);
        desk.assertVisit(web.http("sub.bank.test", "/other/"), PHISHING);
        desk.assertVisit(web.http("evil.test", "/"), MALWARE);
        desk.assertVisit(web.http("junk.test", "/"), UNWANTED);
        desk.assertVisit(web.http("phishing.listed.bloomward.test", "/"), PHISHING);
        desk.assertVisit(web.http("never.unlisted.bloomward.test", "/"), PAGE);
        desk.assertVisit(web.http("good.test", "/"), PAGE);
        desk.assertVisit(web.http("paths.test", "/a/b/c.html"), PHISHING);
        desk.assertVisit(web.http("paths.test", "/other/"), PAGE);
        desk.assertVisit(web.http("b\u00fccher.test", "/"), PHISHING);
    }

    @Test
    @Tag("long")
    void eachSpellingIsBlocked() throws Exception {
        WebWorld web = desk.web;
        desk.assertVisit(web.http("malware.listed.bloomward.test", "/"), MALWARE);
        desk.assertVisit(web.http("paths.test", "/a/"), PHISHING);
        desk.assertVisit(web.http("paths.test", "/x/../a/b.html"), PHISHING);
        desk.assertVisit(web.http("paths.test", "/page.html"), PHISHING);
        desk.assertVisit(web.http("paths.test", "/\u00e9/"), MALWARE);
        desk.assertVisit(web.http("paths.test", "/%c3%a9/"), MALWARE);
        desk.assertVisit(web.http("paths.test", "/q?u=http://x"), MALWARE);
        desk.assertVisit(web.http("paths.test", "/q?u=other"), PAGE);
        desk.assertVisit(web.http("BANK.test", "/"), PHISHING);
    }

    /// The table of the guide, by the lines of the guide. Nothing leaves this machine: the web is the browser's proxy here, as
    /// private addresses are never listed.
    @Test
    @Tag("long")
    void theTableOfTheGuideIsTrue() throws Exception {
        boolean isPhishing = speaks == Speaks.V5; // the list decides about nothing but the words, so each gets one version
        String list = isPhishing ? "phishing" : "malware";
        String warning = isPhishing ? PHISHING : MALWARE;
        List<AddressTable.Row> rows = AddressTable.rows();
        assertThat(rows).hasSizeGreaterThan(50);
        try (StockFirefox own = StockFirefox.prepare(folder, speaks, Clock.systemUTC())) {
            own.web.pageElsewhere("<title>start</title><p>A page.</p>");
            own.publisher.list(list);
            own.publisher.listing(list, rows).publish();
            own.start(HOSTS, StockFirefox.preferences(speaks, own.tap.address()) + """
                    user_pref("network.proxy.type", 1);
                    user_pref("network.proxy.http", "127.0.0.1");
                    user_pref("network.proxy.http_port", %s);
                    """.formatted(own.web.http("x", "").replaceFirst(".*:", "")));
            assertThat(own.update()).isEqualTo("success");

            List<String> differ = new ArrayList<>();
            for (AddressTable.Row row : rows) {
                boolean isListed = row.warns(speaks == Speaks.V5 ? AddressTable.FIREFOX_5 : AddressTable.FIREFOX_4);
                String seen = own.visit(row.visited());
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
    @Tag("long")
    void thePoliciesOfTheGuideSuffice() throws Exception {
        try (StockFirefox own = prepare(Clock.systemUTC())) {
            own.machine.write("/etc/firefox/policies/policies.json", StockFirefox.policies(own.tap.address()));
            own.start(HOSTS,
                    speaks == Speaks.V5
                            ? ""
                            : "user_pref(\"browser.safebrowsing.provider.google5.enabled\", false);\n");

            assertThat(own.update()).isEqualTo("success");

            own.assertVisit(own.web.http("bank.test", "/"), PHISHING);
            own.assertVisit(own.web.http("phishing.listed.bloomward.test", "/"), PHISHING);
            own.assertVisit(own.web.http("good.test", "/"), PAGE);
        }
    }

    /// The pictures lie in `target/screenshots`.
    @Test
    @Tag("long")
    void aPersonSeesARedPage() throws Exception {
        for (String host : List.of("bank.test", "evil.test")) {
            Tab tab = desk.browser().open("about:blank");
            tab.show(1280, 800, false);
            StockFirefox.go(tab, desk.web.http(host, "/"));
            String reason = Until.holds("the warning", () -> StockFirefox.seen(tab), each -> each.endsWith("Blocked"));
            tab.screenshot(Path.of("target/screenshots", "firefox-" + speaks + "-" + reason + ".png"));
            assertThat(tab.text()).isNotEmpty();
            tab.close();
        }
    }

    /// The only update of this browser beside its first: Firefox asks four times in an hour at most.
    @Test
    void anUpdateAddsRemovesAndAllows() throws Exception {
        desk.assertVisit(desk.web.http("old.test", "/"), PHISHING);
        desk.assertVisit(desk.web.http("new.test", "/"), PAGE);
        desk.assertVisit(desk.web.http("allowed.wide.test", "/"), PHISHING);
        desk.publisher.add("phishing", "new.test");
        desk.publisher.admin("remove", "phishing", "old.test");
        desk.publisher.admin("allow", "add", "allowed.wide.test", "--reason", "ours");
        desk.publisher.publish();
        int before = desk.tap.updates().size();

        assertThat(desk.update()).isEqualTo("success");

        assertThat(desk.tap.updates()).hasSizeGreaterThan(before);
        desk.assertVisit(desk.web.http("new.test", "/"), PHISHING);
        desk.assertVisit(desk.web.http("old.test", "/"), PAGE);
        desk.assertVisit(desk.web.http("allowed.wide.test", "/"), PAGE);
        desk.assertVisit(desk.web.http("wide.test", "/"), PAGE);
        desk.assertVisit(desk.web.http("bank.test", "/"), PHISHING);
        desk.assertVisit(desk.web.http("evil.test", "/"), MALWARE);
    }

    @Test
    @Tag("long")
    void aRestartKeepsTheLists() throws Exception {
        try (StockFirefox own = openAnother()) {
            own.assertVisit(own.web.http("bank.test", "/"), PHISHING);
            own.stopBrowser();
            int before = own.tap.updates().size();

            own.start(HOSTS);

            Until.holds("the list of the disk", () -> own.visit(own.web.http("bank.test", "/")), PHISHING::equals);
            assertThat(own.tap.updates()).hasSize(before);
        }
    }

    /// Firefox takes nothing of an update whose checksum is wrong, and keeps the other lists; but of the one that was to change it has
    /// nothing until it starts anew, and then fetches it whole.
    @Test
    @Tag("long")
    void aBrokenChecksumCostsOneListUntilTheNextStart() throws Exception {
        try (StockFirefox own = openAnother()) {
            own.assertVisit(own.web.http("bank.test", "/"), PHISHING);
            own.publisher.add("phishing", "new.test").publish();
            own.tap.spoiling = answer -> {
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
            assertThat(own.update()).startsWith("update error");
            own.tap.spoiling = answer -> answer;
            own.assertVisit(own.web.http("new.test", "/"), PAGE);
            own.assertVisit(own.web.http("evil.test", "/"), MALWARE);

            own.stopBrowser();
            own.start(HOSTS);

            Until.holds("the whole list", own::update, "success"::equals);
            own.assertVisit(own.web.http("new.test", "/"), PHISHING);
            own.assertVisit(own.web.http("bank.test", "/"), PHISHING);
            own.assertVisit(own.web.http("evil.test", "/"), MALWARE);
        }
    }

    /// Firefox fails open: the guide says so first.
    @Test
    @Tag("long")
    void withoutAnAnswerThePageOpens() throws Exception {
        try (StockFirefox own = openAnother()) {
            own.tap.isMute = true;

            own.assertVisit(own.web.http("bank.test", "/"), PAGE);

            assertThat(own.tap.questions()).isNotEmpty();
        }
    }

    /// The protocol has no end of a publication: what was listed stays listed.
    @Test
    @Tag("long")
    void anExpiredPublicationStillProtects() throws Exception {
        SetClock clock = new SetClock();
        try (StockFirefox own = prepare(clock)) {
            own.publisher.stop();
            clock.advance(Duration.ofDays(30));
            own.publisher.start(); // before the browser, whose own first update would fail, and all others wait then
            own.start(HOSTS);

            assertThat(own.update()).isEqualTo("success");

            own.assertVisit(own.web.http("bank.test", "/"), PHISHING);
        }
    }
}
