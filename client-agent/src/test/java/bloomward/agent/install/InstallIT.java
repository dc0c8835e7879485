package bloomward.agent.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/// The built program installs itself into a home in a temporary folder; systemctl there only writes down what it is asked.
@Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD)
final class InstallIT {

    private static final Path PROGRAM = Path.of("").toAbsolutePath().resolve("bin/bloomward");

    @TempDir
    private Path folder;
    private Path home;

    private record Ended(int code, String output) {}

    @BeforeEach
    void makeHomeAndSystemctl() throws IOException {
        home = Files.createDirectory(folder.resolve("my home")).toRealPath();
        Path systemctl = Files.createDirectory(folder.resolve("bin")).resolve("systemctl");
        Files.writeString(systemctl, "#!/bin/sh\necho \"$*\" >>'" + folder + "/asked'\n");
        assertThat(systemctl.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void whatIsInstalledRunsByItself() throws Exception {
        assertThat(run(PROGRAM, "agent", "install").output()).endsWith("Installed.\n");
        assertThat(folder.resolve("asked")).hasContent("""
                --user daemon-reload
                --user enable bloomward-agent.service
                --user restart bloomward-agent.service""");
        Path installed = home.resolve(".local/bin/bloomward");
        assertThat(run(installed, "url", "http://WWW.a.example/").output()).contains("http://www.a.example/");
        try (Stream<Path> archives = Files.list(home.resolve(".local/share/bloomward/program/current/cds"))) {
            assertThat(archives.map(file -> file.getFileName().toString().replaceFirst("-\\d+-\\d+", "")))
                    .containsExactlyInAnyOrder("bloomward.jsa", "native-host.jsa");
        }
        try (Stream<Path> files = Files.walk(home)) {
            assertThat(files.filter(Files::isRegularFile).filter(file -> !file.toString().matches(".*\\.(jar|jsa)")))
                    .allSatisfy(file -> assertThat(file).content().doesNotContain(PROGRAM.toString()));
        }
        Ended again = run(installed, "agent", "install");
        assertThat(again).isEqualTo(new Ended(0, "Installed.\n"));
        assertThat(run(installed, "agent", "uninstall").output()).contains("Uninstalled.\n");
        try (Stream<Path> left = Files.walk(home)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    private Ended run(Path program, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder().directory(folder.toFile()).redirectErrorStream(true);
        builder.command(Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList());
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
        builder.environment().put("HOME", home.toString());
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, first) -> first + ":" + path);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }
}
