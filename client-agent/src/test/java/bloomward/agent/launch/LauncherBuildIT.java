package bloomward.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The one build at the first start.
final class LauncherBuildIT extends LaunchedProject {

    @Test
    void saysThatAnInstallationIsIncomplete() throws Exception {
        Files.delete(project.resolve(APP).resolve("classpath"));
        Ended ended = start();
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("incomplete");
    }

    @Test
    void buildsOnceWhenTwoStartTogether() throws Exception {
        Path built = moveTheBuiltAppAway();
        writeMaven("echo run >>'%s/runs'; cp -R '%s/.' client-agent/target/app".formatted(folder, built));
        Files.createDirectories(project.resolve("target"));
        Files.createSymbolicLink(project.resolve("target/build-lock"), Path.of("999999999"));
        Process one = process(folder, project.resolve(PROGRAM).toString(), "a");
        Process two = process(folder, project.resolve(PROGRAM).toString(), "b");
        Ended first = end(one);
        Ended second = end(two);
        assertThat(first.out()).isEqualTo("first\n[a]\n");
        assertThat(second.out()).isEqualTo("first\n[b]\n");
        assertThat(first.err() + second.err()).containsOnlyOnce("Building Bloomward, once");
        assertThat(folder.resolve("runs")).hasContent("run");
        assertThat(project.resolve("target/build-lock")).doesNotExist();
    }

    @Test
    void saysWhyTheBuildFailed() throws Exception {
        moveTheBuiltAppAway();
        writeMaven("echo '[ERROR] no network'; exit 1");
        Ended ended = start();
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("[ERROR] no network").contains("target/build-bloomward.log");
        assertThat(project.resolve("target/build-lock")).doesNotExist();
    }

    private Path moveTheBuiltAppAway() throws IOException {
        Path built = Files.move(project.resolve(APP), folder.resolve("built"));
        Files.createDirectories(project.resolve(APP));
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        return built;
    }

    /// Puts a program in Maven's place that does what the text says.
    private void writeMaven(String text) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("maven"));
        Path maven = bin.resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\n" + text + "\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        environment.merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
    }
}
