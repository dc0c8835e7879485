package bloomward.server.mirror;

import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.io.DurableFiles;
import bloomward.format.wire.PublicPath;
import bloomward.server.http.CacheRule;
import bloomward.server.http.files.Answer;
import bloomward.server.http.files.Payload;
import bloomward.server.mirror.Origin.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Confirm answers: those that were asked for before, from the disk, and others from the origin, once each and proved by the
/// signed root. Agents ask about few of many thousands, so none is fetched before it is asked for. Safe for all threads.
///
/// A file is written without waiting for the disk, so a power failure may leave it damaged: each answer is proved again when
/// it is read.
final class Buckets {

    private static final Logger LOG = LoggerFactory.getLogger(Buckets.class);

    /// Questions to the origin at once; those above are asked to come again.
    private static final int MOST_AT_ONCE = 64;

    private final MirrorFolder folder;
    private final Origin origin;
    private final Supplier<Kept> kept;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final Map<PublicPath.Confirm, CompletableFuture<Answer>> underWay = new ConcurrentHashMap<>();

    Buckets(MirrorFolder folder, Origin origin, Supplier<Kept> kept) {
        this.folder = folder;
        this.origin = origin;
        this.kept = kept;
    }

    /// Waits for the origin, if nobody has asked for this bucket before.
    Answer answer(PublicPath.Confirm path) {
        Optional<BucketBits> bits = kept.get().bits(path.root());
        if (bits.isEmpty() || path.bucket() >= bits.get().buckets()) {
            return new Answer.Missing();
        }
        Path file = folder.file(path);
        try {
            byte[] bytes = Files.readAllBytes(file);
            if (isProved(bytes, path, bits.get())) {
                return found(path, bytes);
            }
            LOG.warn("{} is damaged, and is fetched again", file);
        } catch (NoSuchFileException _) {
            // The first question about it.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return fetchOnce(path, bits.get());
    }

    /// Questions about one bucket that come at the same time share one to the origin.
    private Answer fetchOnce(PublicPath.Confirm path, BucketBits bits) {
        CompletableFuture<Answer> mine = new CompletableFuture<>();
        CompletableFuture<Answer> other = underWay.putIfAbsent(path, mine);
        if (other != null) {
            return other.join();
        }
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(() -> mine.complete(new Answer.Busy()))) {
            Answer answer = places.tryAcquire() ? fetchAndRelease(path, bits) : new Answer.Busy();
            mine.complete(answer);
            return failure.keep(answer);
        } finally {
            underWay.remove(path, mine);
        }
    }

    private Answer fetchAndRelease(PublicPath.Confirm path, BucketBits bits) {
        try {
            return fetch(path, bits);
        } catch (OriginException e) {
            LOG.warn("no confirm answer from the origin: {}", e.why()); // the whole message names the bucket
            return new Answer.Busy();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Busy();
        } finally {
            places.release();
        }
    }

    private Answer fetch(PublicPath.Confirm path, BucketBits bits)
            throws OriginException, IOException, InterruptedException {
        Reply reply = origin.get(path, ConfirmAnswer.MAX_SIZE_IN_BYTES, Optional.empty());
        if (!(reply instanceof Reply.Content content)) {
            return new Answer.Gone(); // the origin keeps answers about replaced versions for a week
        }
        if (!isProved(content.bytes(), path, bits)) {
            throw OriginException.refused(origin.name(path), "not proved by the signed root");
        }
        Path file = folder.file(path);
        Files.createDirectories(file.resolveSibling(""));
        Path temporary = DurableFiles.temporaryFor(file);
        Files.write(temporary, content.bytes());
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        return found(path, content.bytes());
    }

    private static boolean isProved(byte[] bytes, PublicPath.Confirm path, BucketBits bits) {
        try {
            ConfirmAnswer.parse(bytes).prove(path.root(), bits, path.bucket());
            return true;
        } catch (FormatException _) {
            return false;
        }
    }

    private static Answer found(PublicPath.Confirm path, byte[] bytes) {
        String etag = "\"" + path.root() + "-" + path.bucket() + "\"";
        return new Answer.Found(Payload.of(bytes, etag, CacheRule.IMMUTABLE, Payload.BYTES));
    }

    /// The folder of all answers about a version.
    static Path folderOf(MirrorFolder folder, ConfirmRoot root) {
        return folder.file(new PublicPath.Confirm(root, 0)).resolveSibling("");
    }
}
