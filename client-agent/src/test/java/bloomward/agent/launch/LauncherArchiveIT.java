package bloomward.agent.launch;

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
import org.junit.jupiter.api.Test;

/// The archive of classes: it makes starts fast, and never matters otherwise.
final class LauncherArchiveIT extends LaunchedProject {

    @Test
    void usesTheArchiveThatItsRuntimeBringsWhileNoJarWasChanged() throws Exception {
        Path app = layOut();
        Path jdk = Path.of(String.valueOf(environment.remove("BLOOMWARD_JAVA_HOME")));
        Files.createDirectories(app.resolve("runtime/lib"));
        for (String part : List.of("bin", "release")) {
            Files.createSymbolicLink(app.resolve("runtime").resolve(part), jdk.resolve(part));
        }
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

    private boolean usesTheArchive() throws IOException, InterruptedException {
        Path log = folder.resolve("classes.log");
        environment.put("BLOOMWARD_JAVA_OPTS", "-Xlog:class+load=info:file=" + log);
        assertThat(start()).isEqualTo(new Ended(0, label + "\n", ""));
        environment.remove("BLOOMWARD_JAVA_OPTS");
        return Files.readString(log).contains("bloomward.agent.Main source: shared objects file");
    }

    private Path archive() throws IOException {
        try (Stream<Path> files = Files.list(archives)) {
            return files.filter(file -> file.toString().endsWith(".jsa")).findFirst().orElseThrow();
        }
    }
}
