package bloomward.server.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.wire.PublicPath;
import bloomward.program.command.CommandException;
import bloomward.server.export.Export;
import bloomward.server.publish.Office;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.verify.Report.State;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VerificationTest {

    private static final Instant NOW = Instant.parse("2026-11-01T00:06:00Z");

    @TempDir
    private Path temporary;

    @Test
    void findsNothingWrongInWhatTheServerWrote() throws Exception {
        try (Office office = Office.published(temporary.resolve("data"))) {
            Report report = verify(temporary.resolve("data")); // beside a server that runs
            assertThat(report.isSound()).as(report.toText()).isTrue();
            assertThat(report.checks()).extracting(Report.Check::state).containsOnly(State.OK);
            assertThat(report.sequence())
                    .isEqualTo(office.commits().current().newest().orElseThrow().manifest().sequence());
            assertThat(report.toText()).contains("audit log", "newest publication", "confirm malware", "allow list",
                    "deltas: 1 gives its expected result");
        }
    }

    @Test
    void verifiesExportedFoldersAndPublicOnes() throws Exception {
        Path export = export();
        Report report = verify(export);
        assertThat(report.isSound()).as(report.toText()).isTrue();
        assertThat(report.toText()).contains("signed file malware/flat", "confirm phishing").doesNotContain("database");
        Report files = verify(temporary.resolve("data/public"));
        assertThat(files.isSound()).as(files.toText()).isTrue();
        assertThat(files.toText()).contains("skipped").doesNotContain("signed file");
    }

    @Test
    void findsEveryFlipAndEveryCutInAnExport() throws Exception {
        Path export = copy(export(), temporary.resolve("copy"));
        Random random = new Random(20261101);
        for (Path file : Office.files(export)) {
            byte[] whole = Files.readAllBytes(file);
            for (int i = 0; i < 4; i++) {
                byte[] flipped = whole.clone();
                flipped[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
                assertFound(export, file, flipped);
            }
            assertFound(export, file, Arrays.copyOf(whole, random.nextInt(whole.length)));
            assertFound(export, file, Arrays.copyOf(whole, whole.length - 1));
            assertFound(export, file, Arrays.copyOf(whole, whole.length + 1));
            boolean isOlder = isOlder(export, file);
            Files.delete(file);
            if (!(PublicFolder.pathOf(export, file).orElseThrow() instanceof PublicPath.DeltaFile) && !isOlder) {
                assertThat(verify(export).isSound()).as("without %s", file).isFalse();
            }
            Files.write(file, whole);
        }
        assertThat(verify(export).isSound()).isTrue();
    }

    @Test
    void remarksWhatHasExpired() throws Exception {
        Path export = export();
        Report report = Verification.verify(export, Optional.empty(), NOW.plus(Duration.ofDays(400)));
        assertThat(report.isSound()).isTrue();
        assertThat(report.checks()).filteredOn(check -> check.state() == State.REMARK)
                .extracting(Report.Check::subject)
                .containsExactly("roots", "latest", "manifest");
    }

    @Test
    void comparesWithARootThatCameAnotherWay() throws Exception {
        Path export = export();
        Path same = Files.copy(export.resolve("v1/root/1"), temporary.resolve("same"));
        assertThat(Verification.verify(export, Optional.of(same), NOW).isSound()).isTrue();
        try (Office other = new Office(temporary.resolve("other"))) {
            Path root = other.folder().file(new PublicPath.RootNote(1));
            Report report = Verification.verify(export, Optional.of(root), NOW);
            assertThat(report.problems()).extracting(Report.Check::subject).containsExactly("roots");
        }
    }

    @Test
    void findsDeltasThatMakeSomethingElse() throws Exception {
        Path data = temporary.resolve("data");
        try (Office office = Office.published(data)) {
            office.add(office.find("malware"), "x.example");
            office.publishDone();
        }
        Path deltas = data.resolve("public/v1/delta/malware");
        assertThat(verify(data).toText()).contains("3 give their expected results");
        byte[] whole = Files.readAllBytes(deltas.resolve("1/2"));
        Files.write(deltas.resolve("1/2"), Files.readAllBytes(deltas.resolve("1/3")));
        assertThat(verify(data).problems()).singleElement()
                .extracting(Report.Check::detail)
                .asString()
                .contains("version 2 is");
        Files.write(deltas.resolve("1/2"), whole);
        Files.write(deltas.resolve("1/3"), Files.readAllBytes(deltas.resolve("2/3")));
        assertThat(verify(data).problems()).singleElement()
                .extracting(Report.Check::detail)
                .asString()
                .contains("delta is for a file");
    }

    @Test
    void seesThatDatabaseAndFilesDiffer() throws Exception {
        Path data = temporary.resolve("data");
        try (Office office = Office.published(data)) {
            Path latest = data.resolve("public/v1/latest");
            byte[] old = Files.readAllBytes(latest);
            office.add(office.store().read(tables -> tables.lists().find("phishing")).orElseThrow(), "x.example");
            office.publishDone();
            Files.write(latest, old);
            assertThat(verify(data).problems()).extracting(Report.Check::subject).containsExactly("newest publication");
        }
    }

    @Test
    void seesThatTheAuditLogWasChanged() throws Exception {
        Path data = temporary.resolve("data");
        Office.published(data).close();
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("bloomward.db"));
                Statement statement = database.createStatement()) {
            dropTriggers(database);
            statement.execute("UPDATE audit SET actor = 'nobody' WHERE number = 1");
        }
        assertThat(verify(data).problems()).extracting(Report.Check::subject).containsExactly("audit log");
    }

    @Test
    void seesThatLeavesAreDamagedAndFilesMissing() throws Exception {
        Path data = temporary.resolve("data");
        Office.published(data).close();
        Path leaves = Office.files(data.resolve("confirm/phishing"))
                .stream()
                .filter(file -> file.toString().endsWith(".leaves"))
                .findFirst()
                .orElseThrow();
        byte[] bytes = Files.readAllBytes(leaves);
        bytes[bytes.length / 2] ^= 1;
        Files.write(leaves, bytes);
        assertThat(verify(data).problems()).extracting(Report.Check::subject).containsExactly("confirm phishing");
        Files.write(data.resolve("bloomward.db"), new byte[5000]);
        assertThat(verify(data).problems()).extracting(Report.Check::subject).contains("database");
    }

    @Test
    void refusesAFolderOfSomethingElse() {
        assertThatThrownBy(() -> verify(temporary)).isInstanceOf(CommandException.class)
                .hasMessageContaining("neither a data folder nor an exported folder");
    }

    @Test
    void isReportedAsJson() throws Exception {
        Report report = verify(export());
        String json = new ObjectMapper().writeValueAsString(report);
        assertThat(json).contains("\"folder\"", "\"sound\":true", "\"subject\":\"roots\",\"state\":\"OK\"");
    }

    private static boolean isOlder(Path export, Path file) throws Exception {
        Path latest = export.resolve("v1/latest");
        String current = Files.readString(latest);
        return PublicFolder.pathOf(export, file).orElseThrow() instanceof PublicPath.Content content
                && content.kind() == PublicPath.ContentKind.MANIFEST && !current.contains(content.digest().toHex());
    }

    private static void dropTriggers(Connection database) throws Exception {
        List<String> names = new ArrayList<>();
        try (Statement statement = database.createStatement();
                var found = statement.executeQuery("SELECT name FROM sqlite_schema WHERE type = 'trigger'")) {
            while (found.next()) {
                names.add(found.getString(1));
            }
        }
        try (Statement statement = database.createStatement()) {
            for (String name : names) {
                statement.execute("DROP TRIGGER " + name);
            }
        }
    }

    private void assertFound(Path export, Path file, byte[] bytes) throws Exception {
        Files.write(file, bytes);
        assertThat(verify(export).isSound())
                .as("%s: %s", export.relativize(file), new String(bytes, StandardCharsets.ISO_8859_1))
                .isFalse();
        Files.delete(file);
        Files.copy(temporary.resolve("export").resolve(export.relativize(file)), file);
    }

    private static Report verify(Path folder) throws Exception {
        return Verification.verify(folder, Optional.empty(), NOW);
    }

    private Path export() throws Exception {
        Path target = temporary.resolve("export");
        try (Office office = Office.published(temporary.resolve("data"))) {
            Export.write(office.folder(), office.commits().current(), office.commits().confirm(), target);
        }
        return target;
    }

    private static Path copy(Path from, Path to) throws Exception {
        for (Path file : Office.files(from)) {
            Path target = to.resolve(from.relativize(file).toString());
            Files.createDirectories(target.resolveSibling(""));
            Files.copy(file, target);
        }
        return to;
    }
}
