package bloomward.server.mirror;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.Floor;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.Root;
import bloomward.format.release.RootChain;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.url.UrlExpressions;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.mirror.Origin.Reply;
import bloomward.server.publish.Published;
import bloomward.server.publish.Published.Newest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows an origin: each poll verifies what it offers, completes its files, and then serves it. For one thread; what is served
/// is read by all.
///
/// The notes on the disk are the state: the roots from the pinned one on, and `latest`, which is written last. A failed poll
/// changes neither what is served nor, but for newer roots, what is trusted.
final class Follower {

    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
    private static final Duration ROOTS_EVERY = Duration.ofDays(1);

    private final MirrorFolder folder;
    private final Origin origin;
    private final Copies copies;
    private final Clock clock;
    private RootChain chain;
    private Optional<String> etag = Optional.empty();
    private Runnable afterReset = () -> {};
    private Instant rootsAsked = Instant.EPOCH;
    private volatile Published published;
    private volatile Kept kept;

    private Follower(MirrorFolder folder, Origin origin, Clock clock, RootChain chain, Kept kept) {
        this.folder = folder;
        this.origin = origin;
        this.copies = new Copies(folder, origin);
        this.clock = clock;
        this.chain = chain;
        this.kept = kept;
        this.published = new Published(chain.root(), Optional.empty());
    }

    /// Takes up what an earlier process left, each byte verified again.
    ///
    /// @param pinned a root note that a person trusts
    static Follower open(MirrorFolder folder, SignedNote pinned, Origin origin, Clock clock)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Root first = Root.first(pinned).value();
        Path at = folder.file(new PublicPath.RootNote(first.version()));
        if (!Files.exists(at)) {
            DurableFiles.write(at, pinned.toBytes());
        } else if (!SignedNote.parse(Files.readAllBytes(at), Root.MAX_SIZE_IN_BYTES).equals(pinned)) {
            throw new IOException(at + ": another root of this number; a mirror of another publication needs a folder"
                    + " of its own");
        }
        RootChain chain = new RootChain(first, Floor.at(first));
        for (long next = first.version() + 1;; next++) {
            Path file = folder.file(new PublicPath.RootNote(next));
            if (!Files.exists(file)) {
                break;
            }
            chain = chain.follow(List.of(SignedNote.parse(Files.readAllBytes(file), Root.MAX_SIZE_IN_BYTES)));
        }
        Follower follower = new Follower(folder, origin, clock, chain, Kept.read(folder));
        follower.takeUp();
        return follower;
    }

    /// Serves what was served before, if it is whole.
    private void takeUp() throws IOException {
        Path file = folder.file(new PublicPath.Latest());
        if (!Files.exists(file)) {
            return;
        }
        try {
            SignedNote latestNote = SignedNote.parse(Files.readAllBytes(file), Latest.MAX_SIZE_IN_BYTES);
            Latest latest = chain.root().latest(latestNote).value();
            Path manifest = folder.file(new Content(ContentKind.MANIFEST, latest.manifest()));
            Newest newest = newest(latest, latestNote, Files.readAllBytes(manifest), Optional.empty());
            chain = new RootChain(chain.root(), chain.floor().raisedTo(newest.manifest(), latest));
            if (copies.areComplete(newest.manifest())) {
                serve(newest);
            }
        } catch (FormatException | UntrustedNoteException | ReleaseException | IOException e) {
            LOG.warn("what was mirrored before is not usable, and is fetched again: {}", e.getMessage());
        }
    }

    /// @param chore done after files were deleted whose names others may get; to be set before the first poll
    void afterReset(Runnable chore) {
        afterReset = chore;
    }

    /// The publication that is served now.
    Published published() {
        return published;
    }

    /// Of which versions files are here.
    Kept kept() {
        return kept;
    }

    /// Forgets manifests whose files were deleted.
    void keepOnly(Kept left) {
        kept = left;
    }

    /// Asks once.
    ///
    /// @return whether something newer is served than before
    boolean poll() throws OriginException, IOException, InterruptedException {
        if (!clock.instant().isBefore(rootsAsked.plus(ROOTS_EVERY))) {
            walkRoots();
        }
        Reply reply = origin.get(new PublicPath.Latest(), Latest.MAX_SIZE_IN_BYTES, etag);
        return switch (reply) {
            case Reply.NotModified _ -> false;
            case Reply.Missing _ ->
                throw OriginException.unreachable(origin.name(new PublicPath.Latest()), "nothing is published there");
            case Reply.Content content -> {
                boolean isNewer = take(content.bytes());
                etag = content.etag();
                yield isNewer;
            }
        };
    }

    private boolean take(byte[] bytes) throws OriginException, IOException, InterruptedException {
        Newest offered = verified(bytes);
        Optional<Newest> served = published.newest();
        if (served.isPresent() && served.get().latestNote().equals(offered.latestNote())) {
            return false;
        }
        Floor floor = floorOf(offered);
        Path note = folder.file(new Content(ContentKind.MANIFEST, offered.digest()));
        copies.complete(offered.manifest(), served.map(Newest::manifest), kept);
        if (!Files.exists(note)) {
            DurableFiles.write(note, offered.note().toBytes());
        }
        DurableFiles.write(folder.file(new PublicPath.Latest()), bytes);
        chain = new RootChain(chain.root(), floor);
        boolean isNewer = !served.map(Newest::digest).equals(Optional.of(offered.digest()));
        serve(offered);
        return isNewer;
    }

    private void serve(Newest newest) {
        kept = kept.plus(newest.digest(), newest.manifest());
        published = new Published(chain.root(), Optional.of(newest));
    }

    /// Verifies by the trusted root and, if that fails, by the newest one.
    private Newest verified(byte[] latest) throws OriginException, IOException, InterruptedException {
        try {
            return verifiedBy(latest);
        } catch (OriginException e) {
            if (!e.mayBeOldRoot() || !walkRoots()) {
                throw e;
            }
            return verifiedBy(latest);
        }
    }

    private Newest verifiedBy(byte[] bytes) throws OriginException, InterruptedException {
        String what = origin.name(new PublicPath.Latest());
        try {
            SignedNote latestNote = SignedNote.parse(bytes, Latest.MAX_SIZE_IN_BYTES);
            Latest latest = chain.root().latest(latestNote).value();
            chain.root().requireReached("latest", latest.rootVersion());
            chain.floor().requireReachedBy(latest);
            Optional<Newest> served = published.newest();
            if (served.isPresent() && served.get().digest().equals(latest.manifest())) {
                return newest(latest, latestNote, served.get().note().toBytes(), Optional.empty());
            }
            what = origin.name(new Content(ContentKind.MANIFEST, latest.manifest()));
            return newest(latest, latestNote, manifest(latest.manifest()), served.map(Newest::manifest));
        } catch (UntrustedNoteException e) {
            throw OriginException.perhapsOldRoot(what, e);
        } catch (ReleaseException e) {
            throw e.reason() == ReleaseException.Reason.NEWER_ROOT
                    ? OriginException.perhapsOldRoot(what, e)
                    : OriginException.refused(what, e);
        } catch (FormatException e) {
            throw OriginException.refused(what, e);
        }
    }

    private byte[] manifest(Digest digest) throws OriginException, InterruptedException {
        Content path = new Content(ContentKind.MANIFEST, digest);
        if (!(origin.get(path, Manifest.MAX_SIZE_IN_BYTES, Optional.empty()) instanceof Reply.Content content)) {
            throw OriginException.unreachable(origin.name(path), "latest names it, and it is not there");
        }
        if (!Digest.of(content.bytes()).equals(digest)) {
            throw OriginException.refused(origin.name(path), "has another digest");
        }
        return content.bytes();
    }

    /// @param before a manifest behind which this one must not go back
    private Newest newest(Latest latest, SignedNote latestNote, byte[] manifestNote, Optional<Manifest> before)
            throws FormatException, UntrustedNoteException, ReleaseException {
        SignedNote note = SignedNote.parse(manifestNote, Manifest.MAX_SIZE_IN_BYTES);
        Manifest manifest = chain.root().manifest(note).value();
        latest.requireNames(manifest, Digest.of(manifestNote));
        manifest.requireCanonical(UrlExpressions.OLDEST_CANONICAL, UrlExpressions.CANONICAL);
        if (before.isPresent() && chain.floor().sequence() > 0) { // 0: a publisher's key was replaced since
            manifest.requireFollows(before.get());
        }
        return new Newest(manifest, note, latest.manifest(), latest, latestNote);
    }

    private Floor floorOf(Newest offered) throws OriginException {
        try {
            return chain.floor().raisedTo(offered.manifest(), offered.latest());
        } catch (ReleaseException e) {
            throw OriginException.refused(origin.name(new PublicPath.Latest()), e);
        }
    }

    /// Trusts the newest root that the origin has, durably, whatever becomes of the rest of the poll.
    ///
    /// @return whether there was a newer one
    private boolean walkRoots() throws OriginException, IOException, InterruptedException {
        boolean isNewer = false;
        for (int step = 0; step < RootChain.MAX_STEPS; step++) {
            PublicPath.RootNote path = new PublicPath.RootNote(chain.root().version() + 1);
            if (!(origin.get(path, Root.MAX_SIZE_IN_BYTES, Optional.empty()) instanceof Reply.Content content)) {
                break;
            }
            RootChain next = followed(path, content.bytes());
            if (next.floor().sequence() < chain.floor().sequence()) {
                startOver();
            }
            DurableFiles.write(folder.file(path), content.bytes());
            chain = next;
            published = new Published(chain.root(), published.newest());
            isNewer = true;
            LOG.info("root {} is trusted now", chain.root().version());
        }
        rootsAsked = clock.instant();
        return isNewer;
    }

    private RootChain followed(PublicPath.RootNote path, byte[] bytes) throws OriginException {
        try {
            return chain.follow(List.of(SignedNote.parse(bytes, Root.MAX_SIZE_IN_BYTES)));
        } catch (FormatException | UntrustedNoteException | ReleaseException e) {
            throw OriginException.refused(origin.name(path), e);
        }
    }

    /// After a publisher's key was replaced, honest versions may have the numbers of a thief's (FORMAT.md 19.2).
    private void startOver() throws IOException {
        copies.forgetDeltas();
        for (Kept.Entry each : kept.manifests()) {
            if (!published.newest().map(Newest::digest).equals(Optional.of(each.digest()))) {
                Files.deleteIfExists(folder.file(new Content(ContentKind.MANIFEST, each.digest())));
            }
        }
        kept = new Kept(List.of());
        etag = Optional.empty();
        afterReset.run();
    }
}
