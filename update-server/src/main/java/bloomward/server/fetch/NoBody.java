package bloomward.server.fetch;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/// Leaves the body of an answer that is of no use where it is, however long it may be.
final class NoBody implements BodySubscriber<Long> {

    private final CompletableFuture<Long> nothing;

    /// Of an answer that says all by its status.
    NoBody() {
        nothing = CompletableFuture.completedFuture(0L);
    }

    /// Of an answer that is refused.
    NoBody(FetchException problem) {
        nothing = CompletableFuture.failedFuture(problem);
    }

    @Override
    public CompletionStage<Long> getBody() {
        return nothing;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.cancel();
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        // Cancelled; what is still under way is dropped.
    }

    @Override
    public void onError(Throwable problem) {
        // The answer is known already.
    }

    @Override
    public void onComplete() {
        // The answer is known already.
    }
}
