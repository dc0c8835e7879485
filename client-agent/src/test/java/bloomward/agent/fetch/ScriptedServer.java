package bloomward.agent.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.net.ServerSocketFactory;

/// A server on loopback that answers as it is told, byte for byte, well or badly. It keeps its connections.
public final class ScriptedServer implements AutoCloseable {

    /// Answers one question.
    @FunctionalInterface
    public interface Answer {

        /// @return whether the connection is kept for the next one
        boolean write(Talk talk) throws IOException, InterruptedException;
    }

    /// A question, and the connection on which it is to be answered.
    public record Talk(String method, String path, List<String> head, int connection, InputStream in, OutputStream out,
            CountDownLatch end) {

        public Optional<String> header(String name) {
            return head.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst();
        }

        /// @param text with line feeds for line ends
        public void say(String text) throws IOException {
            out.write(text.replace("\n", "\r\n").getBytes(UTF_8));
            out.flush();
        }

        /// Says this again and again, until nobody listens or the server is closed.
        public boolean forever(String text) throws IOException {
            while (end.getCount() > 0) {
                say(text);
            }
            return false;
        }

        /// Says no more, until the server is closed.
        public boolean stall() throws InterruptedException {
            end.await();
            return false;
        }
    }

    private final ServerSocket socket;
    private final String scheme;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<Talk> questions = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    public ScriptedServer() throws IOException {
        this("http", ServerSocketFactory.getDefault());
    }

    ScriptedServer(String scheme, ServerSocketFactory sockets) throws IOException {
        this.scheme = scheme;
        socket = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    public URI address() {
        return URI.create(scheme + "://127.0.0.1:" + socket.getLocalPort());
    }

    int port() {
        return socket.getLocalPort();
    }

    public void on(Object path, Answer answer) {
        answers.put(path.toString(), answer);
    }

    /// @param head status line and headers, with line feeds between them; the length of the body is added
    public void on(Object path, String head, String body) {
        on(path, talk -> {
            talk.say(head + "\nContent-Length: " + body.getBytes(UTF_8).length + "\n\n");
            talk.out().write(body.getBytes(UTF_8));
            return true;
        });
    }

    public List<Talk> questions() {
        return List.copyOf(questions);
    }

    private void accept() {
        for (int number = 0; !socket.isClosed(); number++) {
            try {
                Socket connection = socket.accept();
                int id = number;
                Thread.ofVirtual().start(() -> answerAll(connection, id));
            } catch (SocketException _) {
                return; // closed
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void answerAll(Socket connection, int number) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            boolean goesOn = true;
            while (goesOn) {
                String[] first = line(in).split(" ");
                if (first.length < 2) {
                    return;
                }
                List<String> head = new ArrayList<>();
                for (String line = line(in); !line.isEmpty(); line = line(in)) {
                    head.add(line);
                }
                Talk talk = new Talk(first[0], first[1], head, number, in, connection.getOutputStream(), end);
                questions.add(talk);
                goesOn = answers.getOrDefault(first[1], ScriptedServer::missing).write(talk);
                talk.out().flush();
            }
        } catch (IOException _) {
            // The client has gone, as some tests intend.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean missing(Talk talk) throws IOException {
        talk.say("HTTP/1.1 404 Not Found\nContent-Length: 7\n\nnothing");
        return true;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append(new String(new byte[] {(byte) c}, ISO_8859_1));
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        end.countDown();
        socket.close();
    }
}
