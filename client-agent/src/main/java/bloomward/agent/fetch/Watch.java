package bloomward.agent.fetch;

import bloomward.agent.fetch.FetchException.Reason;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/// A time limit on requests: one that takes too long is ended, whatever it waits for.
///
/// The request runs on a thread of its own, while the caller waits and measures. A socket timeout would not help: each
/// dripping byte restarts it. Interrupting a virtual thread closes the socket on which it waits; and only a
/// pending interrupt keeps [java.net.HttpURLConnection] from repeating a failed request.
///
/// A virtual thread that waits for a socket makes the JVM start a thread that watches sockets until the process ends, and
/// the end of a process waits 300 ms for it. A command takes a platform thread therefore. That one cannot be ended, only
/// left behind, so after the first that had to be, requests go on virtual threads.
final class Watch {

    /// A request with time limits.
    @FunctionalInterface
    interface Request<T> {

        /// @param progress notified of the head of an answer and of each byte of its body
        T send(Progress progress) throws FetchException;
    }

    /// The progress of a request. Written by its thread, read by the waiting one.
    static final class Progress {

        private final AtomicLong bytes = new AtomicLong();
        private final int headBytes;

        public Progress(int headBytes) {
            this.headBytes = headBytes;
        }

        /// Records the arrival of the head, which counts as much as `progressBytes` of a body.
        void head() {
            bytes.addAndGet(headBytes);
        }

        void body(int count) {
            bytes.addAndGet(count);
        }
    }

    private final FetchLimits limits;
    private volatile boolean isVirtual;

    private Watch(FetchLimits limits, boolean isVirtual) {
        this.limits = limits;
        this.isVirtual = isVirtual;
    }

    /// For a process that goes on.
    static Watch ofService(FetchLimits limits) {
        return new Watch(limits, true);
    }

    /// For a process that ends soon, and then at once.
    static Watch ofCommand(FetchLimits limits) {
        return new Watch(limits, false);
    }

    /// @param url for messages
    <T> T run(URI url, Request<T> request) throws FetchException {
        Progress progress = new Progress(limits.progressBytes());
        FutureTask<T> task = new FutureTask<>(() -> request.send(progress));
        (isVirtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon()).name("fetch").start(task);
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
            if (task.cancel(true)) {
                isVirtual = true;
            }
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
                    throw new FetchException(Reason.TOO_SLOW, url + ": not complete within " + limits.maxTime());
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
