package bloomward.agent.service;

import bloomward.agent.socket.SocketClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// Notices an agent that lives and answers no one: asks over the agent's own socket, as any program does.
///
/// On a thread of the system, since virtual threads may be what is stuck. One missed answer may be a machine that was
/// busy or stopped; several in a row are not.
final class Watchdog {

    private final Path socket;
    private final Duration interval;
    private final Duration patience;
    private final int misses;

    /// @param interval between an answer and the next question
    /// @param patience how long an answer may take
    /// @param misses how many in a row are too many
    Watchdog(Path socket, Duration interval, Duration patience, int misses) {
        this.socket = socket;
        this.interval = interval;
        this.patience = patience;
        this.misses = misses;
    }

    /// An agent that answers no one is ended within a minute.
    static Watchdog at(Path socket) {
        return new Watchdog(socket, Duration.ofSeconds(10), Duration.ofSeconds(10), 3);
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
        int missed = 0;
        while (missed < misses) {
            try {
                Thread.sleep(interval);
            } catch (InterruptedException _) {
                return;
            }
            missed = SocketClient.answers(socket, patience) ? 0 : missed + 1;
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
        deaf.accept(new IllegalStateException("deaf"));
    }
}
