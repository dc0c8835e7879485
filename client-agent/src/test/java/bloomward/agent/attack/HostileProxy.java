package bloomward.agent.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.agent.attack.Answer.Manner;
import bloomward.format.wire.PublicPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Anything between an agent and its server, on loopback: a router, a mirror, a server that was taken over. It passes
/// questions on, except those for which it has a deed. It notes every question and counts every byte.
///
/// ```
/// line.on(Latest.class, HostileProxy.changing(bytes -> old));
/// ```
///
/// It speaks HTTP by sockets, one question a connection, so that it can also break its rules.
public final class HostileProxy implements AutoCloseable {

    /// No flood sends more than this.
    static final long FLOOD_IN_BYTES = 1L << 30;

    private static final int MAX_HEAD_IN_BYTES = 16 << 10;
    private static final int DRIP_MILLIS = 10;

    private final URI server;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final List<Exception> faults = new CopyOnWriteArrayList<>();
    private final AtomicLong sent = new AtomicLong();

    private HostileProxy(URI server, ServerSocket listener) {
        this.server = server;
        this.listener = listener;
    }

    /// A question, as it was put.
    ///
    /// @param range of the header Range, if there was one
    /// @param etag of the header If-None-Match, if there was one
    public record Asked(PublicPath path, Optional<String> range, Optional<String> etag) {}

    /// A deed that replaces passing a question on.
    @FunctionalInterface
    public interface Deed {

        /// @param honest the server's answer; the server is asked only if this is called
        Answer instead(Asked question, Honest honest) throws IOException;
    }

    /// The answer of the server.
    @FunctionalInterface
    public interface Honest {
        Answer answer() throws IOException;
    }

    private record Rule(Predicate<PublicPath> which, Deed deed) {}

    /// Sits before a server.
    ///
    /// @param server its base address
    public static HostileProxy before(URI server) throws IOException {
        HostileProxy proxy = new HostileProxy(server, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().name("hostile-proxy").start(proxy::accept);
        return proxy;
    }

    /// The base address at which agents ask.
    public URI address() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    /// From now on does this to such questions. The last rule for a question counts.
    public HostileProxy on(Predicate<PublicPath> which, Deed deed) {
        rules.addFirst(new Rule(which, deed));
        return this;
    }

    public HostileProxy on(Class<? extends PublicPath> kind, Deed deed) {
        return on(kind::isInstance, deed);
    }

    public HostileProxy on(PublicPath path, Deed deed) {
        return on(path::equals, deed);
    }

    /// From now on is honest.
    public HostileProxy repent() {
        rules.clear();
        return this;
    }

    /// The questions since the last [#forget].
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    /// The paths of one kind that were asked for.
    public <P extends PublicPath> List<P> asked(Class<P> kind) {
        return asked.stream().map(Asked::path).filter(kind::isInstance).map(kind::cast).toList();
    }

    /// How many bytes were sent since the last [#forget], heads and all; some of them may be on their way still.
    public long sent() {
        return sent.get();
    }

    public void forget() {
        asked.clear();
        sent.set(0);
    }

    /// Sends this, whatever there is.
    public static Deed sending(byte[] body) {
        return (_, _) -> Answer.of(body);
    }

    /// Sends what the server sends, changed.
    public static Deed changing(UnaryOperator<byte[]> change) {
        return (_, honest) -> honest.answer().changed(change);
    }

    /// Sends what the server sends, in another manner.
    public static Deed coming(Manner manner) {
        return (_, honest) -> honest.answer().coming(manner);
    }

    public static Deed saying(Answer answer) {
        return (_, _) -> answer;
    }

    /// @throws IllegalStateException if this proxy itself went wrong, which no test must take for an attack
    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
        if (!faults.isEmpty()) {
            throw new IllegalStateException("the hostile proxy is wrong", faults.getFirst());
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().name("hostile-line").start(() -> serve(socket));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            String head = head(socket.getInputStream());
            Optional<PublicPath> path = PublicPath.parse(head.substring(0, head.indexOf("\r\n")).split(" ", 3)[1]);
            if (path.isEmpty()) {
                throw new IllegalStateException("asked for " + head);
            }
            Asked question = new Asked(path.get(), header(head, "Range"), header(head, "If-None-Match"));
            asked.add(question);
            Deed deed = rules.stream()
                    .filter(rule -> rule.which.test(path.get()))
                    .findFirst()
                    .map(Rule::deed)
                    .orElse((_, honest) -> honest.answer());
            send(socket, deed.instead(question, () -> honest(question)));
        } catch (IOException _) {
            // The other side hung up, as it may.
        } catch (RuntimeException e) {
            faults.add(e);
        } finally {
            open.remove(socket);
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(US_ASCII).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0 || head.size() == MAX_HEAD_IN_BYTES) {
                throw new IOException("no head of a question");
            }
            head.write(next);
        }
        return head.toString(US_ASCII);
    }

    private static Optional<String> header(String head, String name) {
        return head.lines()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .findFirst()
                .map(line -> line.substring(name.length() + 1).strip());
    }

    private Answer honest(Asked question) throws IOException {
        URI url = URI.create(server.toString() + question.path);
        HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection(Proxy.NO_PROXY);
        question.range.ifPresent(range -> connection.setRequestProperty("Range", range));
        question.etag.ifPresent(etag -> connection.setRequestProperty("If-None-Match", etag));
        int status = connection.getResponseCode();
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            byte[] body = in == null ? new byte[0] : in.readAllBytes();
            Answer answer = Answer.of(status, body);
            for (String name : List.of("ETag", "Content-Range", "Content-Type")) {
                answer = answer.header(name, Optional.ofNullable(connection.getHeaderField(name)));
            }
            return answer;
        }
    }

    private void send(Socket socket, Answer answer) throws IOException {
        OutputStream out = socket.getOutputStream();
        switch (answer.manner()) {
            case WHOLE -> {
                write(out, answer.head());
                write(out, answer.body());
            }
            case HELD -> {
                write(out, answer.head());
                write(out, answer.body());
                awaitEnd(socket);
            }
            case FLOODING -> {
                write(out, answer.head());
                write(out, answer.body());
                flood(out, "x".repeat(1024));
            }
            case DRIPPING -> {
                write(out, answer.head());
                drip(socket, answer.body());
                awaitEnd(socket);
            }
            case SILENT -> awaitEnd(socket);
            case DRIPPING_HEAD -> drip(socket, ("HTTP/1.1 200 Told\r\nX: " + "x".repeat(1 << 20)).getBytes(US_ASCII));
            case FLOODING_HEAD -> {
                write(out, "HTTP/1.1 200 Told\r\n".getBytes(US_ASCII));
                flood(out, "X: " + "x".repeat(1000) + "\r\n");
            }
        }
    }

    private void write(OutputStream out, byte[] bytes) throws IOException {
        out.write(bytes);
        sent.addAndGet(bytes.length);
    }

    private void flood(OutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(US_ASCII);
        for (long count = 0; count < FLOOD_IN_BYTES; count += bytes.length) {
            write(out, bytes);
        }
    }

    private void drip(Socket socket, byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length && !hasHungUp(socket, DRIP_MILLIS); at++) {
            write(socket.getOutputStream(), new byte[] {bytes[at]});
        }
    }

    private static void awaitEnd(Socket socket) throws IOException {
        hasHungUp(socket, 0);
    }

    /// Whether the other side hangs up within some time; 0 waits for it.
    private static boolean hasHungUp(Socket socket, int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException _) {
            return false;
        }
    }
}
