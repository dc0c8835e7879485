package bloomward.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.store.FaultyStore;
import bloomward.server.store.FaultyStore.Fault;
import bloomward.server.store.FaultyStore.When;
import bloomward.server.store.FileTable.FileRow;
import bloomward.server.store.TestedStore;
import bloomward.server.store.postgres.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Published files in a PostgreSQL store, of which the folder of a server is a copy.
final class StoredFilesTest {

    @TempDir
    private Path folder;

    private static Office prepared(Path root) throws Exception {
        return new Office(root, TestedStore.POSTGRES).publishTwice();
    }

    private static List<String> stored(Office office) throws Exception {
        return office.store()
                .<List<FileRow>, Exception>read(tables -> tables.files().orElseThrow().all())
                .stream()
                .map(FileRow::path)
                .toList();
    }

    private static SortedSet<String> inFolder(Office office) throws Exception {
        SortedSet<String> paths = new TreeSet<>();
        PublicFolder.paths(office.folder().publicFolder()).forEach(path -> paths.add(path.toString()));
        return paths;
    }

    @Test
    void keepsEveryPublishedFile() throws Exception {
        try (Office office = prepared(folder)) {
            assertThat(stored(office)).containsExactlyElementsOf(inFolder(office))
                    .contains("/v1/latest", "/v1/root/1", "/v1/delta/malware/1/2");
        }
    }

    /// The first machine is gone with its folder; another has nothing but the keys.
    @Test
    void anotherMachineGoesOnWithAnEmptyFolder() throws Exception {
        Office first = prepared(folder.resolve("first"));
        Manifest before = Served.whole(first);
        SortedSet<String> paths = inFolder(first);
        first.close();
        DataFolder.deleteTree(first.folder().publicFolder());
        try (Office second = first.takenOverIn(folder.resolve("second"))) {
            assertThat(inFolder(second)).isEqualTo(paths);
            assertThat(Served.whole(second)).isEqualTo(before); // with confirm answers
            second.clock().advance(Duration.ofMinutes(10));
            second.add(second.find("malware"), "third.example");
            second.publishDone();
            Manifest after = Served.whole(second);
            assertThat(after.sequence()).isGreaterThan(before.sequence());
            assertThat(after.lists().getFirst().version()).isEqualTo(before.lists().getFirst().version() + 1);
            assertThat(stored(second)).containsExactlyElementsOf(inFolder(second));
        }
    }

    @Test
    void fetchesAgainWhatDiffersInTheFolder() throws Exception {
        try (Office office = prepared(folder)) {
            ListRelease release = Served.whole(office).lists().getFirst();
            Path packed = office.folder().file(new PublicPath.Content(ContentKind.PACKED, release.packed().digest()));
            Path flat = office.folder().file(new PublicPath.Content(ContentKind.FLAT, release.flat().digest()));
            byte[] right = Files.readAllBytes(packed);
            byte[] wrong = right.clone();
            wrong[wrong.length / 2] ^= 1;
            Files.write(packed, wrong);
            Files.delete(flat);
            office.restart();
            assertThat(packed).hasBinaryContent(right);
            assertThat(flat).exists();
            Served.whole(office);
        }
    }

    /// A crash came between the file and its row: agents have seen the later time.
    @Test
    void keepsTheLaterOfTwoNotes() throws Exception {
        try (Office office = prepared(folder)) {
            Path latest = office.folder().file(new PublicPath.Latest());
            byte[] old = Files.readAllBytes(latest);
            office.clock().advance(Duration.ofHours(2));
            office.publishing().freshness().refresh();
            byte[] later = Files.readAllBytes(latest);
            assertThat(later).isNotEqualTo(old);
            Files.write(latest, old);
            office.restart();
            assertThat(latest).hasBinaryContent(later);
            office.clock().advance(Duration.ofHours(2));
            Instant before = dated(office);
            office.store()
                    .<Boolean, Exception>write(
                            tables -> tables.files().orElseThrow().remove(List.of("/v1/latest")) == 1);
            office.restart();
            assertThat(dated(office)).isAfterOrEqualTo(before);
            assertThat(stored(office)).contains("/v1/latest");
        }
    }

    private static Instant dated(Office office) {
        return office.commits().current().newest().orElseThrow().latest().issued();
    }

    /// A dump of yesterday: the numbers of today would be used twice.
    @Test
    void refusesADatabaseFromThePast() throws Exception {
        try (Office office = prepared(folder)) {
            String database = TestedStore.database(office.folder().database());
            byte[] old = Files.readAllBytes(office.folder().file(new PublicPath.Latest()));
            TestPostgres.shared().run(database, "CREATE TABLE past AS SELECT * FROM file WHERE path = '/v1/latest'");
            office.clock().advance(Duration.ofMinutes(5));
            office.add(office.find("malware"), "third.example");
            office.publishDone();
            byte[] seen = Files.readAllBytes(office.folder().file(new PublicPath.Latest()));
            office.stop();
            TestPostgres.shared()
                    .run(database,
                            "UPDATE file SET sha256 = past.sha256, length = past.length, bytes = past.bytes FROM past"
                                    + " WHERE file.path = past.path",
                            "DELETE FROM publication_version WHERE sequence = (SELECT max(sequence) FROM publication)",
                            "DELETE FROM version WHERE sequence = (SELECT max(sequence) FROM publication)",
                            "DELETE FROM publication WHERE sequence = (SELECT max(sequence) FROM publication)");
            assertThatThrownBy(office::open).hasMessageContaining("the database is from the past")
                    .hasMessageContaining("nothing was changed");
            office.stop();
            assertThat(office.folder().file(new PublicPath.Latest())).hasBinaryContent(seen);
            assertThat(old).isNotEqualTo(seen);
        }
    }

    @Test
    void forgetsWhatIsDeleted() throws Exception {
        try (Office office = prepared(folder)) {
            office.clock().advance(Duration.ofDays(2));
            office.add(office.find("malware"), "third.example");
            office.publishDone();
            int before = stored(office).size();
            office.clock().advance(Duration.ofDays(40));
            assertThat(office.keeping().collect(office.clock().instant(), Duration.ofHours(1))).isPositive();
            assertThat(stored(office)).hasSizeLessThan(before).containsExactlyElementsOf(inFolder(office));
            Served.whole(office);
        }
    }

    /// A publication is there or not, whichever of its writes fails, and in both cases another machine sees it.
    @ParameterizedTest
    @EnumSource(When.class)
    void isOnePublicationOrTheOtherAfterAnyFailedWrite(When when) throws Exception {
        int writes;
        try (Office office = drafted(folder.resolve("counted"))) {
            office.stop();
            List<FaultyStore> seen = new ArrayList<>();
            office.open(store -> {
                seen.add(new FaultyStore(store, when, Integer.MAX_VALUE));
                return seen.getFirst();
            });
            office.publishDone();
            writes = seen.getFirst().writes();
        }
        assertThat(writes).isGreaterThanOrEqualTo(2);
        int published = 0;
        for (int write = 1; write <= writes; write++) {
            int failing = write;
            Office office = drafted(folder.resolve("failing" + write));
            Manifest before = Served.whole(office);
            office.stop();
            office.open(store -> new FaultyStore(store, when, failing));
            assertThatThrownBy(office::publish).isInstanceOf(Fault.class);
            office.close();
            DataFolder.deleteTree(office.folder().publicFolder());
            try (Office other = office.takenOverIn(folder.resolve("other" + write))) {
                Manifest after = Served.whole(other);
                published += after.equals(before) ? 0 : 1;
                other.clock().advance(Duration.ofMinutes(20));
                other.add(other.find("malware"), "after.example");
                other.publishDone();
                Manifest next = Served.whole(other);
                assertThat(next.sequence()).isGreaterThan(after.sequence());
                assertThat(next.lists().getFirst().version()).isEqualTo(after.lists().getFirst().version() + 1);
                assertThat(Served.lists(other, next.lists().getFirst(), "new.example/")).isTrue();
            }
        }
        // The last write has the publication with its files and the note that names it.
        assertThat(published).isEqualTo(when == When.AFTER_APPLIED ? 1 : 0);
    }

    private Office drafted(Path root) throws Exception {
        Office office = prepared(root);
        office.clock().advance(Duration.ofMinutes(5));
        office.add(office.find("malware"), "new.example");
        return office;
    }

    @Test
    void startsWithoutAFileThatNobodyHas() throws Exception {
        try (Office office = prepared(folder)) {
            office.stop();
            String database = TestedStore.database(office.folder().database());
            TestPostgres.shared()
                    .run(database, "UPDATE file SET bytes = '\\x00', length = 1 WHERE path = '/v1/root/1'");
            Files.delete(office.folder().file(new PublicPath.RootNote(1)));
            assertThatThrownBy(office::open).hasMessageContaining("damaged database: /v1/root/1");
            office.stop();
        }
    }
}
