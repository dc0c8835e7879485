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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// What a browser decides: whom it sends a cookie, and what a tab keeps.
abstract class ConsoleDifferences extends AtTheOffice {

    ConsoleDifferences(Browser.Kind kind) {
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
    void typedTextSurvivesAReload() throws Exception {
        office.publisher.list("kept");
        Person ada = office.person("ada", "admin").open("lists/kept").click("Add entries");
        ada.fill("URLs, hosts or expressions", "kept.evil.example");
        ada.tab.evaluate("document.title = 'before'");
        ada.tab.reload();
        Until.is("the page anew",
                () -> ada.has("document.title !== 'before' && document.querySelector('.steps, .empty')"));
        ada.click("Add entries");
        Until.is("the text", () -> ada.has("document.querySelector('dialog textarea').value === 'kept.evil.example'"));
    }
}
