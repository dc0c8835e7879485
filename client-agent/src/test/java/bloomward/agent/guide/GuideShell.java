package bloomward.agent.guide;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The commands of a guide, typed into one shell by somebody whose home is empty.
///
/// A block of the language `sh` is typed as it is, line by line; each command must end with exit code 0, or with the one that the
/// line names (`# exit code 1, ...`). `bloomward` is the built program until it is installed, and `systemctl` starts and ends the
/// installed agent as a service manager would.
final class GuideShell {

    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^.*<<END\\n(?:.*\\n)*?END$|^.+$");
    private static final Pattern EXIT_CODE = Pattern.compile("  # exit code (\\d+),.*$");
    private static final int MOST_MINUTES = 10;

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

    private final Path folder;
    private final Path site;
    private final Path home;

    /// @param folder empty; where all of it takes place
    GuideShell(Path folder) throws IOException {
        this.folder = folder;
        this.site = Files.createDirectory(folder.resolve("site"));
        this.home = Files.createDirectory(folder.resolve("home"));
    }

    /// @param language `sh` for lines that a reader types as they are
    record Block(String language, String text) {

        String firstLine() {
            return text.lines().findFirst().orElse("");
        }

        private List<String> commands() {
            return COMMAND.matcher(text).results().map(MatchResult::group).toList();
        }
    }

    static List<Block> page(String name) throws IOException {
        return BLOCK.matcher(Files.readString(MODULE.resolve(name)))
                .results()
                .map(found -> new Block(found.group(1), found.group(2)))
                .toList();
    }

    /// Blocks that are not typed, by their first lines. A test names them, so that none slips.
    static List<String> notTyped(String name) throws IOException {
        return page(name).stream().filter(block -> !block.language().equals("sh")).map(Block::firstLine).toList();
    }

    /// The folder in which the commands are typed.
    Path site() {
        return site;
    }

    Path home() {
        return home;
    }

    /// Types all that the page has.
    ///
    /// @param substitutes the shell's text for a text of the page
    /// @return the output
    String type(String name, Map<String, String> substitutes) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder(
                "set -u\ntrap '[ ! -e \"$HOME/pid\" ] || kill $(cat \"$HOME/pid\") 2>/dev/null' EXIT\n");
        for (Block block : page(name)) {
            if (block.language().equals("sh")) {
                block.commands().forEach(command -> append(script, command, substitutes));
            }
        }
        return run(script.toString());
    }

    private static void append(StringBuilder script, String command, Map<String, String> substitutes) {
        Matcher named = EXIT_CODE.matcher(command);
        String expected = named.find() ? named.group(1) : "0";
        String typed = command;
        for (Map.Entry<String, String> substitute : substitutes.entrySet()) {
            typed = typed.replace(substitute.getKey(), substitute.getValue());
        }
        String shown = command.lines().findFirst().orElse("").replace("'", "'\\''");
        script.append("echo '+ ")
                .append(shown)
                .append("'\n")
                .append(typed)
                .append("\ncode=$?\n[ $code -eq ")
                .append(expected)
                .append(" ] || { echo \"exit code $code, the page says ")
                .append(expected)
                .append("\"; exit 98; }\n");
    }

    private String run(String script) throws IOException, InterruptedException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("bloomward"), MODULE.resolve("bin/bloomward"));
        Path systemctl = Files.writeString(bin.resolve("systemctl"), SYSTEMCTL);
        Files.setPosixFilePermissions(systemctl, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path log = folder.resolve("log");
        ProcessBuilder builder = new ProcessBuilder("sh",
                Files.writeString(folder.resolve("script"), script).toString()).directory(site.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(log.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("XDG_.*|BLOOMWARD_(?!JAVA_HOME$).*|(?i:.*_proxy)"));
        environment.put("HOME", home.toString());
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
