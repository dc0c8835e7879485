package bloomward.agent.cli.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// `bloomward native-host warm-up`: the run from which the launcher makes the host's class-data archive. The host relays one
/// question and its answer between a browser and an agent that exist only here: a class that is not in the archive costs each
/// host time and memory, and so does one that is there for nothing.
final class NativeHostRehearsal {

    private static final String CALLER = "id";
    private static final byte[] QUESTION = "{\"op\":\"check\",\"id\":1,\"url\":\"http://a.example/\"}".getBytes(UTF_8);
    private static final byte[] ANSWER = "{\"v\":1,\"id\":1,\"verdict\":\"clean\"}\n".getBytes(UTF_8);

    private NativeHostRehearsal() {}

    /// Rehearses.
    ///
    /// @return the exit code of the host; the launcher makes no archive of a run that failed
    static int run(Io io) {
        try {
            Path folder = Files.createTempDirectory("bloomward");
            Path socket = folder.resolve("socket");
            try (ServerSocketChannel agent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                agent.bind(UnixDomainSocketAddress.of(socket));
                new Agent(agent).start();
                return host(io, socket);
            } finally {
                Files.deleteIfExists(socket);
                Files.deleteIfExists(folder);
            }
        } catch (IOException _) {
            return host(io, Path.of("none")); // then the archive is smaller
        }
    }

    private static int host(Io io, Path socket) {
        Map<String, String> environment = new HashMap<>(io.environment());
        environment.put("BLOOMWARD_SOCKET", socket.toString());
        Browser browser = new Browser();
        Io own = new Io(browser, browser.replies, io.err(), false, false, environment, Optional.empty(), io.clock());
        return NativeHostCommand.direct(own, "native-host", "--caller", CALLER, "--", "manifest", CALLER)
                .orElse(ExitCode.ERROR);
    }

    /// Asks once, and ends its side when the answer is there; without an agent, the host answers.
    private static final class Browser extends InputStream {

        private final ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + QUESTION.length)
                .order(ByteOrder.nativeOrder())
                .putInt(QUESTION.length)
                .put(QUESTION)
                .flip();
        private boolean isAnswered; // guarded by this

        private final OutputStream replies = new OutputStream() {

            @Override
            public void write(int b) {
                throw new UnsupportedOperationException("the host writes whole frames");
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                if (new String(bytes, from, length, UTF_8).contains("\"id\":1,")) {
                    answered();
                }
            }
        };

        private synchronized void answered() {
            isAnswered = true;
            notifyAll();
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("the host reads several bytes");
        }

        @Override
        public synchronized int read(byte[] bytes, int from, int length) throws IOException {
            if (frame.hasRemaining() || length == 0) {
                int count = Math.min(length, frame.remaining());
                frame.get(bytes, from, count);
                return count;
            }
            try {
                while (!isAnswered) {
                    wait();
                }
                return -1;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
    }

    /// Answers one question.
    private static final class Agent extends Thread {

        private final ServerSocketChannel server;

        Agent(ServerSocketChannel server) {
            setDaemon(true);
            this.server = server;
        }

        @Override
        public void run() {
            try (SocketChannel host = server.accept()) {
                ByteBuffer asked = ByteBuffer.allocate(QUESTION.length + 1);
                while (asked.hasRemaining() && host.read(asked) >= 0) {
                    // until the line has come
                }
                host.write(ByteBuffer.wrap(ANSWER));
                asked.clear();
                int _ = host.read(asked); // until the host has closed the connection
            } catch (IOException _) {
                // The host notices, and answers itself.
            }
        }
    }
}
