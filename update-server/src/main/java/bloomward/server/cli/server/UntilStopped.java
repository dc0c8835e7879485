package bloomward.server.cli.server;

import bloomward.format.FormatException;
import bloomward.program.command.CommandException;
import bloomward.server.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// Runs something that listens until the process is told to stop.
final class UntilStopped {

    private UntilStopped() {}

    /// A part that listens.
    ///
    /// @param part closed at the end
    record Listening(AutoCloseable part, URI publicUri, URI adminUri) {}

    /// Starts it.
    @FunctionalInterface
    interface Start {
        Listening start() throws IOException, CommandException, FormatException;
    }

    static void run(ServerSession session, Settings settings, Start start)
            throws IOException, CommandException, FormatException, InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch stop = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            stop.countDown();
            try {
                stopped.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "stop");
        try {
            Listening listening = start.start();
            try (AutoCloseable _ = listening.part()) {
                Runtime.getRuntime().addShutdownHook(hook);
                announce(session, listening, settings);
                stop.await();
            }
        } catch (IOException | CommandException | FormatException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("error while stopping: " + e, e);
        } finally {
            stopped.countDown();
        }
    }

    private static void announce(ServerSession session, Listening listening, Settings settings) throws IOException {
        if (settings.readyJson()) {
            Map<String, String> addresses = new LinkedHashMap<>();
            addresses.put("public", listening.publicUri().toString());
            addresses.put("admin", listening.adminUri().toString());
            session.print(session.json(addresses) + "\n");
        } else {
            session.io()
                    .err()
                    .println("Listening for agents at " + listening.publicUri() + ", for administrators at "
                            + listening.adminUri() + "; Ctrl-C stops.");
        }
    }
}
