package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.Category;
import bloomward.format.confirm.Scope;
import bloomward.format.release.Freshness;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.TestEntries;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Form;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From an empty folder to what agents find, and all that is done to lists in between.
final class AdministratorsDayTest {

    @TempDir
    private Path folder;

    private Installation at;

    @BeforeEach
    void start() throws Exception {
        at = Installation.start(folder);
    }

    @AfterEach
    void stop() {
        at.close();
    }

    private String hosts(int from, int to) {
        return String.join("\n", IntStream.range(from, to).mapToObj(i -> "host" + i + ".evil.example").toList());
    }

    private void createWith(String list, String... words) {
        at.admin("list", "create", list, "--category", "phishing").done();
        add(list, words);
    }

    private void add(String list, String... words) {
        String[] args = new String[words.length + 2];
        args[0] = "add";
        args[1] = list;
        System.arraycopy(words, 0, args, 2, words.length);
        at.admin(args).done();
    }

    private JsonNode publish() {
        at.clock().advance(Duration.ofMinutes(5));
        return at.json("publish", "--all", "--yes");
    }

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
        // Who has not updated yet is still answered.
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
                .contains("say --format").doesNotContain("[]");
        at.admin("import", "phishing", empty.toString(), "--source", "csirt", "--replace", "--format", "domains")
                .done();
        at.admin("holds", "release", "--all", "--reason", "the source is no more").done();
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
        JsonNode report = at.json("allow", "add", "site.example");
        assertThat(report.get("added").asLong()).isZero();
        assertThat(report.get("held")).hasSize(1);
        publish();
        Agent agent = new Agent(at);
        assertThat(agent.allowed(agent.poll()).size()).isZero();
        at.admin("holds", "release", "--all", "--reason", "checked").done();
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

    @Test
    void explainsEachState() {
        createWith("phishing", "bad.example", "leaving.example", "gone.example");
        publish();
        at.admin("remove", "phishing", "gone.example").done();
        publish();
        at.admin("remove", "phishing", "leaving.example").done();
        at.admin("add", "phishing", "https://new.example/a/b", "--reason", "case 1", "--expires", "30d").done();
        at.admin("add", "phishing", "google.com").done();
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
        at.admin("holds", "reject", "--all", "--reason", "no").done();
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
