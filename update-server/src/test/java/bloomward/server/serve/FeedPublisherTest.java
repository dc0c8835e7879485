package bloomward.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.release.AllowList;
import bloomward.format.release.Manifest;
import bloomward.format.wire.PublicPath;
import bloomward.server.admin.GuardLists;
import bloomward.server.draft.ImportJob;
import bloomward.server.draft.Importer;
import bloomward.server.draft.KeptImports;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.ListLimits;
import bloomward.server.publish.Office;
import bloomward.server.store.ListRow;
import bloomward.server.store.SourceKind;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Automatic publication of the changes of feeds: it makes up for what it missed, and says why it waits.
final class FeedPublisherTest {

    @TempDir
    private Path data;

    private Office office;
    private FeedPublisher publisher;

    @BeforeEach
    void open() throws Exception {
        office = new Office(data);
        publisher = publisher();
    }

    private FeedPublisher publisher() {
        return new FeedPublisher(office.store(), office.folder(), office.commits(), office.publisher(), office.clock());
    }

    @AfterEach
    void close() throws Exception {
        office.close();
    }

    private void change(ListRow list, String actor, String... hosts) throws Exception {
        Importer importer = new Importer(office.store(), GuardLists.open(office.folder().guards(), List.of()),
                new KeptImports(office.folder().kept()), ListLimits.DEFAULT, office.clock());
        byte[] body = (String.join("\n", hosts) + "\n").getBytes(StandardCharsets.US_ASCII);
        importer.read(list, new ImportJob(actor, SourceKind.IMPORT, Optional.empty(), FeedScope.HOST, Optional.empty(),
                false, Optional.empty(), Optional.empty(), actor), () -> new ByteArrayInputStream(body));
        office.clock().advance(Duration.ofMinutes(1));
    }

    private Optional<String> waits(ListRow list) throws Exception {
        return office.store().read(tables -> publisher.waitsFor(tables, list));
    }

    private long version(ListRow list) throws Exception {
        return office.store()
                .read(tables -> tables.publications().latestVersion(list.id()))
                .map(row -> row.version())
                .orElse(0L);
    }

    @Test
    void publishesWhatFeedsChanged() throws Exception {
        ListRow list = office.list("phishing");
        change(list, "feed:sample", "bait.example");
        publisher.publish();
        assertThat(version(list)).isZero();
        assertThat(waits(list)).hasValueSatisfying(why -> assertThat(why).contains("never published"));
        office.publishDone();
        change(list, "feed:sample", "bait2.example");
        assertThat(waits(list)).isEmpty();
        publisher.publish();
        assertThat(version(list)).isEqualTo(2);
        publisher.publish();
        assertThat(version(list)).isEqualTo(2);
    }

    private List<String> allowedFor(String list) throws Exception {
        Manifest manifest = office.commits().current().newest().orElseThrow().manifest();
        AllowList allow = AllowList.parse(Files.readAllBytes(office.folder()
                .file(new PublicPath.Content(PublicPath.ContentKind.ALLOW, manifest.allowFile().digest()))));
        return IntStream.range(0, allow.size())
                .mapToObj(allow::entry)
                .filter(entry -> entry.isFor(list))
                .map(entry -> entry.expression() + entry.terms())
                .toList();
    }

    @Test
    void publishesWithoutAnExpiredAllowEntryOnceItsEndHasCome() throws Exception {
        ListRow list = office.list("phishing");
        change(list, "ann", "bait.example");
        Instant end = office.clock().instant().plus(Duration.ofHours(1));
        office.allow("good.example/", Optional.of(list), Optional.of(end));
        office.allow("better.example/");
        office.publishDone();
        publisher.publish();
        assertThat(allowedFor("phishing")).containsExactly("better.example/",
                "good.example/ for list phishing until " + end);
        office.clock().advance(Duration.ofHours(1));
        change(list, "ann", "draft.example");
        publisher.publish();
        assertThat(allowedFor("phishing")).containsExactly("better.example/");
        assertThat(version(list)).as("the draft of a person stays a draft").isEqualTo(1);
        long sequence = office.commits().current().newest().orElseThrow().manifest().sequence();
        publisher.publish();
        assertThat(office.commits().current().newest().orElseThrow().manifest().sequence()).as("once")
                .isEqualTo(sequence);
    }

    /// The store drops the entry with the attempt, so the published file must be what says that it is due.
    @Test
    void anEndWhosePublicationFailedIsPublishedLater() throws Exception {
        ListRow list = office.list("phishing");
        change(list, "ann", "bait.example");
        office.allow("good.example/", Optional.empty(), Optional.of(office.clock().instant().plusSeconds(60)));
        office.publishDone();
        office.clock().advance(Duration.ofHours(1));
        office.store().write(tables -> tables.allowed().expire(office.clock().instant()));
        publisher.publish();
        assertThat(allowedFor("phishing")).isEmpty();
    }

    /// The server was stopped between the fetch and its publication.
    @Test
    void makesUpForAPublicationThatAStopMissed() throws Exception {
        ListRow list = office.list("phishing");
        change(list, "ann", "bait.example");
        office.publishDone();
        change(list, "feed:sample", "bait2.example");
        office.restart();
        publisher = publisher();
        publisher.publish();
        assertThat(version(list)).isEqualTo(2);
    }

    @Test
    void saysWhoseChangesItWaitsForAndGoesOnAfterwards() throws Exception {
        ListRow list = office.list("phishing");
        change(list, "ann", "bait.example");
        office.publishDone();
        change(list, "feed:sample", "bait2.example");
        change(list, "ben", "bait3.example");
        publisher.publish();
        assertThat(version(list)).isEqualTo(1);
        assertThat(waits(list)).hasValueSatisfying(why -> assertThat(why).contains("unpublished changes by ben"));
        office.publishDone();
        assertThat(waits(list)).isEmpty();
        change(list, "feed:sample", "bait4.example");
        publisher.publish();
        assertThat(version(list)).isEqualTo(3);
    }

    @Test
    void saysThatTheKeyIsMissing() throws Exception {
        ListRow list = office.list("phishing");
        change(list, "ann", "bait.example");
        office.publishDone();
        Files.delete(office.folder().keys().resolve("publisher.key"));
        office.restart();
        publisher = publisher();
        change(list, "feed:sample", "bait2.example");
        publisher.publish();
        assertThat(version(list)).isEqualTo(1);
        assertThat(waits(list)).hasValueSatisfying(why -> assertThat(why).contains("key is not on the server"));
    }

    @Test
    void saysThatAListWithReviewWaitsForPeople() throws Exception {
        ListRow list = office.list("phishing", 36, true);
        change(list, "feed:sample", "bait.example");
        publisher.publish();
        assertThat(version(list)).isZero();
        assertThat(waits(list)).hasValueSatisfying(why -> assertThat(why).contains("needs review"));
    }

    /// The folder of the work was gone for a moment: the next minute tries again.
    @Test
    void makesUpForAPublicationThatFailed() throws Exception {
        ListRow list = office.list("phishing");
        change(list, "ann", "bait.example");
        office.publishDone();
        change(list, "feed:sample", "bait2.example");
        Files.delete(office.folder().scratch());
        assertThatThrownBy(() -> publisher.publish());
        assertThat(version(list)).isEqualTo(1);
        Files.createDirectory(office.folder().scratch());
        publisher.publish();
        assertThat(version(list)).isEqualTo(2);
    }
}
