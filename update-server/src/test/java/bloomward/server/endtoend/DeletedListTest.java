package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Form;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The end of a list, from the command to the public side.
final class DeletedListTest extends OfficeDay {

    @Test
    void isServedUntilTheNextPublicationAndAWhileLonger() throws Exception {
        createWith("old", "evil.example");
        createWith("kept", "bad.example");
        publish();
        Agent agent = new Agent(at);
        ListRelease before = agent.poll("old");
        Told not = at.answering("n").admin("list", "delete", "old").refused();
        assertThat(not.err()).contains("old: 1 entry in the draft, 1 in version 1, which agents have");
        at.answering("y").admin("list", "delete", "old", "--reason", "merged").done();
        assertThat(agent.poll().lists()).extracting(ListRelease::name).containsExactly("kept", "old");
        assertThat(agent.confirmed(agent.poll("old"), "evil.example/")).isNotEmpty();
        assertThat(at.admin("diff").done().out()).contains("old: deleted; agents will have it no more");
        assertThat(at.admin("explain", "http://evil.example/").done().out())
                .contains("agents say now: listed; after the next publication: clean", "by admin", "list deleted");

        JsonNode report = publish();
        assertThat(report.get("leaving")).map(JsonNode::asText).containsExactly("old");
        Manifest manifest = agent.poll();
        assertThat(manifest.lists()).extracting(ListRelease::name).containsExactly("kept");
        assertThat(agent.confirmed(before, "evil.example/")).as("for agents that have not polled yet").isNotEmpty();
        assertThat(at.ask(new PublicPath.Bloom("old", Form.PACKED)).statusCode()).isEqualTo(404);
        assertThat(at.admin("explain", "http://evil.example/").done().out()).contains("agents say now: clean",
                "removed");
        assertThat(at.program("verify", "--data-dir", at.data().toString()).done().out()).doesNotContain("problem");
        assertThat(at.admin("history").done().out()).contains("  without old", "  old 1 (+1 -0); kept 1 (+1 -0)");
        at.stop();
        at.start();
        assertThat(agent.poll().lists()).extracting(ListRelease::name).containsExactly("kept");
        assertThat(at.admin("list", "create", "old", "--category", "phishing").refused().err())
                .contains("deleted list");
    }

    @Test
    void aRestoredServerBringsItBackUnderAHigherVersion() throws Exception {
        createWith("old", "evil.example");
        createWith("kept", "bad.example");
        publish();
        Path backup = at.file("backup.zip");
        at.program("backup", backup.toString(), "--data-dir", at.data().toString()).done();
        at.admin("list", "delete", "old", "--yes").done();
        publish();
        Agent agent = new Agent(at);
        Manifest without = agent.poll();
        at.stop();
        at.clock().advance(Duration.ofHours(1));
        Path data = at.data();
        Files.move(data, at.file("lost"));
        at.program("restore", backup.toString(), "--data-dir", data.toString()).done();
        Files.copy(at.file("lost").resolve("admin.token"), at.adminToken(), StandardCopyOption.COPY_ATTRIBUTES);
        at.start();
        publish();
        Manifest restored = agent.poll();
        restored.requireFollows(without);
        assertThat(restored.lists()).extracting(ListRelease::name).containsExactly("kept", "old");
        assertThat(restored.list("old").orElseThrow().version()).isGreaterThan(1024);
    }

    @Test
    void theLastOneLeavesAWarning() throws Exception {
        createWith("old", "evil.example");
        publish();
        at.admin("list", "delete", "old", "--yes").done();
        assertThat(publish().get("message").asText()).isEqualTo("no list is left: agents say that they do not protect");
        assertThat(new Agent(at).poll().lists()).isEmpty();
    }

    @Test
    void aProposalWithAVersionOfItIsWithdrawn() throws Exception {
        createWith("old", "evil.example");
        createWith("kept", "bad.example");
        publish();
        Path key = takePublisherKey();
        add("old", "worse.example");
        assertThat(at.refusedJson("publish", "--all", "--yes").get("pending").asBoolean()).isTrue();
        at.admin("list", "delete", "old", "--yes").done();
        assertThat(at.admin("sign-pending", "--key", key.toString(), "--yes").failed().err())
                .contains("nothing waits for signatures");
        JsonNode proposed = at.refusedJson("publish", "--all", "--yes");
        assertThat(proposed.get("leaving")).map(JsonNode::asText).containsExactly("old");
        JsonNode signed = at.json("sign-pending", "--key", key.toString(), "--yes");
        assertThat(signed.get("leaving")).map(JsonNode::asText).containsExactly("old");
        assertThat(new Agent(at).poll().lists()).extracting(ListRelease::name).containsExactly("kept");
    }
}
