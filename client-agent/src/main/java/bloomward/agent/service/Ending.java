package bloomward.agent.service;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/// The end of an agent: it was closed, or cannot go on. Safe for all threads.
///
/// It is reached with no memory left, too: nothing is allocated between the fault and the wake-up of the one who waits,
/// but for the line in the log, and that may fail.
final class Ending {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final Log log;
    private final AtomicBoolean isFault = new AtomicBoolean();

    Ending(Log log) {
        this.log = log;
    }

    /// It was closed.
    void close() {
        reached.countDown();
    }

    /// It cannot go on. The first reason is the one that is said.
    void fault(String during, Throwable e) {
        if (isFault.getAndSet(true)) {
            return;
        }
        try {
            log.fault(during, e);
            log.error("the agent ends; a service manager starts it again");
        } finally {
            reached.countDown();
        }
    }

    /// Waits for it.
    ///
    /// @return whether it was closed
    boolean await() throws InterruptedException {
        reached.await();
        return !isFault.get();
    }
}
