package bloomward.agent.attack;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.attack.Scene.Publication;
import bloomward.format.Digest;
import bloomward.format.release.FileRef;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A publication by a thief of keys: a manifest, the latest note that names it, and files. It begins as the honest
/// publication, ten seconds later, and is changed before it is signed.
final class Forgery {

    private Manifest manifest;
    private UnaryOperator<String> manifestText = UnaryOperator.identity();
    private UnaryOperator<String> manifestNote = UnaryOperator.identity();
    private UnaryOperator<Latest> latest = UnaryOperator.identity();
    private UnaryOperator<String> latestText = UnaryOperator.identity();
    private List<SigningKey> publishers;
    private SigningKey timestamp;
    private final List<Sent> files = new ArrayList<>();

    private static final class Sent {
        final Content path;
        final byte[] bytes;

        Sent(Content path, byte[] bytes) {
            this.path = path;
            this.bytes = bytes;
        }
    }

    private Forgery(Scene scene) throws Exception {
        Manifest honest = scene.second().manifest();
        Instant issued = honest.issued().plusSeconds(10);
        this.manifest = new Manifest(honest.origin(), honest.sequence() + 10, honest.rootVersion(), issued,
                issued.plus(Duration.ofDays(7)), honest.canonical(), honest.allow(), honest.lists());
        this.publishers = List.of(scene.key(Scene.Role.PUBLISHER));
        this.timestamp = scene.key(Scene.Role.TIMESTAMP);
    }

    static Forgery of(Scene scene) throws Exception {
        return new Forgery(scene);
    }

    Manifest manifest() {
        return manifest;
    }

    Forgery manifest(UnaryOperator<Manifest> change) {
        manifest = change.apply(manifest);
        return this;
    }

    Forgery manifestText(UnaryOperator<String> change) {
        manifestText = change;
        return this;
    }

    /// Changes the note after it was signed.
    Forgery manifestNote(UnaryOperator<String> change) {
        manifestNote = change;
        return this;
    }

    Forgery latest(UnaryOperator<Latest> change) {
        latest = change;
        return this;
    }

    Forgery latestText(UnaryOperator<String> change) {
        latestText = change;
        return this;
    }

    Forgery publishedBy(SigningKey... keys) {
        publishers = List.of(keys);
        return this;
    }

    Forgery timedBy(SigningKey key) {
        timestamp = key;
        return this;
    }

    /// Issued later, and numbered accordingly.
    Forgery later(Duration by) {
        return manifest(honest -> new Manifest(honest.origin(), honest.sequence() + by.toSeconds(),
                honest.rootVersion(), honest.issued().plus(by), honest.expires().plus(by), honest.canonical(),
                honest.allow(), honest.lists()));
    }

    Forgery numbered(long sequence) {
        return manifest(honest -> new Manifest(honest.origin(), sequence, honest.rootVersion(), honest.issued(),
                honest.expires(), honest.canonical(), honest.allow(), honest.lists()));
    }

    Forgery underRoot(long version) {
        return manifest(honest -> new Manifest(honest.origin(), honest.sequence(), version, honest.issued(),
                honest.expires(), honest.canonical(), honest.allow(), honest.lists()));
    }

    Forgery lists(UnaryOperator<ListRelease> change) {
        return manifest(honest -> new Manifest(honest.origin(), honest.sequence(), honest.rootVersion(),
                honest.issued(), honest.expires(), honest.canonical(), honest.allow(),
                honest.lists().stream().map(change).toList()));
    }

    /// Changes one list.
    Forgery list(String name, UnaryOperator<ListRelease> change) {
        return lists(list -> list.name().equals(name) ? change.apply(list) : list);
    }

    Forgery allow(FileRef file) {
        return manifest(honest -> new Manifest(honest.origin(), honest.sequence(), honest.rootVersion(),
                honest.issued(), honest.expires(), honest.canonical(), file, honest.lists()));
    }

    /// Names an allow file of version 2.
    Forgery allowV2(FileRef file) {
        return manifest(
                honest -> new Manifest(honest.origin(), honest.sequence(), honest.rootVersion(), honest.issued(),
                        honest.expires(), honest.canonical(), honest.allow(), honest.lists(), Optional.of(file)));
    }

    /// Sends these bytes where they are asked for by their digest.
    Forgery file(ContentKind kind, byte[] bytes) {
        files.add(new Sent(new Content(kind, Digest.of(bytes)), bytes));
        return this;
    }

    /// Signs, and puts it all on a line.
    Publication serve(HostileProxy line) throws Exception {
        String signed = SignedNote.sign(manifestText.apply(manifest.toText()), publishers).toString();
        SignedNote note = SignedNote.parse(manifestNote.apply(signed).getBytes(UTF_8), Manifest.MAX_SIZE_IN_BYTES);
        Digest digest = Digest.of(note.toBytes());
        Instant issued = manifest.issued().plusSeconds(1);
        Latest honest = new Latest(manifest.origin(), digest, manifest.sequence(), Math.max(1, manifest.rootVersion()),
                issued, issued.plus(Duration.ofDays(1)));
        Latest changed = latest.apply(honest);
        SignedNote latestNote = SignedNote.sign(latestText.apply(changed.toText()), List.of(timestamp));
        line.on(PublicPath.Latest.class, HostileProxy.sending(latestNote.toBytes()));
        line.on(new Content(ContentKind.MANIFEST, changed.manifest()), HostileProxy.sending(note.toBytes()));
        files.forEach(file -> line.on(file.path, HostileProxy.sending(file.bytes)));
        return new Publication(latestNote, changed, note, manifest);
    }

    /// A list under another version number.
    static ListRelease numbered(ListRelease list, long version) {
        return new ListRelease(list.name(), version, list.spec(), list.entries(), list.ratePerMillion(), list.packed(),
                list.flat(), list.confirmRoot(), list.confirmBits(), list.categories());
    }

    /// A list of so many entries.
    static ListRelease entries(ListRelease list, long entries) {
        return new ListRelease(list.name(), list.version(), list.spec(), entries, list.ratePerMillion(), list.packed(),
                list.flat(), list.confirmRoot(), list.confirmBits(), list.categories());
    }

    /// A list of other files.
    static ListRelease with(ListRelease list, FileRef packed, FileRef flat) {
        return new ListRelease(list.name(), list.version() + 1, list.spec(), list.entries(), list.ratePerMillion(),
                packed, flat, list.confirmRoot(), list.confirmBits(), list.categories());
    }
}
