package bloomward.server.guides;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.Needs;
import bloomward.format.testing.SetClock;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.guides.Guide.Block;
import bloomward.server.notify.Notifier;
import bloomward.server.notify.WebhookReceiver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that guides hand to other programs, and the guides' words about files of this project.
final class ShippedFilesTest {

    private static final Path UNIT = Path.of("systemd/bloomward-server.service");
    private static final Path SECURITY = Path.of("../shared-format/SECURITY.md");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:Test|IT|Properties))(?:\\.(\\w+))?`");
    private static final double MOST_EXPOSED = 1.5;

    @TempDir
    private Path folder;

    private static String said(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s said: %s", String.join(" ", command), said).isZero();
        return said;
    }

    @Test
    void systemdTakesTheUnitAndFindsLittleExposed() throws Exception {
        Needs.programs("systemd-analyze");
        // It must not matter that nothing is installed here.
        Path unit = Files.writeString(folder.resolve("bloomward-server.service"), Files.readString(UNIT)
                .replace("ExecStart=/opt/bloomward/update-server/bin/bloomward-server", "ExecStart=/bin/true"));
        assertThat(said("systemd-analyze", "verify", unit.toString())).doesNotContain(UNIT.getFileName().toString());
        String exposure = said("systemd-analyze", "security", "--offline=true", "--no-pager", unit.toString());
        Matcher level = Pattern.compile("exposure level for \\S+: ([0-9.]+)").matcher(exposure);
        assertThat(level.find()).as(exposure).isTrue();
        assertThat(Double.parseDouble(level.group(1))).isLessThanOrEqualTo(MOST_EXPOSED);
    }

    @Test
    void theUnitNamesWhatIsThereAndLetsJavaCompile() throws Exception {
        String unit = Files.readString(UNIT);
        assertThat(unit).contains("/opt/bloomward/update-server/OPERATING.md")
                .doesNotContainPattern("(?m)^MemoryDenyWriteExecute");
        assertThat(Path.of("bin/bloomward-server")).isExecutable();
        assertThat(Path.of("OPERATING.md")).isRegularFile();
    }

    @Test
    void nginxTakesTheExample() throws Exception {
        Needs.programs("nginx", "openssl");
        said("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=lists.example", "-keyout",
                folder.resolve("privkey.pem").toString(), "-out", folder.resolve("fullchain.pem").toString());
        String example = Guide.read(Path.of("OPERATING.md"))
                .blocks()
                .stream()
                .filter(block -> block.language().equals("nginx"))
                .map(Block::lines)
                .map(lines -> String.join("\n", lines))
                .findFirst()
                .orElseThrow();
        Path config = Files.writeString(folder.resolve("nginx.conf"),
                "events {}\npid " + folder + "/pid;\nhttp {\n"
                        + example.replace("/etc/ssl/lists.example", folder.toString())
                                .replace("/var/cache/nginx", folder.toString())
                        + "\n}\n");
        said("nginx", "-t", "-q", "-e", folder.resolve("error.log").toString(), "-c", config.toString());
    }

    /// The example for receivers takes what the server sends, and nothing else.
    @Test
    void theExampleForWebhooksVerifiesARealMessage() throws Exception {
        Needs.programs("python3");
        String example = Guide.read(Path.of("OPERATING.md"))
                .blocks()
                .stream()
                .filter(block -> block.language().equals("python"))
                .map(block -> String.join("\n", block.lines()))
                .findFirst()
                .orElseThrow();
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            Settings settings = Settings.resolve(
                    Map.of(ServerSetting.DATA_DIR, folder.toString(), ServerSetting.NOTIFY_WEBHOOK, receiver.url(),
                            ServerSetting.NOTIFY_WEBHOOK_SECRET_FILE, WebhookReceiver.secretFile(folder).toString()),
                    Optional.empty(), Map.of());
            Notifier.test(settings, "lists.example", new SetClock(), new Random(1));
            WebhookReceiver.Taken taken = receiver.taken().getFirst();
            Path body = Files.writeString(folder.resolve("body"), taken.body());
            Path script = Files.writeString(folder.resolve("receive.py"), example + """

                    import sys
                    header, body, secret = sys.argv[1], open(sys.argv[2], "rb").read(), sys.argv[3].encode()
                    at = int(sys.argv[4])
                    print(verify(header, body, secret, at), verify(header, body + b" ", secret, at),
                          verify(header, body, b"x" + secret, at), verify(header, body, secret, at + 301),
                          verify("t=1", body, secret, at), verify("", body, secret, at))
                    """);
            assertThat(said("python3", script.toString(), taken.header("Bloomward-signature").getFirst(),
                    body.toString(), WebhookReceiver.SECRET, Long.toString(taken.at())))
                    .isEqualTo("True False False False False False\n");
        }
    }

    /// A comparison of a program's jars with the published ones finds these to be different.
    @Test
    void theNoticeNamesEachJarThatIsMadeAnew() throws Exception {
        List<String> madeAnew = Pattern.compile("<jar destfile=\"[^\"]*/lib/([a-z0-9-]+)-\\$")
                .matcher(Files.readString(Path.of("../.config/app.xml")))
                .results()
                .map(jar -> jar.group(1))
                .toList();
        assertThat(madeAnew).containsExactly("bcprov-jdk18on", "picocli");
        assertThat(Files.readAllLines(Path.of("../NOTICE"))).filteredOn(line -> line.startsWith("- "))
                .hasSameSizeAs(madeAnew)
                .zipSatisfy(madeAnew, (line, jar) -> assertThat(line).matches("- " + jar + "[ :].*"));
        assertThat(Path.of("../.config/bom.xsl")).content()
                .contains(madeAnew.stream().map(jar -> "<xsl:param name=\"" + jar + "\" />").toList());
    }

    /// A promise without its test is none.
    @Test
    void theTestsThatSecurityNamesAreThere() throws Exception {
        Map<String, List<String>> tests = tests();
        List<MatchResult> named = TEST.matcher(Files.readString(SECURITY)).results().toList();
        assertThat(named).hasSizeGreaterThan(10);
        for (MatchResult test : named) {
            assertThat(tests.getOrDefault(test.group(1), List.of())).as(test.group())
                    .anyMatch(text -> test.group(2) == null || text.contains("void " + test.group(2) + "("));
        }
    }

    @Test
    void securityNamesTestsOfEachPromiseAndEachAttack() throws Exception {
        List<String> promises = Files.readAllLines(SECURITY)
                .stream()
                .dropWhile(line -> !line.equals("## Promises"))
                .dropWhile(line -> !line.startsWith("|"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        assertThat(promises).hasSize(7).allMatch(line -> TEST.matcher(line).find());
        String page = Files.readString(SECURITY);
        for (String suite : List.of("attack", "fault")) {
            try (Stream<Path> files = Files.list(Path.of("../client-agent/src/test/java/bloomward/agent", suite))) {
                List<String> classes = files.map(file -> file.getFileName().toString().replace(".java", ""))
                        .filter(name -> name.matches("\\w+(Test|IT)"))
                        .toList();
                assertThat(classes).hasSizeGreaterThan(5).allMatch(name -> page.contains("`" + name + "`"));
            }
        }
    }

    /// The texts of all tests by the names of their classes, which two modules may both use.
    private static Map<String, List<String>> tests() throws IOException {
        Map<String, List<String>> tests = new HashMap<>();
        for (String module : List.of("shared-format", "client-agent", "update-server")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/test/java"))) {
                for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    tests.computeIfAbsent(file.getFileName().toString().replace(".java", ""), _ -> new ArrayList<>())
                            .add(Files.readString(file));
                }
            }
        }
        return tests;
    }
}
