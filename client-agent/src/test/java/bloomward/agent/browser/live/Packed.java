package bloomward.agent.browser.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The extension on a machine of a fleet: the output of `bloomward browser pack`, copied to its root as its README
/// says.
final class Packed {

    /// A forced extension is closed to tools otherwise, which the tests are.
    static final String TOOLS_MAY_LOOK = "{\"DeveloperToolsAvailability\": 1}";

    private Packed() {}

    static void install(Machine machine, AgentProcess agent, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        agent.run("browser", "pack", "--new-key", "--key", folder.resolve("key.pem").toString(), "--out",
                folder.resolve("out").toString(), "--allow-unsigned");
        Path root = folder.resolve("out/root");
        List<Path> files;
        try (Stream<Path> found = Files.walk(root)) {
            files = found.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path target = machine.path("/" + root.relativize(file));
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
            if (Files.isExecutable(file) && !target.toFile().setExecutable(true)) {
                throw new IOException("not made executable: " + target);
            }
        }
        Files.createSymbolicLink(machine.path("/usr/local/lib/bloomward/current"), AgentProcess.APP);
        machine.write("/etc/chromium/policies/managed/tools.json", TOOLS_MAY_LOOK);
    }
}
