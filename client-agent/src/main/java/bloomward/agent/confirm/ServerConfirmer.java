package bloomward.agent.confirm;

import bloomward.agent.confirm.Confirmation.NoAnswer;
import bloomward.agent.fetch.Transport;
import bloomward.format.confirm.Bucket;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Asks servers, believes what they prove, and remembers it.
///
/// ```
/// hit -> memory -> request under way for that bucket -> rate, failed servers -> at most 8 at once -> server -> proof
///          |                                                  |                      |                |        |
///       answer                                            no answer              no answer     no answer   memory, answer
/// ```
///
/// All that is sent is a version of a list and the number of a bucket. Questions that have the same bucket share one
/// request. A question that waited long enough gets no answer; the request goes on, and its answer serves the next
/// question.
public final class ServerConfirmer implements Confirmer {

    private final ConfirmLimits limits;
    private final ConfirmMemory memory;
    private final Tally tally = new Tally();
    private final BucketQuestion question;
    private final RateBound rate;
    private final Semaphore slots;
    /// The requests under way. Guarded by the map's own lock.
    private final Map<BucketId, CompletableFuture<Proof>> requests = new HashMap<>();

    /// @param transport with the limits of a question, not those of a download
    /// @param addresses base addresses of the publication, those to be asked first in front
    /// @param updateWanted called, on some thread, whenever servers have no answers for the installed version any more
    /// @param nanoTime like `System::nanoTime`
    public ServerConfirmer(Transport transport, Supplier<List<URI>> addresses, ConfirmLimits limits,
            Runnable updateWanted, LongSupplier nanoTime) {
        this.limits = limits;
        this.memory = new ConfirmMemory(limits.bucketMemoryInBytes(), nanoTime);
        this.question = new BucketQuestion(transport, addresses, updateWanted, tally, nanoTime);
        this.rate = new RateBound(limits.perSecond(), limits.burst(), nanoTime);
        this.slots = new Semaphore(limits.inFlight(), true);
    }

    /// Counts of all questions so far.
    public ConfirmCounts counts() {
        return tally.counts();
    }

    @Override
    public Confirmation confirm(ListRelease list, FullHash hash) {
        Optional<Confirmation> known = memory.find(list, hash);
        Confirmation answer = known.orElseGet(() -> ask(list, hash));
        tally.answered(answer, known.isPresent());
        return answer;
    }

    private Confirmation ask(ListRelease list, FullHash hash) {
        try {
            Proof proof = request(list, BucketId.of(list, hash)).get(limits.waitTime().toNanos(), TimeUnit.NANOSECONDS);
            return switch (proof) {
                case Proof.Proven proven -> memory.read(list, hash, proven.bucket());
                case Proof.None none -> new NoAnswer(none.reason());
            };
        } catch (TimeoutException _) {
            return new NoAnswer("no answer within " + limits.waitTime());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new NoAnswer("interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a fault of this program", e.getCause());
        }
    }

    /// The request for a bucket: the one that is under way, or a new one.
    private CompletableFuture<Proof> request(ListRelease list, BucketId id) {
        synchronized (requests) {
            CompletableFuture<Proof> same = requests.get(id);
            if (same != null) {
                return same;
            }
            Optional<Bucket> justProven = memory.bucket(id);
            if (justProven.isPresent()) {
                return CompletableFuture.completedFuture(new Proof.Proven(justProven.get()));
            }
            Optional<String> obstacle = question.obstacle()
                    .or(() -> rate.take() ? Optional.empty() : Optional.of("too many questions in a short time"));
            if (obstacle.isPresent()) {
                return CompletableFuture.completedFuture(new Proof.None(obstacle.get()));
            }
            CompletableFuture<Proof> request = new CompletableFuture<>();
            requests.put(id, request);
            Thread.ofVirtual().name("confirm").start(() -> send(list, id, request));
            return request;
        }
    }

    private void send(ListRelease list, BucketId id, CompletableFuture<Proof> request) {
        try {
            Proof proof = proofInTurn(list, id);
            if (proof instanceof Proof.Proven(Bucket bucket)) {
                memory.keep(id, bucket);
            }
            over(id);
            request.complete(proof);
        } catch (InterruptedException | RuntimeException e) {
            over(id);
            request.completeExceptionally(e);
        }
    }

    /// Ends a request before its answer is given out: a later question finds that in memory, or asks again.
    private void over(BucketId id) {
        synchronized (requests) {
            requests.remove(id);
        }
    }

    private Proof proofInTurn(ListRelease list, BucketId id) throws InterruptedException {
        if (!slots.tryAcquire(limits.waitTime().toNanos(), TimeUnit.NANOSECONDS)) {
            return new Proof.None("too many questions at once");
        }
        try {
            return question.ask(list, id.number());
        } finally {
            slots.release();
        }
    }
}
