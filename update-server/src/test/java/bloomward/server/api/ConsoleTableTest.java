package bloomward.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.serve.Server;
import bloomward.server.setup.Initialisation;
import bloomward.server.setup.Wanted;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The routes that pages need most, asked of a real server by people of different roles.
final class ConsoleTableTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String API = "/admin/v1";
    private static final String ADMIN = "admin";

    private final Map<String, String> tokens = new HashMap<>();
    private final HttpClient http = HttpClient.newHttpClient();
    @SuppressWarnings("NullAway.Init") // started before each test
    private Server server;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        Map<ServerSetting, String> told = Map.of(ServerSetting.DATA_DIR, folder.resolve("data").toString(),
                ServerSetting.LISTEN, "127.0.0.1:0", ServerSetting.ADMIN_LISTEN, "127.0.0.1:0");
        Settings settings = Settings.resolve(told, Optional.empty(), Map.of());
        Clock clock = Clock.systemUTC();
        var made = new Initialisation(clock).run(settings.dataDir(),
                new Wanted(Optional.empty(), List.of(), true, Optional.empty(), Optional.empty()), Optional.empty());
        tokens.put(ADMIN, Files.readString(made.tokenFile(), UTF_8).strip());
        server = Server.start(settings, Optional.empty(), clock);
        for (String role : List.of("reader", "editor", "reviewer", "publisher")) {
            tokens.put(role,
                    post(ADMIN, "/tokens", "{\"name\":\"" + role + "-1\",\"role\":\"" + role + "\"}").get("token")
                            .asText());
        }
        post(ADMIN, "/lists", "{\"name\":\"phishing\",\"category\":\"phishing\",\"plannedEntries\":1000,"
                + "\"needsReview\":false,\"seed\":\"\",\"title\":\"\"}");
    }

    @AfterEach
    void stop() {
        http.close();
        server.close();
    }

    private HttpRequest.Builder to(String who, String path) {
        return HttpRequest.newBuilder(URI.create(server.adminUri() + API + path))
                .header("Authorization", "Bearer " + tokens.getOrDefault(who, ""));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static JsonNode ok(HttpResponse<String> answer) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return JSON.readTree(answer.body());
    }

    private JsonNode get(String who, String path) throws Exception {
        return ok(send(to(who, path).GET()));
    }

    private HttpResponse<String> ask(String who, String path, String json, String... headers) throws Exception {
        HttpRequest.Builder request = to(who, path).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return send(request);
    }

    private JsonNode post(String who, String path, String json) throws Exception {
        return ok(ask(who, path, json));
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
    }

    private JsonNode importHosts(String source, String... hosts) throws Exception {
        return ok(send(to("editor", "/lists/phishing/imports?source=" + source).header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString(String.join("\n", hosts) + "\n"))));
    }

    private JsonNode publish() throws Exception {
        return post("publisher", "/publications",
                "{\"lists\":[],\"all\":true,\"dryRun\":false,\"note\":\"a note\",\"drafts\":[]}");
    }

    private static List<String> texts(JsonNode array, String field) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.get(field).asText()));
        return texts;
    }

    @Test
    void saysWhoAsksAndWhatTheyMayDo() throws Exception {
        JsonNode me = get("editor", "/whoami");
        assertThat(me.get("name").asText()).isEqualTo("editor-1");
        assertThat(me.get("role").asText()).isEqualTo("editor");
        assertThat(me.at("/keys/publisher").asBoolean()).isTrue();
        Map<String, Boolean> allowed = new HashMap<>();
        me.get("routes").forEach(each -> allowed.put(each.get("route").asText(), each.get("allowed").asBoolean()));
        assertThat(allowed).containsEntry("POST /admin/v1/lists/{list}/imports", true)
                .containsEntry("POST /admin/v1/publications", false)
                .containsEntry("GET /admin/v1/whoami", true);
        JsonNode status = get("reader", "/status");
        assertThat(status.get("sequence").asLong()).isZero();
        importHosts("s", "evil.example");
        publish();
        assertThat(get("reader", "/status").get("sequence").asLong()).isPositive();
        assertThat(get("reader", "/status").get("expires").asText()).isNotEmpty();
    }

    @Test
    void aDraftIsRequestedDeclinedApprovedAndShownWithNames() throws Exception {
        post(ADMIN, "/lists/phishing/review", "{\"needsReview\":true}");
        importHosts("s", "evil.example");
        JsonNode draft = get("editor", "/lists/phishing/draft");
        String digest = draft.at("/diff/draft").asText();
        assertThat(draft.get("authors")).map(JsonNode::asText).containsExactly("editor-1");
        assertThat(draft.get("mayApprove").asText()).isEqualTo("needs the role reviewer");
        String words = "{\"draft\":\"" + digest + "\",\"note\":\"<b>new</b> \\u202e\"}";
        post("editor", "/lists/phishing/review/requests", words);
        assertProblem(ask("editor", "/lists/phishing/review/declines", words), 403, "forbidden");
        assertProblem(
                ask("reviewer", "/lists/phishing/review/declines", "{\"draft\":\"" + digest + "\",\"note\":\" \"}"),
                400, "bad-request");
        assertProblem(ask("reviewer", "/lists/phishing/approvals", "{\"draft\":\"" + digest + "\"}"), 409,
                "needs-approval"); // both tokens come from one administrator
        assertThat(get("reviewer", "/lists/phishing/draft").get("mayApprove").asText()).contains("count as one person");
        JsonNode declined = post("reviewer", "/lists/phishing/review/declines",
                "{\"draft\":\"" + digest + "\",\"note\":\"why?\"}");
        assertThat(texts(declined.get("review"), "kind")).containsExactly("request", "decline");
        assertThat(texts(declined.get("review"), "by")).containsExactly("editor-1", "reviewer-1");
        assertThat(texts(declined.get("review"), "note")).containsExactly("<b>new</b> \u202e", "why?");
        assertThat(get("publisher", "/lists/phishing/draft").get("mayPublish").asText())
                .isEqualTo("needs the approval of a person who made no change in it");
        assertThat(ask("publisher", "/publications", "{\"lists\":[\"phishing\"],\"all\":false,\"dryRun\":false,"
                + "\"note\":\"\",\"drafts\":[\"" + digest + "\"]}").statusCode()).isEqualTo(409);
        importHosts("s", "more.example");
        assertProblem(
                ask("reviewer", "/lists/phishing/review/declines", "{\"draft\":\"" + digest + "\",\"note\":\"late\"}"),
                409, "draft-changed");
        assertThat(get("reviewer", "/lists/phishing/draft").get("review"))
                .allMatch(each -> !each.get("isCurrent").asBoolean());
    }

    @Test
    void theDiffIsPagedSearchedAndBetweenAnyTwoVersions() throws Exception {
        importHosts("one", IntStream.range(0, 30).mapToObj(i -> "a" + i + ".example").toArray(String[]::new));
        publish();
        importHosts("two", "shop.example", "B-SHOP.test", "c.test");
        publish();
        importHosts("two", "d.test");
        JsonNode part = get("reader", "/lists/phishing/diff?from=1&to=2&limit=2");
        assertThat(texts(part.get("rows"), "expression")).containsExactly("b-shop.test/", "c.test/");
        assertThat(texts(get("reader", "/lists/phishing/diff?from=1&to=2&limit=2&after=" + part.get("next").asText())
                .get("rows"), "expression")).containsExactly("shop.example/");
        assertThat(texts(get("reader", "/lists/phishing/diff?from=1&q=SHOP").get("rows"), "expression"))
                .containsExactly("b-shop.test/", "shop.example/");
        assertThat(texts(get("reader", "/lists/phishing/diff?from=2&to=1&source=two").get("rows"), "change"))
                .containsOnly("removed")
                .hasSize(3);
        assertThat(texts(get("reader", "/lists/phishing/diff").get("rows"), "expression")).containsExactly("d.test/");
        assertThat(texts(get("reader", "/lists/phishing/diff?to=2").get("rows"), "expression")).as("what it changed")
                .containsExactly("b-shop.test/", "c.test/", "shop.example/");
        assertThat(texts(get("reader", "/lists/phishing/diff?to=1").get("rows"), "change")).containsOnly("added")
                .hasSize(30);
        assertProblem(send(to("reader", "/lists/phishing/diff?from=9").GET()), 404, "no-such-version");
        JsonNode versions = get("reader", "/lists/phishing/versions?limit=1");
        assertThat(versions.at("/versions/0/version").asLong()).isEqualTo(2);
        assertThat(versions.at("/versions/0/actor").asText()).isEqualTo("publisher-1");
        assertThat(versions.at("/versions/0/returnable").asBoolean()).isFalse();
        JsonNode older = get("reader", "/lists/phishing/versions?before=" + versions.get("next").asLong());
        assertThat(older.at("/versions/0/returnable").asBoolean()).isTrue();
        assertThat(older.get("next").asLong()).isZero();
        assertProblem(ask("publisher", "/rollbacks", "{\"list\":\"phishing\",\"to\":1,\"note\":\"\",\"from\":1}"), 409,
                "draft-changed");
        post("publisher", "/rollbacks", "{\"list\":\"phishing\",\"to\":1,\"note\":\"\",\"from\":2}");
        assertThat(get("reader", "/lists/phishing").get("entries").asLong()).isEqualTo(30);
    }

    @Test
    void holdsAreCountedSortedAndPaged() throws Exception {
        importHosts("s", "google.com", "co.uk", "github.io", "youtube.com");
        JsonNode all = get("reader", "/holds?limit=1&sort=newest");
        assertThat(all.get("total").asLong()).isEqualTo(4);
        assertThat(all.at("/bySource/phishing~1s").asLong()).isEqualTo(4);
        assertThat(all.at("/byAge/day").asLong()).isEqualTo(4);
        List<Long> newest = new ArrayList<>();
        String next = "";
        do {
            JsonNode part = get("reader", "/holds?limit=1&sort=newest&after=" + next);
            newest.add(part.at("/holds/0/id").asLong());
            next = part.get("next").asText();
        } while (!next.isEmpty());
        assertThat(newest).containsExactly(4L, 3L, 2L, 1L);
        List<String> popular = texts(get("reader", "/holds?sort=popular").get("holds"), "popular");
        assertThat(popular.getFirst()).isNotEmpty();
        assertThat(popular).isSortedAccordingTo((one, other) -> Boolean.compare(one.isEmpty(), other.isEmpty()));
        JsonNode decided = post("reviewer", "/holds/decisions", "{\"ids\":[],\"all\":true,\"list\":\"phishing\","
                + "\"source\":\"\",\"heldFor\":\"\",\"upTo\":4,\"release\":false,\"reason\":\"no\"}");
        assertThat(decided.get("ids")).map(JsonNode::asLong).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        assertThat(get("reader", "/holds?state=rejected&sort=newest").at("/holds/0/decidedAt").asText()).isNotEmpty();
        assertProblem(send(to("reader", "/holds?sort=best").GET()), 400, "bad-request");
        assertThat(get("reader", "/history/holds").at("/byDay/0/held").asLong()).isEqualTo(4);
    }

    @Test
    void aJobGoesOnWhenItsCallerLeaves() throws Exception {
        HttpResponse<String> begun = send(
                to("editor", "/lists/phishing/imports?source=s").header("Prefer", "respond-async")
                        .POST(BodyPublishers.ofString("evil.example\nworse.example\n")));
        assertThat(begun.statusCode()).isEqualTo(202);
        String path = begun.headers().firstValue("Location").orElseThrow().substring(API.length());
        JsonNode job = ended("editor", path);
        assertThat(job.get("state").asText()).isEqualTo("done");
        assertThat(job.get("kind").asText()).isEqualTo("import");
        assertThat(job.get("by").asText()).isEqualTo("editor-1");
        assertThat(job.at("/outcome/accepted").asLong()).isEqualTo(2);
        assertThat(job.get("problem").isNull()).isTrue();
        assertThat(get("reviewer", "/jobs").get("jobs")).hasSize(1);
        assertThat(get("reader", "/jobs").get("jobs")).as("a reader may import nothing").isEmpty();
        assertProblem(send(to("reader", path).GET()), 404, "no-such-job");
        HttpResponse<String> refused = ask("publisher", "/publications",
                "{\"lists\":[\"nosuch\"],\"all\":false,\"dryRun\":false,\"note\":\"\",\"drafts\":[]}", "Prefer",
                "respond-async");
        JsonNode failed = ended("publisher",
                refused.headers().firstValue("Location").orElseThrow().substring(API.length()));
        assertThat(failed.get("state").asText()).isEqualTo("failed");
        assertThat(failed.at("/problem/code").asText()).isEqualTo("no-such-list");
    }

    private JsonNode ended(String who, String path) throws Exception {
        JsonNode job = get(who, path);
        while (job.get("state").asText().equals("running")) {
            Thread.onSpinWait();
            job = get(who, path);
        }
        return job;
    }

    @Test
    void eventsTellWhatIsDoneAndEndWithTheToken() throws Exception {
        long seen = get("reviewer", "/audit?limit=1").at("/rows/0/number").asLong();
        HttpResponse<InputStream> stream = http.send(
                to("reader", "/events").header("Last-Event-ID", "" + (seen - 1)).GET().build(),
                BodyHandlers.ofInputStream());
        assertThat(stream.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        assertThat(stream.headers().firstValue("Cache-Control")).contains("no-store");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), UTF_8))) {
            assertThat(event(lines)).containsEntry("event", "hello").containsEntry("id", "" + seen);
            assertThat(event(lines)).containsEntry("event", "audit").containsEntry("id", "" + seen);
            importHosts("s", "evil.example");
            assertThat(event(lines).get("data")).contains("\"action\":\"import\"", "\"subject\":\"phishing\"",
                    "\"actor\":\"editor-1\"");
            post(ADMIN, "/tokens", "{\"name\":\"secret\",\"role\":\"reader\"}");
            assertThat(event(lines).get("data")).contains("\"action\":\"token create\"", "\"subject\":\"\"");
            long id = 0;
            for (JsonNode token : get(ADMIN, "/tokens").get("tokens")) {
                id = token.get("name").asText().equals("reader-1") ? token.get("id").asLong() : id;
            }
            post(ADMIN, "/tokens/" + id + "/revocation", "{}", 204);
            String rest = lines.lines().collect(Collectors.joining("\n"));
            assertThat(rest).as("it ends").doesNotContain("reader-1");
        }
    }

    private void post(String who, String path, String json, int status) throws Exception {
        assertThat(ask(who, path, json).statusCode()).isEqualTo(status);
    }

    /// The next event that is no comment.
    private static Map<String, String> event(BufferedReader lines) throws IOException {
        Map<String, String> event = new HashMap<>();
        while (!event.containsKey("event")) {
            event.clear();
            for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
                int colon = line.indexOf(": ");
                if (colon > 0) {
                    event.put(line.substring(0, colon), line.substring(colon + 2));
                }
            }
        }
        return event;
    }

    @Test
    void streamsAreBounded() throws Exception {
        List<HttpResponse<InputStream>> open = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            open.add(http.send(to("reader", "/events").GET().build(), BodyHandlers.ofInputStream()));
        }
        assertThat(open).allMatch(each -> each.statusCode() == 200);
        assertProblem(send(to("reader", "/events").GET()), 429, "too-many-requests");
        HttpResponse<InputStream> other = http.send(to("editor", "/events").GET().build(),
                BodyHandlers.ofInputStream());
        assertThat(other.statusCode()).isEqualTo(200);
        server.close(); // ends them all
        for (HttpResponse<InputStream> each : open) {
            assertThat(new String(each.body().readAllBytes(), UTF_8)).contains("event: hello");
        }
        other.body().close();
    }

    @Test
    void theAuditLogIsFilteredBackwards() throws Exception {
        importHosts("s", "evil.example");
        importHosts("s", "worse.example");
        JsonNode newest = get("reviewer", "/audit?action=import&limit=1");
        assertThat(newest.get("rows")).hasSize(1);
        JsonNode before = get("reviewer", "/audit?action=import&limit=1&before=" + newest.get("next").asLong());
        assertThat(before.get("rows")).hasSize(1);
        assertThat(before.at("/rows/0/number").asLong()).isLessThan(newest.at("/rows/0/number").asLong());
        assertThat(before.get("next").asLong()).isZero();
        assertThat(texts(get("reviewer", "/audit?action=token").get("rows"), "action")).containsOnly("token create")
                .hasSize(5); // the first one was made with the server
        assertThat(get("reviewer", "/audit?actor=editor-1&subject=PHISH").get("rows")).hasSize(2);
    }

    @Test
    void historyHasVersionsAndAllowedIsPaged() throws Exception {
        importHosts("s", "evil.example");
        publish();
        JsonNode history = get("reader", "/history/publications?days=1&list=phishing");
        assertThat(history.at("/versions/0/entries").asLong()).isEqualTo(1);
        assertProblem(send(to("reader", "/history/publications?list=nosuch").GET()), 404, "no-such-list");
        assertThat(get("reader", "/history/feeds").get("fetches")).isEmpty();
        assertThat(get("reader", "/history/ages").get("hours")).isEmpty();
        post("reviewer", "/allowed", "{\"urls\":[\"a.example\",\"b.example\",\"c.example\"],\"scope\":\"auto\","
                + "\"reason\":\"\",\"expires\":\"\",\"list\":\"\",\"name\":\"\"}");
        JsonNode first = get("reader", "/allowed?limit=2");
        assertThat(first.get("total").asLong()).isEqualTo(3);
        assertThat(texts(first.get("allowed"), "expression")).containsExactly("a.example/", "b.example/");
        JsonNode rest = get("reader",
                "/allowed?limit=2&after=" + first.get("next").asText().replace("\t", "%09").replace("*", "%2A"));
        assertThat(texts(rest.get("allowed"), "expression")).containsExactly("c.example/");
        assertThat(rest.get("next").asText()).isEmpty();
    }
}
