package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.wire.PublicPath;
import bloomward.server.config.ServerSetting;
import bloomward.server.notify.WebhookReceiver;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples for Prometheus and Grafana, and the guide, name metrics that a busy server really has.
final class MonitoringTest {

    /// These have another process; `MirrorTest` asks for them.
    private static final String OF_MIRRORS = "bloomward_mirror_";
    private static final Path ALERTS = Path.of("monitoring/alerts.yml");
    private static final Path DASHBOARD = Path.of("monitoring/dashboard.json");
    private static final Path GUIDE = Path.of("OPERATING.md");
    private static final Pattern METRIC = Pattern.compile("\\bbloomward_[a-z0-9_]+");
    private static final Pattern RULE = Pattern.compile("""
             {6}- alert: Bloomward[A-Za-z]+
             {8}expr: '[^'\\n]+'
             {8}for: [0-9]+[mh]
             {8}labels:
             {10}severity: (warning|critical)
             {8}annotations:
             {10}summary: '[^'\\n]+\\.'
            """);

    @TempDir
    private Path folder;

    private static Set<String> named(String text) {
        return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> namedIn(Path file) throws Exception {
        return named(Files.readString(file));
    }

    /// The `/metrics` of a server on which something of each kind happened.
    private String metrics() throws Exception {
        try (Installation at = Installation.start(folder); WebhookReceiver webhook = new WebhookReceiver()) {
            at.stop();
            at.with(ServerSetting.SAFE_BROWSING, "true")
                    .with(ServerSetting.NOTIFY_WEBHOOK, webhook.url())
                    .with(ServerSetting.NOTIFY_WEBHOOK_SECRET_FILE, WebhookReceiver.secretFile(folder).toString())
                    .start();
            at.admin("list", "create", "phishing", "--category", "phishing").done();
            String[] many = new String[50];
            for (int i = 0; i < many.length; i++) {
                many[i] = "bait" + i + ".example";
            }
            at.admin("import", "phishing", at.file("many.txt", many).toString(), "--source", "csirt").done();
            at.admin("publish", "phishing", "--yes").done();
            at.admin("import", "phishing", at.file("few.txt", "bait1.example").toString(), "--source", "csirt",
                    "--replace", "--format", "domains");
            at.admin("import", "phishing", at.file("popular.txt", "github.com").toString(), "--source", "ann");
            at.admin("import", "phishing", at.file("more.txt", "more.example").toString(), "--source", "ann").done();
            Path feed = ListHost.feed(at, "sample", "domains", "http://127.0.0.1:9/list");
            at.admin("feed", "add", feed.toString(), "--list", "phishing").done();
            at.get(new PublicPath.Latest());
            at.askAdmin("/metrics");
            return at.askAdmin("/metrics").body();
        }
    }

    @Test
    void whatIsNamedIsThereAndSaysWhatItIs() throws Exception {
        String metrics = metrics();
        Set<String> there = named(metrics.replaceAll("(?m)^#.*$", ""));
        assertThat(there).hasSizeGreaterThan(25);
        assertThat(there).containsAll(namedIn(ALERTS)).containsAll(namedIn(DASHBOARD));
        assertThat(namedIn(GUIDE).stream().filter(name -> !name.startsWith(OF_MIRRORS))).hasSameElementsAs(there);
        for (String name : there) {
            assertThat(metrics).containsPattern("(?m)^# HELP " + name + " .+\\.$");
        }
    }

    @Test
    void eachRuleIsWhole() throws Exception {
        String text = Files.readString(ALERTS);
        assertThat(RULE.matcher(text).results().count())
                .isEqualTo(text.lines().filter(l -> l.contains("alert:")).count())
                .isGreaterThan(15);
        assertThat(RULE.matcher(text).replaceAll("").lines()).containsExactly(
                "# Alert rules for Prometheus, as an example: the numbers are those of OPERATING.md, section Monitoring.",
                "groups:", "  - name: bloomward", "    rules:");
    }

    @Test
    void eachPanelAsksItsSource() throws Exception {
        JsonNode dashboard = new JsonMapper().readTree(Files.readAllBytes(DASHBOARD));
        List<String> titles = new ArrayList<>();
        for (JsonNode panel : dashboard.path("panels")) {
            titles.add(panel.path("title").asText());
            assertThat(panel.path("targets")).isNotEmpty()
                    .allSatisfy(target -> assertThat(target.path("datasource").path("uid").asText())
                            .isEqualTo("${datasource}"));
        }
        assertThat(titles).hasSizeGreaterThan(10).doesNotHaveDuplicates();
    }
}
