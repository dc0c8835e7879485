package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Somebody reports, the publisher decides and publishes, and the one who reported learns it.
final class ReportsTest extends OfficeDay {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private HttpResponse<String> report(int number, String kind, String url, String comment) throws Exception {
        String body = JSON.createObjectNode()
                .put("v", 1)
                .put("number", number(number))
                .put("kind", kind)
                .put("url", url)
                .put("comment", comment)
                .put("verdict", "listed")
                .put("list", "phishing")
                .put("expression", "shop.example/")
                .put("version", 1)
                .toString();
        URI uri = at.publicUri().resolve("/v1/report");
        return at.send(HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private static String number(int number) {
        return "%032x".formatted(number);
    }

    private String state(int number) throws Exception {
        HttpResponse<String> answer = at
                .send(HttpRequest.newBuilder(at.publicUri().resolve("/v1/report/" + number(number))).build());
        assertThat(answer.statusCode()).isEqualTo(200);
        return JSON.readTree(answer.body()).get("state").asText();
    }

    private boolean isPublished(String expression) throws Exception {
        Agent agent = new Agent(at);
        return agent.finds(agent.poll("phishing"), expression);
    }

    @Test
    void aWrongBlockIsReportedCorrectedAndPublished() throws Exception {
        createWith("phishing", "shop.example", "evil.example");
        publish();
        assertThat(isPublished("shop.example/")).isTrue();
        assertThat(report(1, "wrong", "https://shop.example/a?b", "our own").statusCode()).isEqualTo(201);
        assertThat(report(2, "wrong", "https://shop.example/a?b", "").statusCode()).isEqualTo(201);

        JsonNode open = at.json("reports", "list").get("reports");
        assertThat(open).hasSize(1);
        assertThat(open.get(0).get("count").asInt()).isEqualTo(2);
        String id = open.get(0).get("id").asText();
        assertThat(at.admin("reports", "show", id).done().out()).contains("blocked by mistake", "our own", "2, first")
                .doesNotContain(number(1));

        assertThat(at.answering("n").admin("reports", "accept", id).refused().err())
                .contains("remove host shop.example/ from phishing");
        assertThat(state(1)).isEqualTo("received");
        at.answering("y").admin("reports", "accept", id, "--reason", "is ours").done();
        assertThat(state(1)).isEqualTo("accepted");
        publish();
        assertThat(state(1)).isEqualTo("published");
        assertThat(state(2)).isEqualTo("published");
        assertThat(isPublished("shop.example/")).isFalse();
        assertThat(isPublished("evil.example/")).isTrue();
        assertThat(at.json("reports", "list", "--state", "accepted").at("/reports/0/state").asText())
                .isEqualTo("published");
        assertThat(at.admin("audit", "verify").done().out()).isNotEmpty();
    }

    @Test
    void aMissedPageIsHeldReleasedAndPublished() throws Exception {
        createWith("phishing", "evil.example");
        report(1, "missed", "https://wikipedia.org", "");
        JsonNode held = at.json("reports", "accept", "1", "--yes").at("/outcomes/0");
        assertThat(held.get("outcome").asText()).isEqualTo("held");
        assertThat(at.admin("reports", "list").done().out()).contains("held");
        at.admin("holds", "release", held.get("hold").asText(), "--reason", "really").done();
        publish();
        assertThat(state(1)).isEqualTo("published");
        assertThat(isPublished("wikipedia.org/")).isTrue();
    }

    @Test
    void reportsAreSearchedAndPutTogetherByHost() throws Exception {
        report(1, "wrong", "https://shop.example/a", "ours");
        report(2, "missed", "https://bait.example/", "");
        report(3, "wrong", "https://shop.example/b", "");
        JsonNode groups = at.json("reports", "list", "--by-host");
        assertThat(groups.at("/groups/0/host").asText()).isEqualTo("shop.example");
        assertThat(groups.at("/groups/0/ids")).hasSize(2);
        assertThat(at.admin("reports", "list", "--by-host", "--limit", "1").done().out()).contains("shop.example",
                "1 3", "and 1 more host");
        assertThat(at.admin("reports", "list", "--search", "BAIT").done().out()).contains("bait.example")
                .doesNotContain("shop");
    }

    @Test
    void whatIsRefusedEndsWithItsExitCode() throws Exception {
        createWith("phishing", "evil.example");
        report(1, "wrong", "https://gone.example/", "");
        assertThat(at.admin("reports", "accept", "1", "--yes").refused().out()).contains("refused", "corrected");
        assertThat(at.admin("reports", "accept", "7", "--yes").failed().err()).contains("no open report 7");
        assertThat(at.admin("reports", "accept", "1").failed().err()).contains("--yes");
        assertThat(at.admin("reports", "reject", "1", "--reason", " ").failed().err()).contains("--reason");
        at.admin("reports", "reject", "1", "--reason", "was never listed").done();
        assertThat(state(1)).isEqualTo("rejected");
        assertThat(at.admin("reports", "list").done().out()).isEqualTo("no reports\n");
    }

    /// A stranger's text moves no cursor of the person who reads it.
    @Test
    void hostileTextsAreShownHarmlessly() throws Exception {
        createWith("phishing", "evil.example");
        assertThat(report(1, "wrong", "https://evil.example/\u202ecod.exe", "\u202e\u2066a\nb\u00a0").statusCode())
                .isEqualTo(201);
        String shown = at.admin("reports", "list").done().out() + at.admin("reports", "show", "1").done().out();
        assertThat(shown).doesNotContain("\u202e").doesNotContain("\u2066").contains("\\u202e");
        assertThat(shown.lines()).noneMatch(line -> line.startsWith("b"));
        assertThat(at.admin("reports", "show", "1", "-o", "json").done().out()).doesNotContain("\u202e");
    }

    @Test
    void figuresTellWhatWaits() throws Exception {
        createWith("phishing", "evil.example");
        report(1, "wrong", "https://evil.example/", "");
        report(1, "wrong", "https://evil.example/", "");
        assertThat(at.admin("reports", "list").done().out()).doesNotContain("waited");
        at.clock().advance(Duration.ofDays(3));
        assertThat(at.admin("reports", "list").done().out()).contains("somebody has waited for 3 days");
        String metrics = at.askAdmin("/metrics").body();
        assertThat(metrics).contains("bloomward_reports_open{kind=\"wrong\"} 1.0")
                .contains("bloomward_reports_open{kind=\"missed\"} 0.0")
                .contains("bloomward_reports_received_total{outcome=\"received\"} 1.0")
                .contains("bloomward_reports_received_total{outcome=\"repeated\"} 1.0")
                .contains("bloomward_reports_received_total{outcome=\"limited\"} 0.0")
                .contains("bloomward_reports_oldest_open_seconds 259200.0");
    }
}
