package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Keys that are not on the server: their signatures, made elsewhere, and agents that follow.
final class SigningTest extends OfficeDay {

    @BeforeEach
    void fill() {
        createWith("phishing", "bad.example");
    }

    private String rootKey() {
        return at.data().resolve("offline/root.key").toString();
    }

    private String newKey(Path file, String name) {
        return at.json("keys", "generate", file.toString(), "--name", "lists.example/" + name, "--no-passphrase")
                .get("verifierKey")
                .asText();
    }

    /// Makes the next root with these changes, signs and submits it.
    private Told rotate(int version, String... changes) {
        Path next = at.file("root-" + version + ".note");
        String current = version == 2
                ? at.data().resolve("root.note").toString()
                : at.file("root-" + (version - 1) + ".note").toString();
        String[] args = new String[changes.length + 5];
        args[0] = "keys";
        args[1] = "rotate";
        args[2] = current;
        args[3] = "--out";
        args[4] = next.toString();
        System.arraycopy(changes, 0, args, 5, changes.length);
        at.admin(args).done();
        at.admin("keys", "sign", next.toString(), "--key", rootKey(), "--yes").done();
        return at.admin("keys", "submit", next.toString());
    }

    @Test
    void waitsForThePublishersSignature() throws Exception {
        String key = takePublisherKey().toString();
        JsonNode report = at.refusedJson("publish", "--all", "--yes");
        assertThat(report.get("pending").asBoolean()).isTrue();
        assertThat(report.get("sequence").isNull()).isTrue();
        assertThat(at.ask(new PublicPath.Latest()).statusCode()).isEqualTo(404);
        assertThat(at.json("history").get("publications")).isEmpty();
        JsonNode signed = at.json("sign-pending", "--key", key, "--yes");
        assertThat(signed.get("pending").asBoolean()).isFalse();
        assertThat(signed.at("/lists/0/version").asLong()).isEqualTo(1);
        Agent agent = new Agent(at);
        Manifest manifest = agent.poll();
        assertThat(manifest.sequence()).isEqualTo(signed.get("sequence").asLong());
        assertThat(agent.finds(manifest.list("phishing").orElseThrow(), "bad.example/")).isTrue();
        assertThat(agent.confirmed(manifest.list("phishing").orElseThrow(), "bad.example/")).hasSize(1);
    }

    @Test
    void signsWhereThePublisherSits() throws Exception {
        String key = takePublisherKey().toString();
        at.json("publish", "--all", "--yes", "--key", key);
        at.admin("add", "phishing", "worse.example").done();
        at.clock().advance(Duration.ofMinutes(5));
        JsonNode report = at.json("publish", "--all", "--yes", "--key", key);
        assertThat(report.get("sequence").isIntegralNumber()).isTrue();
        JsonNode list = report.at("/lists/0");
        assertThat(list.get("version").asLong()).isEqualTo(2);
        assertThat(list.get("added").asLong()).isEqualTo(1);
        assertThat(list.get("flatBytes").asLong()).isPositive();
        assertThat(list.get("deltas")).isEmpty(); // larger than their saving
        assertThat(new Agent(at).poll("phishing").version()).isEqualTo(2);
    }

    @Test
    void anotherKeyDoesNotCount() throws Exception {
        takePublisherKey();
        Path stranger = at.file("stranger.key");
        newKey(stranger, "stranger");
        at.refusedJson("publish", "--all", "--yes");
        assertThat(at.admin("sign-pending", "--key", stranger.toString(), "--yes").refused().err()).contains("trusted");
        assertThat(at.ask(new PublicPath.Latest()).statusCode()).isEqualTo(404);
    }

    @Test
    void withdrawsWhatWaits() throws Exception {
        String key = takePublisherKey().toString();
        at.refusedJson("publish", "--all", "--yes");
        at.admin("withdraw-pending").done();
        at.admin("withdraw-pending").failed();
        at.admin("sign-pending", "--key", key, "--yes").failed();
        // The draft is as it was, so it can be published still.
        assertThat(at.json("publish", "--all", "--yes", "--key", key).at("/lists/0/version").asLong()).isEqualTo(1);
        Agent agent = new Agent(at);
        assertThat(agent.finds(agent.poll("phishing"), "bad.example/")).isTrue();
    }

    /// Under the number of a version that never was another one comes, and no delta of the first may be taken for its own.
    @Test
    void nothingIsLeftOfWhatWasWithdrawn() throws Exception {
        at.with(String.join("\n", IntStream.range(0, 300).mapToObj(i -> "host" + i + ".example").toList()),
                at.adminToken(), "import", "phishing", "-").done();
        at.json("publish", "--all", "--yes");
        String key = takePublisherKey().toString();
        at.admin("add", "phishing", "worse.example").done();
        at.clock().advance(Duration.ofMinutes(5));
        assertThat(at.refusedJson("publish", "--all", "--yes").at("/lists/0/deltas")).hasSize(1);
        at.admin("withdraw-pending").done();
        at.admin("list", "rekey", "phishing", "--planned-entries", "9000000").done();
        JsonNode list = at.json("publish", "--all", "--yes", "--key", key).at("/lists/0");
        assertThat(list.get("version").asLong()).isEqualTo(2);
        assertThat(list.get("deltas")).isEmpty();
        assertThat(at.ask(new PublicPath.DeltaFile("phishing", 1, 2)).statusCode()).isIn(404, 410);
    }

    @Test
    void whatWaitsSurvivesARestart() throws Exception {
        String key = takePublisherKey().toString();
        at.refusedJson("publish", "--all", "--yes");
        at.stop();
        at.start();
        at.json("sign-pending", "--key", key, "--yes");
        Agent agent = new Agent(at);
        ListRelease release = agent.poll("phishing");
        assertThat(agent.finds(release, "bad.example/")).isTrue();
        assertThat(agent.confirmed(release, "bad.example/")).hasSize(1);
    }

    @Test
    void twoOfTwoMustSign() throws Exception {
        at.json("publish", "--all", "--yes");
        Agent agent = new Agent(at);
        agent.poll();
        String first = takePublisherKey().toString();
        Path second = at.file("second.key");
        String verifierKey = newKey(second, "second");
        rotate(2, "--add-publisher", verifierKey, "--publisher-threshold", "2").done();
        // The publication is signed by one only, and the server can sign for neither.
        JsonNode one = at.refusedJson("sign-pending", "--key", first, "--yes");
        assertThat(one.get("pending").asBoolean()).isTrue();
        JsonNode both = at.json("sign-pending", "--key", second.toString(), "--yes");
        assertThat(both.get("pending").asBoolean()).isFalse();
        assertThat(agent.poll().rootVersion()).isEqualTo(2);
        at.admin("add", "phishing", "worse.example").done();
        at.clock().advance(Duration.ofMinutes(5));
        assertThat(at.refusedJson("publish", "--all", "--yes", "--key", first).get("pending").asBoolean()).isTrue();
        at.json("sign-pending", "--key", second.toString(), "--yes");
        assertThat(agent.finds(agent.poll("phishing"), "worse.example/")).isTrue();
    }

    @Test
    void agentsFollowFromRootToRoot() throws Exception {
        at.json("publish", "--all", "--yes");
        Agent agent = new Agent(at);
        agent.poll();
        String next = newKey(at.data().resolve("keys/publisher-2.key"), "publisher-2");
        at.clock().advance(Duration.ofMinutes(5));
        JsonNode root = at.json("keys", "show").at("/roots/0");
        rotate(2, "--add-publisher", next, "--remove-publisher", root.at("/publishers/0").asText()).done();
        Manifest manifest = agent.poll();
        assertThat(agent.root().version()).isEqualTo(2);
        assertThat(manifest.rootVersion()).isEqualTo(2);
        rotate(3, "--address", "https://lists.example").done();
        agent.poll();
        assertThat(agent.root().version()).isEqualTo(3);
        assertThat(agent.root().addresses()).hasSize(1);
        JsonNode roots = at.json("keys", "show").get("roots");
        assertThat(roots).hasSize(3);
        assertThat(roots.get(2).get("isCurrent").asBoolean()).isTrue();
    }

    @Test
    void aNewTimestampKeyMustBeThereFirst() throws Exception {
        at.json("publish", "--all", "--yes");
        Agent agent = new Agent(at);
        Path key = at.file("timestamp-2.key");
        String verifierKey = newKey(key, "timestamp-2");
        assertThat(rotate(2, "--timestamp", verifierKey).refused().err()).contains("timestamp key").contains("keys");
        agent.poll();
        assertThat(agent.root().version()).isEqualTo(1);
        Files.move(key, at.data().resolve("keys/timestamp-2.key"));
        at.admin("keys", "submit", at.file("root-2.note").toString()).done();
        agent.poll();
        assertThat(agent.root().version()).isEqualTo(2);
        at.stop();
        at.start();
        agent.poll();
    }

    @Test
    void aRootThatItsOwnersDidNotSignIsRefused() throws Exception {
        Path stranger = at.file("stranger.key");
        newKey(stranger, "stranger");
        Path next = at.file("root-2.note");
        at.admin("keys", "rotate", at.data().resolve("root.note").toString(), "--out", next.toString()).done();
        at.admin("keys", "sign", next.toString(), "--key", stranger.toString(), "--yes").done();
        at.admin("keys", "submit", next.toString()).refused();
        assertThat(at.json("keys", "show").get("roots")).hasSize(1);
    }

    @Test
    void renewsWhatIsPublished() throws Exception {
        assertThat(at.admin("renew").failed().err()).contains("nothing is published");
        at.json("publish", "--all", "--yes");
        Agent agent = new Agent(at);
        Manifest before = agent.poll();
        at.clock().advance(Duration.ofDays(1));
        JsonNode report = at.json("renew");
        Manifest after = agent.poll();
        assertThat(after.sequence()).isEqualTo(report.get("sequence").asLong()).isGreaterThan(before.sequence());
        assertThat(after.expires()).isEqualTo(before.expires().plus(Duration.ofDays(1)));
        assertThat(after.lists()).isEqualTo(before.lists());
        assertThat(at.json("history").at("/publications/0/renews").asBoolean()).isTrue();
        String key = takePublisherKey().toString();
        at.clock().advance(Duration.ofDays(1));
        assertThat(at.refusedJson("renew").get("pending").asBoolean()).isTrue();
        at.json("renew", "--key", key, "--yes");
        assertThat(agent.poll().expires()).isEqualTo(before.expires().plus(Duration.ofDays(2)));
    }
}
