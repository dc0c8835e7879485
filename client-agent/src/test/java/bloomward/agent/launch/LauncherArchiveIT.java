package bloomward.agent.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The archive of classes: it makes starts fast, and never matters otherwise.
final class LauncherArchiveIT extends LaunchedProject {

    @Test
    void usesTheArchiveThatItsRuntimeBringsWhileNoJarWasChanged() throws Exception {
        Path app = layOutWithRuntime();
        String program = app.resolve("bin/bloomward").toString();
        FileTime time = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));
        Path jar = Files.setLastModifiedTime(app.resolve("lib/client-agent-1.jar"), time);
        assertThat(run(folder, program).out()).isEqualTo("first\n");
        try (Stream<Path> made = Files.list(app.resolve("cds"))) {
            Path brought = Files.move(made.findFirst().orElseThrow(), app.resolve("runtime/lib/bloomward.jsa"));
            Files.setLastModifiedTime(brought, time);
        }
        Files.delete(app.resolve("cds"));
        Path log = folder.resolve("brought.log");
        environment.put("BLOOMWARD_JAVA_OPTS", "-Xlog:class+load=info:file=" + log);
        assertThat(run(folder, program)).isEqualTo(new Ended(0, "first\n", ""));
        assertThat(log).content().contains("bloomward.agent.Main source: shared objects file");
        assertThat(app.resolve("cds")).doesNotExist();
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-02T03:04:06Z")));
        assertThat(run(folder, program)).isEqualTo(new Ended(0, "first\n", ""));
        assertThat(app.resolve("cds")).isNotEmptyDirectory();
    }

    @Test
    void keepsStandardOutputCleanWhateverTheArchive() throws Exception {
        assertThat(start()).isEqualTo(new Ended(0, "first\n", ""));
        try (RandomAccessFile file = new RandomAccessFile(archive().toFile(), "rw")) {
            byte[] noise = new byte[(int) file.length() - 8192];
            Arrays.fill(noise, (byte) 0xa5);
            file.seek(8192);
            file.write(noise);
        }
        assertThat(start()).isEqualTo(new Ended(0, "first\n", ""));
        try (RandomAccessFile file = new RandomAccessFile(archive().toFile(), "rw")) {
            file.setLength(5000);
        }
        assertThat(start()).isEqualTo(new Ended(0, "first\n", ""));
        assertThat(usesTheArchive()).isTrue();
    }

    @Test
    void usesTheArchiveFromTheFirstStartOn() throws Exception {
        assertThat(usesTheArchive()).isTrue();
        Path made = archive();
        assertThat(usesTheArchive()).isTrue();
        assertThat(archive()).isEqualTo(made);
    }

    @Test
    void usesTheArchiveOfARunThatEndedWithAnError() throws Exception {
        environment.put("EXIT_CODE", "1");
        assertThat(start()).isEqualTo(new Ended(1, "first\n", ""));
        environment.remove("EXIT_CODE");
        assertThat(archive()).isNotEmptyFile();
        assertThat(usesTheArchive()).isTrue();
    }

    @Test
    void runsTheNewCodeWhenAJarIsReplaced() throws Exception {
        assertThat(start().out()).isEqualTo("first\n");
        Path old = archive();
        FileTime time = Files.getLastModifiedTime(jar());
        long size = Files.size(jar());
        writeApp("other");
        Files.setLastModifiedTime(jar(), time);
        assertThat(jar()).hasSize(size);
        assertThat(start().out()).isEqualTo("other\n");
        assertThat(archive()).isNotEqualTo(old);
        assertThat(usesTheArchive()).isTrue();
    }

    @Test
    void keepsTheArchiveInTheCacheFolderWhereTheModuleTakesNone() throws Exception {
        Files.writeString(archives, "in the way");
        environment.put("HOME", folder.toString());
        assertThat(usesTheArchive()).isTrue();
        try (Stream<Path> files = Files.walk(folder.resolve(".cache/bloomward"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".jsa"))).hasSize(1);
        }
    }

    @Test
    void doesWithoutAnArchiveWhereNoFolderTakesOne() throws Exception {
        Files.writeString(archives, "in the way");
        assertThat(start("a")).isEqualTo(new Ended(0, "first\n[a]\n", ""));
        environment.put("HOME", "/dev/null");
        assertThat(start("a")).isEqualTo(new Ended(0, "first\n[a]\n", ""));
        environment.put("HOME", "");
        assertThat(start("a")).isEqualTo(new Ended(0, "first\n[a]\n", ""));
    }

    @Test
    void manyFirstStartsAtOnceMakeOneArchive() throws Exception {
        List<Process> starts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            starts.add(process(folder, project.resolve(PROGRAM).toString()));
        }
        for (Process start : starts) {
            assertThat(end(start)).isEqualTo(new Ended(0, "first\n", ""));
        }
        try (Stream<Path> files = Files.list(archives)) {
            assertThat(files).containsExactly(archive());
        }
    }

    @Test
    void takesOverTheLockOfADeadProcess() throws Exception {
        Files.createDirectories(archives);
        Files.createSymbolicLink(archives.resolve("bloomward.lock"), Path.of("999999999"));
        assertThat(usesTheArchive()).isTrue();
        assertThat(archives.resolve("bloomward.lock")).doesNotExist();
    }

    @Test
    void theNativeHostHasAnArchiveOfItsOwn() throws Exception {
        assertThat(start()).isEqualTo(new Ended(0, "first\n", ""));
        Path ofProgram = archive();
        assertThat(hostUsesItsArchive()).as("in its first start").isTrue();
        assertThat(names()).containsExactly("bloomward.jsa", "native-host.jsa");
        Path ofHost = archive("native-host");
        assertThat(hostUsesItsArchive()).isTrue();
        assertThat(usesTheArchive()).isTrue();
        assertThat(List.of(archive("bloomward"), archive("native-host"))).containsExactly(ofProgram, ofHost);
    }

    /// A byte too many on its standard output, and a browser ends the host.
    @Test
    @Tag("long")
    void theNativeHostWritesOnlyItsOwnWhateverTheArchive() throws Exception {
        assertThat(hostUsesItsArchive()).isTrue();
        Path archive = archive("native-host");
        byte[] whole = Files.readAllBytes(archive);
        byte[] noise = whole.clone();
        Arrays.fill(noise, 8192, noise.length, (byte) 0xa5);
        for (byte[] wrong : List.of(noise, Arrays.copyOf(whole, 5000), "nonsense".getBytes(UTF_8), new byte[0])) {
            Files.write(archive, wrong);
            assertHostStarts();
            assertThat(hostUsesItsArchive()).as("a new one, as %d bytes were wrong", wrong.length).isTrue();
            archive = archive("native-host");
        }
    }

    /// As if copying had kept the name of an archive, and its times.
    @Test
    void theNativeHostTakesNoArchiveOfOtherCode() throws Exception {
        assertThat(hostUsesItsArchive()).isTrue();
        byte[] old = Files.readAllBytes(archive("native-host"));
        writeApp("other");
        assertThat(hostUsesItsArchive()).isTrue();
        Files.write(archive("native-host"), old);
        assertHostStarts();
        Path app = layOutWithRuntime();
        Path brought = Files.write(app.resolve("runtime/lib/native-host.jsa"), old);
        Files.setLastModifiedTime(brought, Files.getLastModifiedTime(app.resolve("lib/client-agent-1.jar")));
        Ended ended = run(folder, app.resolve("bin/bloomward").toString(), "native-host", "x");
        assertThat(ended.out()).as("the JVM's complaint goes to the other stream: %s", ended.err())
                .isEqualTo("other\n[native-host]\n[x]\n");
        assertThat(ended.code()).isZero();
    }

    @Test
    void theNativeHostUsesTheArchiveThatItsRuntimeBrings() throws Exception {
        Path app = layOutWithRuntime();
        String program = app.resolve("bin/bloomward").toString();
        FileTime time = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));
        Files.setLastModifiedTime(app.resolve("lib/client-agent-1.jar"), time);
        assertThat(run(folder, program, "native-host", "x").out()).isEqualTo("first\n[native-host]\n[x]\n");
        try (Stream<Path> made = Files.list(app.resolve("cds"))) {
            Path brought = Files.move(made.findFirst().orElseThrow(), app.resolve("runtime/lib/native-host.jsa"));
            Files.setLastModifiedTime(brought, time);
        }
        Files.delete(app.resolve("cds"));
        Path log = folder.resolve("brought.log");
        environment.put("BLOOMWARD_JAVA_OPTS", "-Xlog:class+load=info:file=" + log);
        assertThat(run(folder, program, "native-host", "x").out()).isEqualTo("first\n[native-host]\n[x]\n");
        assertThat(log).content().contains("bloomward.agent.Main source: shared objects file");
        assertThat(app.resolve("cds")).doesNotExist();
    }

    private Path layOutWithRuntime() throws IOException {
        Path app = layOut();
        Path jdk = Path.of(String.valueOf(environment.remove("BLOOMWARD_JAVA_HOME")));
        Files.createDirectories(app.resolve("runtime/lib"));
        for (String part : List.of("bin", "release")) {
            Files.createSymbolicLink(app.resolve("runtime").resolve(part), jdk.resolve(part));
        }
        return app;
    }

    private void assertHostStarts() throws IOException, InterruptedException {
        assertThat(start("native-host", "x")).isEqualTo(new Ended(0, label + "\n[native-host]\n[x]\n", ""));
    }

    private boolean hostUsesItsArchive() throws IOException, InterruptedException {
        Path log = folder.resolve("classes.log");
        environment.put("BLOOMWARD_JAVA_OPTS", "-Xlog:class+load=info:file=" + log);
        assertHostStarts();
        environment.remove("BLOOMWARD_JAVA_OPTS");
        return Files.readString(log).contains("bloomward.agent.Main source: shared objects file");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(archives)) {
            return files.map(file -> file.getFileName().toString().replaceFirst("-\\d+-\\d+", "")).sorted().toList();
        }
    }

    private boolean usesTheArchive() throws IOException, InterruptedException {
        Path log = folder.resolve("classes.log");
        environment.put("BLOOMWARD_JAVA_OPTS", "-Xlog:class+load=info:file=" + log);
        assertThat(start()).isEqualTo(new Ended(0, label + "\n", ""));
        environment.remove("BLOOMWARD_JAVA_OPTS");
        return Files.readString(log).contains("bloomward.agent.Main source: shared objects file");
    }

    private Path archive() throws IOException {
        return archive("");
    }

    private Path archive(String start) throws IOException {
        try (Stream<Path> files = Files.list(archives)) {
            return files.filter(file -> file.getFileName().toString().matches(start + ".*\\.jsa"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
