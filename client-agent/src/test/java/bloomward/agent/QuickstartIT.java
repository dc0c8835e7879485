package bloomward.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The one command that shows everything, as it is printed in README.md.
final class QuickstartIT {

    private static final Path PROJECT = Path.of("").toAbsolutePath().resolveSibling("");

    @TempDir
    private Path folder;

    @Test
    void goesTheWholeWayAndLeavesNothing() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder("client-agent/bin/bloomward", "quickstart", "--exit")
                .directory(PROJECT.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("BLOOMWARD_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
        Process process = builder.start();
        process.getOutputStream().close();
        int exitCode = process.waitFor();
        String said = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(exitCode).as(said).isZero();
        assertThat(said).containsSubsequence("Set up a server", "public-suffix", "co.uk", "protected after",
                "LISTED   https://login-bank.example/", "allowed  http://www.parcel-fee.example/press/2026",
                "clean    https://www.good.example/", "LISTED   http://just-reported.example/login",
                "All came out as it must");
        assertThat(named(temporary)).noneMatch(name -> name.startsWith("bloomward-quickstart"));
        assertThat(ProcessHandle.allProcesses().flatMap(each -> each.info().commandLine().stream()))
                .noneMatch(line -> line.contains(temporary.toString()));
    }

    private static List<String> named(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
