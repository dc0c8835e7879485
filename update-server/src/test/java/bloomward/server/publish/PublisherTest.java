package bloomward.server.publish;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.TestEntries;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.publish.PublishOutcome.Done;
import bloomward.server.publish.version.NewVersion;
import bloomward.server.store.ListRow;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PublisherTest {

    @TempDir
    private Path folder;

    @Test
    void publishesWhatTheDraftLists() throws Exception {
        try (Office office = new Office(folder)) {
            ListRow list = office.list("malware");
            office.replace(list, "evil.example", "http://other.example/path");
            Done done = office.publishDone();
            NewVersion outcome = done.lists().getFirst();
            assertThat(outcome.version()).isEqualTo(1);
            assertThat(outcome.entries()).isEqualTo(2);
            assertThat(outcome.added()).isEqualTo(2);
            Manifest manifest = office.commits().current().newest().orElseThrow().manifest();
            ListRelease release = manifest.list("malware").orElseThrow();
            assertThat(release.entries()).isEqualTo(3); // and the test entry
            assertThat(finds(office, release, "evil.example/")).isTrue();
            assertThat(finds(office, release, TestEntries.listed(Office.MALWARE))).isTrue();
            assertThat(finds(office, release, "good.example/")).isFalse();
        }
    }

    @Test
    void hasNothingToPublishWhereNothingChanged() throws Exception {
        try (Office office = new Office(folder)) {
            ListRow list = office.list("malware");
            office.replace(list, "evil.example");
            office.publishDone();
            assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
            office.add(list, "evil.example");
            assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
        }
    }

    @Test
    void cutsDeltasThatMakeTheNewFile() throws Exception {
        try (Office office = new Office(folder)) {
            ListRow list = office.list("malware");
            office.add(list, Office.names(0, 500));
            office.publishDone();
            ListRelease old = release(office);
            office.clock().advance(Duration.ofMinutes(5));
            office.add(list, "new.example");
            Done done = office.publishDone();
            assertThat(done.lists().getFirst().deltas()).extracting(NewVersion.NewDelta::from).containsExactly(1L);
            ListRelease release = release(office);
            Path delta = office.folder().file(new PublicPath.DeltaFile("malware", 1, 2));
            Path made = folder.resolve("made");
            try (FilterFile base = FilterFile.open(packed(office, old));
                    FileChannel out = FileChannel.open(made, StandardOpenOption.CREATE, StandardOpenOption.READ,
                            StandardOpenOption.WRITE)) {
                Delta.open(MemorySegment.ofArray(Files.readAllBytes(delta))).apply(base, out);
            }
            assertThat(Digest.ofFile(made)).isEqualTo(release.packed().digest());
        }
    }

    @Test
    void answersConfirmQuestionsAboutEachVersion() throws Exception {
        try (Office office = new Office(folder)) {
            ListRow list = office.list("malware");
            office.add(list, "evil.example");
            office.publishDone();
            ListRelease first = release(office);
            office.add(list, "worse.example");
            office.publishDone();
            assertThat(confirms(office, first, "evil.example/")).isTrue();
            assertThat(confirms(office, first, "worse.example/")).isFalse();
            assertThat(confirms(office, release(office), "worse.example/")).isTrue();
        }
    }

    @Test
    void takesUpWhatWasPublishedAfterAStart() throws Exception {
        Manifest manifest;
        try (Office office = new Office(folder)) {
            ListRow list = office.list("malware");
            office.add(list, "evil.example");
            office.publishDone();
            manifest = office.commits().current().newest().orElseThrow().manifest();
            office.store().close();
            office.open();
            assertThat(office.commits().current().newest().orElseThrow().manifest()).isEqualTo(manifest);
            assertThat(confirms(office, release(office), "evil.example/")).isTrue();
        }
    }

    private static ListRelease release(Office office) {
        return office.commits().current().newest().orElseThrow().manifest().lists().getFirst();
    }

    private static Path packed(Office office, ListRelease release) {
        return office.folder().file(new PublicPath.Content(ContentKind.PACKED, release.packed().digest()));
    }

    private static boolean finds(Office office, ListRelease release, String expression) throws Exception {
        try (FilterFile file = FilterFile.open(packed(office, release))) {
            return file.packed().mightContain(release.spec().keyHash().of(expression));
        }
    }

    private static boolean confirms(Office office, ListRelease release, String expression) throws Exception {
        var hash = FullHash.of(expression.getBytes(US_ASCII), 0, expression.length());
        int number = release.confirmBits().bucketOf(hash);
        byte[] answer = office.commits().confirm().answer(release.confirmRoot(), number).orElseThrow();
        Bucket bucket = ConfirmAnswer.parse(answer).prove(release.confirmRoot(), release.confirmBits(), number);
        return !bucket.find(hash).isEmpty();
    }
}
