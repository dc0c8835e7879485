package bloomward.server.serve;

import bloomward.format.Digest;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.SignedFilter;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.Form;
import bloomward.server.http.CacheRule;
import bloomward.server.http.files.Answer;
import bloomward.server.http.files.Payload;
import bloomward.server.http.files.PublicFiles;
import bloomward.server.publish.Commits;
import bloomward.server.publish.Published;
import bloomward.server.publish.Published.Newest;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.PublicFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The content of the public side: a snapshot of the publication and the files named in it.
///
/// Files are mapped at the first request and stay mapped while a reader may need them, as determined by the garbage
/// collector. A delta to an unpublished version is not served: after a crash, another one may be cut with the same
/// name.
public final class PublishedContent implements PublicFiles {

    private static final int MOST_MAPPED = 512;

    private final Path folder;
    private final Supplier<Published> current;
    private final ConfirmAnswers answers;
    private final Predicate<Digest> wasPublished;
    private final Clock clock;
    private final Polls polls;
    /// Immutable files by path; cleared when full.
    private final ConcurrentHashMap<PublicPath, Payload> mapped = new ConcurrentHashMap<>();
    private final Others others;
    private volatile Latest latest = new Latest(Optional.empty(), new Answer.Missing());

    /// The answer to all polls, made once for each note.
    private record Latest(Optional<Newest> newest, Answer answer) {}

    /// The confirm answers of a publication.
    @FunctionalInterface
    public interface ConfirmAnswers {

        /// @return empty if there is no such version or bucket
        Optional<byte[]> answer(ConfirmRoot root, int bucket) throws IOException;
    }

    /// The servers beside this one.
    interface Others {

        /// Whether none is known to serve something newer.
        boolean isCurrent();

        /// The number of the last change of theirs that was taken up.
        long revision();

        /// Takes up what they have published.
        ///
        /// @param before the revision before something was looked for here, which may have come since
        /// @return whether it may be here now
        boolean look(long before);
    }

    static final Others NONE = new Others() {

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public long revision() {
            return 0;
        }

        @Override
        public boolean look(long before) {
            return false;
        }
    };

    private PublishedContent(Path folder, Supplier<Published> current, ConfirmAnswers answers,
            Predicate<Digest> wasPublished, Polls polls, Others others, Clock clock) {
        this.others = others;
        this.polls = polls;
        this.folder = folder;
        this.current = current;
        this.answers = answers;
        this.wasPublished = wasPublished;
        this.clock = clock;
    }

    /// @param folder with the files under their public paths
    /// @param current the snapshot to serve
    /// @param wasPublished whether a digest belongs to an earlier publication
    public PublishedContent(Path folder, Supplier<Published> current, ConfirmAnswers answers,
            Predicate<Digest> wasPublished, Clock clock) {
        this(folder, current, answers, wasPublished, new Polls(clock), NONE, clock);
    }

    /// The content of a server that publishes.
    public static PublishedContent of(DataFolder folder, Commits commits, Predicate<Digest> wasPublished, Clock clock) {
        return of(folder, commits, wasPublished, new Polls(clock), NONE, clock);
    }

    /// The content of a server beside others.
    ///
    /// @param polls counts the requests for `latest`
    static PublishedContent of(DataFolder folder, Commits commits, Predicate<Digest> wasPublished, Polls polls,
            Others others, Clock clock) {
        return new PublishedContent(folder.publicFolder(), commits::current,
                (root, bucket) -> commits.confirm().answer(root, bucket), wasPublished, polls, others, clock);
    }

    /// Forgets the files that were mapped: some were deleted, and others may get their names.
    public void forget() {
        mapped.clear();
    }

    @Override
    public boolean isNewest() {
        return others.isCurrent()
                && current.get().newest().filter(newest -> !newest.latest().isExpiredAt(clock.instant())).isPresent();
    }

    /// An agent that learnt of a publication from another server may ask this one before it has heard of it.
    @Override
    public Answer find(PublicPath path) {
        long before = others.revision();
        Answer answer = here(path);
        boolean isHere = answer instanceof Answer.Found || answer instanceof Answer.Busy;
        return isHere || !others.look(before) ? answer : here(path);
    }

    private Answer here(PublicPath path) {
        try {
            return switch (path) {
                case PublicPath.Latest _ -> latest();
                case PublicPath.RootNote root -> root(root);
                case PublicPath.Content content -> content(content);
                case PublicPath.DeltaFile delta -> delta(delta);
                case PublicPath.Bloom bloom -> bloom(bloom);
                case PublicPath.Confirm confirm -> confirm(confirm);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void polled(List<String> presented) {
        if (latest.answer instanceof Answer.Found(Payload served)) {
            polls.count(presented, served);
        }
    }

    private Answer latest() {
        Optional<Newest> newest = current.get().newest();
        if (newest.isEmpty()) {
            return new Answer.Missing();
        }
        Latest known = latest;
        if (!known.newest.map(Newest::latest).equals(newest.map(Newest::latest))) {
            byte[] note = newest.get().latestNote().toBytes();
            known = new Latest(newest,
                    new Answer.Found(Payload.of(note, etag(Digest.of(note)), CacheRule.LATEST, Payload.NOTE)));
            latest = known;
        }
        return known.answer;
    }

    private Answer root(PublicPath.RootNote path) throws IOException {
        if (path.version() > current.get().root().version()) {
            return new Answer.Missing();
        }
        Payload known = mapped.get(path);
        if (known != null) {
            return new Answer.Found(known);
        }
        byte[] note = Files.readAllBytes(PublicFolder.at(folder, path));
        return keep(path, Payload.of(note, etag(Digest.of(note)), CacheRule.IMMUTABLE, Payload.NOTE));
    }

    private Answer content(PublicPath.Content path) throws IOException {
        String mediaType = switch (path.kind()) {
            case MANIFEST -> Payload.NOTE;
            case ALLOW -> "text/plain; charset=us-ascii";
            case PACKED, FLAT -> Payload.BYTES;
        };
        return file(path, etag(path.digest()), mediaType)
                .orElseGet(() -> wasPublished.test(path.digest()) ? new Answer.Gone() : new Answer.Missing());
    }

    private Answer delta(PublicPath.DeltaFile path) throws IOException {
        Optional<ListRelease> list = release(path.list());
        if (list.isEmpty() || path.to() > list.get().version()) {
            return new Answer.Missing();
        }
        // A delta is identified by its versions, and a published one never changes.
        String etag = "\"" + path.list() + "-" + path.from() + "-" + path.to() + "\"";
        return file(path, etag, Payload.BYTES).orElseGet(Answer.Gone::new);
    }

    private Answer bloom(PublicPath.Bloom path) throws IOException {
        Optional<ListRelease> list = release(path.list());
        if (list.isEmpty()) {
            return new Answer.Missing();
        }
        Newest newest = current.get().newest().orElseThrow();
        boolean isPacked = path.form() == Form.PACKED;
        FileRef ref = isPacked ? list.get().packed() : list.get().flat();
        PublicPath file = new PublicPath.Content(isPacked ? ContentKind.PACKED : ContentKind.FLAT, ref.digest());
        MemorySegment filter = map(PublicFolder.at(folder, file));
        byte[] tail = SignedFilter.tail(newest.note());
        String etag = "\"" + ref.digest().toHex() + "-" + newest.digest().toHex() + "\"";
        return new Answer.Found(
                new Payload(List.of(filter, MemorySegment.ofArray(tail)), etag, CacheRule.LATEST, Payload.BYTES));
    }

    private Answer confirm(PublicPath.Confirm path) throws IOException {
        Optional<byte[]> answer = answers.answer(path.root(), path.bucket());
        if (answer.isPresent()) {
            String etag = "\"" + path.root() + "-" + path.bucket() + "\"";
            return new Answer.Found(Payload.of(answer.get(), etag, CacheRule.IMMUTABLE, Payload.BYTES));
        }
        return wasPublished.test(path.root().digest()) ? new Answer.Gone() : new Answer.Missing();
    }

    private Optional<ListRelease> release(String list) {
        return current.get().newest().flatMap(newest -> newest.manifest().list(list));
    }

    private Optional<Answer> file(PublicPath path, String etag, String mediaType) throws IOException {
        Payload known = mapped.get(path);
        if (known != null) {
            return Optional.of(new Answer.Found(known));
        }
        try {
            MemorySegment bytes = map(PublicFolder.at(folder, path));
            return Optional.of(keep(path, new Payload(List.of(bytes), etag, CacheRule.IMMUTABLE, mediaType)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Answer keep(PublicPath path, Payload payload) {
        if (mapped.size() >= MOST_MAPPED) {
            mapped.clear();
        }
        mapped.put(path, payload);
        return new Answer.Found(payload);
    }

    private static MemorySegment map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
        }
    }

    private static String etag(Digest digest) {
        return "\"" + digest.toHex() + "\"";
    }
}
