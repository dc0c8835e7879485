package bloomward.server.store.postgres;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// Stands between a program and a database, and cuts a connection at a word: before the word arrives, after it was answered
/// and before the answer does, or so that the word arrives when the program asks for the second time what became of it. Once
/// for each order.
final class CutProxy implements Closeable {

    private final ServerSocket listener;
    private final int target;
    private final AtomicReference<Optional<Cut>> order = new AtomicReference<>(Optional.empty());
    private final AtomicInteger cuts = new AtomicInteger();

    /// Connections that are to come before a late word arrives.
    private volatile CountDownLatch late = new CountDownLatch(0);

    private record Cut(String word, Arrival arrival, Event event) {}

    private enum Arrival {
        NEVER, LATE, AT_ONCE
    }

    /// Something that happens at a word that never arrives, before its connection ends.
    @FunctionalInterface
    interface Event {
        void happen() throws IOException;
    }

    CutProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    int cuts() {
        return cuts.get();
    }

    void loseAnswersTo(String word) {
        order.set(Optional.of(new Cut(word, Arrival.AT_ONCE, () -> {})));
    }

    void loseQuestionsOf(String word) {
        loseQuestionsOf(word, () -> {});
    }

    void loseQuestionsOf(String word, Event event) {
        order.set(Optional.of(new Cut(word, Arrival.NEVER, event)));
    }

    /// Ends the program's connection, and lets the word arrive with the second connection that comes after that.
    void delayQuestionsOf(String word) {
        order.set(Optional.of(new Cut(word, Arrival.LATE, () -> {})));
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                late.countDown();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client; Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            AtomicReference<Boolean> isMute = new AtomicReference<>(false);
            Thread answers = Thread.ofVirtual().start(() -> {
                try {
                    answer(client, server, isMute);
                } catch (IOException e) {
                    // cut
                } finally {
                    close(client);
                }
            });
            ask(client, server, isMute);
            answers.join();
        } catch (IOException | InterruptedException e) {
            // cut
        }
    }

    private void ask(Socket client, Socket server, AtomicReference<Boolean> isMute)
            throws IOException, InterruptedException {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        byte[] buffer = new byte[1 << 16];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            String said = new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
            Optional<Cut> cut = order.get().filter(each -> said.contains(each.word()));
            if (cut.isPresent()) {
                order.set(Optional.empty());
                cuts.incrementAndGet();
                if (cut.get().arrival() == Arrival.NEVER) {
                    cut.get().event().happen();
                    close(server);
                    return;
                }
                isMute.set(true);
                if (cut.get().arrival() == Arrival.LATE) {
                    late = new CountDownLatch(2);
                    close(client);
                    late.await();
                    out.write(buffer, 0, count);
                    out.flush();
                    return;
                }
            }
            out.write(buffer, 0, count);
            out.flush();
        }
        server.shutdownOutput();
    }

    private static void answer(Socket client, Socket server, AtomicReference<Boolean> isMute) throws IOException {
        InputStream in = server.getInputStream();
        byte[] buffer = new byte[1 << 16];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            if (isMute.get()) {
                return; // it is answered, so it is done
            }
            client.getOutputStream().write(buffer, 0, count);
            client.getOutputStream().flush();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
