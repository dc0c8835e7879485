package bloomward.server.guides;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.guides.Guide.Block;
import bloomward.server.guides.Guide.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// One shell in which one page is typed from top to bottom, in a folder of its own.
final class Shell {

    /// Only what hangs takes so long.
    private static final int MOST_MINUTES = 15;
    private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto",
            "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED");

    private final Path folder;
    private final Path site;
    private final Map<String, String> substitutes = new LinkedHashMap<>();
    private final Map<String, String> standIns = new LinkedHashMap<>();
    private final StringBuilder script = new StringBuilder("""
            set -u -o pipefail
            trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT
            """);

    Shell(Path folder) throws IOException {
        this.folder = folder.toRealPath();
        this.site = Files.createDirectories(this.folder.resolve("site"));
        try (InputStream in = Objects.requireNonNull(Shell.class.getResourceAsStream("program.sh"))) {
            byte[] program = in.readAllBytes();
            Path bin = Files.createDirectories(this.folder.resolve("bin"));
            for (String name : List.of("bloomward-server", "bloomward-admin")) {
                Files.write(bin.resolve(name), program);
                Files.setPosixFilePermissions(bin.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    /// The folder in which the reader of the page sits.
    Path site() {
        return site;
    }

    /// Where the page says this, the shell reads that.
    Shell substitute(String said, String read) {
        substitutes.put(said, read);
        return this;
    }

    /// In the place of a block that cannot be run, named by its first line, this is.
    Shell standIn(String firstLine, String commands) {
        standIns.put(firstLine, commands);
        return this;
    }

    /// Types something that is in no page.
    Shell prepare(String commands) {
        return type("preparation", new Block("", "sh", 1, commands.lines().toList()));
    }

    Shell type(Guide guide) {
        for (Block block : guide.blocks()) {
            if (block.language().equals("sh")) {
                type(guide.name(), block);
            } else if (standIns.containsKey(block.firstLine())) {
                type(guide.name(), new Block(block.section(), "sh", block.line(),
                        standIns.get(block.firstLine()).lines().toList()));
            }
        }
        return this;
    }

    private Shell type(String page, Block block) {
        for (Command command : Guide.commands(block)) {
            String text = command.text();
            for (Map.Entry<String, String> substitute : substitutes.entrySet()) {
                text = text.replace(substitute.getKey(), substitute.getValue());
            }
            String place = page + " line " + command.line();
            script.append("echo '+ ")
                    .append(place)
                    .append("'\n")
                    .append(text)
                    .append("\nguide_code=$?\n")
                    .append("[ $guide_code -eq ")
                    .append(command.exitCode())
                    .append(" ] || { echo \"")
                    .append(place)
                    .append(": exit code $guide_code, the page says ")
                    .append(command.exitCode())
                    .append("\"; exit 98; }\n");
        }
        return this;
    }

    /// Does all of it.
    ///
    /// @return the output of the shell and the programs
    String run() throws IOException, InterruptedException {
        Path pipe = folder.resolve("desk");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(JVM);
        command.addAll(List.of(Desk.class.getName(), pipe.toString()));
        Process desk = start("desk.log", command);
        try {
            Path file = Files.writeString(folder.resolve("script.sh"), script);
            Process shell = start("shell.log", List.of("bash", file.toString()));
            CompletableFuture<Void> watch = desk.onExit().thenRun(() -> stop(shell));
            boolean isDone = shell.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
            watch.cancel(false);
            stop(shell);
            String said = Files.readString(folder.resolve("shell.log"), UTF_8);
            assertThat(isDone).as("ends within %d minutes; said: %s", MOST_MINUTES, said).isTrue();
            assertThat(shell.waitFor()).as(said + Files.readString(folder.resolve("desk.log"), UTF_8)).isZero();
            return said;
        } finally {
            desk.destroy();
            desk.waitFor();
        }
    }

    private static void stop(Process shell) {
        shell.descendants().forEach(ProcessHandle::destroy);
        shell.destroy();
    }

    private Process start(String log, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(site.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(folder.resolve(log).toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("BLOOMWARD_"));
        environment.put("PATH", folder.resolve("bin") + ":" + environment.getOrDefault("PATH", ""));
        environment.put("HOME", folder.toString());
        environment.put("CLASSPATH", System.getProperty("java.class.path"));
        environment.put("GUIDE_JAVA",
                Path.of(System.getProperty("java.home"), "bin", "java") + " " + String.join(" ", JVM));
        environment.put("GUIDE_DESK", folder.resolve("desk").toString());
        environment.put("GUIDE_FOLDER", site.toString());
        return builder.start();
    }
}
