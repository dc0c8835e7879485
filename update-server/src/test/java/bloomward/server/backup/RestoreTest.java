package bloomward.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.Digest;
import bloomward.format.release.Manifest;
import bloomward.program.command.CommandException;
import bloomward.server.publish.Office;
import bloomward.server.publish.PublishOutcome;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.AuditLog;
import bloomward.server.store.ListRow;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportRow;
import bloomward.server.store.ReportTable.Receipt;
import bloomward.server.store.ReportText;
import bloomward.server.store.sqlite.SqliteStore;
import bloomward.server.store.sqlite.SqliteView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RestoreTest {

    private static final Instant MADE = Instant.parse("2026-11-01T00:00:00Z");

    @TempDir
    private Path temporary;

    @Test
    void goesOnAboveAllThatAgentsCanHaveSeen() throws Exception {
        Path backup = temporary.resolve("backup.zip");
        Manifest lost;
        try (Office office = new Office(temporary.resolve("data"))) {
            ListRow list = office.list("malware");
            ListRow other = office.list("phishing");
            office.add(list, "evil.example");
            office.add(other, "bait.example");
            office.publishDone();
            backup(office, backup);
            office.add(list, "worse.example");
            office.publishDone();
            office.add(list, "worst.example");
            office.add(other, "hook.example");
            office.publishDone();
            lost = manifest(office);
            assertThat(lost.list("malware").orElseThrow().version()).isEqualTo(3);
        }
        Path restored = temporary.resolve("restored");
        Restore.read(backup, new DataFolder(restored), MADE);
        try (Office office = Office.reopen(restored)) {
            assertThat(manifest(office).sequence()).isLessThan(lost.sequence());
            PublishOutcome.Done done = office.publishDone(); // with nothing in the drafts that was not there before
            assertThat(done.sequence()).isGreaterThan(lost.sequence());
            manifest(office).requireFollows(lost);
            assertThat(manifest(office).lists()).allSatisfy(list -> assertThat(list.version()).isGreaterThan(1024));
            assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
        }
    }

    @Test
    void bringsReportsBackWithTheNumbersOfTheirSenders() throws Exception {
        Path backup = temporary.resolve("backup.zip");
        Digest number = Digest.of(new byte[] {1});
        ReportText text = new ReportText(ReportKind.WRONG, "http://shop.example/", "shop.example/", "ours", "listed",
                Optional.empty(), Optional.empty(), OptionalLong.empty());
        try (Office office = new Office(temporary.resolve("data"))) {
            office.store()
                    .<ReportRow, IOException>write(tables -> tables.reports().receive(number, number, text, MADE));
            backup(office, backup);
        }
        Restore.read(backup, new DataFolder(temporary.resolve("restored")), MADE);
        try (Office office = Office.reopen(temporary.resolve("restored"))) {
            assertThat(office.store()
                    .<Optional<Receipt>, IOException>read(tables -> tables.reports().receipt(number))
                    .orElseThrow()
                    .report()
                    .text()).isEqualTo(text);
        }
    }

    @Test
    void goesOnAboveWhatAnEarlierRestoreHasLedTo() throws Exception {
        Path backup = temporary.resolve("backup.zip");
        try (Office office = new Office(temporary.resolve("data"))) {
            office.add(office.list("malware"), "evil.example");
            office.publishDone();
            backup(office, backup);
        }
        Path first = temporary.resolve("first");
        Restore.read(backup, new DataFolder(first), MADE.plus(Duration.ofDays(3)));
        Path second = temporary.resolve("second");
        Restore.read(backup, new DataFolder(second), MADE.plus(Duration.ofDays(4)));
        long day = Duration.ofDays(1).toSeconds();
        assertThat(compileFrom(second) - compileFrom(first)).isEqualTo(day);
        assertThat(compileFrom(first)).isEqualTo(1 + 3 * day + 1024 + 1);
    }

    @Test
    void keepsKeysForTheirOwnerAndWritesItDown() throws Exception {
        Path backup = backup();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(backup))).isEqualTo("rw-------");
        Path restored = temporary.resolve("restored");
        Restore.read(backup, new DataFolder(restored), MADE.plusSeconds(5));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(restored))).isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(restored.resolve("keys/timestamp.key"))))
                .isEqualTo("rw-------");
        assertThat(restored.resolve(".restoring")).doesNotExist();
        try (SqliteView store = SqliteView.open(restored.resolve("bloomward.db"))) {
            assertThat(store.read(tables -> tables.audit().newest(1)).getFirst().action()).isEqualTo("restore");
            AuditLog.Verification audit = store.read(tables -> tables.audit().verify());
            assertThat(audit).isInstanceOf(AuditLog.Verification.Intact.class);
        }
    }

    @Test
    void backsUpBesideARunningServerAndNeverOverAFile() throws Exception {
        try (Office office = new Office(temporary.resolve("data"))) {
            office.add(office.list("malware"), "evil.example");
            office.publishDone();
            Path file = temporary.resolve("backup.zip");
            assertThat(backup(office, file).files()).isGreaterThan(8);
            assertThatThrownBy(() -> backup(office, file)).isInstanceOf(FileAlreadyExistsException.class);
            assertThat(names(temporary)).containsExactlyInAnyOrder("backup.zip", "data");
        }
    }

    @Test
    void makesNoBackupOfADamagedPublication() throws Exception {
        try (Office office = new Office(temporary.resolve("data"))) {
            office.add(office.list("malware"), "evil.example");
            office.publishDone();
            Path packed = temporary
                    .resolve("data/public/v1/packed/" + manifest(office).lists().getFirst().packed().digest());
            byte[] bytes = Files.readAllBytes(packed);
            bytes[bytes.length / 2] ^= 1;
            Files.write(packed, bytes);
            Path file = temporary.resolve("backup.zip");
            assertThatThrownBy(() -> backup(office, file)).isInstanceOf(CommandException.class)
                    .hasMessageContaining("damaged");
            Files.delete(packed);
            assertThatThrownBy(() -> backup(office, file)).isInstanceOf(CommandException.class)
                    .hasMessageContaining("missing");
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void refusesAFolderThatIsNotEmpty() throws Exception {
        Path backup = backup();
        Path full = Files.createDirectory(temporary.resolve("full"));
        Files.createFile(full.resolve("something"));
        assertThatThrownBy(() -> Restore.read(backup, new DataFolder(full), MADE)).isInstanceOf(CommandException.class)
                .hasMessageContaining("not empty")
                .hasMessageContaining("something");
        assertThat(names(full)).containsExactly("something");
    }

    @Test
    void takesAnEmptyFolderAndOneThatACrashLeft() throws Exception {
        Path backup = backup();
        Path folder = temporary.resolve("empty");
        Files.createDirectories(folder.resolve(".restoring/keys"));
        Files.createFile(folder.resolve(".restoring/keys/half"));
        Restore.read(backup, new DataFolder(folder), MADE);
        assertThat(folder.resolve("keys/half")).doesNotExist();
        Office.reopen(folder).close();
    }

    @Test
    void refusesAClockBeforeTheBackup() throws Exception {
        Path backup = backup();
        Path folder = temporary.resolve("restored");
        assertThatThrownBy(() -> Restore.read(backup, new DataFolder(folder), MADE.minusSeconds(1)))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("clock");
        assertThat(folder).doesNotExist();
    }

    @Test
    void refusesWhatIsNoBackup() throws Exception {
        Path folder = temporary.resolve("restored");
        DataFolder data = new DataFolder(folder);
        Path text = Files.writeString(temporary.resolve("text"), "a letter\n");
        Path zip = temporary.resolve("other.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry("letter"));
        }
        assertThatThrownBy(() -> Restore.read(temporary.resolve("none"), data, MADE))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> Restore.read(text, data, MADE)).isInstanceOf(CommandException.class)
                .hasMessageContaining("not an intact backup");
        assertThatThrownBy(() -> Restore.read(zip, data, MADE)).isInstanceOf(CommandException.class)
                .hasMessageContaining("not a backup of bloomward-server");
        assertThat(folder).doesNotExist();
    }

    @Test
    void refusesPathsThatLeadOutOfTheFolder() {
        assertThat(List.of("bloomward.db", "keys/a.key", "public/v1/root/1", "feeds/a/b"))
                .allMatch(BackupIndex::isSafe);
        assertThat(List.of("", "/etc/passwd", "../x", "keys/../../x", "keys/./x", "keys//x", "keys", "keys/", "other/x",
                "bloomward.db/x", "keys\\x", "c:/x", "keys/a\nb", "scratch/x", ".restoring/x"))
                .noneMatch(BackupIndex::isSafe);
    }

    @Test
    void touchesNothingForADamagedBackup() throws Exception {
        byte[] whole = Files.readAllBytes(backup());
        Random random = new Random(20261101);
        Path folder = temporary.resolve("restored");
        Path broken = temporary.resolve("broken.zip");
        for (int i = 0; i < 60; i++) {
            byte[] bytes = whole.clone();
            int at = random.nextInt(bytes.length);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(broken, bytes);
            try {
                Restore.read(broken, new DataFolder(folder), MADE.plus(Duration.ofDays(400)));
                // A flip in a value without effect, such as the time of an entry, does no harm.
                assertThat(digests(folder)).as("flip at %d", at).containsAll(digests(temporary.resolve("data")));
                DataFolder.deleteTree(folder);
            } catch (CommandException e) {
                assertThat(folder).as("flip at %d", at).doesNotExist();
            }
        }
        for (int i = 0; i < 20; i++) {
            Files.write(broken, Arrays.copyOf(whole, random.nextInt(whole.length)));
            assertThatThrownBy(() -> Restore.read(broken, new DataFolder(folder), MADE))
                    .isInstanceOf(CommandException.class);
            assertThat(folder).doesNotExist();
        }
    }

    @Test
    void saysThatTheIndexOfABackupCannotBeRead() throws Exception {
        Path file = backup();
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        // The index is the entry whose name stands 46 bytes into its record of the directory at the end; four bytes before
        // the name say where its bytes begin.
        int name = text.lastIndexOf(BackupIndex.NAME);
        assertThat(text.substring(name - 46)).startsWith("PK\001\002");
        for (int begin : List.of(5, bytes.length - 10)) {
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(name - 4, begin);
            Files.write(file, bytes);
            assertThatThrownBy(() -> Restore.read(file, new DataFolder(temporary.resolve("restored")), MADE))
                    .isInstanceOf(CommandException.class)
                    .hasMessageContaining(BackupIndex.NAME + " cannot be read");
        }
    }

    private Path backup() throws Exception {
        Path file = temporary.resolve("backup.zip");
        try (Office office = new Office(temporary.resolve("data"))) {
            office.add(office.list("malware"), "evil.example");
            office.publishDone();
            backup(office, file);
        }
        return file;
    }

    private static Backup.Written backup(Office office, Path file) throws Exception {
        return Backup.write(office.folder(), file, office.clock().instant());
    }

    private static Manifest manifest(Office office) {
        return office.commits().current().newest().orElseThrow().manifest();
    }

    private static long compileFrom(Path folder) throws Exception {
        try (SqliteStore store = SqliteStore.open(folder.resolve("bloomward.db"))) {
            return store.read(tables -> tables.lists().all()).getFirst().compileFrom();
        }
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /// Of all that a server serves, and of the keys.
    private static List<String> digests(Path folder) throws Exception {
        List<String> digests = new ArrayList<>();
        for (String part : List.of("public", "keys")) {
            for (Path file : Office.files(folder.resolve(part))) {
                digests.add(folder.relativize(file) + " " + Digest.ofFile(file));
            }
        }
        return digests;
    }
}
