package bloomward.agent.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.live.Browser;
import bloomward.agent.browser.live.Until;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Sessions, tabs and texts of strangers, where only a real browser can tell.
@Timeout(240)
abstract class ConsoleSessions extends AtTheOffice {

    ConsoleSessions(Browser.Kind kind) {
        super(kind);
    }

    /// Browsers send a cookie to every port of a host, so another program of this machine gets it. Without the key of the page
    /// it opens nothing; and the page of that port can neither read the key nor use the session.
    @Test
    void aThiefOnAnotherPortGetsACookieThatOpensNothing() throws Exception {
        Person ada = office.person("ada", "admin");
        assertThat(ada.tab.evaluate("document.cookie").asText()).isEmpty();
        String key = ada.tab.evaluate("sessionStorage.getItem('bloomward-key')").asText();
        List<String> stolen = new CopyOnWriteArrayList<>();
        HttpServer thief = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        thief.createContext("/", exchange -> {
            stolen.addAll(exchange.getRequestHeaders().getOrDefault("Cookie", List.of()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        thief.start();
        try {
            Person lured = ada.another();
            lured.tab.go("http://127.0.0.1:" + thief.getAddress().getPort() + "/");
            Until.is("the stolen cookie", () -> !stolen.isEmpty());
            assertThat(status(stolen.getFirst(), "")).isEqualTo(401);
            assertThat(status("", key)).isEqualTo(401);
            assertThat(status(stolen.getFirst(), key)).as("both together, as the page has them").isEqualTo(200);
            Until.is("the other port's page", () -> lured.tab.address().contains(":" + thief.getAddress().getPort()));
            assertThat(lured.tab.evaluate("sessionStorage.getItem('bloomward-key')").isNull()).isTrue();
            String question = "fetch('%s', {credentials: 'include', mode: 'no-cors'}).then(a => a.type, () => 'refused')"
                    .formatted(office.publisher.adminAddress().resolve("/admin/v1/lists"));
            assertThat(lured.tab.evaluate(question).asText()).isIn("opaque", "refused");
        } finally {
            thief.stop(0);
        }
    }

    private int status(String cookie, String key) throws Exception {
        URI whoami = office.publisher.adminAddress().resolve("/admin/v1/whoami");
        HttpRequest question = HttpRequest.newBuilder(whoami)
                .header("Cookie", cookie)
                .header("X-Bloomward-Key", key)
                .header("Sec-Fetch-Site", "same-origin")
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(question, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void anEndedSessionLosesNothingThatWasTyped() throws Exception {
        office.publisher.list("scam");
        Person ada = office.person("ada", "admin").open("lists/scam").click("Add entries");
        ada.fill("URLs, hosts or expressions", "typed.evil.example").fill("Reason (optional)", "seen by hand");
        office.publisher.stop(); // forgets all sessions
        office.publisher.start();
        ada.click("Add entries").sees("Sign in again");
        ada.signInAgain();
        ada.sees("scam: +1 −0 in the draft");
        assertThat(office.publisher.admin("diff", "scam")).contains("typed.evil.example");
    }

    @Test
    void typedTextSurvivesAReload() throws Exception {
        office.publisher.list("scam");
        Person ada = office.person("ada", "admin").open("lists/scam").click("Add entries");
        ada.fill("URLs, hosts or expressions", "kept.evil.example");
        ada.tab.evaluate("document.title = 'before'");
        ada.tab.reload();
        Until.is("the page anew",
                () -> ada.has("document.title !== 'before' && document.querySelector('.steps, .empty')"));
        ada.click("Add entries");
        Until.is("the text", () -> ada.has("document.querySelector('dialog textarea').value === 'kept.evil.example'"));
    }

    @Test
    void aRevokedTokenEndsItsSessionAtOnce() throws Exception {
        Person rita = office.person("rita", "reader").open("feeds");
        String id = office.admin("token", "list").get("tokens").get(1).get("id").asText();
        office.publisher.admin("token", "revoke", id);
        rita.tab.evaluate("void (location.hash = '#/holds')");
        rita.sees("Sign in again");
        rita.signInRefused().sees("This token is not known here, or it was revoked.");
    }

    /// Six streams would use up the connections that a browser opens to a server; six tabs have one.
    @Test
    void sixTabsShareASessionAndAStream() throws Exception {
        office.publisher.list("scam");
        Person first = office.person("ada", "admin").open("overview");
        List<Person> all = new ArrayList<>(List.of(first));
        for (int i = 0; i < 5; i++) {
            Person other = first.another();
            Until.is("a shell without signing in", () -> other.has("document.querySelector('#nav')"));
            all.add(other.open("overview"));
        }
        office.publisher.add("scam", "evil.example");
        for (Person each : all) {
            each.sees("scam: 1 change is not published");
        }
        first.click("Sign out");
        for (Person each : all.subList(1, all.size())) {
            office.turnTo(each);
            Until.is("the sign-in", () -> each.has("document.querySelector('.card [type=\"password\"]')"));
        }
    }

    @Test
    void aPageCatchesUpAfterTheServerWasAway() throws Exception {
        office.publisher.list("scam");
        Person ada = office.person("ada", "admin").open("overview").sees("scam");
        office.publisher.stop();
        ada.sees("The server does not answer at the moment.");
        office.publisher.start();
        ada.seesNot("The server does not answer at the moment.").sees("Your session has ended.");
        office.publisher.add("scam", "evil.example");
        ada.tab.evaluate("void (location.hash = '#/lists')");
        ada.signInAgain();
        ada.open("overview").sees("scam: 1 change is not published");
        office.publisher.add("scam", "more.example");
        ada.sees("scam: 2 changes are not published");
    }

    /// Whatever strangers write is text: markup does nothing, and what hides or turns text is spelt out.
    @Test
    void hostileTextIsOnlyText() throws Exception {
        String hostile = "<img src=x onerror=alert(1)>\u202Egpj.exe\u200B";
        String lengthy = "n".repeat(4000);
        office.publisher.list("scam");
        office.publisher.admin("list", "rename-title", "scam", "<b>bold</b>");
        office.publisher.admin("add", "scam", "evil.example/<script>alert(1)</script>?q=%00", "--reason", hostile);
        office.publisher.admin("add", "scam", "long.example/" + "a".repeat(4000));
        office.publisher.admin("allow", "add", "good.example", "--reason", hostile);
        office.publisher.importing("scam", "kraken.com\n");
        for (String url : List.of("http://evil.example/%3Cb%3E", "http://x.evil.example/" + "p".repeat(1800))) {
            Reports.send(office, url, hostile, "wrong");
        }
        Person ada = office.person("ada", "admin");
        for (String route : List.of("overview", "lists", "lists/scam", "lists/scam?tab=entries", "lists/scam?tab=about",
                "holds", "allow", "reports", "audit", "access", "lists/" + lengthy, "%3Cscript%3E")) {
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
        office.publisher.list("scam").add("scam", "evil.example").publish().add("scam", "more.example");
        office.publisher.importing("scam", "kraken.com\n");
        Person ada = office.person("ada", "admin");
        for (String route : Routes.ALL) {
            ada.open(route);
        }
        ada.open("nowhere").sees("No such page");
        assertThat(office.browser.console()).isEmpty();
        if (kind == Browser.Kind.CHROMIUM) { // Firefox tells errors of scripts, but no violations, over its protocol
            ada.tab.evaluate("void document.body.appendChild(document.createElement('script')).append('1')");
            Until.is("a violation in the log", () -> !office.browser.console().isEmpty());
        }
    }
}
