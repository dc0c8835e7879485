package bloomward.server.store;

import static bloomward.server.store.SmallTablesContractTest.digest;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.FileRef;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.UnsignedPublication;
import bloomward.server.store.PublicationTable.VersionContent;
import bloomward.server.store.PublicationTable.VersionCounts;
import bloomward.server.store.PublicationTable.VersionRow;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Contract of every store for publications and versions.
@OnEachStore
final class PublicationTableContractTest extends PublisherStoreContract {

    private long a;
    private long b;

    @BeforeEach
    void makeLists() throws IOException {
        a = newList("a");
        b = newList("b");
    }

    private static Instant issued(long sequence) {
        return T0.plusSeconds(sequence);
    }

    private static PublicationRow publication(long sequence) {
        return unsigned(sequence).signed(digest((int) sequence));
    }

    private static UnsignedPublication unsigned(long sequence) {
        return new UnsignedPublication(sequence, new FileRef(digest(7), 70),
                sequence % 2 == 0 ? Optional.empty() : Optional.of(new FileRef(digest(8), 71)), 3, issued(sequence),
                issued(sequence + 100), "anna", "note", sequence % 2 == 0);
    }

    private static VersionRow version(long list, long version, long sequence) {
        return new VersionRow(list, version, sequence, 4, new VersionCounts(50, 49, 6, 7), SPEC,
                new VersionContent(new FileRef(digest(8), 80), new FileRef(digest(9), 90), new ConfirmRoot(digest(10)),
                        new BucketBits(11)),
                version == 1 ? List.of() : List.of(new Category("malware"), new Category("phishing")), issued(sequence),
                Optional.empty(), true);
    }

    private static VersionRow replaced(VersionRow row, long bySequence, boolean hasFiles) {
        return new VersionRow(row.listId(), row.version(), row.sequence(), row.change(), row.counts(), row.spec(),
                row.content(), row.categories(), row.at(), Optional.of(issued(bySequence)), hasFiles);
    }

    private void publish(long sequence, VersionRow... versions) throws IOException {
        change(tables -> tables.publications().add(publication(sequence), List.of(versions), List.of()));
    }

    @Test
    void knowsNothingAtFirst() throws IOException {
        assertThat(read((Tables tables) -> tables.publications().latest())).isEmpty();
        assertThat(read((Tables tables) -> tables.publications().find(1))).isEmpty();
        assertThat(read((Tables tables) -> tables.publications().history(9))).isEmpty();
        assertThat(read((Tables tables) -> tables.publications().latestVersion(a))).isEmpty();
        assertThat(read((Tables tables) -> tables.publications().version(a, 1))).isEmpty();
        assertThat(read((Tables tables) -> tables.publications().versions(a, 9))).isEmpty();
        assertThat(read((Tables tables) -> tables.publications().versionsOf(1))).isEmpty();
    }

    @Test
    void namesOneVersionOfEachList() throws IOException {
        publish(10, version(a, 1, 10), version(b, 1, 10));
        publish(20, version(a, 2, 20));
        publish(21);
        VersionRow old = replaced(version(a, 1, 10), 20, true);
        assertThat(read((Tables tables) -> tables.publications().latest())).contains(publication(21));
        assertThat(read((Tables tables) -> tables.publications().find(10))).contains(publication(10));
        assertThat(read((Tables tables) -> tables.publications().history(2))).containsExactly(publication(21),
                publication(20));
        assertThat(read((Tables tables) -> tables.publications().versionsOf(10))).containsExactly(old,
                version(b, 1, 10));
        assertThat(read((Tables tables) -> tables.publications().versionsOf(21))).containsExactly(version(a, 2, 20),
                version(b, 1, 10));
        assertThat(read((Tables tables) -> tables.publications().latestVersion(a))).contains(version(a, 2, 20));
        assertThat(read((Tables tables) -> tables.publications().version(a, 1))).contains(old);
        assertThat(read((Tables tables) -> tables.publications().versions(a, 9))).containsExactly(version(a, 2, 20),
                old);
        assertThat(read((Tables tables) -> tables.publications().versions(a, 1))).hasSize(1);
    }

    @Test
    void namesNoVersionOfAListThatLeaves() throws IOException {
        publish(10, version(a, 1, 10), version(b, 1, 10));
        change(tables -> tables.publications().add(publication(20), List.of(), List.of(b)));
        publish(30, version(a, 2, 30));
        VersionRow last = replaced(version(b, 1, 10), 20, true);
        assertThat(read((Tables tables) -> tables.publications().versionsOf(10)))
                .containsExactly(replaced(version(a, 1, 10), 30, true), last);
        assertThat(read((Tables tables) -> tables.publications().versionsOf(20)))
                .containsExactly(replaced(version(a, 1, 10), 30, true));
        assertThat(read((Tables tables) -> tables.publications().versionsOf(30))).containsExactly(version(a, 2, 30));
        assertThat(read((Tables tables) -> tables.publications().latestVersion(b))).contains(last);
        assertThat(last.isPublished()).isFalse();
        assertThat(version(a, 2, 30).isPublished()).isTrue();
    }

    @Test
    void refusesToGoBack() throws IOException {
        publish(10, version(a, 5, 10));
        assertRefused(tables -> tables.publications().add(publication(10), List.of(), List.of()));
        assertRefused(tables -> tables.publications().add(publication(9), List.of(), List.of()));
        assertRefused(tables -> tables.publications().add(publication(11), List.of(version(a, 5, 11)), List.of()));
        assertRefused(tables -> tables.publications().add(publication(11), List.of(version(a, 6, 10)), List.of()));
        assertThat(read((Tables tables) -> tables.publications().history(9))).hasSize(1);
        assertThat(read((Tables tables) -> tables.publications().latestVersion(a))).contains(version(a, 5, 10));
    }

    @Test
    void forgetsFilesOfWhatWasReplaced() throws IOException {
        publish(10, version(a, 1, 10));
        publish(20, version(a, 2, 20));
        publish(30, version(a, 1024, 30));
        change(tables -> tables.publications().forgetFiles(a, 1));
        assertThat(read((Tables tables) -> tables.publications().version(a, 1)))
                .contains(replaced(version(a, 1, 10), 20, false));
        assertThat(read((Tables tables) -> tables.publications().version(a, 2)))
                .contains(replaced(version(a, 2, 20), 30, true));
    }

    @Test
    void keepsOneThatWaits() throws IOException {
        assertThat(read((Tables tables) -> tables.publications().pending())).isEmpty();
        PendingRow one = new PendingRow("note\n— a b\n", unsigned(10), List.of(version(a, 1, 10), version(b, 2, 10)),
                T0);
        PendingRow two = new PendingRow("other", unsigned(11), List.of(version(b, 2, 11)), T0.plusSeconds(1));
        change(tables -> tables.publications().putPending(one));
        assertThat(read((Tables tables) -> tables.publications().pending())).contains(one);
        change(tables -> tables.publications().putPending(two));
        assertThat(read((Tables tables) -> tables.publications().pending())).contains(two);
        assertThat(read((Tables tables) -> tables.publications().latest())).isEmpty();
        change(tables -> tables.publications().removePending());
        assertThat(read((Tables tables) -> tables.publications().pending())).isEmpty();
        change(tables -> tables.publications().removePending());
    }

    @Test
    void keepsTheFloor() throws IOException {
        assertThat(read((Tables tables) -> tables.publications().sequenceFloor())).isEmpty();
        change(tables -> tables.publications().setSequenceFloor(5));
        change(tables -> tables.publications().setSequenceFloor(1L << 40));
        assertThat(read((Tables tables) -> tables.publications().sequenceFloor())).hasValue(1L << 40);
    }
}
