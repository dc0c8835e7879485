package bloomward.agent.fetch;

import bloomward.agent.fetch.FetchException.Reason;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/// Ends a request that takes too long, whatever it waits for.
///
/// The request runs on a virtual thread of its own, and the one who wants it waits and counts. A timeout of a socket
/// would be of no use: each byte that drips begins it anew. An interrupt of a virtual thread closes the socket at which it
/// waits; and only with one pending does [java.net.HttpURLConnection] not send again what failed.
final class Watch {

    /// What is done within limits.
    @FunctionalInterface
    interface Request<T> {

        /// @param progress told of the head of an answer and of each byte of its body
        T send(Progress progress) throws FetchException;
    }

    /// How far a request is. Written by its thread, read by the one that waits.
    static final class Progress {

        private final AtomicLong bytes = new AtomicLong();
        private final int headBytes;

        public Progress(int headBytes) {
            this.headBytes = headBytes;
        }

        /// The head is there: that is worth as much as all the bytes that are wanted of a body at a time.
        void head() {
            bytes.addAndGet(headBytes);
        }

        void body(int count) {
            bytes.addAndGet(count);
        }
    }

    private final FetchLimits limits;

    Watch(FetchLimits limits) {
        this.limits = limits;
    }

    /// @param url for messages
    <T> T run(URI url, Request<T> request) throws FetchException {
        Progress progress = new Progress(limits.progressBytes());
        FutureTask<T> task = new FutureTask<>(() -> request.send(progress));
        Thread.ofVirtual().name("fetch").start(task);
        try {
            return await(url, task, progress);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new FetchException(Reason.NOT_REACHED, url + ": interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof FetchException why) {
                throw why;
            }
            throw new IllegalStateException(url + ": a fault of this program", e.getCause());
        } finally {
            task.cancel(true);
        }
    }

    private <T> T await(URI url, FutureTask<T> task, Progress progress)
            throws FetchException, InterruptedException, ExecutionException {
        long end = System.nanoTime() + limits.maxTime().toNanos();
        long before = 0;
        while (true) {
            long left = end - System.nanoTime();
            long wait = Math.min(left, limits.progressTime().toNanos());
            try {
                return task.get(wait, TimeUnit.NANOSECONDS);
            } catch (TimeoutException _) {
                long now = progress.bytes.get();
                if (wait == left) {
                    throw new FetchException(Reason.TOO_SLOW, url + ": not all of it within " + limits.maxTime());
                }
                if (now == 0) {
                    throw new FetchException(Reason.TOO_SLOW, url + ": no answer within " + limits.progressTime());
                }
                if (now - before < limits.progressBytes()) {
                    throw new FetchException(Reason.TOO_SLOW,
                            url + ": fewer than " + limits.progressBytes() + " bytes within " + limits.progressTime());
                }
                before = now;
            }
        }
    }
}
