package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Lists that are fetched, from a publisher who is well, changes little, grows too fast, and fails.
final class FeedsTest extends OfficeDay {

    @AutoClose
    private ListHost publisher;

    @BeforeEach
    void add() throws Exception {
        publisher = ListHost.of(hosts(100));
        at.admin("list", "create", "phishing", "--category", "phishing").done();
        at.admin("feed", "add", publisher.feed(at, "sample").toString(), "--list", "phishing").done();
    }

    private static String hosts(int count) {
        return IntStream.range(0, count).mapToObj(i -> "host" + i + ".example\n").collect(Collectors.joining());
    }

    private JsonNode fetch() {
        return at.json("feed", "fetch", "sample");
    }

    private JsonNode status() {
        return at.json("feed", "status").at("/feeds/0");
    }

    private String address() {
        return publisher.url("/malware/Hosts.txt");
    }

    @Test
    void aFeedIsAddedByItsAddressAsItWasShown() throws Exception {
        publisher.publish(hosts(100) + "not a host\n");
        Told refused = at.answering("n")
                .admin("feed", "add", address(), "--list", "phishing", "--private-network")
                .refused();
        assertThat(refused.err()).contains("name = \"127-0-0-1-hosts\"", "format = \"domains\"",
                "category = \"phishing\"", "private-network = true",
                "fetched: 101 lines, 100 entries, rejected: malformed 1", "  host0.example/");
        assertThat(at.json("feed", "list").get("feeds")).hasSize(1);
        assertThat(at.json("list", "show", "phishing").get("entries").asLong()).isZero();
        at.admin("feed", "add", address(), "--list", "phishing", "--private-network", "--name", "mine", "--interval",
                "6h", "--yes").done();
        assertThat(at.json("feed", "fetch", "mine").get("accepted").asLong()).isEqualTo(100);
        try (Stream<Path> files = Files.list(at.data().resolve("feeds"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("mine.body",
                    "mine.validators");
        }
    }

    @Test
    void anAddressIsImportedAsItWasShown() throws Exception {
        publisher.publish(hosts(100) + "not a host\n");
        Told refused = at.answering("n").admin("import", "phishing", address(), "--private-network").refused();
        assertThat(refused.err()).contains("format domains, source 127-0-0-1-hosts",
                "fetched: 101 lines, 100 entries, rejected: malformed 1", "  host0.example/");
        assertThat(at.json("list", "show", "phishing").get("entries").asLong()).isZero();
        Told done = at.answering("y").admin("import", "phishing", address(), "--private-network").done();
        assertThat(done.out()).contains("phishing: source 127-0-0-1-hosts, format domains", "draft: +100 -0");
        assertThat(publisher.answered()).as("each command fetches once").hasSize(2);
        publisher.publish(hosts(101));
        JsonNode again = at.json("import", "phishing", address(), "--private-network", "--replace", "--yes");
        assertThat(again.get("added").asLong()).isEqualTo(1);
        assertThat(at.json("list", "show", "phishing").get("sources").findValuesAsText("name"))
                .containsExactly("127-0-0-1-hosts");
        assertThat(at.json("feed", "list").get("feeds")).as("it is no feed").hasSize(1);
        try (Stream<Path> files = Files.list(at.data().resolve("feeds"))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void anImportFromAnAddressObeysTheRulesOfFeeds() throws Exception {
        assertThat(at.admin("import", "phishing", address(), "--yes").failed().err())
                .contains("127.0.0.1 is not on the public network; if that is intended, use --private-network");
        assertThat(at.as(at.token("carol", "editor"), "import", "phishing", address(), "--private-network", "--yes")
                .refused()
                .err()).contains("requires the role admin");
        publisher.publish("<html><p>no list</p></html>\n");
        assertThat(at.admin("import", "phishing", address(), "--private-network", "--yes").refused().err())
                .contains("HTML");
        publisher.publish(hosts(10));
        assertThat(at.admin("import", "nolist", address(), "--private-network", "--yes").failed().err())
                .contains("no list 'nolist'");
        assertThat(at.admin("import", "phishing", address(), "--private-network", "--format", "odd", "--yes")
                .failed()
                .err()).contains("format 'odd' is unknown");
        assertThat(at.admin("import", "phishing", "http:///x", "--private-network", "--yes").failed().err())
                .contains("not a URL with a host");
        publisher.isWell(false);
        assertThat(at.admin("import", "phishing", address(), "--private-network", "--yes").failed().err())
                .contains("status 503");
        assertThat(at.json("list", "show", "phishing").get("entries").asLong()).isZero();
        try (Stream<Path> files = Files.walk(at.data())) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("fetched-"));
        }
    }

    /// A guess shows what the address holds, so it would show what the server's own network holds.
    @Test
    void onlyAnAdministratorGuessesWithinAPrivateNetwork() throws Exception {
        assertThat(at.as(at.token("carol", "editor"), "feed", "add", address(), "--list", "phishing",
                "--private-network", "--yes").refused().err())
                .contains("fetching from a private network requires the role admin");
    }

    @Test
    void aGuessObeysTheRulesOfFeeds() throws Exception {
        assertThat(at.admin("feed", "add", address(), "--list", "phishing", "--yes").failed().err())
                .contains("127.0.0.1");
        publisher.publish("<html><p>no list</p></html>\n");
        assertThat(
                at.admin("feed", "add", address(), "--list", "phishing", "--private-network", "--yes").refused().err())
                .contains("HTML");
        publisher.publish(hosts(10));
        assertThat(
                at.admin("feed", "add", address(), "--list", "phishing", "--private-network", "--yes", "--name", "a\"b")
                        .failed()
                        .err())
                .contains("a-z, 0-9 and -");
        assertThat(at.admin("feed", "add", address(), "--list", "nolist", "--yes").failed().err())
                .contains("no list 'nolist'");
        assertThat(at.admin("feed", "add", address(), "--list", "phishing").failed().err()).contains("--yes");
        assertThat(at.json("feed", "list").get("feeds")).hasSize(1);
        try (Stream<Path> files = Files.list(at.data().resolve("feeds"))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void aRemovedFeedIsFetchedNoMoreAndItsEntriesStay() throws Exception {
        fetch();
        at.admin("feed", "remove", "sample").done();
        assertThat(at.json("feed", "list").get("feeds")).isEmpty();
        assertThat(at.json("list", "show", "phishing").get("entries").asLong()).isEqualTo(100);
        assertThat(at.admin("feed", "fetch", "sample").failed().err()).contains("no feed 'sample'");
        assertThat(at.admin("feed", "remove", "sample").failed().err()).contains("no feed 'sample'");
        try (Stream<Path> files = Files.list(at.data().resolve("feeds"))) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void whatAFeedListsIsPublished() throws Exception {
        assertThat(status().get("lastAttempt").asText()).isEmpty();
        JsonNode report = fetch();
        assertThat(report.get("source").asText()).isEqualTo("sample");
        assertThat(report.get("accepted").asLong()).isEqualTo(100);
        at.json("publish", "--all", "--yes");
        Agent agent = new Agent(at);
        assertThat(agent.finds(agent.poll("phishing"), "host7.example/")).isTrue();
        JsonNode status = status();
        assertThat(status.get("list").asText()).isEqualTo("phishing");
        assertThat(status.get("lastSuccess").asText()).isEqualTo(at.clock().instant().toString());
        assertThat(status.get("lastChange").asText()).isEqualTo(at.clock().instant().toString());
        assertThat(status.get("nextFetch").asText()).isGreaterThan(at.clock().instant().toString());
        assertThat(status.at("/counts/accepted").asLong()).isEqualTo(100);
        assertThat(status.get("failures").asInt()).isZero();
    }

    @Test
    void whatDidNotChangeIsNotSentAgain() throws Exception {
        fetch();
        JsonNode again = fetch();
        assertThat(publisher.answered()).containsExactly(200, 304);
        assertThat(again.get("added").asLong()).isZero();
        assertThat(again.get("removed").asLong()).isZero();
        at.stop();
        at.start();
        fetch();
        assertThat(publisher.answered()).containsExactly(200, 304, 304);
    }

    @Test
    void whatGrowsTooFastWaitsForAPerson() throws Exception {
        fetch();
        publisher.publish(hosts(200));
        JsonNode held = fetch();
        assertThat(held.get("added").asLong()).isZero();
        assertThat(held.get("held")).isNotEmpty();
        JsonNode hold = at.json("holds", "list").at("/holds/0");
        assertThat(hold.get("source").asText()).isEqualTo("sample");
        assertThat(hold.get("expression").asText()).isEmpty();
        assertThat(at.json("list", "show", "phishing").get("entries").asLong()).isEqualTo(100);
        fetch(); // once more the same: still one hold
        assertThat(at.json("holds", "list").get("holds")).hasSize(1);
        JsonNode released = at.json("holds", "release", "--up-to", at.lastHold(), "--all", "--reason", "a campaign");
        assertThat(released.get("added").asLong()).isEqualTo(100);
        assertThat(at.json("list", "show", "phishing").get("entries").asLong()).isEqualTo(200);
        fetch();
        assertThat(at.json("holds", "list").get("holds")).isEmpty();
    }

    @Test
    void aFeedIsComparedWithEverythingElse() throws Exception {
        fetch();
        at.admin("add", "phishing", "host7.example").done();
        JsonNode feed = at.json("feed", "report").at("/feeds/0");
        assertThat(feed.get("entries").asLong()).isEqualTo(100);
        assertThat(feed.get("alone").asLong()).isEqualTo(99);
        assertThat(feed.at("/shared/phishing~1people").asLong()).isEqualTo(1);
        assertThat(at.admin("feed", "report", "--days", "7").done().out())
                .contains("sample shares: phishing/people 1 (1.0 %)", "last 7 days");
    }

    @Test
    void aPublisherWhoFailsTakesNothingAway() {
        fetch();
        publisher.isWell(false);
        assertThat(at.admin("feed", "fetch", "sample").failed().err()).contains("503");
        JsonNode status = status();
        assertThat(status.get("failures").asInt()).isEqualTo(1);
        assertThat(status.get("lastError").asText()).contains("503");
        assertThat(status.get("lastSuccess").asText()).isNotEmpty();
        assertThat(at.json("list", "show", "phishing").get("entries").asLong()).isEqualTo(100);
        publisher.isWell(true);
        fetch();
        assertThat(status().get("failures").asInt()).isZero();
        assertThat(status().get("lastError").asText()).isEmpty();
    }

    @Test
    void aPageInThePlaceOfAListTakesNothingAway() {
        fetch();
        publisher.publish("<!DOCTYPE html><html><body>Please log in</body></html>\n");
        at.admin("feed", "fetch", "sample").refused();
        assertThat(at.json("list", "show", "phishing").get("entries").asLong()).isEqualTo(100);
        assertThat(status().get("lastError").asText()).isNotEmpty();
        publisher.publish(hosts(101));
        assertThat(fetch().get("added").asLong()).isEqualTo(1);
    }

    @Test
    void whatAFeedListsIsNotRemovedByHand() {
        fetch();
        assertThat(at.admin("remove", "phishing", "host7.example").refused().err()).contains("sample")
                .contains("allow add");
    }

    @Test
    void isSwitchedOffAndOn() {
        assertThat(at.json("feed", "disable", "sample").get("enabled").asBoolean()).isFalse();
        assertThat(status().get("nextFetch").asText()).isEmpty();
        assertThat(at.json("feed", "enable", "sample").get("enabled").asBoolean()).isTrue();
        assertThat(status().get("nextFetch").asText()).isNotEmpty();
        at.admin("feed", "fetch", "nosuch").failed();
    }

    @Test
    void theOperatorsOwnHostsAreProtected() throws Exception {
        JsonNode before = at.json("guards", "show").get("guards");
        assertThat(before).hasSize(4);
        at.admin("add", "phishing", "google.com").refused();
        assertThat(at.json("holds", "list").get("holds")).hasSize(1);
        Path ours = at.file("ours.txt", "our-bank.example");
        JsonNode updated = at.json("guards", "update", "--protected", ours.toString()).at("/guards/0");
        assertThat(updated.get("origin").asText()).isEqualTo("operator");
        JsonNode report = at.refusedJson("add", "phishing", "our-bank.example");
        assertThat(report.get("added").asLong()).isZero();
        Path popular = at.file("popular.txt", "everybody.example");
        at.admin("guards", "update", "--popular", popular.toString()).done();
        assertThat(at.refusedJson("add", "phishing", "everybody.example").get("held")).isNotEmpty();
        at.stop();
        at.start();
        assertThat(at.refusedJson("add", "phishing", "our-bank.example").get("added").asLong()).isZero();
        at.admin("guards", "update", "--popular", at.file("bad.txt", "<html>").toString()).refused();
        assertThat(at.refusedJson("add", "phishing", "www.everybody.example").get("rejected")).isEmpty();
    }
}
