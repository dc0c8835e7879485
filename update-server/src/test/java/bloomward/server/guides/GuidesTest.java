package bloomward.server.guides;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import bloomward.program.testing.Ports;
import bloomward.server.guides.Guide.Block;
import bloomward.server.store.postgres.TestPostgres;
import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every command of a guide ends as its page says.
///
/// README.md is tried out in every build, and the others with `-Plong`; [GuideCommandsTest] knows their commands in every build.
///
/// Places and addresses are others than in the pages, as [#shell] says; and where a person would be asked, `--yes` is said.
final class GuidesTest {

    private static final String FEED = "https://hole.cert.pl/domains/v2/domains.txt";
    private static final String FROM_TRIAL = "From trial keys to real ones";

    private static final String ACCOUNT = "$ sudo useradd --system --home-dir /srv/bloomward"
            + " --shell /usr/sbin/nologin bloomward";
    private static final String UNIT = "$ sudo cp /opt/bloomward/update-server/systemd/bloomward-server.service"
            + " /etc/systemd/system/";

    @TempDir
    private Path folder;

    @BeforeEach
    void needsAShell() {
        Needs.programs("bash", "curl", "mkfifo", "sha256sum");
    }

    private static Guide page(String name) throws Exception {
        return Guide.read(Path.of(name));
    }

    private Shell shell() throws Exception {
        Shell shell = new Shell(folder);
        Path at = shell.site();
        return shell.substitute("/srv/", Files.createDirectories(at.resolve("srv")) + "/")
                .substitute("/var/", Files.createDirectories(at.resolve("var")) + "/")
                .substitute("127.0.0.1:8480", "127.0.0.1:" + Ports.free())
                .substitute("127.0.0.1:8481", "127.0.0.1:" + Ports.free())
                .substitute("127.0.0.1:8490", "127.0.0.1:" + Ports.free())
                .substitute("127.0.0.1:8491", "127.0.0.1:" + Ports.free())
                .substitute("keys sign ", "keys sign --yes ")
                .substitute("sign-pending ", "sign-pending --yes ");
    }

    /// Where a page takes a running server for granted.
    private static Shell withServer(Shell shell) {
        return shell.prepare("""
                bloomward-server init --data-dir /srv/bloomward --origin lists.example
                bloomward-server serve --data-dir /srv/bloomward --listen 127.0.0.1:8480 --admin-listen 127.0.0.1:8481 &
                until curl -fs http://127.0.0.1:8481/healthz; do sleep 0.1; done
                """);
    }

    /// Where a page says `sudo systemctl`, and other things for root.
    private static Shell withService(Shell shell) throws Exception {
        try (InputStream in = Objects.requireNonNull(GuidesTest.class.getResourceAsStream("service.sh"))) {
            Files.copy(in, shell.site().resolve("service.sh"));
        }
        return shell.prepare("""
                GUIDE_SERVICE='--data-dir /srv/bloomward --listen 127.0.0.1:8480 --admin-listen 127.0.0.1:8481'
                . ./service.sh
                """);
    }

    @Test
    @Tag("long")
    void publishing() throws Exception {
        HttpServer publisher = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] list = (IntStream.range(0, 300).mapToObj(i -> "host" + i + ".example\n").collect(Collectors.joining())
                + "google.com\nshop.example\n").getBytes(UTF_8);
        publisher.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, list.length);
                exchange.getResponseBody().write(list);
            }
        });
        publisher.start();
        try {
            Shell shell = withServer(shell());
            Path definition = Files.createDirectories(shell.site().resolve("blocklists/feeds"))
                    .resolve("cert-polska.toml");
            String text = Files.readString(Path.of("../blocklists/feeds/cert-polska.toml"));
            assertThat(text).contains(FEED);
            Files.writeString(definition,
                    text.replace(FEED, "http://127.0.0.1:" + publisher.getAddress().getPort() + "/domains.txt")
                            + "private-network = true\n");
            String said = shell.type(page("PUBLISHING.md")).run();
            assertThat(said).contains("popular-host", "agents say now: allowed", "intact: ");
        } finally {
            publisher.stop(0);
        }
    }

    @Test
    @Tag("long")
    void keys() throws Exception {
        String said = withService(shell()).type(page("KEYS.md").without(FROM_TRIAL)).run();
        assertThat(said).contains("root 5 of lists.example", "intact: ")
                .containsPattern("keys on the server: \\S+/publisher\\+\\S+, \\S+/timestamp\\+");
    }

    @Test
    @Tag("long")
    void keysAfterATrial() throws Exception {
        Shell shell = withServer(shell()).prepare("""
                export BLOOMWARD_ADMIN_URL=http://127.0.0.1:8481 BLOOMWARD_TOKEN_FILE=/srv/bloomward/admin.token
                bloomward-admin list create phishing --category phishing
                bloomward-admin add phishing evil.example
                bloomward-admin publish --all --yes
                """);
        String said = shell.type(page("KEYS.md").only(FROM_TRIAL)).run();
        assertThat(said).contains("root 2 of lists.example");
        assertThat(shell.site().resolve("srv/bloomward/offline/root.key")).doesNotExist();
    }

    @Test
    @Tag("long")
    void operating() throws Exception {
        Shell shell = withService(shell()).type(page("KEYS.md").only("The ceremony"));
        Files.writeString(shell.site().resolve("feed.toml"), """
                name = "sample"
                title = "Sample"
                url = "http://127.0.0.1:9/list"
                format = "domains"
                scope = "host"
                category = "phishing"
                interval = "1d"
                minimum-interval = "1h"
                licence = "CC0-1.0"
                attribution = "nobody"
                homepage = "https://lists.example/"
                private-network = true
                """);
        shell.standIn(ACCOUNT, "mkdir -p /var/backups/bloomward").standIn(UNIT, """
                sudo systemctl start bloomward-server
                until curl -fs http://127.0.0.1:8481/healthz; do sleep 0.1; done
                export BLOOMWARD_ADMIN_URL=http://127.0.0.1:8481 BLOOMWARD_TOKEN_FILE=/srv/bloomward/admin.token
                bloomward-admin list create phishing --category phishing
                bloomward-admin feed add feed.toml --list phishing
                bloomward-admin add phishing evil.example
                bloomward-admin publish --all --key publisher.key --yes
                """);
        String said = shell.type(page("OPERATING.md")).run();
        assertThat(said).containsPattern("(?m)^bloomward_latest_expires_in_seconds [0-9]");
    }

    @Test
    @Tag("long")
    void scaling() throws Exception {
        TestPostgres server = TestPostgres.shared();
        Shell shell = withService(shell()).substitute("postgresql://bloomward@127.0.0.1:5432/bloomward",
                server.address(server.emptyDatabase()));
        Path secret = Files.createDirectories(shell.site().resolve("srv/bloomward/secrets")).resolve("database");
        Files.copy(server.passwordFile(), secret);
        shell.prepare("""
                bloomward-server init --data-dir /srv/bloomward --origin lists.example
                sudo systemctl start bloomward-server
                until curl -fs http://127.0.0.1:8481/healthz; do sleep 0.1; done
                export BLOOMWARD_ADMIN_URL=http://127.0.0.1:8481 BLOOMWARD_TOKEN_FILE=/srv/bloomward/admin.token
                bloomward-admin list create phishing --category phishing
                bloomward-admin add phishing evil.example
                bloomward-admin publish --all --yes
                """);
        String said = shell.type(page("SCALING.md")).run();
        assertThat(said)
                .containsPattern(
                        "Moved to postgresql://\\S+: \\d+ rows in 23 tables, \\d+ files; both stores compared equal")
                .containsPattern("\n\\* +\\S+ +\\d+ .* well\n")
                .containsPattern("\n +two +\\d+ .* well\n")
                .containsPattern("Moved to /\\S+/srv/bloomward/bloomward.db: \\d+ rows in 23 tables");
        assertThat(shell.site().resolve("srv/bloomward/bloomward.db")).exists();
    }

    @Test
    @Tag("long")
    void safeBrowsing() throws Exception {
        Shell shell = shell().prepare("""
                bloomward-server init --data-dir /srv/bloomward --origin lists.example
                echo 'safe-browsing = true' > /srv/bloomward/server.toml
                bloomward-server serve --data-dir /srv/bloomward --listen 127.0.0.1:8480 --admin-listen 127.0.0.1:8481 &
                until curl -fs http://127.0.0.1:8481/healthz; do sleep 0.1; done
                export BLOOMWARD_ADMIN_URL=http://127.0.0.1:8481 BLOOMWARD_TOKEN_FILE=/srv/bloomward/admin.token
                bloomward-admin list create phishing --category phishing
                bloomward-admin add phishing evil.example
                bloomward-admin publish --all --yes
                """);
        String said = shell.type(page("SAFE-BROWSING.md")).run();
        assertThat(said).contains("200 application/x-protobuf", "bloomward_safebrowsing_prefixes{list=\"se-4b\"} 2.0");
    }

    @Test
    void readme() throws Exception {
        Shell shell = shell().substitute("update-server/bin/", "")
                .substitute("blocklists/lists", Path.of("../blocklists/lists").toRealPath().toString())
                .prepare("export BLOOMWARD_SERVER_LISTEN=127.0.0.1:8480 BLOOMWARD_SERVER_ADMIN_LISTEN=127.0.0.1:8481");
        assertThat(shell.type(page("README.md")).run()).contains("bloomward latest v1");
    }

    /// Blocks that no shell here can run. They are named, so that none slips.
    @Test
    void allButTheseBlocksAreTyped() throws Exception {
        List<String> others = new ArrayList<>();
        for (String name : List.of("PUBLISHING.md", "OPERATING.md", "KEYS.md", "README.md", "SCALING.md",
                "SAFE-BROWSING.md")) {
            for (Block block : page(name).blocks()) {
                if (!block.language().equals("sh")) {
                    others.add(name + " " + block.language() + ": " + block.firstLine());
                }
            }
        }
        assertThat(others).containsExactly("OPERATING.md console: " + ACCOUNT, "OPERATING.md console: " + UNIT,
                "OPERATING.md nginx: proxy_cache_path /var/cache/nginx/bloomward keys_zone=bloomward:10m"
                        + " max_size=4g inactive=8d use_temp_path=off;",
                "OPERATING.md toml: admin-origin = \"https://lists.example\"", "OPERATING.md nginx: server {",
                "OPERATING.md console: $ rsync -a --exclude=/v1/latest /srv/bloomward-export/ mirror.example:/srv/www/",
                "OPERATING.md toml: notify-webhook = \"https://hooks.example/bloomward\"",
                "OPERATING.md console: $ bloomward-server notify test --data-dir /srv/bloomward",
                "OPERATING.md json: {", "OPERATING.md python: import hashlib, hmac, time",
                "OPERATING.md yaml: scrape_configs:",
                "README.md console: $ bloomward-server backup before-upgrade.backup --data-dir /var/lib/bloomward-server",
                "README.md : list text -> feed -> guard -> draft -> compile -> publish -> http ~~> agents",
                "SCALING.md console: $ sudo -u postgres createuser --pwprompt bloomward",
                "SCALING.md console: $ sudo -u bloomward mkdir -m 700 /srv/bloomward/secrets",
                "SCALING.md toml: store = \"postgresql://bloomward@127.0.0.1:5432/bloomward\"",
                "SCALING.md :    server  sequence    dated                 keys                  version  since                 state",
                "SCALING.md console: $ pg_dump --format=custom --file=bloomward.dump"
                        + " --dbname=postgresql://bloomward@127.0.0.1:5432/bloomward",
                "SCALING.md haproxy: global",
                "SCALING.md console: $ rclone copy --exclude '/v1/latest' --exclude '/v1/bloom/**'"
                        + " --header-upload 'Cache-Control: public, max-age=31536000, immutable'"
                        + " /srv/bloomward-export lists:bloomward",
                "SAFE-BROWSING.md toml: safe-browsing = true",
                "SAFE-BROWSING.md nginx: proxy_cache_path /var/cache/nginx/safebrowsing keys_zone=safebrowsing:1m"
                        + " max_size=256m inactive=1h use_temp_path=off;",
                "SAFE-BROWSING.md nginx:     # A question about many pages stands in the address; version 4 sends a body.",
                "SAFE-BROWSING.md js: user_pref(\"browser.safebrowsing.provider.google5.updateURL\","
                        + " \"https://lists.example/v5/hashLists:batchGet?key=x\");",
                "SAFE-BROWSING.md js: user_pref(\"browser.safebrowsing.provider.google5.enabled\", false);",
                "SAFE-BROWSING.md json: {",
                "SAFE-BROWSING.md console: $ sblookup -apikey x -server https://lists.example" + " -db lists.db");
    }
}
