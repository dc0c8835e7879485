package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.release.Manifest;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.serve.Server;
import bloomward.server.store.StoreInUseException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Starting, stopping, being watched, and being asked by the wrong ones.
final class ServerLifeTest extends OfficeDay {

    @BeforeEach
    void fill() {
        createWith("phishing", "bad.example");
    }

    @Test
    void everythingOutlivesTheProcess() throws Exception {
        at.json("publish", "--all", "--yes");
        at.admin("add", "phishing", "worse.example", "google.com").refused();
        at.admin("allow", "add", "our.example").done();
        Agent agent = new Agent(at);
        Manifest before = agent.poll();
        JsonNode list = at.json("list", "show", "phishing");
        JsonNode history = at.json("history");
        JsonNode holds = at.json("holds", "list");
        at.stop();
        at.start();
        assertThat(agent.poll()).isEqualTo(before);
        assertThat(agent.confirmed(agent.poll("phishing"), "bad.example/")).hasSize(1);
        assertThat(at.json("list", "show", "phishing")).isEqualTo(list);
        assertThat(at.json("history")).isEqualTo(history);
        assertThat(at.json("holds", "list")).isEqualTo(holds).isNotEmpty();
        assertThat(at.json("audit", "verify").get("intact").asBoolean()).isTrue();
        at.clock().advance(Duration.ofMinutes(5));
        assertThat(at.json("publish", "--all", "--yes").at("/lists/0/version").asLong()).isEqualTo(2);
        assertThat(agent.finds(agent.poll("phishing"), "worse.example/")).isTrue();
    }

    @Test
    void twoServersDoNotShareAFolder() throws Exception {
        assertThatThrownBy(() -> at.another()).isInstanceOf(StoreInUseException.class)
                .hasMessageContaining("in use by another process");
        at.json("publish", "--all", "--yes");
    }

    @Test
    void theFolderIsFreeAfterAStartThatFailed() throws Exception {
        int port = at.adminUri().getPort();
        try (Installation other = Installation.startAnywhere()) {
            other.stop();
            Settings taken = Settings.resolve(Map.of(ServerSetting.DATA_DIR, other.data().toString(),
                    ServerSetting.LISTEN, "127.0.0.1:0", ServerSetting.ADMIN_LISTEN, "127.0.0.1:" + port),
                    Optional.empty(), Map.of());
            assertThatThrownBy(() -> Server.start(taken, Optional.empty(), other.clock()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(Integer.toString(port));
            other.start();
            other.json("list", "show");
        }
    }

    @Test
    void aFolderIsSetUpOnce() throws Exception {
        String token = Files.readString(at.adminToken());
        assertThat(at.program("init", "--data-dir", at.data().toString()).refused().err()).contains("already");
        assertThat(Files.readString(at.adminToken())).isEqualTo(token);
    }

    @Test
    void aFolderThatWasNotSetUpIsNotServed() {
        Told told = at
                .program("serve", "--data-dir", at.file("empty").toString(), "--listen", "127.0.0.1:0",
                        "--admin-listen", "127.0.0.1:0", "--log-level", "error")
                .failed();
        assertThat(told.err()).contains("init");
    }

    @Test
    void strangersAreToldSo() throws Exception {
        Path wrong = at.file("wrong.token", "bw_" + "0".repeat(64));
        assertThat(at.as(wrong, "list", "show").failed().err()).contains("token not accepted");
        Map<String, String> https = Map.of("BLOOMWARD_ADMIN_URL", at.adminUri().toString().replace("http:", "https:"),
                "BLOOMWARD_TOKEN_FILE", at.adminToken().toString());
        assertThat(at.alone("", https, "list", "show").failed().err()).contains("https://")
                .doesNotContain("internal error");
        assertThat(at.alone("", Map.of(), "list", "show").failed().err()).contains("BLOOMWARD_ADMIN_URL");
    }

    @Test
    void strictImportsAreRefusedWhereAnythingIsHeld() {
        String lines = "more.example\ngoogle.com\n";
        Told held = at.with(lines, at.adminToken(), "import", "phishing", "-", "--format", "domains", "-o", "json")
                .done();
        assertThat(held.json().get("lines").asLong()).isEqualTo(2);
        assertThat(held.json().get("accepted").asLong()).isEqualTo(1);
        assertThat(held.json().get("held")).isNotEmpty();
        assertThat(held.err()).contains("holds list");
        at.with(lines, at.adminToken(), "import", "phishing", "-", "--format", "domains", "--strict").refused();
        at.with("more.example\n", at.adminToken(), "import", "phishing", "-", "--format", "domains", "--strict").done();
        Told refused = at.with("%%%\n???\n", at.adminToken(), "import", "phishing", "-", "--format", "domains")
                .refused();
        assertThat(refused.err()).contains("line 1: ").contains("%%%");
        at.with("<html>\n<body>\n</html>\n", at.adminToken(), "import", "phishing", "-").refused();
        at.with("", at.adminToken(), "import", "nosuch", "-").failed();
    }

    @Test
    void isReadyUntilSomethingExpiresSoon() throws Exception {
        assertThat(at.askAdmin("/healthz").statusCode()).isEqualTo(200);
        at.json("publish", "--all", "--yes");
        assertThat(at.askAdmin("/readyz").statusCode()).isEqualTo(200);
        at.clock().advance(Duration.ofDays(5).plusHours(1));
        var answer = at.askAdmin("/readyz");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("application/problem+json");
        JsonNode problem = JsonMapper.builder().build().readTree(answer.body());
        assertThat(problem.get("status").asInt()).isEqualTo(503);
        assertThat(problem.get("code").asText()).isEqualTo("not-ready");
        assertThat(problem.get("errors").findValuesAsText("detail"))
                .anyMatch(text -> text.contains("manifest expires"));
        at.json("renew");
        assertThat(at.askAdmin("/readyz").statusCode()).isEqualTo(200);
        at.clock().advance(Duration.ofDays(340));
        assertThat(at.askAdmin("/readyz").body()).contains("the root expires");
        assertThat(at.askAdmin("/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void countsWhatIsWorthCounting() throws Exception {
        String empty = at.askAdmin("/metrics").body();
        assertThat(empty).contains("bloomward_publication_sequence 0");
        long sequence = at.json("publish", "--all", "--yes").get("sequence").asLong();
        new Agent(at).poll();
        String metrics = at.askAdmin("/metrics").body();
        assertThat(value(metrics, "bloomward_publication_sequence")).isEqualTo((double) sequence);
        assertThat(value(metrics, "bloomward_manifest_expires_in_seconds")).isEqualTo(7 * 86_400);
        assertThat(value(metrics, "bloomward_latest_expires_in_seconds")).isEqualTo(86_400);
        assertThat(value(metrics, "bloomward_store_up")).isEqualTo(1);
        assertThat(value(metrics, "bloomward_list_entries{list=\"phishing\"}")).isEqualTo(1);
        assertThat(value(metrics, "bloomward_list_version{list=\"phishing\"}")).isEqualTo(1);
    }

    private static double value(String metrics, String name) {
        String line = metrics.lines()
                .filter(each -> each.startsWith(name + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in\n" + metrics));
        return Double.parseDouble(line.substring(name.length() + 1));
    }
}
