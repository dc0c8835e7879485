package bloomward.server.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A socket and no manners: sends what it is told, and reads answers one by one.
public final class RawClient implements AutoCloseable {

    /// An answer; header names in any case.
    ///
    /// @param latin1 the body, a byte in each `char`
    public record Received(int status, Map<String, String> headers, String latin1) {

        public byte[] body() {
            return latin1.getBytes(StandardCharsets.ISO_8859_1);
        }

        public String text() {
            return new String(body(), StandardCharsets.UTF_8);
        }

        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }
    }

    private final Socket socket;
    private final InputStream in;

    public RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        socket.setSoTimeout(120_000);
    }

    public static RawClient to(URI uri) {
        try {
            return new RawClient(new Socket(uri.getHost(), uri.getPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// One request on a connection of its own.
    public static Received ask(URI uri, String method, String path, String... headers) throws IOException {
        try (RawClient client = to(uri)) {
            client.send(method + " " + path + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\n"
                    + String.join("", java.util.Arrays.stream(headers).map(line -> line + "\r\n").toList()) + "\r\n");
            return client.receive(method.equals("HEAD"));
        }
    }

    public void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    public Received receive() throws IOException {
        return receive(false);
    }

    public Received receive(boolean head) throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(); !line.isEmpty(); line = line()) {
            String[] field = line.split(": ?", 2);
            headers.merge(field[0], field[1], (a, b) -> a + ", " + b);
        }
        boolean none = head || status == 304;
        byte[] body = none ? new byte[0] : in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0")));
        return new Received(status, headers, new String(body, StandardCharsets.ISO_8859_1));
    }

    /// Waits until an answer begins, and leaves it there.
    void awaitFirstByte() throws IOException {
        in.mark(1);
        if (in.read() < 0) {
            throw new EOFException("the connection ended before an answer");
        }
        in.reset();
    }

    /// Waits until the other side has closed, however it did so.
    ///
    /// @return the bytes before that
    public byte[] readToEnd() throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        try {
            in.transferTo(rest);
        } catch (SocketException _) {
            // a reset is an end, too
        }
        return rest.toByteArray();
    }

    Socket socket() {
        return socket;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended within a head: " + line);
            }
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
