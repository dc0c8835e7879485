package bloomward.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.server.store.FaultyStore;
import bloomward.server.store.FaultyStore.Fault;
import bloomward.server.store.FaultyStore.When;
import bloomward.server.store.Gathering;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A store that fails in the middle of a publication, and a file that cannot be written right after it.
final class PublishFaultTest {

    @TempDir
    private Path folder;

    /// An office with a publication, and a draft that differs.
    private static Office prepared(Path folder) throws Exception {
        Office office = new Office(folder);
        ListRow list = office.list("malware");
        office.add(list, Office.names(0, 300));
        office.addUntil(list, Office.BEGIN.plus(Duration.ofMinutes(1)), "short.example");
        office.publishDone();
        office.clock().advance(Duration.ofMinutes(5));
        office.add(list, "new.example");
        return office;
    }

    @ParameterizedTest
    @EnumSource(When.class)
    void isOnePublicationOrTheOtherAfterAnyFailedWrite(When when) throws Exception {
        int writes;
        try (Office office = prepared(folder.resolve("counted"))) {
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
        for (int write = 1; write <= writes; write++) {
            int failing = write;
            try (Office office = prepared(folder.resolve("failing" + write))) {
                Manifest before = Served.whole(office);
                office.stop();
                office.open(store -> new FaultyStore(store, when, failing));
                assertThatThrownBy(office::publish).isInstanceOf(Fault.class);
                assertThat(Served.latestOnDisk(office)).isEqualTo(before);
                office.restart();
                Manifest after = Served.whole(office);
                boolean isPublished = when == When.AFTER_APPLIED && write == writes;
                assertThat(!after.equals(before)).as("write %d", write).isEqualTo(isPublished);
                goesOn(office, after);
            }
        }
    }

    @Test
    void goesOnWithoutAStartWhereOnlyTheAnswerWasLost() throws Exception {
        try (Office office = prepared(folder)) {
            Manifest before = Served.whole(office);
            office.stop();
            AtomicBoolean isLosing = new AtomicBoolean(true);
            office.open(store -> new LosingAnswers(store, isLosing));
            assertThatThrownBy(office::publish).isInstanceOf(IOException.class);
            isLosing.set(false);
            office.clock().advance(Duration.ofMinutes(5));
            office.publish();
            Manifest after = Served.whole(office);
            assertThat(after.sequence()).isGreaterThan(before.sequence());
            assertThat(Served.lists(office, after.lists().getFirst(), "new.example/")).isTrue();
            goesOn(office, after);
        }
    }

    @Test
    void catchesUpWhereLatestCouldNotBeWritten() throws Exception {
        try (Office office = prepared(folder)) {
            Path latest = office.folder().file(new PublicPath.Latest());
            byte[] old = Files.readAllBytes(latest);
            Files.delete(latest);
            Files.createDirectories(latest.resolve("in the way"));
            assertThatThrownBy(office::publish).isInstanceOf(IOException.class);
            Files.delete(latest.resolve("in the way"));
            Files.delete(latest);
            Files.write(latest, old);
            office.publishing().freshness().refresh(); // as the server's clock does every few minutes
            Manifest after = Served.whole(office);
            assertThat(Served.lists(office, after.lists().getFirst(), "new.example/")).isTrue();
            assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
            goesOn(office, after);
        }
    }

    private static void goesOn(Office office, Manifest before) throws Exception {
        office.clock().advance(Duration.ofMinutes(5));
        office.add(office.find("malware"), "after.example");
        office.publishDone();
        Manifest after = Served.whole(office);
        assertThat(after.sequence()).isGreaterThan(before.sequence());
        assertThat(Served.lists(office, after.lists().getFirst(), "after.example/")).isTrue();
        assertThat(Served.lists(office, after.lists().getFirst(), "new.example/")).isTrue();
    }

    /// Does what it is asked for, and says that it failed, for as long as it is told to.
    private record LosingAnswers(PublisherStore store, AtomicBoolean isLosing) implements PublisherStore {

        @Override
        public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
            return store.read(work);
        }

        @Override
        public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
            long before = published();
            R result = store.write(work);
            if (isLosing.get() && published() != before) {
                throw new IOException("the answer was lost");
            }
            return result;
        }

        private long published() throws IOException {
            return store.read(tables -> (long) tables.publications().history(Integer.MAX_VALUE).size());
        }

        @Override
        public Gathering gather() {
            return store.gather();
        }

        @Override
        public void close() throws IOException {
            store.close();
        }
    }
}
