package bloomward.server.export;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.SignedFilter;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.Form;
import bloomward.server.draft.ListDeletion;
import bloomward.server.http.files.Answer;
import bloomward.server.publish.Office;
import bloomward.server.publish.folder.PublicFolder;
import bloomward.server.serve.PublishedContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExportTest {

    @TempDir
    private Path temporary;

    @Test
    void writesWhatTheServerAnswers() throws Exception {
        try (Office office = Office.published(temporary.resolve("data"))) {
            Path target = temporary.resolve("export");
            assertThat(write(office, target)).isEqualTo(files(target).size());
            PublishedContent content = PublishedContent.of(office.folder(), office.commits(), _ -> false,
                    Clock.systemUTC());
            List<Path> files = files(target);
            for (Path file : files) {
                PublicPath path = PublicFolder.pathOf(target, file).orElseThrow();
                assertThat(Files.readAllBytes(file)).as(path.toString()).isEqualTo(bytes(content.find(path)));
            }
            assertThat(files.stream().map(file -> target.relativize(file).getName(1).toString())).contains("latest",
                    "root", "manifest", "packed", "flat", "allow", "delta", "bloom", "confirm");
        }
    }

    @Test
    void namesTheSamePublicationInEveryFile() throws Exception {
        try (Office office = Office.published(temporary.resolve("data"))) {
            Path target = temporary.resolve("export");
            write(office, target);
            Manifest manifest = manifest(office);
            for (ListRelease list : manifest.lists()) {
                for (Form form : Form.values()) {
                    Path file = PublicFolder.at(target, new PublicPath.Bloom(list.name(), form));
                    try (SignedFilter signed = SignedFilter.open(file, office.commits().current().root(),
                            office.clock().instant())) {
                        assertThat(signed.manifest().value()).isEqualTo(manifest);
                        assertThat(signed.list()).isEqualTo(list);
                    }
                }
                assertThat(PublicFolder.roots(target)).contains(list.confirmRoot());
            }
        }
    }

    @Test
    void linksFilesInsteadOfCopyingThem() throws Exception {
        try (Office office = Office.published(temporary.resolve("data"))) {
            Path target = temporary.resolve("export");
            write(office, target);
            PublicPath packed = new PublicPath.Content(ContentKind.PACKED,
                    manifest(office).lists().getFirst().packed().digest());
            assertThat(Files.isSameFile(PublicFolder.at(target, packed), office.folder().file(packed))).isTrue();
        }
    }

    @Test
    void refreshesWhatIsNewAndKeepsWhatIsStillServed() throws Exception {
        try (Office office = Office.published(temporary.resolve("data"))) {
            Path target = temporary.resolve("export");
            write(office, target);
            assertThat(refresh(office, target)).isZero();
            Set<Path> before = new TreeSet<>(files(target));
            office.clock().advance(Duration.ofMinutes(5));
            office.add(office.find("malware"), "newest.example");
            office.publishDone("malware");
            int written = refresh(office, target);
            Set<Path> after = new TreeSet<>(files(target));
            assertThat(after).containsAll(before).hasSizeGreaterThan(before.size());
            // Beside the new files: latest, and the signed files of both lists.
            assertThat(written).isEqualTo(after.size() - before.size() + 5);
            assertThat(office.problems(target)).isEmpty();
        }
    }

    @Test
    void hasNoSignedFileOfAListThatHasLeft() throws Exception {
        try (Office office = Office.published(temporary.resolve("data"))) {
            Path target = temporary.resolve("export");
            write(office, target);
            String gone = manifest(office).lists().getLast().name();
            assertThat(target.resolve("v1/bloom").resolve(gone)).exists();
            office.clock().advance(Duration.ofMinutes(5));
            office.store()
                    .write(tables -> ListDeletion.delete(tables, tables.lists().find(gone).orElseThrow(), "alice",
                            office.clock().instant()));
            office.publishDone();
            refresh(office, target);
            assertThat(target.resolve("v1/bloom").resolve(gone)).doesNotExist();
            assertThat(office.problems(target)).isEmpty();
        }
    }

    @Test
    void deletesWhatTheDataFolderNoLongerHas() throws Exception {
        try (Office office = Office.published(temporary.resolve("data"))) {
            Path target = temporary.resolve("export");
            write(office, target);
            Manifest old = manifest(office);
            office.add(office.find("malware"), "newest.example");
            office.publishDone("malware");
            refresh(office, target);
            ListRelease list = old.list("malware").orElseThrow();
            Path packed = PublicFolder.at(target, new PublicPath.Content(ContentKind.PACKED, list.packed().digest()));
            assertThat(packed).exists();
            Files.delete(office.folder().file(new PublicPath.Content(ContentKind.PACKED, list.packed().digest())));
            Files.delete(office.folder().confirm("malware").resolve(confirmFile(office, list)));
            office.stop();
            try (Office later = Office.reopen(office.folder().root())) {
                refresh(later, target);
            }
            assertThat(packed).doesNotExist();
            assertThat(PublicFolder.roots(target)).doesNotContain(list.confirmRoot());
        }
    }

    @Test
    void putsRightWhatIsDamagedAndUnfinished() throws Exception {
        try (Office office = Office.published(temporary.resolve("data"))) {
            Path target = temporary.resolve("export");
            write(office, target);
            List<Path> files = files(target);
            Files.createDirectories(target.resolve("v1/confirm/.unfinished-x/y"));
            for (Path file : files) {
                Files.delete(file); // a link to the server's own file, which must not be damaged
                Files.write(file, new byte[0]);
            }
            write(office, target);
            assertThat(target.resolve("v1/confirm/.unfinished-x")).doesNotExist();
            assertThat(files(target)).containsExactlyInAnyOrderElementsOf(files);
            assertThat(office.problems(target)).isEmpty();
        }
    }

    @Test
    void exportsBesideARunningServer() throws Exception {
        try (Office office = Office.published(temporary.resolve("data"))) {
            Path target = temporary.resolve("export");
            write(office, target);
            PublishedFolder read = PublishedFolder.open(office.folder());
            assertThat(read.published()).isEqualTo(office.commits().current());
            assertThat(Export.refresh(office.folder(), read.published(), read.confirm(), target)).isZero();
            Path second = temporary.resolve("second");
            assertThat(Export.write(office.folder(), read.published(), read.confirm(), second))
                    .isEqualTo(files(target).size());
        }
    }

    @Test
    void exportsRootsBeforeAnythingIsPublished() throws Exception {
        try (Office office = new Office(temporary.resolve("data"))) {
            Path target = temporary.resolve("export");
            assertThat(write(office, target)).isEqualTo(1);
            assertThat(office.problems(target)).isEmpty();
        }
    }

    private static Path confirmFile(Office office, ListRelease list) throws IOException {
        try (Stream<Path> files = Files.list(office.folder().confirm(list.name()))) {
            return files.map(Path::getFileName)
                    .filter(name -> name.toString().startsWith(list.confirmRoot().toString()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Manifest manifest(Office office) {
        return office.commits().current().newest().orElseThrow().manifest();
    }

    private static int write(Office office, Path target) throws IOException {
        return Export.write(office.folder(), office.commits().current(), office.commits().confirm(), target);
    }

    private static int refresh(Office office, Path target) throws IOException {
        return Export.refresh(office.folder(), office.commits().current(), office.commits().confirm(), target);
    }

    private static List<Path> files(Path target) throws IOException {
        return Office.files(target);
    }

    private static byte[] bytes(Answer answer) throws IOException {
        List<byte[]> parts = new ArrayList<>();
        for (MemorySegment part : ((Answer.Found) answer).payload().parts()) {
            parts.add(part.toArray(ValueLayout.JAVA_BYTE));
        }
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.write(part);
        }
        return all.toByteArray();
    }
}
