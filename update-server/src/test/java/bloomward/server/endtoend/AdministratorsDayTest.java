package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.TestEntries;
import bloomward.format.url.Scope;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Form;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The way from an empty folder to the lists that agents find.
final class AdministratorsDayTest extends OfficeDay {

    @Test
    void publishesWhatAgentsThenFind() throws Exception {
        createWith("phishing", "bad.example", "https://site.example/login?x=1");
        JsonNode report = publish();
        assertThat(report.get("sequence").isIntegralNumber()).isTrue();
        JsonNode list = report.get("lists").get(0);
        assertThat(list.get("name").asText()).isEqualTo("phishing");
        assertThat(list.get("version").asLong()).isEqualTo(1);
        assertThat(list.get("entries").asLong()).isEqualTo(2);
        assertThat(list.get("added").asLong()).isEqualTo(2);
        assertThat(list.get("removed").asLong()).isZero();
        assertThat(list.get("deltas")).isEmpty();

        Agent agent = new Agent(at);
        Manifest manifest = agent.poll();
        assertThat(manifest.sequence()).isEqualTo(report.get("sequence").asLong());
        ListRelease release = manifest.list("phishing").orElseThrow();
        assertThat(release.packed().length()).isEqualTo(list.get("packedBytes").asLong());
        assertThat(release.flat().length()).isEqualTo(list.get("flatBytes").asLong());
        assertThat(agent.finds(release, "bad.example/")).isTrue();
        assertThat(agent.finds(release, "good.example/")).isFalse();
        assertThat(agent.finds(release, TestEntries.listed(new Category("phishing")))).isTrue();
        assertThat(agent.confirmed(release, "bad.example/")).singleElement()
                .satisfies(record -> assertThat(record.scope()).isEqualTo(Scope.HOST));
        assertThat(agent.confirmed(release, "good.example/")).isEmpty();
    }

    @Test
    void theSignedFileStandsAlone() throws Exception {
        createWith("phishing", "bad.example");
        publish();
        Agent agent = new Agent(at);
        for (Form form : Form.values()) {
            try (var bloom = agent.bloom("phishing", form)) {
                assertThat(bloom.list().name()).isEqualTo("phishing");
                assertThat(bloom.freshness()).isEqualTo(Freshness.FRESH);
            }
        }
    }

    @Test
    void agentsGetOneMoreEntryByADelta() throws Exception {
        at.admin("list", "create", "phishing", "--category", "phishing").done();
        Path file = at.file("hosts.txt", hosts(0, 500));
        assertThat(at.json("import", "phishing", file.toString()).get("accepted").asLong()).isEqualTo(500);
        publish();
        Agent agent = new Agent(at);
        ListRelease first = agent.poll("phishing");
        add("phishing", "one-more.example");
        JsonNode list = publish().get("lists").get(0);
        assertThat(list.get("version").asLong()).isEqualTo(2);
        assertThat(list.get("added").asLong()).isEqualTo(1);
        JsonNode delta = list.get("deltas").get(0);
        assertThat(delta.get("from").asLong()).isEqualTo(1);
        assertThat(delta.get("to").asLong()).isEqualTo(2);
        assertThat(at.get(new PublicPath.DeltaFile("phishing", 1, 2))).hasSize(delta.get("bytes").asInt());
        ListRelease second = agent.poll("phishing");
        agent.applies(first, second);
        assertThat(agent.finds(second, "one-more.example/")).isTrue();
        // An agent that has not updated yet is still answered.
        assertThat(agent.confirmed(first, "host1.evil.example/")).hasSize(1);
        assertThat(agent.confirmed(first, "one-more.example/")).isEmpty();
    }

    @Test
    void aListThatDidNotChangeKeepsItsVersion() throws Exception {
        createWith("phishing", "bad.example");
        createWith("malware", "worse.example");
        publish();
        Agent agent = new Agent(at);
        ListRelease before = agent.poll("phishing");
        add("malware", "worst.example");
        assertThat(publish().get("lists")).hasSize(1);
        assertThat(agent.poll("phishing")).isEqualTo(before);
        assertThat(agent.poll("malware").version()).isEqualTo(2);
    }

    @Test
    void nothingToPublishIsNoFailure() {
        createWith("phishing", "bad.example");
        publish();
        assertThat(publish().get("sequence").isNull()).isTrue();
        add("phishing", "bad.example");
        assertThat(publish().get("sequence").isNull()).isTrue();
        assertThat(at.json("publish", "phishing", "--yes").get("lists")).isEmpty();
    }

    @Test
    void aDryRunSaysWhatWouldComeAndPublishesNothing() throws Exception {
        createWith("phishing", "bad.example");
        JsonNode report = at.json("publish", "--all", "--dry-run");
        assertThat(report.get("sequence").isNull()).isTrue();
        assertThat(report.at("/lists/0/entries").asLong()).isEqualTo(1);
        assertThat(at.ask(new PublicPath.Latest()).statusCode()).isEqualTo(404);
        assertThat(at.json("history").get("publications")).isEmpty();
        JsonNode real = publish();
        assertThat(real.at("/lists/0/packedBytes")).isEqualTo(report.at("/lists/0/packedBytes"));
        assertThat(real.at("/lists/0/version").asLong()).isEqualTo(1);
    }

    @Test
    void publishesNothingWithoutBeingSure() {
        createWith("phishing", "bad.example");
        assertThat(at.admin("publish", "--all").failed().err()).contains("--yes");
        at.admin("publish", "--yes").failed();
        assertThat(at.admin("publish", "nosuch", "--yes").failed().err()).contains("nosuch");
        assertThat(at.json("history").get("publications")).isEmpty();
    }

    @Test
    void explainsEachState() {
        createWith("phishing", "bad.example", "leaving.example", "gone.example");
        publish();
        at.admin("remove", "phishing", "gone.example").done();
        publish();
        at.admin("remove", "phishing", "leaving.example").done();
        at.admin("add", "phishing", "https://new.example/a/b", "--reason", "case 1", "--expires", "30d").done();
        at.admin("add", "phishing", "google.com").refused();
        assertThat(state("http://www.bad.example/login")).isEqualTo("listed");
        assertThat(state("leaving.example")).isEqualTo("leaving");
        assertThat(state("gone.example")).isEqualTo("removed");
        assertThat(state("google.com")).isEqualTo("held");
        JsonNode draft = at.json("explain", "https://new.example/a/b");
        assertThat(draft.get("isListed").asBoolean()).isFalse();
        assertThat(draft.get("isInDraft").asBoolean()).isTrue();
        assertThat(draft.at("/matches/0/state").asText()).isEqualTo("draft");
        assertThat(draft.at("/matches/0/reason").asText()).isEqualTo("case 1");
        assertThat(draft.at("/matches/0/by").asText()).isEqualTo("admin");
        assertThat(at.json("explain", "never.example").get("matches")).isEmpty();
        at.admin("holds", "reject", "--up-to", at.lastHold(), "--all", "--reason", "no").done();
        assertThat(state("google.com")).isEqualTo("rejected");
        at.admin("explain", "mailto:a@b.example").failed();
    }

    private String state(String url) {
        return at.json("explain", url).at("/matches/0/state").asText();
    }

    @Test
    void remembersWhoDidWhat() {
        createWith("phishing", "bad.example");
        publish();
        at.json("publish", "--all", "--yes", "--note", "again");
        add("phishing", "worse.example");
        at.clock().advance(Duration.ofMinutes(5));
        at.json("publish", "--all", "--yes", "--note", "second");
        JsonNode publications = at.json("history").get("publications");
        assertThat(publications).hasSize(2);
        assertThat(publications.get(0).get("note").asText()).isEqualTo("second");
        assertThat(publications.get(0).get("isCurrent").asBoolean()).isTrue();
        assertThat(publications.get(1).get("isCurrent").asBoolean()).isFalse();
        assertThat(publications.get(0).at("/lists/0/added").asLong()).isEqualTo(1);
        assertThat(at.json("history", "--limit", "1").get("publications")).hasSize(1);

        JsonNode rows = at.json("audit", "show").get("rows");
        List<String> actions = rows.findValuesAsText("action");
        assertThat(actions).contains("token create", "add", "publish").filteredOn("publish"::equals).hasSize(2);
        assertThat(rows.findValuesAsText("actor")).contains("init", "admin");
        JsonNode verified = at.json("audit", "verify");
        assertThat(verified.get("intact").asBoolean()).isTrue();
        assertThat(verified.get("rows").asLong()).isEqualTo(rows.size());
        assertThat(at.json("audit", "show", "--from", "2", "--limit", "1").at("/rows/0/number").asLong()).isEqualTo(2);
    }
}
