package bloomward.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.wire.PublicPath;
import bloomward.server.publish.PublishOutcome.Done;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.store.ListRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Effects of time, and of new roots, on a publication.
final class FreshnessTest {

    @TempDir
    private Path folder;
    private Office office;
    private ListRow list;

    @BeforeEach
    void publishOnce() throws Exception {
        office = new Office(folder);
        list = office.list("malware");
        office.add(list, "evil.example");
        office.publishDone();
    }

    @AfterEach
    void close() throws Exception {
        office.close();
    }

    private Latest latest() {
        return office.commits().current().newest().orElseThrow().latest();
    }

    @Test
    void renewsTheSameListsUnderAHigherSequence() throws Exception {
        Manifest before = Served.whole(office);
        assertThat(office.publishing().freshness().renew("alice")).isInstanceOf(Done.class); // in the same second
        Manifest after = Served.whole(office);
        assertThat(after.lists()).isEqualTo(before.lists());
        assertThat(after.sequence()).isGreaterThan(before.sequence());
        assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
    }

    @Test
    void datesLatestAnewAfterAnHourAndNotBefore() throws Exception {
        Instant begin = latest().issued();
        office.clock().advance(Duration.ofMinutes(59));
        assertThat(office.publishing().freshness().refresh()).isFalse();
        assertThat(latest().issued()).isEqualTo(begin);
        office.clock().advance(Duration.ofMinutes(1));
        assertThat(office.publishing().freshness().refresh()).isTrue();
        assertThat(latest().issued()).isEqualTo(begin.plus(Duration.ofHours(1)));
        Served.whole(office);
    }

    @Test
    void renewsAtHalfTheLifeOfTheManifest() throws Exception {
        Manifest before = Served.whole(office);
        office.clock().advance(Duration.ofHours(84).plusSeconds(1));
        assertThat(office.publishing().freshness().refresh()).isTrue();
        assertThat(Served.whole(office).expires()).isAfter(before.expires());
    }

    @Test
    void neverDatesAnythingBeforeWhatItDatedLast() throws Exception {
        office.clock().advance(Duration.ofHours(2));
        office.publishing().freshness().refresh();
        Instant before = latest().issued();
        office.clock().advance(Duration.ofDays(-3));
        assertThat(office.publishing().freshness().refresh()).isFalse();
        office.add(list, "worse.example");
        office.publishDone();
        assertThat(latest().issued()).isEqualTo(before);
        Manifest manifest = Served.whole(office);
        office.restart();
        assertThat(Served.whole(office)).isEqualTo(manifest);
        office.add(list, "worst.example");
        office.publishDone();
        assertThat(Served.whole(office).sequence()).isEqualTo(manifest.sequence() + 1);
    }

    @Test
    void takesNoSequenceBelowTheFloor() throws Exception {
        long floor = Served.whole(office).sequence() + 1_000_000;
        office.store().write(tables -> {
            tables.publications().setSequenceFloor(floor);
            return true;
        });
        office.add(list, "worse.example");
        assertThat(office.publishDone().sequence()).isEqualTo(floor);
        office.publishing().freshness().renew("alice");
        assertThat(Served.whole(office).sequence()).isEqualTo(floor + 1);
    }

    @Test
    void comesBackAfterALongSleep() throws Exception {
        office.clock().advance(Duration.ofDays(30));
        office.restart();
        assertThat(office.publishing().freshness().refresh()).isTrue();
        assertThat(Served.whole(office).expires()).isAfter(office.clock().instant());
    }

    @Test
    void comesBackAfterALongSleepWithoutLatest() throws Exception {
        Manifest before = Served.whole(office);
        office.clock().advance(Duration.ofDays(30));
        office.close();
        Files.delete(office.folder().file(new PublicPath.Latest())); // as from a copy that is not complete
        office.open();
        office.add(office.list("phishing"), "fake.example");
        office.publishDone();
        Manifest after = Served.whole(office);
        assertThat(after.lists()).hasSize(2).contains(before.lists().getFirst());
    }

    @Test
    void renewsByItselfAfterALongSleepWithoutLatest() throws Exception {
        office.clock().advance(Duration.ofDays(30));
        office.close();
        Files.delete(office.folder().file(new PublicPath.Latest()));
        office.open();
        assertThat(office.publishing().freshness().refresh()).isTrue();
        Served.whole(office);
    }

    @Test
    void followsARootWithAnotherTimestampKey() throws Exception {
        Manifest before = Served.whole(office);
        SigningKey timestamp = office.putKey("timestamp2");
        office.publishing()
                .roots()
                .accept(office.signRoot(2, List.of(office.publisherKey()), timestamp), Optional.empty(), "alice");
        assertThat(Served.whole(office)).isEqualTo(before);
        assertThat(latest().rootVersion()).isEqualTo(2);
        Files.delete(office.folder().keys().resolve("timestamp.key"));
        office.restart();
        assertThat(Served.whole(office)).isEqualTo(before);
        assertThat(office.commits().roots()).hasSize(2);
    }

    @Test
    void followsARootWithAnotherPublisherKey() throws Exception {
        Manifest before = Served.whole(office);
        SigningKey publisher = office.putKey("publisher2");
        SigningKey timestamp = timestamp();
        office.publishing()
                .roots()
                .accept(office.signRoot(2, List.of(publisher), timestamp), Optional.empty(), "alice");
        Manifest after = Served.whole(office);
        assertThat(after.lists()).isEqualTo(before.lists());
        assertThat(after.rootVersion()).isEqualTo(2);
        office.restart();
        assertThat(Served.whole(office)).isEqualTo(after);
    }

    @Test
    void renewsWhereACrashCameBetweenANewRootAndTheSignaturesUnderIt() throws Exception {
        SigningKey publisher = office.putKey("publisher2");
        SignedNote root = office.signRoot(2, List.of(publisher), timestamp());
        office.close();
        Files.write(office.folder().file(new PublicPath.RootNote(2)), root.toBytes());
        office.open();
        office.publishing().freshness().refresh();
        assertThat(Served.whole(office).rootVersion()).isEqualTo(2);
    }

    @Test
    void refusesARootWhoseTimestampKeyIsMissing() throws Exception {
        Manifest before = Served.whole(office);
        SignedNote root = office.signRoot(2, List.of(office.publisherKey()), office.newKey("elsewhere"));
        assertThatThrownBy(() -> office.publishing().roots().accept(root, Optional.empty(), "alice"))
                .isInstanceOfSatisfying(PublishRefusedException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.KEY_MISSING));
        assertThat(office.commits().roots()).hasSize(1);
        assertThat(office.folder().file(new PublicPath.RootNote(2))).doesNotExist();
        assertThat(Served.whole(office)).isEqualTo(before);
    }

    @Test
    void refusesARootThatLeavesOneOut() throws Exception {
        SignedNote root = office.signRoot(3, List.of(office.publisherKey()), timestamp());
        assertThatThrownBy(() -> office.publishing().roots().accept(root, Optional.empty(), "alice"))
                .isInstanceOfSatisfying(PublishRefusedException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.BAD_SIGNATURE));
    }

    @Test
    void opensWhatNewPublishersSignedThatWasProposedUnderAnOlderRoot() throws Exception {
        try (Office other = new Office(folder.resolve("other"), false)) {
            other.add(other.list("malware"), "evil.example");
            other.publish();
            SigningKey publisher = other.newKey("publisher2");
            other.publishing()
                    .roots()
                    .accept(other.signRoot(2, List.of(publisher), timestamp(other)), Optional.empty(), "alice");
            String unsigned = other.publishing().pending().find().orElseThrow().note();
            String text = unsigned.substring(0, unsigned.indexOf("\n\n") + 1);
            other.publishing().pending().sign(SignedNote.sign(text, List.of(publisher)), "bob");
            other.restart();
            Served.whole(other);
        }
    }

    private SigningKey timestamp() throws Exception {
        return timestamp(office);
    }

    private static SigningKey timestamp(Office office) throws Exception {
        return (SigningKey) KeyFile.read(office.folder().keys().resolve("timestamp.key"));
    }
}
