package bloomward.server.fetch;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/// Discards the unneeded body of an answer without reading it.
final class NoBody implements BodySubscriber<Long> {

    private final CompletableFuture<Long> nothing;

    /// For an answer that needs only its status.
    NoBody() {
        nothing = CompletableFuture.completedFuture(0L);
    }

    /// For a refused answer.
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
        // Cancelled; bytes still under way are dropped.
    }

    @Override
    public void onError(Throwable problem) {
        // The outcome is already set.
    }

    @Override
    public void onComplete() {
        // The outcome is already set.
    }
}
