package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One person tries each route of the Admin API to change alone what a list with review ships, with the token of an
/// administrator and every token that it makes.
///
/// A fetch by the server, minutes later, counts as the person who defined the feed: `FeedAdminTest`.
@TestInstance(Lifecycle.PER_CLASS)
final class LonePersonTest extends TwoPersons {

    /// A way to change something.
    @FunctionalInterface
    private interface Attempt {
        void by(LonePersonTest test, Path token) throws Exception;
    }

    /// Of each route that is not for reading.
    private static final Map<String, Attempt> ATTEMPTS = attempts();

    @AutoClose
    private final ListHost feeds;
    private int reports;
    @SuppressWarnings("NullAway.Init") // before each test
    private ListRelease before;

    LonePersonTest() throws IOException {
        feeds = ListHost.of("");
    }

    private static Map<String, Attempt> attempts() {
        Map<String, Attempt> all = new TreeMap<>();
        all.put("/lists",
                (test, token) -> test
                        .post(token, "/lists",
                                """
                {"name":"%s","category":"scam","plannedEntries":10,"needsReview":false,"seed":"","title":""}"""
                                        .formatted(test.list))
                        .refused(409, "name-taken"));
        all.put("/lists/{list}/imports", (test, token) -> {
            test.importLines(token, "source=people&replace=true", "planted.example", "evil.example").done();
            test.importLines(token, "source=people&category=harmless", "evil.example").done();
        });
        all.put("/lists/{list}/entries", (test, token) -> test.add(token, "planted.example").done());
        all.put("/lists/{list}/removals", (test, token) -> test.remove(token, "evil.example").done());
        all.put("/lists/{list}/approvals", (test, token) -> {
            test.add(token, "planted.example").done();
            test.approve(token).refused(409, "needs-approval");
        });
        all.put("/lists/{list}/keys",
                (test, token) -> test
                        .post(token, "/lists/" + test.list + "/keys", "{\"plannedEntries\":2000000,\"seed\":\"\"}")
                        .done());
        all.put("/lists/{list}/details", (test, token) -> {
            test.details(token, "A title", "").done();
            test.details(token, "", "harmless").refused(400, "bad-request");
        });
        all.put("/lists/{list}/deletion", (test, token) -> {
            assertThat(test.delete(token).done().get("waiting").asBoolean()).isTrue();
            assertThat(test.delete(token).done().get("waiting").asBoolean()).isTrue();
            Path puppet = test.at.token(token, test.name("puppet"), "admin");
            assertThat(test.delete(puppet).done().get("waiting").asBoolean()).isTrue();
        });
        all.put("/lists/{list}/fetches", (test, token) -> test.fetchList(token));
        all.put("/lists/{list}/fetches/{id}", (test, token) -> {
            String id = test.fetchList(token);
            test.post(token, "/lists/" + test.list + "/fetches/" + id,
                    """
                    {"source":"people","format":"","scope":"auto","replace":true,"category":"","expires":"","reason":""}""")
                    .done();
        });
        all.put("/allowed", (test, token) -> {
            test.allow(token, "", "evil.example").done();
            test.allow(token, "", "www.evil.example").done();
            test.allowFor(token, test.list, "", "evil.example").done();
        });
        all.put("/allowed/imports", (test, token) -> {
            test.importAllowed(token, "list=" + test.list, "www.evil.example", "evil.example").done();
            test.importAllowed(token, "name=partners", "http://evil.example/login").done();
        });
        all.put("/allowed/removals", (test, token) -> test.disallow(token, "good.example").done());
        all.put("/publications", (test, token) -> {
            test.add(token, "planted.example").done();
            test.publish(token, new String[0]).refused(409, "needs-approval");
            assertThat(test.publishAll(token, "").refused(409, "needs-approval"))
                    .contains("list " + test.list + " needs");
        });
        all.put("/publications/pending/signatures",
                (test, token) -> test.post(token, "/publications/pending/signatures", "{\"note\":\"planted\\n\"}")
                        .refused(422, "bad-signature"));
        all.put("/publications/pending/withdrawal", (test,
                token) -> test.post(token, "/publications/pending/withdrawal", "{}").refused(404, "nothing-pending"));
        all.put("/publications/renewal", (test, token) -> {
            test.remove(token, "evil.example").done();
            test.post(token, "/publications/renewal", "{}").done();
        });
        all.put("/rollbacks", (test, token) -> {
            test.publishTogether("other.example");
            test.before = new Agent(test.at).poll(test.list);
            test.post(token, "/rollbacks", "{\"list\":\"" + test.list + "\",\"to\":1,\"note\":\"\"}")
                    .refused(409, "needs-approval");
            long sequence = test.get(token, "/publications").done().at("/publications/1/sequence").asLong();
            test.post(token, "/rollbacks", "{\"list\":\"\",\"to\":" + sequence + ",\"note\":\"\"}")
                    .refused(409, "needs-approval");
        });
        all.put("/holds/decisions", (test, token) -> {
            test.add(token, "google.com", "co.uk").done();
            long last = test.get(token, "/holds").done().get("upTo").asLong();
            test.post(token, "/holds/decisions",
                    "{\"ids\":[],\"all\":true,\"list\":\"" + test.list + "\",\"source\":\"\",\"heldFor\":\"\","
                            + "\"upTo\":" + last + ",\"release\":true,\"reason\":\"r\"}")
                    .done();
        });
        all.put("/holds/reopenings", (test, token) -> {
            test.add(token, "google.com", "co.uk").done();
            List<Long> open = test.open();
            test.at.as(test.bob, "holds", "reject", open.get(0).toString(), open.get(1).toString(), "--reason", "r")
                    .done();
            test.post(token, "/holds/reopenings", "{\"ids\":" + open + ",\"reason\":\"r\"}").done();
            test.release(token, open.get(0)).done();
            test.release(token, open.get(1)).refused(409, "needs-approval");
            test.post(token, "/holds/reopenings", "{\"ids\":[" + open.get(0) + "],\"reason\":\"r\"}").done();
        });
        all.put("/reports/acceptances", (test, token) -> {
            test.accept(token, test.report("wrong", "http://evil.example/"), true).done();
            test.accept(token, test.report("wrong", "http://stays.example/"), false).done();
            test.accept(token, test.report("missed", "http://planted.example/"), false).done();
        });
        all.put("/reports/rejections", (test, token) -> {
            int report = test.report("wrong", "http://evil.example/");
            test.post(token, "/reports/rejections", "{\"ids\":[" + report + "],\"reason\":\"r\"}").done();
        });
        all.put("/retention/runs", (test, token) -> test.post(token, "/retention/runs", "{\"days\":1}").done());
        all.put("/explanations",
                (test, token) -> test.post(token, "/explanations", "{\"url\":\"evil.example\"}").done());
        all.put("/feeds", (test, token) -> test.addFeed(token));
        all.put("/feeds/guesses", (test, token) -> {
            test.addFeed(token);
            test.post(token, "/feeds/guesses", "{\"url\":\"" + test.feeds.url("/list") + "\",\"list\":\"" + test.list
                    + "\",\"name\":\"\",\"category\":\"\",\"interval\":\"\",\"privateNetwork\":true}").done();
        });
        all.put("/feeds/{feed}/fetches", (test, token) -> {
            test.addFeed(token);
            test.post(token, "/feeds/" + test.name("planted") + "/fetches", "{}").done();
        });
        all.put("/feeds/{feed}/settings", (test, token) -> {
            test.addFeed(token);
            test.post(token, "/feeds/" + test.name("planted") + "/settings", "{\"enabled\":false}").done();
        });
        all.put("/feeds/{feed}/removal", (test, token) -> {
            test.addFeed(token);
            test.post(token, "/feeds/" + test.name("planted") + "/removal", "{}").done();
        });
        all.put("/guards/{name}/hosts", (test, token) -> {
            test.guard(token, "protected", "evil.example", true).done();
            test.importLines(token, "source=people&replace=true", "evil.example", "stays.example").done();
            test.guard(token, "popular", "wikipedia.org", false).done();
            test.add(token, "wikipedia.org").done();
        });
        all.put("/lists/{list}/review/requests", (test, token) -> {
            test.add(token, "planted.example").done();
            String draft = test.get(token, "/lists/" + test.list + "/draft").done().at("/diff/draft").asText();
            test.post(token, "/lists/" + test.list + "/review/requests",
                    "{\"draft\":\"" + draft + "\",\"note\":\"please\"}").done();
        });
        all.put("/lists/{list}/review/declines", (test, token) -> {
            test.add(token, "planted.example").done();
            String draft = test.get(token, "/lists/" + test.list + "/draft").done().at("/diff/draft").asText();
            test.post(token, "/lists/" + test.list + "/review/declines",
                    "{\"draft\":\"" + draft + "\",\"note\":\"no\"}").done();
        });
        all.put("/lists/{list}/review", (test, token) -> {
            test.review(token, false).done();
            assertThat(test.review(token, false).done().get("waiting").asBoolean()).isTrue();
            Path puppet = test.at.token(token, test.name("puppet"), "admin");
            assertThat(test.review(puppet, false).done().get("waiting").asBoolean()).isTrue();
            test.review(token, true).done();
            assertThat(test.review(token, false).done().get("needsReview").asBoolean()).isTrue();
            test.add(token, "planted.example").done();
        });
        all.put("/guards/{name}", (test, token) -> {
            Path hosts = test.at.file("hosts.txt", test.own("evil.example"));
            test.at.as(token, "guards", "update", "--protected", hosts.toString()).done();
            test.importLines(token, "source=people&replace=true", "evil.example", "stays.example").done();
        });
        all.put("/tokens", (test, token) -> {
            Path puppet = test.at.token(token, test.name("puppet"), "admin");
            test.add(token, "planted.example").done();
            test.approve(puppet).refused(409, "needs-approval");
            test.allow(puppet, "", "evil.example").done();
            test.release(token, test.open().getFirst()).refused(409, "needs-approval");
        });
        all.put("/tokens/{id}/revocation", (test, token) -> {
            Path bert = test.at.token(test.name("bert"), "reviewer");
            test.add(bert, "planted.example").done();
            test.revoke(test.name("bert"));
            Files.delete(bert);
            test.approve(test.at.token(token, test.name("bert"), "reviewer")).refused(409, "needs-approval");
            test.add(token, "other.example").done();
        });
        all.put("/roots",
                (test, token) -> test.post(token, "/roots", "{\"note\":\"planted\\n\"}").refused(422, "bad-signature"));
        return all;
    }

    /// @return its number for the publisher
    private int report(String kind, String url) throws Exception {
        String body = """
                {"v":1,"number":"%032x","kind":"%s","url":"%s","comment":"","verdict":"listed"}""".formatted(++reports,
                kind, own(url));
        assertThat(at.send(HttpRequest.newBuilder(at.publicUri().resolve("/v1/report"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build()).statusCode()).isEqualTo(201);
        return reports;
    }

    private Reply review(Path token, boolean on) throws Exception {
        return post(token, "/lists/" + list + "/review", "{\"needsReview\":" + on + "}");
    }

    private Reply details(Path token, String title, String category) throws Exception {
        return post(token, "/lists/" + list + "/details",
                "{\"title\":\"" + title + "\",\"removeTitle\":false,\"category\":\"" + category + "\"}");
    }

    private Reply delete(Path token) throws Exception {
        return post(token, "/lists/" + list + "/deletion", "{\"reason\":\"r\"}");
    }

    /// Lets the server fetch a list.
    ///
    /// @return its id
    private String fetchList(Path token) throws Exception {
        addFeed(token);
        return post(token, "/lists/" + list + "/fetches",
                "{\"url\":\"" + feeds.url("/list")
                        + "\",\"format\":\"\",\"scope\":\"auto\",\"source\":\"\",\"privateNetwork\":true}")
                .done()
                .get("id")
                .asText();
    }

    private Reply guard(Path token, String guards, String host, boolean add) throws Exception {
        return post(token, "/guards/" + guards + "/hosts",
                "{\"hosts\":[\"" + host + "\"],\"add\":" + add + ",\"reason\":\"r\"}");
    }

    private Reply accept(Path token, int id, boolean allow) throws Exception {
        return post(token, "/reports/acceptances", """
                {"ids":[%d],"list":"%s","scope":"auto","category":"","allow":%s,"corrected":false,"dryRun":false,\
                "reason":"r"}""".formatted(id, list, allow));
    }

    private void addFeed(Path token) throws Exception {
        feeds.publish(own("planted.example\n"));
        at.as(token, "feed", "add", feeds.feed(at, name("planted")).toString(), "--list", list).done();
    }

    private Reply publishAll(Path token, String draft) throws Exception {
        return post(token, "/publications", "{\"lists\":[],\"all\":true,\"dryRun\":false,\"note\":\"\",\"drafts\":["
                + (draft.isEmpty() ? "" : "\"" + draft + "\"") + "]}");
    }

    static Stream<String> routes() {
        return ATTEMPTS.keySet().stream();
    }

    @BeforeEach
    void publishFirst() throws Exception {
        publishTogether("evil.example", "stays.example");
        before = new Agent(at).poll(list);
    }

    @Test
    void hasATryAtEveryRouteThatChangesSomething() throws Exception {
        JsonNode paths = get(bob, "/openapi.json").done().get("paths");
        TreeSet<String> changing = new TreeSet<>();
        paths.properties().forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
            if (!method.equals("get") && !method.equals("parameters") && path.getKey().startsWith("/admin/v1")) {
                changing.add(path.getKey().substring("/admin/v1".length()));
            }
        }));
        assertThat(ATTEMPTS.keySet()).isEqualTo(changing);
    }

    @Test
    void newKeysAreShownToTheSecondPerson() throws Exception {
        at.admin("list", "rekey", list, "--planned-entries", "2000000").done();
        assertThat(diff(bob).get("newKeys").asBoolean()).isTrue();
        assertThat(at.as(bob, "diff", list).done().out()).contains("new keys: every agent fetches the whole list");
        approve(bob).done();
        publish(alice).done();
        assertThat(diff(bob).get("newKeys").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("routes")
    void shipsNothingAlone(String route) throws Exception {
        Path adam = at.adminToken();
        Optional.ofNullable(ATTEMPTS.get(route)).orElseThrow().by(this, adam);
        at.clock().advance(Duration.ofMinutes(5));
        String draft = draft(adam);
        approve(adam, draft);
        boolean isRefused = publish(adam, draft).status() == 409;
        // Drafts of other cases are refused, too, so the refusal must name this one.
        assertThat(publishAll(adam, draft).body().path("detail").asText().contains("list " + list + " needs"))
                .isEqualTo(isRefused);
        Agent agent = new Agent(at);
        Manifest manifest = agent.poll();
        assertThat(manifest.list(list)).contains(before);
        assertThat(agent.allowed(manifest).size()).isZero();
    }
}
