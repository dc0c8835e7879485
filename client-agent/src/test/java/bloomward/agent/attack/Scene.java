package bloomward.agent.attack;

import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.agent.publisher.OncePerRun;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.StoreState.Installed;
import bloomward.agent.update.Machine;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.testing.SetClock;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The publication that is attacked: a real server that published twice, an agent that has the first publication, and
/// all private keys. Attackers cannot change it.
///
/// `phishing` and `malware` are in both; the second one adds an entry to each.
final class Scene implements Closeable {

    static final String LISTED = "http://host7.example/login?x=1";
    static final String CLEAN = "http://good.example/";
    static final String ALLOWED = "http://bad.example/good/page";
    /// Listed since the second publication.
    static final String NEWLY_LISTED = "http://worse.example/";

    private static final Duration BETWEEN = Duration.ofMinutes(5);

    private final Path folder;
    private final Publisher publisher;
    private final Publication first;
    private final Publication second;
    private final Instant now;

    private Scene(Path folder) throws Exception {
        this.folder = folder;
        SetClock clock = new SetClock();
        this.publisher = Publisher.start(folder.resolve("server"), clock);
        publisher.list("phishing").importing("phishing", hosts("host", 600) + "\nbad.example");
        publisher.list("malware").importing("malware", hosts("virus", 300));
        publisher.admin("allow", "add", "bad.example/good/");
        publisher.publish();
        this.first = installed(clock);
        clock.advance(BETWEEN);
        publisher.add("phishing", "worse.example").add("malware", "worst.example");
        publisher.admin("allow", "add", "other.example/fine/");
        publisher.publish();
        this.second = newest();
        this.now = clock.instant();
    }

    /// One publication.
    ///
    /// @param latestNote as it was signed first
    record Publication(SignedNote latestNote, Latest latest, SignedNote manifestNote, Manifest manifest) {

        static Publication of(SignedNote latest, SignedNote manifest) throws Exception {
            return new Publication(latest, Latest.parse(latest.unverifiedText()), manifest,
                    Manifest.parse(manifest.unverifiedText()));
        }

        Content packed(String list) {
            return new Content(ContentKind.PACKED, manifest.list(list).orElseThrow().packed().digest());
        }

        Content manifestPath() {
            return new Content(ContentKind.MANIFEST, latest.manifest());
        }

        Content allow() {
            return new Content(ContentKind.ALLOW, manifest.allow().digest());
        }
    }

    /// The roles, each with its key.
    enum Role {
        ROOT("offline/root.key"), PUBLISHER("keys/publisher.key"), TIMESTAMP("keys/timestamp.key");

        private final String file;

        Role(String file) {
            this.file = file;
        }
    }

    /// The one scene of the whole run.
    static final class Shared extends OncePerRun<Scene> {

        Shared() {
            super(Scene.class, Scene::new);
        }
    }

    private static String hosts(String name, int count) {
        return IntStream.range(0, count).mapToObj(i -> name + i + ".example").collect(Collectors.joining("\n"));
    }

    private Publication installed(SetClock clock) throws Exception {
        Machine machine = Machine.enrolledAt(publisher, folder.resolve("agent"), clock);
        machine.update();
        Installed installed = machine.state().installed().orElseThrow();
        return Publication.of(installed.latest(), installed.manifest());
    }

    private Publication newest() throws Exception {
        SignedNote latest = SignedNote.parse(file(new PublicPath.Latest()));
        Content manifest = new Content(ContentKind.MANIFEST, Latest.parse(latest.unverifiedText()).manifest());
        return Publication.of(latest, SignedNote.parse(file(manifest), Manifest.MAX_SIZE_IN_BYTES));
    }

    /// The publication that the attacked agent has.
    Publication first() {
        return first;
    }

    /// The publication that the server offers.
    Publication second() {
        return second;
    }

    /// When all of this happens.
    Instant now() {
        return now;
    }

    SignedNote rootNote() throws Exception {
        return publisher.root();
    }

    Root root() throws Exception {
        return Root.parse(publisher.root().unverifiedText());
    }

    /// A file as the server sends it.
    byte[] file(PublicPath path) throws Exception {
        return ((Reply.Content) Machine.transport(new SetClock())
                .get(publisher.address(), path, 1 << 24, Optional.empty())).bytes();
    }

    /// A key, as its thief has it.
    SigningKey key(Role role) throws Exception {
        return (SigningKey) KeyFile.read(publisher.data().resolve(role.file));
    }

    /// Another line to the server.
    HostileProxy line() throws IOException {
        return HostileProxy.before(publisher.address());
    }

    /// An agent that has the first publication, at a line of its own.
    Victim victim(Path at) throws Exception {
        return victim(at, line());
    }

    /// The same at another line, to a mirror perhaps.
    Victim victim(Path at, HostileProxy line) throws Exception {
        return victim(at, line, Machine.transport(new SetClock()));
    }

    Victim victim(Path at, HostileProxy line, Transport transport) throws Exception {
        SetClock clock = new SetClock();
        clock.advance(Duration.between(clock.instant(), now));
        return Victim.enrolled(FileTree.copy(folder.resolve("agent"), at.resolve("agent")), line, publisher.root(),
                clock, transport);
    }

    @Override
    public void close() {
        publisher.close();
    }
}
