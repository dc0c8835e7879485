package bloomward.server.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.release.ListRelease;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.server.publish.PublishOutcome.Done;
import bloomward.server.publish.PublishOutcome.Pending;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Publications that people sign with keys that are not on the server.
final class PendingTest {

    @TempDir
    private Path folder;

    private static String text(Office office) throws Exception {
        String note = office.publishing().pending().find().map(PendingRow::note).orElseThrow();
        int end = note.indexOf("\n\n");
        return end < 0 ? note : note.substring(0, end + 1);
    }

    private static PublishOutcome sign(Office office, SigningKey... keys) throws Exception {
        return office.publishing().pending().sign(SignedNote.sign(text(office), List.of(keys)), "bob");
    }

    @Test
    void waitsForTheOneKeyThatIsElsewhere() throws Exception {
        try (Office office = new Office(folder, false)) {
            office.add(office.list("malware"), "evil.example");
            assertThat(office.publish()).isInstanceOfSatisfying(Pending.class,
                    pending -> assertThat(pending.needed()).isEqualTo(1));
            assertThat(office.commits().current().newest()).isEmpty();
            office.restart();
            assertThat(sign(office, office.publisherKey())).isInstanceOf(Done.class);
            assertThat(Served.lists(office, Served.whole(office).lists().getFirst(), "evil.example/")).isTrue();
            assertThat(office.publishing().pending().find()).isEmpty();
        }
    }

    @Test
    void waitsForTheSecondOfTwoKeys() throws Exception {
        SigningKey second = SigningKey.generate("example.org/second", new SecureRandom());
        try (Office office = new Office(folder, true, List.of(second))) {
            office.add(office.list("malware"), "evil.example");
            assertThat(office.publish()).isInstanceOfSatisfying(Pending.class,
                    pending -> assertThat(pending.needed()).isEqualTo(1));
            assertThat(sign(office, office.publisherKey())).isInstanceOf(Pending.class); // the same key again
            assertThat(sign(office, second)).isInstanceOf(Done.class);
            Served.whole(office);
        }
    }

    @Test
    void collectsTheSignaturesOfTwoPeople() throws Exception {
        SigningKey second = SigningKey.generate("example.org/second", new SecureRandom());
        try (Office office = new Office(folder, false, List.of(second))) {
            office.add(office.list("malware"), "evil.example");
            assertThat(((Pending) office.publish()).needed()).isEqualTo(2);
            assertThat(sign(office, second)).isInstanceOfSatisfying(Pending.class,
                    pending -> assertThat(pending.needed()).isEqualTo(1));
            office.restart();
            assertThat(office.publishing().pending().missing(office.publishing().pending().find().orElseThrow()))
                    .isEqualTo(1);
            assertThat(sign(office, office.publisherKey())).isInstanceOf(Done.class);
            Served.whole(office);
        }
    }

    @Test
    void refusesSignaturesOverAnotherText() throws Exception {
        try (Office office = new Office(folder, false)) {
            office.add(office.list("malware"), "evil.example");
            office.publish();
            SignedNote other = SignedNote.sign(text(office).replace("malware", "malwara"),
                    List.of(office.publisherKey()));
            assertThatThrownBy(() -> office.publishing().pending().sign(other, "bob")).isInstanceOfSatisfying(
                    PublishRefusedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_SIGNATURE));
            SigningKey stranger = office.newKey("stranger");
            assertThatThrownBy(() -> sign(office, stranger)).isInstanceOf(PublishRefusedException.class);
            assertThat(sign(office, office.publisherKey())).isInstanceOf(Done.class);
        }
    }

    @Test
    void forgetsWhatIsWithdrawn() throws Exception {
        try (Office office = new Office(folder, false)) {
            office.add(office.list("malware"), "evil.example");
            office.publish();
            SignedNote late = SignedNote.sign(text(office), List.of(office.publisherKey()));
            office.publishing().pending().withdraw();
            assertThatThrownBy(() -> office.publishing().pending().sign(late, "bob")).isInstanceOfSatisfying(
                    PublishRefusedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOTHING_PENDING));
            assertThatThrownBy(() -> office.publishing().pending().withdraw())
                    .isInstanceOf(PublishRefusedException.class);
        }
    }

    @Test
    void replacesOneProposalByTheNext() throws Exception {
        try (Office office = new Office(folder, false)) {
            ListRow list = office.list("malware");
            office.add(list, Office.names(0, 300));
            office.publish();
            sign(office, office.publisherKey());
            office.clock().advance(Duration.ofMinutes(5));
            office.add(list, "worse.example");
            office.publish();
            SignedNote late = SignedNote.sign(text(office), List.of(office.publisherKey()));
            office.add(list, "worst.example");
            office.clock().advance(Duration.ofMinutes(5));
            office.publish();
            assertThatThrownBy(() -> office.publishing().pending().sign(late, "bob"))
                    .isInstanceOf(PublishRefusedException.class);
            office.keeping().collect(office.clock().instant(), Duration.ZERO);
            sign(office, office.publisherKey());
            ListRelease release = Served.whole(office).lists().getFirst();
            assertThat(release.version()).isEqualTo(2);
            assertThat(Served.lists(office, release, "worst.example/")).isTrue();
        }
    }

    @Test
    void refusesSignaturesForWhatHasExpiredMeanwhile() throws Exception {
        try (Office office = new Office(folder, false)) {
            ListRow list = office.list("malware");
            office.add(list, "evil.example");
            office.publish();
            office.clock().advance(Duration.ofDays(8));
            assertThatThrownBy(() -> sign(office, office.publisherKey())).isInstanceOf(PublishRefusedException.class)
                    .hasMessageContaining("expired");
            office.publish();
            assertThat(sign(office, office.publisherKey())).isInstanceOf(Done.class);
            Served.whole(office);
        }
    }
}
