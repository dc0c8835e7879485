package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A list with `--review`, Alice who changes and publishes it, and Bob who approves. Both ask the Admin API as any program
/// can, so nothing that only the command line does protects the list.
abstract class TwoPersons {

    /// The seed of the list's keys, so that each run has the same ones.
    static final String SEED = "5eed5eed5eed5eed";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder;

    Installation at;
    Path alice;
    Path bob;

    /// An answer of the API.
    record Reply(String request, int status, JsonNode body) {

        JsonNode done() {
            assertThat(status).as("%s: %s", request, body).isBetween(200, 299);
            return body;
        }

        /// The detail of the problem that it must be.
        String refused(int expected, String code) {
            assertThat(status).as("%s: %s", request, body).isEqualTo(expected);
            assertThat(body.path("code").asText()).as("%s: %s", request, body).isEqualTo(code);
            return body.path("detail").asText();
        }
    }

    @BeforeEach
    void start() throws Exception {
        at = Installation.start(folder);
        at.admin("list", "create", "phishing", "--category", "phishing", "--review", "--seed", SEED).done();
        alice = at.token("alice", "publisher");
        bob = at.token("bob", "reviewer");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    Reply get(Path token, String path) throws Exception {
        return send("GET " + path, request(token, path).build());
    }

    Reply post(Path token, String path, String json) throws Exception {
        return send("POST " + path,
                request(token, path).header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json))
                        .build());
    }

    Reply importLines(Path token, String query, String... lines) throws Exception {
        return send("POST imports?" + query,
                request(token, "/lists/phishing/imports?" + query).header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString(String.join("\n", lines) + "\n"))
                        .build());
    }

    Reply importAllowed(Path token, String query, String... lines) throws Exception {
        return send("POST allowed/imports?" + query,
                request(token, "/allowed/imports?" + query).header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString(String.join("\n", lines) + "\n"))
                        .build());
    }

    private HttpRequest.Builder request(Path token, String path) throws Exception {
        URI uri = at.adminUri().resolve("/admin/v1" + path);
        return HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + Files.readString(token).strip());
    }

    private Reply send(String request, HttpRequest asked) throws Exception {
        HttpResponse<String> answer = at.send(asked);
        return new Reply(request, answer.statusCode(),
                answer.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(answer.body()));
    }

    /// Adds entries with terms.
    Reply addWith(Path token, String expires, String reason, String... words) throws Exception {
        return post(token, "/lists/phishing/entries",
                JSON.createObjectNode()
                        .put("scope", "auto")
                        .put("reason", reason)
                        .put("expires", expires)
                        .set("urls", JSON.valueToTree(List.of(words)))
                        .toString());
    }

    Reply add(Path token, String... words) throws Exception {
        return addWith(token, "", "", words);
    }

    Reply allow(Path token, String expires, String word) throws Exception {
        return allowFor(token, "", expires, word);
    }

    /// @param list empty for every list
    Reply allowFor(Path token, String list, String expires, String word) throws Exception {
        return post(token, "/allowed", "{\"urls\":[\"" + word + "\"],\"scope\":\"auto\",\"reason\":\"r\",\"expires\":\""
                + expires + "\",\"list\":\"" + list + "\",\"name\":\"\"}");
    }

    Reply release(Path token, long hold) throws Exception {
        return post(token, "/holds/decisions",
                "{\"ids\":[" + hold + "],\"all\":false,\"list\":\"\",\"source\":\"\",\"heldFor\":\"\",\"upTo\":0,"
                        + "\"release\":true,\"reason\":\"r\"}");
    }

    /// The numbers of the open holds.
    List<Long> open() throws Exception {
        List<Long> ids = new ArrayList<>();
        get(bob, "/holds").done().get("holds").forEach(hold -> ids.add(hold.get("id").asLong()));
        return ids;
    }

    Reply disallow(Path token, String word) throws Exception {
        return post(token, "/allowed/removals",
                "{\"urls\":[\"" + word + "\"],\"scope\":\"auto\",\"reason\":\"\",\"list\":\"\",\"name\":\"\"}");
    }

    Reply remove(Path token, String word) throws Exception {
        return post(token, "/lists/phishing/removals",
                "{\"urls\":[\"" + word + "\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}");
    }

    /// The draft as `diff` shows it.
    JsonNode diff(Path token) throws Exception {
        return get(token, "/diff?list=phishing").done().at("/lists/0");
    }

    /// The digest of the draft that is shown.
    String draft(Path token) throws Exception {
        String digest = diff(token).path("draft").asText();
        assertThat(digest).matches("[0-9a-f]{64}");
        return digest;
    }

    Reply approve(Path token, String draft) throws Exception {
        return post(token, "/lists/phishing/approvals", "{\"draft\":\"" + draft + "\"}");
    }

    /// Looks, and approves the draft that is shown.
    Reply approve(Path token) throws Exception {
        return approve(token, draft(token));
    }

    Reply publish(Path token, String... drafts) throws Exception {
        ObjectNode asked = JSON.createObjectNode().put("all", false).put("dryRun", false).put("note", "");
        asked.set("lists", JSON.valueToTree(List.of("phishing")));
        asked.set("drafts", JSON.valueToTree(List.of(drafts)));
        return post(token, "/publications", asked.toString());
    }

    /// Publishes the draft that is shown.
    Reply publish(Path token) throws Exception {
        return publish(token, draft(token));
    }

    /// Adds, approves and publishes, as it should be.
    void publishTogether(String... words) throws Exception {
        add(alice, words).done();
        approve(bob).done();
        publish(alice).done();
    }

    boolean isPublished(String expression) throws Exception {
        Agent agent = new Agent(at);
        return agent.finds(agent.poll("phishing"), expression);
    }

    /// Takes the publisher's key away from the server, so that a publication waits for its signature.
    Path takePublisherKey() throws Exception {
        at.stop();
        Path key = Files.move(at.data().resolve("keys/publisher.key"), at.file("publisher.key"));
        at.start();
        return key;
    }

    void revoke(String name) {
        for (JsonNode token : at.json("token", "list").get("tokens")) {
            if (token.get("name").asText().equals(name) && !token.get("revoked").asBoolean()) {
                at.admin("token", "revoke", token.get("id").asText()).done();
            }
        }
    }

    String inSeconds(long seconds) {
        return at.clock().instant().plusSeconds(seconds).toString();
    }
}
