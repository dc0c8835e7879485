package bloomward.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.publisher.Publisher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every command of ROLLOUT.md ends as the page says, typed into one shell by somebody whose home is empty.
///
/// What the shell reads in the place of what the page says:
///
/// | page | shell |
/// |---|---|
/// | `https://lists.example` | the address of a server in this process |
/// | `https://new.example` | that of another publication |
///
/// `bloomward` is the built program until it is installed, `root-1.note` and `new-root-1.note` are the first roots of both
/// publications, and `systemctl` starts and ends the installed agent as a service manager would.
final class RolloutIT {

    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^.*<<END\\n(?:.*\\n)*?END$|^.+$");
    private static final Pattern EXIT_CODE = Pattern.compile("  # exit code (\\d+),.*$");
    private static final int MOST_MINUTES = 3;

    private static final String SYSTEMCTL = """
            #!/bin/sh
            case "$*" in
              *restart*)
                [ ! -e "$HOME/pid" ] || kill "$(cat "$HOME/pid")"
                "$HOME/.local/bin/bloomward" agent run >"$HOME/agent.log" 2>&1 &
                echo $! >"$HOME/pid"
                until grep -q . "$HOME/agent.log"; do sleep 0.1; done ;;
              *disable*) kill "$(cat "$HOME/pid")" ;;
            esac
            """;

    @TempDir
    private Path folder;

    /// @param language `sh` for what a reader types as it is
    private record Block(String language, String text) {

        String firstLine() {
            return text.lines().findFirst().orElse("");
        }
    }

    private static List<Block> page() throws IOException {
        return BLOCK.matcher(Files.readString(MODULE.resolve("ROLLOUT.md"))).results().map(found -> new Block(found
                .group(1), found.group(2))).toList();
    }

    @Test
    void theCommandsDoWhatThePageSays() throws Exception {
        Path site = Files.createDirectory(folder.resolve("site"));
        Path home = Files.createDirectory(folder.resolve("home"));
        try (Publisher publisher = Publisher.start(folder.resolve("server"), Clock.systemUTC());
                Publisher other = Publisher.start(folder.resolve("other"), Clock.systemUTC(), "--origin",
                        "new.example")) {
            publisher.list("phishing").add("phishing", "evil.example").publish();
            other.list("phishing").add("phishing", "evil.example").publish();
            Files.copy(publisher.rootFile(), site.resolve("root-1.note"));
            Files.copy(other.rootFile(), site.resolve("new-root-1.note"));
            Map<String, String> substitutes = new LinkedHashMap<>();
            substitutes.put("https://lists.example", publisher.address().toString());
            substitutes.put("https://new.example", other.address().toString());

            String said = type(script(substitutes));

            assertThat(said).containsSubsequence("enrolled at " + publisher.address(), "Installed.",
                    "running, process ", "test-entries", "LISTED", "phishing.listed.bloomward.test",
                    "clean", "never.unlisted.bloomward.test", "sha256:", "policy.toml", "Laid out.",
                    "\"state\":\"protected\"", "not enrolled", "--replace forgets that one",
                    "enrolled at " + other.address(), "the agent asked", "running, process ", "new.example",
                    "Uninstalled.");
            assertThat(said.lines().filter(line -> line.contains("\"state\":\"protected\""))).hasSize(1).allMatch(
                    line -> line.contains("\"running\":true") && !line.contains("listed.bloomward.test"));
        }
        assertThat(site.resolve("package/etc/bloomward/policy.toml")).exists();
        assertThat(site.resolve("package/etc/systemd/system/bloomward-agent.service")).exists();
        try (Stream<Path> left = Files.walk(home)) {
            assertThat(left.filter(Files::isRegularFile).map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("agent.log", "pid");
        }
    }

    /// What no shell here can run, as it needs root. It is named, so that nothing slips.
    @Test
    void allButTheseBlocksAreTyped() throws Exception {
        assertThat(page().stream().filter(block -> !block.language().equals("sh")).map(Block::firstLine))
                .containsExactly("$ sudo install -D -o root -m 0644 policy.toml /etc/bloomward/policy.toml",
                        "$ sudo systemctl stop bloomward-agent",
                        "# /etc/systemd/system/bloomward-agent.service.d/proxy.conf");
    }

    private static String script(Map<String, String> substitutes) throws IOException {
        StringBuilder script = new StringBuilder("set -u\ntrap 'kill $(cat \"$HOME/pid\") 2>/dev/null' EXIT\n");
        for (Block block : page()) {
            if (block.language().equals("sh")) {
                for (String command : commands(block)) {
                    append(script, command, substitutes);
                }
            }
        }
        return script.toString();
    }

    private static List<String> commands(Block block) {
        List<String> commands = new ArrayList<>();
        Matcher matcher = COMMAND.matcher(block.text());
        while (matcher.find()) {
            commands.add(matcher.group());
        }
        return commands;
    }

    private static void append(StringBuilder script, String command, Map<String, String> substitutes) {
        Matcher named = EXIT_CODE.matcher(command);
        String expected = named.find() ? named.group(1) : "0";
        String typed = command;
        for (Map.Entry<String, String> substitute : substitutes.entrySet()) {
            typed = typed.replace(substitute.getKey(), substitute.getValue());
        }
        String shown = command.lines().findFirst().orElse("").replace("'", "'\\''");
        script.append("echo '+ ").append(shown).append("'\n").append(typed).append("\ncode=$?\n[ $code -eq ").append(
                expected).append(" ] || { echo \"exit code $code, the page says ").append(expected).append(
                        "\"; exit 98; }\n");
    }

    private String type(String script) throws IOException, InterruptedException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("bloomward"), MODULE.resolve("bin/bloomward"));
        Path systemctl = Files.writeString(bin.resolve("systemctl"), SYSTEMCTL);
        Files.setPosixFilePermissions(systemctl, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path log = folder.resolve("log");
        ProcessBuilder builder = new ProcessBuilder("sh", Files.writeString(folder.resolve("script"), script)
                .toString()).directory(folder.resolve("site").toFile()).redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile()).redirectOutput(log.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("XDG_.*|BLOOMWARD_(?!JAVA_HOME$).*|(?i:.*_proxy)"));
        environment.put("HOME", folder.resolve("home").toString());
        environment.merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
        Process shell = builder.start();
        boolean isDone = shell.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
        shell.descendants().forEach(ProcessHandle::destroy);
        shell.destroy();
        String said = Files.readString(log, UTF_8);
        assertThat(isDone).as("ends within %d minutes; said: %s", MOST_MINUTES, said).isTrue();
        assertThat(shell.waitFor()).as(said).isZero();
        return said;
    }
}
