package bloomward.agent.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.store.LoadedSet.Damage;
import bloomward.agent.store.SampleSets.Release;
import bloomward.format.Digest;
import bloomward.format.release.FileRef;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreWriterTest {

    private static final byte[] CONTENT = "some content".getBytes(UTF_8);
    private static final FileRef FILE = FileRef.of(CONTENT);

    @TempDir
    Path folder;

    private Store store() {
        return Store.at(folder.resolve("store"));
    }

    private StoreWriter writer() throws Exception {
        return store().tryWrite().orElseThrow();
    }

    private Set<String> names(String below) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> all = Files.list(folder.resolve("store").resolve(below))) {
            all.forEach(path -> names.add(path.getFileName().toString()));
        }
        return names;
    }

    @Test
    void remembersNoFileThatIsGone() throws Exception {
        StoreFolder place = new StoreFolder(folder);
        place.create();
        ComparedFiles compared = new ComparedFiles(place);
        WriterLock lock = WriterLock.tryLock(place).orElseThrow();
        try (StoreWriter writer = new StoreWriter(place, new StateFiles(place), compared, lock)) {
            Files.write(writer.partial(FILE.digest()), CONTENT);
            assertThat(writer.keep(FILE)).isTrue();
            writer.collect(Set.of(FILE.digest()));
            assertThat(compared.count()).isEqualTo(1);
            writer.collect();
            assertThat(compared.count()).isZero();
        }
    }

    @Test
    void keepsWhatHasTheDigestAndDeletesWhatHasNot() throws Exception {
        try (StoreWriter writer = writer()) {
            assertThat(writer.has(FILE)).isFalse();
            assertThatThrownBy(() -> writer.keep(FILE)).isInstanceOf(NoSuchFileException.class);
            for (String wrong : List.of("Some content", "some content.", "some", "")) {
                Files.writeString(writer.partial(FILE.digest()), wrong);
                assertThat(writer.keep(FILE)).isFalse();
                assertThat(names("partial")).isEmpty();
            }
            assertThat(names("files")).isEmpty();
            Files.write(writer.partial(FILE.digest()), CONTENT);
            assertThat(writer.keep(FILE)).isTrue();
            assertThat(writer.has(FILE)).isTrue();
            assertThat(writer.has(new FileRef(FILE.digest(), FILE.length() + 1))).isFalse();
            assertThat(writer.file(FILE.digest())).hasBinaryContent(CONTENT);
            assertThat(names("partial")).isEmpty();
        }
        try (StoreWriter writer = writer()) {
            assertThat(writer.has(FILE)).isTrue();
        }
    }

    @Test
    void noticesThatAKeptFileWasChanged() throws Exception {
        try (StoreWriter writer = writer()) {
            Files.write(writer.partial(FILE.digest()), CONTENT);
            writer.keep(FILE);
            Path kept = writer.file(FILE.digest());
            Path other = Files.writeString(folder.resolve("other"), "Some content");
            Files.move(other, kept, StandardCopyOption.REPLACE_EXISTING);
            assertThat(writer.has(FILE)).isFalse();
            Files.write(writer.partial(FILE.digest()), CONTENT);
            assertThat(writer.keep(FILE)).isTrue();
            assertThat(writer.has(FILE)).isTrue();
        }
    }

    @Test
    void isForItsOwnerAlone() throws Exception {
        SampleSets.in(folder).list("malware", "evil.example/").install();
        try (Stream<Path> all = Files.walk(folder.resolve("store"))) {
            for (Path path : all.toList()) {
                String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                assertThat(mode).as(path.toString()).isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
        }
    }

    @Test
    void refusesAFolderThatOthersCanWriteInto() throws Exception {
        Path shared = Files.createDirectory(folder.resolve("store"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwx---"));
        assertThatThrownBy(() -> store().tryWrite()).isInstanceOf(FileSystemException.class)
                .hasMessageContaining("chmod 700");
        assertThat(shared).isEmptyDirectory();
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        writer().close();
    }

    @Test
    void followsNoLink() throws Exception {
        SampleSets sets = SampleSets.in(folder).list("malware", "evil.example/");
        Release release = sets.release();
        Store store = sets.store();
        Path target = Files.write(folder.resolve("target"), CONTENT);
        try (StoreWriter writer = store.tryWrite().orElseThrow()) {
            Files.createSymbolicLink(writer.partial(FILE.digest()), target);
            assertThatThrownBy(() -> writer.keep(FILE)).isInstanceOf(IOException.class);
            writer.collect();
            assertThat(names("partial")).isEmpty();
            Files.createSymbolicLink(writer.file(FILE.digest()), target);
            assertThat(writer.has(FILE)).isFalse();
            Files.write(writer.partial(FILE.digest()), CONTENT);
            assertThat(writer.keep(FILE)).isTrue();
            assertThat(Files.isSymbolicLink(writer.file(FILE.digest()))).isFalse();
            Files.createSymbolicLink(store.folder().resolve("state"), target);
            writer.commit(release.state());
            assertThat(Files.isSymbolicLink(store.folder().resolve("state"))).isFalse();
        }
        assertThat(target).hasBinaryContent(CONTENT);
        sets.install();
        Path packed = store.folder().resolve("files").resolve(release.packed("malware").digest().toHex());
        Path moved = Files.move(packed, folder.resolve("moved"));
        Files.createSymbolicLink(packed, moved);
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            assertThat(set.damages()).extracting(Damage::what).containsExactly("list malware, packed file");
        }
        Path state = store.folder().resolve("state");
        Files.move(state, folder.resolve("state"));
        Files.createSymbolicLink(state, folder.resolve("state"));
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            assertThat(set.damages().getFirst().what()).isEqualTo("state file");
        }
        Files.delete(store.folder().resolve("lock"));
        Files.createSymbolicLink(store.folder().resolve("lock"), target);
        assertThatThrownBy(store::tryWrite).isInstanceOf(IOException.class);
        Files.delete(store.folder().resolve("lock"));
        Files.move(store.folder().resolve("files"), folder.resolve("files"));
        Files.createSymbolicLink(store.folder().resolve("files"), folder.resolve("files"));
        assertThatThrownBy(store::tryWrite).isInstanceOf(FileSystemException.class);
        try (LoadedSet set = Store.at(store.folder()).open(List.of()).orElseThrow()) {
            assertThat(set.protection().missing()).containsExactly("malware");
        }
    }

    @Test
    void mayLieBehindALink() throws Exception {
        Path real = Files.createDirectory(folder.resolve("real"));
        Files.createSymbolicLink(folder.resolve("store"), real);
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwx------"));
        Store store = SampleSets.in(folder).list("malware", "evil.example/").install();
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            assertThat(set.damages()).isEmpty();
        }
    }

    @Test
    void collectsWhatNobodyNames() throws Exception {
        SampleSets sets = SampleSets.in(folder).list("malware", "evil.example/").list("phishing", "fish.example/");
        sets.install();
        Set<String> first = names("files");
        LoadedSet mapped = sets.store().open(List.of()).orElseThrow();
        sets.list("malware", "worse.example/").without("phishing").install();
        assertThat(names("files")).hasSize(first.size() + 2);
        Digest going = Digest.of(new byte[] {1});
        Digest broken = Digest.of(new byte[] {2});
        Path store = sets.store().folder();
        Files.writeString(store.resolve("partial").resolve(going.toHex()), "half");
        Files.writeString(store.resolve("partial").resolve(broken.toHex()), "ha");
        Files.writeString(store.resolve("partial/anything"), "else");
        Files.writeString(store.resolve("files/.unfinished-x"), "crashed");
        Files.writeString(store.resolve(".unfinished-state-x"), "crashed");
        Files.writeString(store.resolve("files").resolve(broken.toHex()), "never committed");
        Files.writeString(store.resolve("files/README"), "of somebody");
        try (StoreWriter writer = store().tryWrite().orElseThrow()) {
            writer.collect(Set.of(going));
        }
        assertThat(names("")).containsExactlyInAnyOrder("state", "state.copy", "lock", "files", "partial");
        assertThat(names("partial")).containsExactly(going.toHex());
        assertThat(names("files")).hasSize(3 + 1).contains("README");
        assertThat(StoreTest.found(mapped.protection(), "fish.example/")).containsExactly("phishing");
        mapped.close();
        try (LoadedSet set = sets.store().open(List.of()).orElseThrow()) {
            assertThat(set.damages()).isEmpty();
            assertThat(StoreTest.found(set.protection(), "worse.example/")).containsExactly("malware");
        }
    }

    @Test
    void hasTheStateThatWasOrTheNewOneWhenACommitFails() throws Exception {
        SampleSets sets = SampleSets.in(folder).list("malware", "evil.example/");
        StoreState old = sets.install().state().orElseThrow().written();
        StoreState next = sets.list("malware", "worse.example/").release().state();
        Path copy = sets.store().folder().resolve("state.copy");
        Files.delete(copy);
        Files.createDirectories(copy.resolve("in the way"));
        try (StoreWriter writer = store().tryWrite().orElseThrow()) {
            assertThatThrownBy(() -> writer.commit(next)).isInstanceOf(IOException.class);
        }
        assertThat(sets.store().state().orElseThrow().written()).isIn(old, next);
    }

    @Test
    void doesNothingAfterItWasClosed() throws Exception {
        StoreWriter writer = writer();
        writer.close();
        writer.close();
        assertThatThrownBy(() -> writer.has(FILE)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> writer.keep(FILE)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::collect).isInstanceOf(IllegalStateException.class);
        assertThat(Files.exists(folder.resolve("store/state"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }
}
