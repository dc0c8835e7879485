package bloomward.agent.browser.live;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/// All web sites: one server on loopback that answers under each name, with and without TLS and for WebSockets on one
/// port, and keeps the requests.
///
/// Pages are the same on each host, by their path; requests tell the hosts apart.
final class WebWorld implements AutoCloseable {

    private static final int TLS_HANDSHAKE = 0x16;
    private static final String PASSWORD = "changeit";
    private static final String WEBSOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final ServerSocket listening;
    private final SSLContext tls;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Function<Request, Answer>> pages = new ConcurrentHashMap<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    /// The answer where there is no page.
    private volatile Answer elsewhere = Answer.missing();

    private WebWorld(SSLContext tls) throws IOException {
        this.tls = tls;
        this.listening = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        page("/", "<title>start</title><p>A page.</p>");
        page("/favicon.ico", _ -> Answer.missing());
        threads.execute(this::accept);
    }

    static WebWorld start() throws IOException, GeneralSecurityException, InterruptedException {
        KeyStore store = KeyStore.getInstance(keys().toFile(), PASSWORD.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        return new WebWorld(tls);
    }

    /// The key of a certificate that nobody signed, made once for all tests.
    private static Path keys() throws IOException, InterruptedException {
        Path keys = Path.of("target/web.p12");
        if (!Files.exists(keys)) {
            Path made = Files.createTempDirectory(keys.toAbsolutePath().getParent(), "web").resolve("web.p12");
            Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                    "-genkeypair", "-keyalg", "EC", "-alias", "web", "-dname", "CN=web.test", "-ext",
                    "san=dns:web.test,dns:*.web.test", "-storetype", "PKCS12", "-keystore", made.toString(),
                    "-storepass", PASSWORD).redirectErrorStream(true).start();
            String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
            if (keytool.waitFor() != 0) {
                throw new IOException("keytool: " + said);
            }
            Files.move(made, keys, StandardCopyOption.ATOMIC_MOVE);
            Files.delete(made.getParent());
        }
        return keys;
    }

    /// The address of a page; the path begins with a slash.
    String http(String host, String path) {
        return "http://" + host + ":" + listening.getLocalPort() + path;
    }

    String https(String host, String path) {
        return "https://" + host + ":" + listening.getLocalPort() + path;
    }

    String webSocket(String host, String path) {
        return "ws://" + host + ":" + listening.getLocalPort() + path;
    }

    void page(String path, String html) {
        page(path, _ -> Answer.page(html));
    }

    /// @param path without a query
    void page(String path, Function<Request, Answer> answering) {
        pages.put(path, answering);
    }

    /// Has a page at each address that has none of its own, as a browser finds it that takes this server for its proxy.
    void pageElsewhere(String html) {
        elsewhere = Answer.page(html);
    }

    /// Requests to a host and the hosts below it, in the order of arrival.
    List<Request> requests(String host) {
        return requests.stream()
                .filter(request -> request.host().equals(host) || request.host().endsWith("." + host))
                .toList();
    }

    /// Connections since the start, asked over or not.
    int connections() {
        return connections.get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                connections.incrementAndGet();
                threads.execute(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket plain) {
        try (plain) {
            plain.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(plain.getInputStream());
            in.mark(1);
            int first = in.read();
            in.reset();
            if (first == TLS_HANDSHAKE) {
                try (SSLSocket secure = (SSLSocket) tls.getSocketFactory().createSocket(plain, in, true)) {
                    secure.setUseClientMode(false);
                    answer(new BufferedInputStream(secure.getInputStream()), secure.getOutputStream());
                }
            } else if (first >= 0) {
                answer(in, plain.getOutputStream());
            }
        } catch (IOException e) {
            // The browser went away.
        }
    }

    private void answer(InputStream in, OutputStream out) throws IOException {
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            Request request = read(line, in);
            requests.add(request);
            String key = request.headers().getOrDefault("sec-websocket-key", "");
            if (!key.isEmpty()) {
                out.write(upgrade(key));
                out.flush();
                in.transferTo(OutputStream.nullOutputStream());
                return;
            }
            String path = request.path().replaceFirst("\\?.*", "");
            out.write(pages.getOrDefault(path, _ -> elsewhere).apply(request).bytes());
            out.flush();
        }
    }

    private static Request read(String line, InputStream in) throws IOException {
        String[] words = line.split(" ");
        Map<String, String> headers = new LinkedHashMap<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            if (colon < 0) {
                throw new IOException("no header, and so no request of this protocol: " + header);
            }
            headers.put(header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String host = headers.getOrDefault("host", "").replaceFirst(":\\d+$", "");
        return new Request(words[0], host, words[1], headers, new String(in.readNBytes(length), UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int read = in.read();
        for (; read >= 0 && read != '\n'; read = in.read()) {
            line.append((char) read);
        }
        if (read < 0 && !line.isEmpty()) {
            throw new EOFException("a line was cut");
        }
        return line.toString().strip();
    }

    private static byte[] upgrade(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest((key + WEBSOCKET_GUID).getBytes(ISO_8859_1));
            return ("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                    + Base64.getEncoder().encodeToString(digest) + "\r\n\r\n").getBytes(ISO_8859_1);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
