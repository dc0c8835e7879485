package bloomward.agent.service;

import bloomward.agent.socket.SocketClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// Notices an agent that lives and answers no one: asks over the agent's own socket, as any program does.
///
/// On a thread of the system, since virtual threads may be what is stuck. One missed answer may be a machine that was
/// busy or stopped; several in a row are not. Nor is a crowd: where programs take every place in front of the socket, or
/// behind it, a question of the watchdog gets nowhere, and an agent that ended for that could be ended by any user of the
/// machine. So a question that is not answered is missed only without the [Signs].
final class Watchdog {

    private static final Duration GLANCE = Duration.ofMillis(20);

    private final Path socket;
    private final Signs signs;
    private final Duration interval;
    private final Duration patience;
    private final int misses;

    /// Signs of life that no crowd can hide. Safe for all threads.
    interface Signs {

        /// The number of connections that were taken in so far.
        long takenCount();

        /// Does on a virtual thread what an answer needs.
        void answer();
    }

    /// @param interval between an answer and the next question
    /// @param patience how long an answer may take
    /// @param misses how many in a row are too many
    Watchdog(Path socket, Signs signs, Duration interval, Duration patience, int misses) {
        this.socket = socket;
        this.signs = signs;
        this.interval = interval;
        this.patience = patience;
        this.misses = misses;
    }

    /// An agent that answers no one is ended within a minute.
    static Watchdog at(Path socket, Signs signs) {
        return new Watchdog(socket, signs, Duration.ofSeconds(10), Duration.ofSeconds(10), 3);
    }

    /// Watches until it is interrupted.
    ///
    /// @param deaf is told if the agent does not answer; then the watch is over
    Thread start(Consumer<Throwable> deaf) {
        return Thread.ofPlatform()
                .daemon()
                .name("watchdog")
                .uncaughtExceptionHandler((_, e) -> deaf.accept(e))
                .start(() -> watch(deaf));
    }

    private void watch(Consumer<Throwable> deaf) {
        try {
            int missed = 0;
            while (missed < misses) {
                Thread.sleep(interval);
                missed = lives() ? 0 : missed + 1;
            }
        } catch (InterruptedException _) {
            return;
        }
        deaf.accept(new IllegalStateException("deaf"));
    }

    private boolean lives() throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        long before = signs.takenCount();
        Thread answering = Thread.ofVirtual()
                .name("sign")
                .uncaughtExceptionHandler((_, _) -> {}) // an error is an answer, too
                .start(signs::answer);
        return SocketClient.answers(socket, patience)
                || (isTaking(before, end) && answering.join(Duration.ofNanos(end - System.nanoTime())));
    }

    private boolean isTaking(long before, long end) throws InterruptedException {
        while (signs.takenCount() == before) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(GLANCE);
        }
        return true;
    }
}
