package bloomward.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.store.LoadedSet.Damage;
import bloomward.agent.store.StateFiles.Found;
import bloomward.format.release.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are not as they were written, and files that go while they are opened.
final class StoreFaultTest {

    @TempDir
    Path folder;

    /// One file of the installed set, to be damaged.
    private record Victim(Store store, Path file, String what) {

        static Victim of(Store store, String digest, String what) {
            return new Victim(store, store.folder().resolve("files").resolve(digest), what);
        }

        void becomes(byte[] bytes) throws IOException {
            Files.write(file, bytes);
        }

        /// Found by a process that has not seen the file before.
        void isFound() throws Exception {
            isFoundBy(Store.at(store.folder()));
        }

        void isFoundBy(Store by) throws Exception {
            try (LoadedSet set = by.open(List.of()).orElseThrow()) {
                assertThat(set.damages()).extracting(Damage::what).containsExactly(what);
                assertThat(StoreTest.found(set.protection(), "evil.example/")).containsExactly("malware");
                assertThat(set.protection().missing()).isEmpty();
            }
        }
    }

    private List<Victim> victims() throws Exception {
        Store store = SampleSets.in(folder).list("malware", "evil.example/").allow("good.example/").install();
        Manifest manifest;
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            manifest = set.protection().manifest();
        }
        return List.of(
                Victim.of(store, manifest.lists().getFirst().packed().digest().toHex(), "list malware, packed file"),
                Victim.of(store, manifest.lists().getFirst().flat().digest().toHex(), "list malware, flat file"),
                Victim.of(store, manifest.allow().digest().toHex(), "allow file"));
    }

    @Test
    void findsEveryFlippedByteEveryCutAndWhatIsAppended() throws Exception {
        for (Victim victim : victims()) {
            byte[] whole = Files.readAllBytes(victim.file());
            int step = Math.max(1, whole.length / 25); // each open verifies notes, which takes its time
            for (int at = 0; at < whole.length; at += step) {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) (1 << at % 8);
                victim.becomes(flipped);
                victim.isFound();
            }
            for (int length : new int[] {0, 1, whole.length / 2, whole.length - 1, whole.length + 1}) {
                victim.becomes(Arrays.copyOf(whole, length));
                victim.isFound();
            }
            victim.becomes(whole);
        }
    }

    @Test
    void findsWhatChangedAfterItWasComparedEvenUnderTheOldDate() throws Exception {
        for (Victim victim : victims()) {
            byte[] whole = Files.readAllBytes(victim.file());
            byte[] flipped = whole.clone();
            flipped[flipped.length - 5] ^= 4;
            FileTime date = Files.getLastModifiedTime(victim.file());
            victim.becomes(flipped);
            Files.setLastModifiedTime(victim.file(), date);
            victim.isFoundBy(victim.store());
            victim.becomes(whole);
            try (LoadedSet set = victim.store().open(List.of()).orElseThrow()) {
                assertThat(set.damages()).isEmpty();
            }
        }
    }

    /// Whole by its own checksums, and of the right list and length: only the digest can tell.
    @Test
    void findsAnEarlierVersionInThePlaceOfAFile() throws Exception {
        SampleSets sets = SampleSets.in(folder).list("malware", "older.example/");
        Manifest older = sets.release().manifest();
        Manifest newer = sets.list("malware", "evil.example/").release().manifest();
        Store store = sets.install();
        Path earlier = folder.resolve("workshop/" + older.sequence() + "malware.flat");
        Victim flat = Victim.of(store, newer.lists().getFirst().flat().digest().toHex(), "list malware, flat file");
        assertThat(earlier).hasSize(Files.size(flat.file()));
        flat.becomes(Files.readAllBytes(earlier));
        flat.isFound();
    }

    /// A list that was signed with a mistake in it is no list.
    @Test
    void doesNotAnswerFromAPackedFileWithoutItsTestEntries() throws Exception {
        Store store = SampleSets.in(folder)
                .list("malware", "evil.example/", "never.unlisted.bloomward.test/")
                .install();
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            assertThat(set.damages()).singleElement().satisfies(damage -> {
                assertThat(damage.what()).isEqualTo("list malware, packed file");
                assertThat(damage.problem()).contains("never.unlisted");
            });
        }
    }

    @Test
    void opensTheNewSetIfTheOldOneWasCollectedAfterTheStateWasRead() throws Exception {
        SampleSets sets = SampleSets.in(folder).list("malware", "older.example/");
        sets.install();
        Optional<Found> old = new StateFiles(new StoreFolder(sets.store().folder())).read();
        sets.list("malware", "evil.example/").install();
        try (StoreWriter writer = sets.store().tryWrite().orElseThrow()) {
            writer.collect();
        }
        try (LoadedSet set = Store.at(sets.store().folder()).open(List.of(), old).orElseThrow()) {
            assertThat(set.damages()).isEmpty();
            assertThat(StoreTest.found(set.protection(), "evil.example/")).containsExactly("malware");
        }
    }

    @Test
    void opensOneWholeSetWhileOthersAreInstalledAndCollected() throws Exception {
        SampleSets sets = SampleSets.in(folder).list("malware", "evil.example/").list("phishing", "fish.example/");
        sets.install();
        AtomicBoolean isDone = new AtomicBoolean();
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Integer> reader = threads.submit(() -> {
                int opened = 0;
                do {
                    try (LoadedSet set = Store.at(sets.store().folder()).open(List.of()).orElseThrow()) {
                        assertThat(set.damages()).isEmpty();
                        assertThat(StoreTest.found(set.protection(), "evil.example/")).containsExactly("malware");
                        assertThat(StoreTest.found(set.protection(), "fish.example/")).containsExactly("phishing");
                        opened++;
                    }
                } while (!isDone.get());
                return opened;
            });
            try {
                for (int i = 0; i < 8 && !reader.isDone(); i++) {
                    sets.list("malware", "evil.example/", i + ".example/").install();
                    try (StoreWriter writer = sets.store().tryWrite().orElseThrow()) {
                        writer.collect();
                    }
                }
            } finally {
                isDone.set(true);
            }
            assertThat(reader.get()).isPositive();
        }
    }
}
