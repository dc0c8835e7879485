package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// `explain` beside the answers of an agent: now, and after the next publication.
final class ExplainTest extends OfficeDay {

    private static final String URL = "http://bad.example/";

    private JsonNode explain() {
        return at.json("explain", URL);
    }

    private void says(String now, String next) throws Exception {
        JsonNode explained = explain();
        assertThat(explained.get("now").asText()).as("now").isEqualTo(now);
        assertThat(explained.get("next").asText()).as("next").isEqualTo(next);
        assertThat(at.admin("explain", URL).done().out())
                .contains("agents say now: " + now + "; after the next publication: " + next);
        assertThat(agentSays()).isEqualTo(now);
    }

    /// The answer of an agent that polls now.
    private String agentSays() throws Exception {
        Agent agent = new Agent(at);
        boolean isListed = agent.finds(agent.poll("phishing"), "bad.example/");
        boolean isAllowed = agent.allowed(agent.poll()).contains("bad.example/".getBytes(US_ASCII));
        return !isListed ? "clean" : isAllowed ? "allowed" : "listed";
    }

    private JsonNode match(String state) {
        for (JsonNode match : explain().get("matches")) {
            if (match.get("state").asText().equals(state)) {
                return match;
            }
        }
        throw new AssertionError("no match is " + state + ": " + explain());
    }

    @Test
    void anAllowEntryCountsFromItsPublicationOn() throws Exception {
        createWith("phishing", "bad.example");
        publish();
        says("listed", "listed");
        assertThat(at.admin("allow", "add", "bad.example", "--reason", "complaint 17").out()).contains("held");
        says("listed", "listed");
        at.admin("holds", "release", "1", "--reason", "looked at it").done();
        says("listed", "allowed");
        assertThat(explain().get("isAllowed").asBoolean()).isFalse();
        assertThat(match("allowed-in-draft").get("reason").asText()).isEqualTo("complaint 17");
        publish();
        says("allowed", "allowed");
        assertThat(explain().get("isAllowed").asBoolean()).isTrue();
        match("allowed");
        at.admin("allow", "remove", "bad.example").done();
        says("allowed", "listed");
        match("allowed-until-published");
        publish();
        says("listed", "listed");
    }

    @Test
    void entriesAndAllowEntriesEndWithTheNextPublication() throws Exception {
        createWith("phishing", "other.example");
        at.admin("add", "phishing", "bad.example", "--expires", "2d").done();
        publish();
        says("listed", "listed");
        at.clock().advance(Duration.ofDays(3));
        assertThat(explain().get("now").asText()).isEqualTo("listed");
        assertThat(explain().get("next").asText()).isEqualTo("clean");
        publish();
        says("clean", "clean");
    }

    @Test
    void anEntryOfTheDraftIsListedLater() throws Exception {
        createWith("phishing", "other.example");
        publish();
        add("phishing", "bad.example");
        says("clean", "listed");
    }

    @Test
    void namesThePersonTimeAndReasonOfARemoval() throws Exception {
        createWith("phishing", "bad.example", "other.example");
        publish();
        at.admin("remove", "phishing", "bad.example", "--reason", "case 4711 is closed").done();
        says("listed", "clean");
        JsonNode leaving = match("leaving");
        assertThat(leaving.get("decidedBy").asText()).isEqualTo("admin");
        assertThat(leaving.get("decidedAt").asText()).isEqualTo(at.clock().instant().toString());
        assertThat(leaving.get("decisionReason").asText()).contains("case 4711 is closed");
        publish();
        assertThat(match("removed").get("decisionReason").asText()).contains("case 4711 is closed");
        assertThat(at.admin("explain", URL).done().out()).contains("removed 20", "by admin: ", "case 4711 is closed");
    }

    @Test
    void namesThePersonTimeAndReasonOfARejection() {
        createWith("phishing", "other.example");
        assertThat(at.admin("add", "phishing", "google.com").out()).contains("held: popular-host 1");
        at.clock().advance(Duration.ofHours(5));
        at.admin("holds", "reject", "1", "--reason", "a search engine").done();
        JsonNode rejected = at.json("explain", "https://google.com/").at("/matches/0");
        assertThat(rejected.get("state").asText()).isEqualTo("rejected");
        assertThat(rejected.get("decidedBy").asText()).isEqualTo("admin");
        assertThat(rejected.get("decidedAt").asText()).isEqualTo(at.clock().instant().toString());
        assertThat(rejected.get("decisionReason").asText()).isEqualTo("a search engine");
        assertThat(at.admin("explain", "https://google.com/").done().out()).contains("rejected 20",
                "by admin: a search engine");
    }
}
