package bloomward.agent.browser.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.publisher.Publisher;
import bloomward.format.testing.Needs;
import bloomward.server.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A desktop on which nothing is installed: Firefox as it comes, and a server that serves Safe Browsing. It is pointed there by
/// preferences, or by the policies of its administrator.
final class StockFirefox implements AutoCloseable {

    /// The version of the protocol that the browser speaks.
    enum Speaks {
        V4, V5
    }

    /// What a test driver's own preferences switch off, and nothing beyond.
    private static final String ON = """
            user_pref("remote.prefs.recommended", false);
            user_pref("browser.safebrowsing.malware.enabled", true);
            user_pref("browser.safebrowsing.phishing.enabled", true);
            user_pref("browser.safebrowsing.downloads.enabled", true);
            user_pref("network.dns.forceResolve", "");
            user_pref("network.dns.localDomains", "LOCAL");
            """;

    private final Path folder;
    private final Speaks speaks;
    final Machine machine;
    final Publisher publisher;
    final GatewayTap tap;
    final WebWorld web;
    private Optional<Firefox> browser = Optional.empty();

    private StockFirefox(Path folder, Speaks speaks, Clock clock) throws Exception {
        this.folder = folder;
        this.speaks = speaks;
        this.machine = Machine.start(folder.resolve("layers"));
        this.publisher = Publisher.start(folder.resolve("server"), clock);
        publisher.stop();
        Files.writeString(publisher.data().resolve(Settings.FILE_NAME), "safe-browsing = true\n");
        publisher.start();
        this.tap = GatewayTap.before(() -> publisher.address());
        this.web = WebWorld.start();
    }

    static StockFirefox prepare(Path parent, Speaks speaks, Clock clock) throws Exception {
        Needs.programs("firefox-esr");
        return new StockFirefox(Files.createTempDirectory(parent, "s").toRealPath(), speaks, clock);
    }

    /// The lines of the guide for `user.js`, with another address.
    static String preferences(Speaks speaks, String address) throws IOException {
        return block("js", speaks == Speaks.V5 ? 0 : 1, address);
    }

    /// The policies of the guide, with another address.
    static String policies(String address) throws IOException {
        return block("json", 0, address);
    }

    private static String block(String language, int number, String address) throws IOException {
        List<String> blocks = Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$")
                .matcher(Files.readString(Path.of("../update-server/SAFE-BROWSING.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
        return blocks.get(number).replace("https://lists.example", address);
    }

    /// Starts the browser; a second start finds what the first one left.
    ///
    /// @param hosts that are on this machine
    Firefox start(List<String> hosts) throws IOException, InterruptedException {
        return start(hosts, preferences(speaks, tap.address()));
    }

    /// @param preferences that point it to the server
    Firefox start(List<String> hosts, String preferences) throws IOException, InterruptedException {
        Firefox started = Firefox.start(machine, folder.resolve("home"), "stock",
                ON.replace("LOCAL", String.join(",", hosts)) + preferences, List.of());
        browser = Optional.of(started);
        return started;
    }

    Firefox browser() {
        return browser.orElseThrow();
    }

    void stopBrowser() {
        browser.ifPresent(Firefox::close);
        browser = Optional.empty();
    }

    /// Has the lists of the provider updated now, as the button of `about:url-classifier` does.
    ///
    /// @return `success`, or what went wrong
    String update() throws IOException, InterruptedException {
        return browser().evaluateInBrowser("""
                new Promise(done => {
                  const seen = { observe(subject, topic, data) {
                    Services.obs.removeObserver(seen, topic);
                    done(data);
                  } };
                  Services.obs.addObserver(seen, 'safebrowsing-update-finished');
                  const manager = Cc['@mozilla.org/url-classifier/listmanager;1'].getService(Ci.nsIUrlListManager);
                  if (!manager.forceUpdates(Services.prefs.getCharPref('browser.safebrowsing.provider.PROVIDER.lists'))) {
                    Services.obs.removeObserver(seen, 'safebrowsing-update-finished');
                    done('backs off');
                  }
                })""".replace("PROVIDER", speaks == Speaks.V5 ? "google5" : "google4")).asText();
    }

    /// What a person finds at an address: the red page with its reason, or the page itself.
    String visit(String url) throws Exception {
        Tab tab = browser().open("about:blank");
        try {
            go(tab, url);
            return Until.holds("an end of " + url, () -> seen(tab), each -> !each.isEmpty());
        } finally {
            tab.close();
        }
    }

    /// Goes there. That the browser stops the page is an error to its driver, and none to us.
    static void go(Tab tab, String url) throws IOException, InterruptedException {
        try {
            tab.go(url);
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).matches("(?s).*NS_ERROR_(PHISHING|MALWARE|UNWANTED)_URI.*")) {
                throw e;
            }
        }
    }

    /// `deceptiveBlocked`, `malwareBlocked`, `unwantedBlocked`, the title of a page, an error page, or nothing yet.
    static String seen(Tab tab) throws IOException, InterruptedException {
        String document = tab.evaluate("document.documentURI").asText();
        if (document.startsWith("about:blocked?e=")) {
            return document.substring("about:blocked?e=".length()).replaceFirst("&.*", "");
        }
        if (document.startsWith("about:neterror")) {
            return document.replaceFirst("&.*", "");
        }
        return document.startsWith("about:") ? "" : tab.title();
    }

    void assertVisit(String url, String expected) throws Exception {
        assertThat(visit(url)).as(url).isEqualTo(expected);
    }

    URI address() {
        return publisher.address();
    }

    Path folder() {
        return folder;
    }

    @Override
    public void close() throws IOException {
        stopBrowser();
        tap.close();
        web.close();
        publisher.close();
        machine.close();
    }
}
