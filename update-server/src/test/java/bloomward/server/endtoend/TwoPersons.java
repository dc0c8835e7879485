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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/// A list with `--review`, Alice who changes and publishes it, and Bob who approves. Both ask the Admin API as any program
/// can, so nothing that only the command line does protects the list.
///
/// All cases of a class with [TestInstance] share one server. Each has a list of its own then, and hosts of its own: what it says
/// and is shown as `.example` is `.case-7.example` on the server.
abstract class TwoPersons extends OfficeDay {

    /// The seed of the list's keys, so that each run has the same ones.
    static final String SEED = "5eed5eed5eed5eed";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final boolean isShared = getClass().isAnnotationPresent(TestInstance.class);
    private int cases;
    String list;
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
    void create() throws Exception {
        if (++cases == 1) {
            at.token("alice", "publisher");
            at.token("bob", "reviewer");
        }
        alice = at.file("alice.token");
        bob = at.file("bob.token");
        list = name("phishing");
        at.admin("list", "create", list, "--category", "phishing", "--review", "--seed", SEED).done();
    }

    /// The name that a thing of this case has on the server.
    String name(String word) {
        return isShared ? word + "-" + cases : word;
    }

    /// Text as the server knows it.
    String own(String text) {
        return isShared ? text.replace(".example", ".case-" + cases + ".example") : text;
    }

    private String plain(String text) {
        return isShared ? text.replace(".case-" + cases + ".example", ".example") : text;
    }

    /// Whether what the server shows is of another case.
    private boolean isOfOther(String shown) {
        return isShared && shown.contains(".case-");
    }

    Reply get(Path token, String path) throws Exception {
        return send("GET " + path, request(token, path).build());
    }

    Reply post(Path token, String path, String json) throws Exception {
        return post(token, path, "application/json", json);
    }

    private Reply post(Path token, String path, String type, String body) throws Exception {
        return send("POST " + path,
                request(token, path).header("Content-Type", type).POST(BodyPublishers.ofString(own(body))).build());
    }

    Reply importLines(Path token, String query, String... lines) throws Exception {
        return post(token, "/lists/" + list + "/imports?" + query, "text/plain", String.join("\n", lines) + "\n");
    }

    Reply importAllowed(Path token, String query, String... lines) throws Exception {
        return post(token, "/allowed/imports?" + query, "text/plain", String.join("\n", lines) + "\n");
    }

    private HttpRequest.Builder request(Path token, String path) throws Exception {
        URI uri = at.adminUri().resolve("/admin/v1" + path);
        return HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + Files.readString(token).strip());
    }

    private Reply send(String request, HttpRequest asked) throws Exception {
        HttpResponse<String> answer = at.send(asked);
        return new Reply(request, answer.statusCode(),
                answer.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(plain(answer.body())));
    }

    /// Adds entries with terms.
    Reply addWith(Path token, String expires, String reason, String... words) throws Exception {
        return post(token, "/lists/" + list + "/entries",
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

    /// @param only empty for every list
    Reply allowFor(Path token, String only, String expires, String word) throws Exception {
        return allowAs(token, "auto", only, expires, word);
    }

    Reply allowAs(Path token, String scope, String only, String expires, String... words) throws Exception {
        return post(token, "/allowed", "{\"urls\":[\"" + String.join("\",\"", words) + "\"],\"scope\":\"" + scope
                + "\",\"reason\":\"r\",\"expires\":\"" + expires + "\",\"list\":\"" + only + "\",\"name\":\"\"}");
    }

    Reply release(Path token, long hold) throws Exception {
        return decide(token, hold, true);
    }

    Reply decide(Path token, long hold, boolean release) throws Exception {
        return post(token, "/holds/decisions",
                "{\"ids\":[" + hold + "],\"all\":false,\"list\":\"\",\"source\":\"\",\"heldFor\":\"\",\"upTo\":0,"
                        + "\"release\":" + release + ",\"reason\":\"r\"}");
    }

    /// The open holds.
    private List<JsonNode> holds() throws Exception {
        List<JsonNode> holds = new ArrayList<>();
        for (JsonNode hold : get(bob, "/holds").done().get("holds")) {
            String of = hold.get("list").asText();
            if (!isOfOther(hold.get("expression").asText()) && (of.isEmpty() || !isShared || of.equals(list))) {
                holds.add(hold);
            }
        }
        return holds;
    }

    JsonNode hold(long id) throws Exception {
        return holds().stream().filter(hold -> hold.get("id").asLong() == id).findFirst().orElseThrow();
    }

    /// The numbers of the open holds.
    List<Long> open() throws Exception {
        List<Long> ids = new ArrayList<>();
        holds().forEach(hold -> ids.add(hold.get("id").asLong()));
        return ids;
    }

    /// The allow entries in force, each with its end; held ones are left out.
    List<String> allowed() throws Exception {
        List<String> names = new ArrayList<>();
        for (JsonNode row : get(bob, "/allowed").done().get("allowed")) {
            if (!row.get("held").asBoolean() && !isOfOther(row.get("expression").asText())) {
                names.add(row.get("expression").asText() + " " + row.get("expires").asText());
            }
        }
        return names;
    }

    Reply disallow(Path token, String word) throws Exception {
        return post(token, "/allowed/removals",
                "{\"urls\":[\"" + word + "\"],\"scope\":\"auto\",\"reason\":\"\",\"list\":\"\",\"name\":\"\"}");
    }

    Reply remove(Path token, String word) throws Exception {
        return post(token, "/lists/" + list + "/removals",
                "{\"urls\":[\"" + word + "\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}");
    }

    /// The draft as `diff` shows it.
    JsonNode diff(Path token) throws Exception {
        return get(token, "/diff?list=" + list).done().at("/lists/0");
    }

    /// The digest of the draft that is shown.
    String draft(Path token) throws Exception {
        String digest = diff(token).path("draft").asText();
        assertThat(digest).matches("[0-9a-f]{64}");
        return digest;
    }

    Reply approve(Path token, String draft) throws Exception {
        return post(token, "/lists/" + list + "/approvals", "{\"draft\":\"" + draft + "\"}");
    }

    /// Looks, and approves the draft that is shown.
    Reply approve(Path token) throws Exception {
        return approve(token, draft(token));
    }

    Reply publish(Path token, String... drafts) throws Exception {
        ObjectNode asked = JSON.createObjectNode().put("all", false).put("dryRun", false).put("note", "");
        asked.set("lists", JSON.valueToTree(List.of(list)));
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
        return agent.finds(agent.poll(list), own(expression));
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
