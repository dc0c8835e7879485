package bloomward.server.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SigningKey;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Bloom;
import bloomward.format.wire.PublicPath.Confirm;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.Form;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.files.Answer;
import bloomward.server.http.files.PublicFiles;
import bloomward.server.http.files.PublicListener;
import bloomward.server.publish.Office;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FollowerTest {

    private static final PublicPath LATEST = new PublicPath.Latest();

    @TempDir
    private Path temporary;
    private Office office;
    private TestOrigin origin;
    private Copy copy;

    @BeforeEach
    void open() throws Exception {
        office = Office.published(temporary.resolve("data"));
        origin = new TestOrigin(office);
        copy = Copy.open(temporary.resolve("mirror"), origin.address(), office);
    }

    @AfterEach
    void close() throws Exception {
        copy.close();
        origin.close();
        office.close();
    }

    @Test
    void servesWhatItsOriginServesByteForByte() throws Exception {
        assertThat(copy.poll()).isTrue();
        publishOneMore("later.example");
        assertThat(copy.poll()).isTrue();
        Manifest manifest = manifest();
        List<PublicPath> paths = new ArrayList<>(List.of(LATEST, new PublicPath.RootNote(1),
                new Content(ContentKind.ALLOW, manifest.allow().digest()), new DeltaFile("malware", 2, 3)));
        for (ListRelease list : manifest.lists()) {
            paths.add(new Content(ContentKind.PACKED, list.packed().digest()));
            paths.add(new Content(ContentKind.FLAT, list.flat().digest()));
            paths.add(new Bloom(list.name(), Form.PACKED));
            paths.add(new Bloom(list.name(), Form.FLAT));
            for (int bucket = 0; bucket < list.confirmBits().buckets(); bucket++) {
                paths.add(new Confirm(list.confirmRoot(), bucket));
            }
        }
        for (PublicPath path : paths) {
            assertThat(copy.bytes(path)).as(path.toString()).contains(origin.bytes(path));
        }
    }

    @Test
    void fetchesDeltasInsteadOfFilesAndFlatNever() throws Exception {
        copy.poll();
        origin.asked();
        publishOneMore("later.example");
        copy.poll();
        assertThat(origin.asked()).contains(new DeltaFile("malware", 2, 3))
                .noneMatch(path -> path instanceof Content(ContentKind kind, _)
                        && (kind == ContentKind.PACKED || kind == ContentKind.FLAT));
    }

    /// Agents of either age ask a mirror.
    @Test
    void copiesBothAllowFiles() throws Exception {
        office.allow("fine.example/", Optional.empty(), Optional.of(office.clock().instant().plusSeconds(86_400)));
        publishOneMore("later.example");
        copy.poll();
        assertThat(manifest().allowFiles()).hasSize(2).allSatisfy(file -> {
            Content path = new Content(ContentKind.ALLOW, file.digest());
            assertThat(copy.bytes(path)).contains(origin.bytes(path));
        });
    }

    @Test
    void asksForABucketOnce() throws Exception {
        copy.poll();
        Confirm path = new Confirm(manifest().list("malware").orElseThrow().confirmRoot(), 0);
        copy.bytes(path);
        origin.asked();
        assertThat(copy.bytes(path)).contains(origin.bytes(path));
        assertThat(origin.asked()).isEmpty();
    }

    @Test
    void asksForNoBucketThatNoSignedRootHas() throws Exception {
        copy.poll();
        ListRelease list = manifest().list("malware").orElseThrow();
        origin.asked();
        assertThat(copy.bytes(new Confirm(list.confirmRoot(), list.confirmBits().buckets()))).isEmpty();
        assertThat(copy.bytes(new Confirm(new ConfirmRoot(list.packed().digest()), 0))).isEmpty();
        assertThat(origin.asked()).isEmpty();
    }

    @Test
    void servesNothingThatIsNotWhatItsNameSays() throws Exception {
        copy.poll();
        byte[] before = copy.bytes(LATEST).orElseThrow();
        publishOneMore("later.example");
        for (ContentKind kind : List.of(ContentKind.MANIFEST, ContentKind.PACKED, ContentKind.ALLOW)) {
            origin.lies((path, body) -> path instanceof DeltaFile
                    || (path instanceof Content(ContentKind asked, _) && asked == kind) ? flipped(body) : body);
            if (kind == ContentKind.ALLOW) {
                office.allow("fine.example/");
                publishOneMore("allowed.example");
            }
            assertThatThrownBy(copy::poll).as(kind.toString()).isInstanceOf(OriginException.class);
            assertThat(copy.bytes(LATEST)).as(kind.toString()).contains(before);
        }
        origin.tellsTheTruth();
        assertThat(copy.poll()).isTrue();
        assertThat(copy.bytes(LATEST)).contains(origin.bytes(LATEST));
    }

    @Test
    void servesNoLatestThatNobodySigned() throws Exception {
        copy.poll();
        byte[] before = copy.bytes(LATEST).orElseThrow();
        publishOneMore("later.example");
        origin.lies(PublicPath.Latest.class, FollowerTest::flipped);
        assertThatThrownBy(copy::poll).isInstanceOf(OriginException.class);
        assertThat(copy.bytes(LATEST)).contains(before);
    }

    @Test
    void servesNoOlderLatest() throws Exception {
        byte[] old = origin.bytes(LATEST);
        publishOneMore("later.example");
        copy.poll();
        byte[] newer = copy.bytes(LATEST).orElseThrow();
        origin.lies(PublicPath.Latest.class, _ -> old);
        assertThatThrownBy(copy::poll)
                .isInstanceOfSatisfying(OriginException.class, e -> assertThat(e.isRefused()).isTrue())
                .hasMessageContaining("already seen");
        assertThat(copy.bytes(LATEST)).contains(newer);
        copy.close();
        copy = Copy.open(temporary.resolve("mirror"), origin.address(), office);
        assertThatThrownBy(copy::poll).as("after a restart").hasMessageContaining("already seen");
    }

    @Test
    void fetchesTheFileWhereADeltaLies() throws Exception {
        copy.poll();
        publishOneMore("later.example");
        origin.lies(DeltaFile.class, FollowerTest::flipped);
        origin.asked();
        assertThat(copy.poll()).isTrue();
        assertThat(origin.asked())
                .anyMatch(path -> path instanceof Content(ContentKind kind, _) && kind == ContentKind.PACKED);
        assertThat(copy.bytes(new DeltaFile("malware", 2, 3))).as("its own, not the origin's")
                .contains(origin.bytes(new DeltaFile("malware", 2, 3)));
    }

    @Test
    void servesNoBucketThatTheRootDoesNotProve() throws Exception {
        copy.poll();
        Confirm path = new Confirm(manifest().list("malware").orElseThrow().confirmRoot(), 1);
        origin.lies(Confirm.class, FollowerTest::flipped);
        assertThat(copy.bytes(path)).isEmpty();
        Confirm other = new Confirm(path.root(), 0);
        byte[] foreign = origin.bytes(other);
        origin.lies(Confirm.class, _ -> foreign);
        assertThat(copy.bytes(path)).as("another bucket's answer").isEmpty();
        origin.tellsTheTruth();
        assertThat(copy.bytes(path)).contains(origin.bytes(path));
    }

    @Test
    void fetchesADamagedBucketAgain() throws Exception {
        copy.poll();
        Confirm path = new Confirm(manifest().list("malware").orElseThrow().confirmRoot(), 1);
        copy.bytes(path);
        Files.write(copy.folder().file(path), new byte[0]);
        assertThat(copy.bytes(path)).contains(origin.bytes(path));
    }

    @Test
    void serves503WhileTheOriginIsAway() throws Exception {
        copy.poll();
        origin.answersOnly(503);
        Confirm path = new Confirm(manifest().list("malware").orElseThrow().confirmRoot(), 1);
        assertThat(copy.buckets().answer(path)).isInstanceOf(Answer.Busy.class);
        assertThatThrownBy(copy::poll).isInstanceOfSatisfying(OriginException.class,
                e -> assertThat(e.isRefused()).as("silence is no news").isFalse());
        assertThat(copy.bytes(LATEST)).isPresent();
    }

    @Test
    void servesAtOnceAfterARestartWithoutItsOrigin() throws Exception {
        copy.poll();
        publishOneMore("later.example");
        copy.poll();
        byte[] latest = copy.bytes(LATEST).orElseThrow();
        copy.close();
        origin.answersOnly(500);
        copy = Copy.open(temporary.resolve("mirror"), origin.address(), office);
        assertThat(copy.bytes(LATEST)).contains(latest);
        assertThat(copy.bytes(new DeltaFile("malware", 2, 3))).isPresent();
    }

    @Test
    void fetchesWhatWasDamagedWhileItWasDown() throws Exception {
        copy.poll();
        Content packed = new Content(ContentKind.PACKED, manifest().list("malware").orElseThrow().packed().digest());
        copy.close();
        Files.write(copy.folder().file(packed), flipped(Files.readAllBytes(copy.folder().file(packed))));
        copy = Copy.open(temporary.resolve("mirror"), origin.address(), office);
        assertThat(copy.bytes(LATEST)).as("nothing that lacks a file").isEmpty();
        assertThat(copy.poll()).isTrue();
        assertThat(copy.bytes(packed)).contains(origin.bytes(packed));
    }

    @Test
    void followsANewRoot() throws Exception {
        copy.poll();
        rotate(office.publisherKey(), office.putKey("timestamp-2"));
        publishOneMore("later.example");
        assertThat(copy.poll()).isTrue();
        assertThat(copy.follower().published().root().version()).isEqualTo(2);
        assertThat(copy.bytes(new PublicPath.RootNote(2))).isPresent();
        copy.close();
        copy = Copy.open(temporary.resolve("mirror"), origin.address(), office);
        assertThat(copy.follower().published().root().version()).as("after a restart").isEqualTo(2);
    }

    @Test
    void forgetsAStolenPublishersVersions() throws Exception {
        copy.poll();
        publishOneMore("later.example");
        copy.poll();
        assertThat(copy.bytes(new DeltaFile("malware", 2, 3))).isPresent();
        rotate(office.putKey("publisher-2"), office.putKey("timestamp-2"));
        publishOneMore("honest.example");
        copy.poll();
        assertThat(copy.bytes(new DeltaFile("malware", 2, 3))).isEmpty();
        assertThat(copy.bytes(LATEST)).contains(origin.bytes(LATEST));
    }

    @Test
    void mirrorsAMirror() throws Exception {
        copy.poll();
        // The second one is asked through the listener of the first.
        try (var listener = PublicListener.start(new HostPort("127.0.0.1", 0), Optional.empty(), served(),
                HttpLimits.DEFAULT, new SimpleMeterRegistry());
                Copy second = Copy.open(temporary.resolve("second"), listener.uri(), office)) {
            assertThat(second.poll()).isTrue();
            assertThat(second.poll()).as("not modified").isFalse();
            assertThat(second.bytes(LATEST)).contains(origin.bytes(LATEST));
            Confirm path = new Confirm(manifest().list("malware").orElseThrow().confirmRoot(), 1);
            assertThat(second.bytes(path)).contains(origin.bytes(path));
        }
    }

    private PublicFiles served() {
        return new PublicFiles() {

            @Override
            public Answer find(PublicPath path) {
                return path instanceof Confirm confirm ? copy.buckets().answer(confirm) : copy.content().find(path);
            }

            @Override
            public boolean isNewest() {
                return true;
            }
        };
    }

    @Test
    void deletesWhatNobodyAsksForAnyMore() throws Exception {
        copy.poll();
        ListRelease second = manifest().list("malware").orElseThrow();
        Confirm bucket = new Confirm(second.confirmRoot(), 1);
        copy.bytes(bucket);
        publishOneMore("later.example");
        copy.poll();
        copy.tidy();
        assertThat(copy.folder().file(bucket)).as("within a week").exists();
        office.clock().advance(Duration.ofDays(8));
        publishOneMore("much-later.example");
        copy.poll();
        copy.tidy();
        Content flat = new Content(ContentKind.FLAT, second.flat().digest());
        Content packed = new Content(ContentKind.PACKED, second.packed().digest());
        assertThat(copy.folder().file(flat)).doesNotExist();
        assertThat(copy.folder().file(bucket)).doesNotExist();
        assertThat(copy.folder().file(packed)).as("a base of coming deltas").exists();
        publishOneMore("last.example");
        copy.poll();
        assertThat(copy.bytes(new DeltaFile("malware", 2, 5))).contains(origin.bytes(new DeltaFile("malware", 2, 5)));
    }

    @Test
    void refusesAnotherRootAndAnotherMirrorsFolder() throws Exception {
        copy.poll();
        assertThatThrownBy(() -> MirrorFolder.open(temporary.resolve("mirror"))).isInstanceOf(IOException.class)
                .hasMessageContaining("another process");
        assertThatThrownBy(() -> MirrorFolder.open(office.folder().root())).hasMessageContaining("holds a server");
        copy.close();
        try (Office other = Office.published(temporary.resolve("other"))) {
            assertThatThrownBy(() -> Copy.open(temporary.resolve("mirror"), origin.address(), other))
                    .hasMessageContaining("another root of this number");
        }
        copy = Copy.open(temporary.resolve("third"), origin.address(), office);
    }

    /// Puts a second root into the office, and opens it again.
    private void rotate(SigningKey publisher, SigningKey timestamp) throws Exception {
        Files.write(office.folder().file(new PublicPath.RootNote(2)),
                office.signRoot(2, List.of(publisher), timestamp).toBytes());
        office.restart();
        origin.serves(office);
    }

    private void publishOneMore(String host) throws Exception {
        office.clock().advance(Duration.ofMinutes(5));
        office.add(office.find("malware"), host);
        office.publishDone("malware");
    }

    private Manifest manifest() {
        return office.commits().current().newest().orElseThrow().manifest();
    }

    private static byte[] flipped(byte[] body) {
        byte[] other = Arrays.copyOf(body, body.length);
        other[body.length / 2] ^= 1;
        return other;
    }
}
