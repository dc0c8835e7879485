package bloomward.server.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.server.admin.Refusal;
import bloomward.server.cli.FakeServer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The client against a real server on the loopback that answers as none of ours would.
final class ApiHttpTest {

    private static final ApiPath LISTS = ApiPath.of("lists");
    private static final String ROUTE = "GET /admin/v1/lists";

    private final FakeServer server = new FakeServer();
    private final HttpClient http = HttpClient.newHttpClient();
    private final ApiHttp api = new ApiHttp(http, ServerAddress.parse(server.address()).orElseThrow(), "secret");

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    @Test
    void sendsTheTokenAndReadsTheRecord() throws Exception {
        server.answers(ROUTE, "{\"a\":1}");
        assertThat(api.get(LISTS, JsonNode.class).path("a").asInt()).isEqualTo(1);
        assertThat(server.asked()).singleElement()
                .satisfies(asked -> assertThat(asked.headers()).containsEntry("authorization", "Bearer secret"));
    }

    @Test
    void handsOnTheReasonOfARefusal() {
        server.refuses(ROUTE, 403, "forbidden", "requires the role editor");
        assertThatExceptionOfType(ServerProblemException.class).isThrownBy(() -> api.get(LISTS, JsonNode.class))
                .satisfies(e -> {
                    assertThat(e.problem().words()).isEqualTo("requires the role editor");
                    assertThat(e.problem().knownCode()).contains(Refusal.Code.FORBIDDEN);
                });
    }

    @Test
    void takesNoWebPageForAnAnswer() {
        server.answers(ROUTE, 200, "text/html", "<html>log in</html>");
        assertThatExceptionOfType(UnreachableException.class).isThrownBy(() -> api.get(LISTS, JsonNode.class))
                .withMessageContaining(server.address());
        server.answers(ROUTE, 502, "text/html", "<html>bad gateway</html>");
        assertThatExceptionOfType(UnreachableException.class).isThrownBy(() -> api.get(LISTS, JsonNode.class))
                .withMessage(server.address() + ": not a Bloomward server; it answers 502 without a reason");
    }

    @Test
    void takesNoBrokenRecordForAnAnswer() {
        server.answers(ROUTE, "{\"a\":");
        assertThatExceptionOfType(UnreachableException.class).isThrownBy(() -> api.get(LISTS, JsonNode.class))
                .withMessageContaining("the answer is not from a Bloomward server");
    }

    @Test
    void followsNoRedirect() {
        server.answers(ROUTE, 302, "text/plain", "");
        assertThatExceptionOfType(UnreachableException.class).isThrownBy(() -> api.get(LISTS, JsonNode.class))
                .withMessage(server.address()
                        + ": redirects to https://elsewhere.example/; use the address of the API itself");
    }
}
