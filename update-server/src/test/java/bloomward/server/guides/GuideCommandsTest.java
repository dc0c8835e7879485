package bloomward.server.guides;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.testing.Needs;
import bloomward.program.testing.Run;
import bloomward.server.cli.admin.AdminProgram;
import bloomward.server.cli.server.ServerProgram;
import bloomward.server.guides.Guide.Block;
import bloomward.server.guides.Guide.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// Every command of a guide has a name and options that its program knows. [GuidesTest] carries them out.
final class GuideCommandsTest {

    /// No program is started: those of the page note their arguments, and of others nothing is needed. Each prints a value that
    /// may stand for a number, as some pages use what they print.
    private static final String STAND_INS = """
            note() { printf '%s\\0' "$#" "$@" >> "$CALLS"; echo 1; }
            bloomward-server() { note bloomward-server "$@"; }
            bloomward-admin() { note bloomward-admin "$@"; }
            sudo() { "$@"; }
            command_not_found_handle() { echo 1; }
            """;

    private static final Pattern REDIRECTION = Pattern.compile("(?:>[|&]?|\\bcd\\b)\\s*[\"']?([^\\s\"'>;&|)]+)");

    @TempDir
    private Path folder;

    private List<List<String>> calls(Guide guide) throws Exception {
        StringBuilder typed = new StringBuilder();
        guide.blocks()
                .stream()
                .filter(block -> block.language().equals("sh"))
                .flatMap(block -> block.lines().stream())
                .filter(line -> !line.strip().matches("(until|while) .*")) // waits for what a program does
                .map(line -> line.replace("update-server/bin/", "")
                        .replace("/srv/", folder + "/")
                        .replaceFirst(" &$", ""))
                .forEach(line -> typed.append(line).append('\n'));
        requireInside(typed.toString());
        Files.createDirectories(folder.resolve("bloomward-trial"));
        Files.createDirectories(folder.resolve("bloomward"));
        Path calls = folder.resolve("calls");
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", STAND_INS + typed).directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        Map<String, String> environment = bash.environment();
        environment.put("PATH", "/nonexistent");
        environment.put("HOME", folder.toString());
        environment.put("CALLS", calls.toString());
        Process run = bash.start();
        try {
            assertThat(run.waitFor(10, TimeUnit.MINUTES)).as("ends").isTrue();
        } finally {
            run.destroyForcibly();
        }
        List<List<String>> all = new ArrayList<>();
        Iterator<String> words = Arrays.asList(Files.readString(calls, UTF_8).split("\0", -1)).iterator();
        for (String count = words.next(); !count.isEmpty(); count = words.next()) {
            List<String> call = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(count); i++) {
                call.add(words.next());
            }
            all.add(call);
        }
        return all;
    }

    /// Redirections take effect, with the rights of the user who runs the tests.
    private void requireInside(String typed) {
        for (MatchResult each : (Iterable<MatchResult>) REDIRECTION.matcher(typed).results()::iterator) {
            String target = each.group(1).replaceFirst("^~(?=/|$)", folder.toString());
            assertThat(target).as(each.group()).doesNotStartWith("~").doesNotContain("$", "`");
            assertThat(target.equals("/dev/null") || folder.resolve(target).normalize().startsWith(folder))
                    .as("%s: in the folder of the test", each.group())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"> /etc/x", ">>/etc/x", "2>/etc/x", "&>'/etc/x'", ">|/etc/x", ">&/etc/x", "> ../x",
        "> ~root/x", "> $X/x", "cd /etc", "cd .."})
    void writesNowhereElse(String redirection) {
        assertThatThrownBy(() -> requireInside("echo x " + redirection)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "PUBLISHING.md", "OPERATING.md", "KEYS.md", "SCALING.md", "SAFE-BROWSING.md"})
    void isKnown(String page) throws Exception {
        Needs.programs("bash");
        Guide guide = Guide.read(Path.of(page));
        List<String> wrong = new ArrayList<>();
        int count = 0;
        for (Block block : guide.blocks()) {
            for (Command command : block.language().equals("sh") ? Guide.commands(block) : List.<Command>of()) {
                count += command.text().matches("(?s).*\\bbloomward-(server|admin) .*") ? 1 : 0;
            }
        }
        List<List<String>> calls = count == 0 ? List.of() : calls(guide);
        for (List<String> call : calls) {
            CommandLine line = call.getFirst().equals("bloomward-server")
                    ? ServerProgram.commands(Run.silent())
                    : AdminProgram.commands(Run.silent());
            try {
                line.setExpandAtFiles(false)
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .parseArgs(call.subList(1, call.size()).toArray(String[]::new));
            } catch (CommandLine.ParameterException e) {
                wrong.add(String.join(" ", call) + ": " + e.getMessage());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(calls).as("commands that were typed").hasSizeGreaterThanOrEqualTo(count);
    }
}
