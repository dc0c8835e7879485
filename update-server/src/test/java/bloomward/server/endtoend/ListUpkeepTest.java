package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.ListRelease;
import bloomward.format.wire.PublicPath;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// All that is done to lists between publications.
final class ListUpkeepTest extends OfficeDay {

    @Test
    void removesWhatPeopleAdded() throws Exception {
        createWith("phishing", "bad.example", "worse.example");
        publish();
        JsonNode removed = at.json("remove", "phishing", "bad.example", "unknown.example");
        assertThat(removed.get("removed").asLong()).isEqualTo(1);
        assertThat(removed.get("notListed")).map(JsonNode::asText).containsExactly("unknown.example");
        assertThat(publish().at("/lists/0/removed").asLong()).isEqualTo(1);
        Agent agent = new Agent(at);
        ListRelease release = agent.poll("phishing");
        assertThat(agent.finds(release, "bad.example/")).isFalse();
        assertThat(agent.finds(release, "worse.example/")).isTrue();
    }

    @Test
    void anEmptyFileEndsWhatItsSourceListed() throws Exception {
        at.admin("list", "create", "phishing", "--category", "phishing").done();
        Path file = at.file("hosts.txt", hosts(0, 500));
        at.admin("import", "phishing", file.toString(), "--source", "csirt").done();
        Path empty = Files.createFile(at.file("empty.txt"));
        assertThat(at.admin("import", "phishing", empty.toString(), "--source", "csirt", "--replace").refused().err())
                .contains("say --format")
                .doesNotContain("[]");
        at.admin("import", "phishing", empty.toString(), "--source", "csirt", "--replace", "--format", "domains")
                .done();
        at.admin("holds", "release", "--up-to", at.lastHold(), "--all", "--reason", "the source is no more").done();
        assertThat(at.json("list", "show", "phishing").get("entries").asLong()).isZero();
    }

    @Test
    void allowsWhatNoListMayReport() throws Exception {
        createWith("phishing", "bad.example");
        JsonNode allowed = at.json("allow", "add", "our.example", "--reason", "ours");
        assertThat(allowed.get("added").asLong()).isEqualTo(1);
        publish();
        Agent agent = new Agent(at);
        assertThat(agent.allowed(agent.poll()).contains("our.example/".getBytes(StandardCharsets.US_ASCII))).isTrue();
        assertThat(at.json("explain", "http://our.example/x").get("isAllowed").asBoolean()).isTrue();
        long sequence = agent.poll().sequence();
        at.admin("allow", "remove", "our.example").done();
        JsonNode report = publish();
        assertThat(report.get("sequence").asLong()).isGreaterThan(sequence);
        assertThat(report.get("lists")).isEmpty();
        assertThat(agent.allowed(agent.poll()).size()).isZero();
    }

    @Test
    void holdsWhatWouldAllowListedEntries() throws Exception {
        createWith("phishing", "login.site.example");
        publish();
        JsonNode report = at.refusedJson("allow", "add", "site.example");
        assertThat(report.get("added").asLong()).isZero();
        assertThat(report.get("held")).hasSize(1);
        publish();
        Agent agent = new Agent(at);
        assertThat(agent.allowed(agent.poll()).size()).isZero();
        at.admin("holds", "release", "--up-to", at.lastHold(), "--all", "--reason", "checked").done();
        publish();
        assertThat(agent.allowed(agent.poll()).size()).isEqualTo(1);
    }

    @Test
    void entriesEndByThemselves() throws Exception {
        createWith("phishing", "bad.example");
        at.admin("add", "phishing", "short.example", "--expires", "2d").done();
        at.admin("allow", "add", "our.example", "--expires", "2d").done();
        publish();
        Agent agent = new Agent(at);
        assertThat(agent.finds(agent.poll("phishing"), "short.example/")).isTrue();
        at.clock().advance(Duration.ofDays(3));
        JsonNode report = publish();
        assertThat(report.at("/lists/0/removed").asLong()).isEqualTo(1);
        assertThat(agent.finds(agent.poll("phishing"), "short.example/")).isFalse();
        assertThat(agent.finds(agent.poll("phishing"), "bad.example/")).isTrue();
        assertThat(agent.allowed(agent.poll()).size()).isZero();
    }

    @Test
    void goesBackToAnEarlierVersion() throws Exception {
        createWith("phishing", "bad.example");
        publish();
        add("phishing", "mistake.example");
        at.admin("remove", "phishing", "bad.example").done();
        publish();
        Agent agent = new Agent(at);
        assertThat(agent.finds(agent.poll("phishing"), "bad.example/")).isFalse();
        at.clock().advance(Duration.ofMinutes(1));
        JsonNode report = at.json("rollback", "phishing", "--to", "1", "--yes");
        assertThat(report.at("/lists/0/version").asLong()).isEqualTo(3);
        ListRelease release = agent.poll("phishing");
        assertThat(agent.finds(release, "bad.example/")).isTrue();
        assertThat(agent.finds(release, "mistake.example/")).isFalse();
        assertThat(at.admin("rollback", "phishing", "--to", "77", "--yes").failed().err()).contains("77");
    }

    @Test
    void goesBackToAnEarlierPublicationOfAllLists() throws Exception {
        createWith("phishing", "bad.example");
        createWith("malware", "worse.example");
        long sequence = publish().get("sequence").asLong();
        add("phishing", "mistake.example");
        publish();
        add("malware", "other.example");
        publish();
        at.json("rollback", "--to", Long.toString(sequence), "--yes");
        Agent agent = new Agent(at);
        assertThat(agent.finds(agent.poll("phishing"), "mistake.example/")).isFalse();
        assertThat(agent.finds(agent.poll("malware"), "other.example/")).isFalse();
        assertThat(agent.finds(agent.poll("malware"), "worse.example/")).isTrue();
    }

    @Test
    void newKeysMeanAFullDownload() throws Exception {
        createWith("phishing", "bad.example", "worse.example");
        publish();
        Agent agent = new Agent(at);
        int width = agent.poll("phishing").spec().width();
        JsonNode list = at.json("list", "rekey", "phishing", "--planned-entries", "5000000");
        assertThat(list.get("width").asInt()).isGreaterThan(width);
        JsonNode published = publish().at("/lists/0");
        assertThat(published.get("version").asLong()).isEqualTo(2);
        assertThat(published.get("deltas")).isEmpty();
        ListRelease release = agent.poll("phishing");
        assertThat(release.spec().width()).isGreaterThan(width);
        assertThat(agent.finds(release, "bad.example/")).isTrue();
        assertThat(at.ask(new PublicPath.DeltaFile("phishing", 1, 2)).statusCode()).isIn(404, 410);
        add("phishing", "third.example");
        publish();
        assertThat(at.ask(new PublicPath.DeltaFile("phishing", 1, 3)).statusCode()).isIn(404, 410);
    }
}
