package bloomward.agent.browser.install;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.command.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The extension as the build packed it into target/app.
final class PackedExtensionIT {

    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path SOURCES = MODULE.resolve("extension");
    private static final Path PACKED = MODULE.resolve("target/app/extension");
    private static final List<String> NAMES = List.of("bloomward.xpi", "bloomward-firefox.zip",
            "bloomward-chromium.zip");

    @TempDir
    private Path folder;

    @Test
    void hasTheVersionOfTheProject() throws Exception {
        ExtensionSource source = ExtensionSource.of(MODULE.resolve("target/app"));
        assertThat(source.version()).isEqualTo(Version.number().replace("-SNAPSHOT", ""));
        assertThat(source.isSigned()).isFalse();
    }

    @Test
    void holdsTheSourcesInOrderWithOneTimeAndNothingElse() throws Exception {
        List<String> names = new ArrayList<>();
        try (ZipFile zip = new ZipFile(PACKED.resolve("bloomward.xpi").toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                names.add(entry.getName());
                assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED);
                assertThat(entry.getExtra()).isNull();
                assertThat(entry.getTimeLocal()).isEqualTo(LocalDateTime.of(2026, 11, 18, 0, 0));
                assertThat(zip.getInputStream(entry))
                        .hasBinaryContent(Files.readAllBytes(SOURCES.resolve(entry.getName())));
            }
        }
        assertThat(names).contains("manifest.json").isSorted().containsExactlyElementsOf(new TreeSet<>(sources()));
    }

    /// On a machine with another time zone, where a checkout has other times and modes.
    @Test
    void hasTheSameBytesOnEveryMachine() throws Exception {
        Path copy = folder.resolve("copy");
        for (String name : sources()) {
            Path to = copy.resolve(name);
            Files.createDirectories(to.resolveSibling(""));
            Files.copy(SOURCES.resolve(name), to);
            Files.setLastModifiedTime(to, FileTime.from(Instant.EPOCH));
            Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwx------"));
        }
        Files.writeString(copy.resolve("README.md"), "for developers");
        Files.writeString(copy.resolve(".hidden"), "an editor's");
        Path archive = folder.resolve("again.zip");
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                MODULE.resolveSibling(".config").resolve("PackExtension.java").toString(), copy.toString(),
                "2026-11-18T00:00:00Z", archive.toString()).inheritIO();
        builder.environment().put("TZ", "Asia/Tokyo");
        assertThat(builder.start().waitFor()).isZero();
        for (String name : NAMES) {
            assertThat(PACKED.resolve(name)).hasSameBinaryContentAs(archive);
        }
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> SOURCES.relativize(file).toString())
                    .filter(name -> !name.endsWith(".md"))
                    .toList();
        }
    }
}
