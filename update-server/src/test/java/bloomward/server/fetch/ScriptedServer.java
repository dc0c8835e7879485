package bloomward.server.fetch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;

/// A server on loopback that answers as it is told, byte for byte, well or badly. One request for each connection.
final class ScriptedServer implements AutoCloseable {

    /// Writes an answer, and may do so without end. When it returns the connection ends.
    @FunctionalInterface
    interface Answer {

        void write(OutputStream out) throws IOException, InterruptedException;
    }

    /// A request.
    record Question(String path, List<String> head) {

        boolean has(String header) {
            return head.stream().anyMatch(line -> line.equalsIgnoreCase(header));
        }

        boolean hasHeader(String name) {
            return head.stream()
                    .anyMatch(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"));
        }
    }

    private final ServerSocket socket;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<Question> questions = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    ScriptedServer() throws IOException {
        this(ServerSocketFactory.getDefault());
    }

    ScriptedServer(ServerSocketFactory sockets) throws IOException {
        socket = sockets.createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().start(this::accept);
    }

    String url(String path) {
        return "http://127.0.0.1:" + socket.getLocalPort() + path;
    }

    int port() {
        return socket.getLocalPort();
    }

    void on(String path, Answer answer) {
        answers.put(path, answer);
    }

    void on(String path, String head, String body) {
        on(path, out -> out.write((head.replace("\n", "\r\n") + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8)));
    }

    /// An answer that begins so and then says nothing more, until the server is closed.
    void stall(String path, String begin) {
        on(path, out -> {
            out.write(begin.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            end.await();
        });
    }

    /// An answer that begins so and then brings a byte now and again.
    void drip(String path, String begin) {
        on(path, out -> {
            out.write(begin.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
            do {
                out.write('x');
                out.flush();
            } while (!end.await(10, TimeUnit.MILLISECONDS));
        });
    }

    List<Question> questions() {
        return List.copyOf(questions);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> answer(connection));
            } catch (SocketException _) {
                return; // closed
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void answer(Socket connection) {
        try (connection) {
            var in = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
            String first = in.readLine();
            if (first == null) {
                return;
            }
            var head = new CopyOnWriteArrayList<String>();
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                head.add(line);
            }
            String path = first.split(" ")[1];
            questions.add(new Question(path, List.copyOf(head)));
            answers.getOrDefault(path,
                    out -> out.write(
                            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.UTF_8)))
                    .write(connection.getOutputStream());
        } catch (IOException _) {
            // The client has gone, as some tests intend.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        end.countDown();
        socket.close();
    }
}
