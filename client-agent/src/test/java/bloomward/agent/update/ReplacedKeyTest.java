package bloomward.agent.update;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.FileTree;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.Digest;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.testing.SetClock;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Fast-forward: a thief of both online keys publishes the highest numbers there are, so that nothing honest follows. A new
/// root without those keys undoes it (FORMAT.md 19.2).
final class ReplacedKeyTest {

    private static final long HIGHEST = (1L << 53) - 1;

    private static final SetClock CLOCK = new SetClock();

    @TempDir
    private static Path shared;

    private static Publisher publisher;

    @TempDir
    private Path folder;

    private Machine machine;

    @BeforeAll
    static void publish() throws Exception {
        publisher = Publisher.start(shared.resolve("server"), CLOCK);
        publisher.list("phishing").add("phishing", "evil.example").publish();
        Machine robbed = Machine.enrolledAt(publisher, shared.resolve("agent"), CLOCK);
        robbed.update();
        stealAndPublish(robbed);
        replaceKeys();
    }

    @AfterAll
    static void stop() {
        publisher.close();
    }

    @BeforeEach
    void copy() throws Exception {
        machine = Machine.at(FileTree.copy(shared.resolve("agent"), folder.resolve("agent")), CLOCK);
    }

    /// The same lists under numbers that nobody can top.
    private static void stealAndPublish(Machine machine) throws Exception {
        CLOCK.advance(Duration.ofMinutes(5));
        Manifest honest = machine.manifest();
        List<ListRelease> lists = honest.lists()
                .stream()
                .map(list -> new ListRelease(list.name(), HIGHEST, list.spec(), list.entries(), list.ratePerMillion(),
                        list.packed(), list.flat(), list.confirmRoot(), list.confirmBits(), list.categories()))
                .toList();
        Manifest stolen = new Manifest(honest.origin(), HIGHEST, 1, CLOCK.instant(),
                CLOCK.instant().plus(Duration.ofDays(30)), honest.canonical(), honest.allow(), lists);
        byte[] manifest = publisher.signed(stolen.toText(), "keys/publisher.key").toBytes();
        Latest latest = new Latest(honest.origin(), Digest.of(manifest), HIGHEST, 1,
                CLOCK.instant().plus(Duration.ofDays(29)), CLOCK.instant().plus(Duration.ofDays(30)));
        SignedNote note = publisher.signed(latest.toText(), "keys/timestamp.key");
        machine.line().on(path -> path instanceof PublicPath.Latest, HostileTransport.sending(note.toBytes()));
        machine.line()
                .on(path -> path instanceof Content content && content.kind() == ContentKind.MANIFEST,
                        HostileTransport.sending(manifest));
        machine.update();
        assertThat(machine.state().floor().sequence()).isEqualTo(HIGHEST);
        machine.line().repent();
        CLOCK.advance(Duration.ofHours(1));
        publisher.add("phishing", "worse.example").publish();
        machine.fail(Failure.REFUSED);
    }

    private static String newKey(String name) throws Exception {
        SigningKey key = SigningKey.generate("lists.example/" + name, new SecureRandom());
        KeyFile.write(publisher.data().resolve("keys/new-" + name + ".key"), key);
        return key.verifierKey().toString();
    }

    private static void replaceKeys() throws Exception {
        String root = publisher.root().unverifiedText();
        String old = root.lines()
                .filter(line -> line.startsWith("publisher-key "))
                .findFirst()
                .orElseThrow()
                .substring(14);
        publisher.stop(); // which reads its keys when it starts
        String added = newKey("publisher");
        String timestamp = newKey("timestamp");
        publisher.start();
        publisher.rotate("--add-publisher", added, "--remove-publisher", old, "--timestamp", timestamp);
        CLOCK.advance(Duration.ofMinutes(5));
        publisher.add("phishing", "worst.example").publish();
    }

    @Test
    void followsWhatIsPublishedWithNewKeys() throws Exception {
        machine.update();
        assertThat(machine.finds("worst.example/")).isTrue();
        assertThat(machine.state().floor().sequence()).isLessThan(HIGHEST);
    }

    /// Here the floor has risen again before the thief's lists were replaced.
    @Test
    void followsItAlsoWhereTheFilesComeLater() throws Exception {
        machine.line()
                .on(path -> path instanceof Content content && content.kind() == ContentKind.PACKED,
                        HostileTransport.down());
        machine.fail(Failure.UNREACHABLE);
        assertThat(machine.state().floor().sequence()).isBetween(1L, HIGHEST - 1);
        assertThat(machine.finds("evil.example/")).isTrue();
        machine.line().repent();
        machine.restart().update();
        assertThat(machine.finds("worst.example/")).isTrue();
    }
}
