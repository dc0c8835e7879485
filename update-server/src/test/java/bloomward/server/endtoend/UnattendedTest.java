package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A server that is left alone overnight: its work, and its messages in the morning.
final class UnattendedTest extends OfficeDay {

    @AutoClose
    private ListHost publisher;

    @BeforeEach
    void host() throws Exception {
        publisher = ListHost.of("bait.example\n");
    }

    private void addFeed(String list) throws Exception {
        at.admin("feed", "add", publisher.feed(at, "sample").toString(), "--list", list).done();
    }

    /// A person fetches a feed by hand: the change is the feed's, and is published without anybody.
    @Test
    @Timeout(300)
    void aFetchByHandIsPublishedAutomatically() throws Exception {
        createWith("phishing", "first.example");
        publish();
        addFeed("phishing");
        at.admin("feed", "fetch", "sample").done();
        Agent agent = new Agent(at);
        Waiting.until("a publication", () -> agent.finds(agent.poll("phishing"), "bait.example/"));
        assertThat(at.json("history").at("/publications/0/actor").asText()).isEqualTo("server");
        List<String> fetchedBy = new ArrayList<>();
        at.json("audit", "show").get("rows").forEach(row -> {
            if (row.get("action").asText().equals("fetch")) {
                fetchedBy.add(row.get("actor").asText());
            }
        });
        assertThat(fetchedBy).contains("admin");
    }

    @Test
    void listAndFeedSayWhyChangesWait() throws Exception {
        createWith("phishing", "first.example");
        addFeed("phishing");
        at.admin("feed", "fetch", "sample").done();
        String why = "the list was never published: a person publishes it first";
        assertThat(at.admin("list", "show").done().out()).contains("phishing: changes of feeds wait: " + why);
        assertThat(at.admin("feed", "status").done().out()).contains("sample: changes in phishing wait: " + why);
        publish();
        assertThat(at.json("list", "show", "phishing").get("waiting").asText()).isEmpty();
        add("phishing", "second.example");
        assertThat(at.json("list", "show", "phishing").get("waiting").asText()).isEmpty();
        publisher.publish("bait.example\nbait2.example\n");
        at.admin("feed", "fetch", "sample");
        publisher.publish("bait.example\n");
        assertThat(at.json("feed", "status").at("/feeds/0/waiting").asText()).satisfiesAnyOf(
                words -> assertThat(words).contains("unpublished changes by admin"),
                words -> assertThat(words).isEmpty()); // held, as it grew: nothing waits
    }

    @Test
    void aFeedIsDueNowAndNotInThePast() throws Exception {
        at.clock().advance(Duration.ofDays(2));
        at.admin("list", "create", "phishing", "--category", "phishing").done();
        addFeed("phishing");
        Instant next = Instant.parse(at.json("feed", "list").at("/feeds/0/nextFetch").asText());
        assertThat(next).isAfterOrEqualTo(at.clock().instant());
    }

    @Test
    void everyCountOfAFeedHasItsNumber() throws Exception {
        at.admin("list", "create", "phishing", "--category", "phishing").done();
        addFeed("phishing");
        publisher.publish("bait.example\nnot a host\n");
        at.admin("feed", "fetch", "sample").done();
        assertThat(at.admin("feed", "status").done().out()).contains("sample: accepted 1, held 0, lines 2, rejected 1");
    }

    @Test
    void readinessLogAndVerifyKnowThatTheTimestampKeyIsMissing() throws Exception {
        createWith("phishing", "bad.example");
        publish();
        Files.delete(at.data().resolve("keys/timestamp.key"));
        assertThat(at.askAdmin("/readyz").statusCode()).isEqualTo(503);
        assertThat(at.askAdmin("/readyz").body()).contains("until it stops").contains("timestamp");
        at.stop();
        at.start();
        assertThat(at.askAdmin("/readyz").statusCode()).isEqualTo(503);
        assertThat(at.askAdmin("/readyz").body()).contains("timestamp key").contains("'latest' expires at");
        assertThat(at.program("verify", "--data-dir", at.data().toString()).refused().out())
                .contains("problem  keys: no file in")
                .contains("timestamp key");
    }

    @Test
    void readinessNamesTheLostPublisherKey() throws Exception {
        createWith("phishing", "bad.example");
        publish();
        Files.delete(at.data().resolve("keys/publisher.key"));
        assertThat(at.askAdmin("/readyz").body()).contains("until it stops").contains("/publisher");
        at.stop();
        at.start();
        assertThat(at.askAdmin("/readyz").statusCode()).isEqualTo(200);
        at.clock().advance(Duration.ofDays(5).plusHours(1));
        assertThat(at.askAdmin("/readyz").body()).contains("renew with --key");
        assertThat(at.program("verify", "--data-dir", at.data().toString()).done().out())
                .contains("ok       keys: timestamp key; 0 of 1 publisher's keys");
    }

    @Test
    void aBackupNamesTheKeysThatItHolds() throws Exception {
        String file = at.file("one.backup").toString();
        assertThat(at.program("backup", file, "--data-dir", at.data().toString()).done().out()
                + at.program("backup", file + 2, "--data-dir", at.data().toString(), "--json").done().out())
                .contains("It contains keys/publisher.key, keys/timestamp.key: protect it")
                .contains("\"keys\":[\"keys/publisher.key\",\"keys/timestamp.key\"]");
        Files.delete(at.data().resolve("keys/timestamp.key"));
        Files.delete(at.data().resolve("keys/publisher.key"));
        assertThat(at.program("backup", file + 3, "--data-dir", at.data().toString()).done().out())
                .contains("It contains no private key: a server restored from it cannot sign 'latest'.");
    }
}
