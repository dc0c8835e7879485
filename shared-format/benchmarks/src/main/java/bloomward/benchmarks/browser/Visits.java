package bloomward.benchmarks.browser;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;

/// Lets a browser open URLs in windows of its own, and records the address that it requests for each: the browser's only
/// way out is this proxy. A page that it loads first gives it the URLs; the `Referer` of a request says for which URL it
/// is. Every request is answered with "no content", so that the windows stay.
public final class Visits implements AutoCloseable {

    private static final String DRIVER = "http://driver.test";
    private static final int BATCH = 500;
    private static final long PATIENCE_MILLIS = 2_000;

    private final List<String> urls;
    private final AtomicReferenceArray<String> requested;
    private final ConcurrentHashMap<Integer, CountDownLatch> arrivals = new ConcurrentHashMap<>();
    private final AtomicInteger given = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(1);
    private final ServerSocket socket;

    private Visits(List<String> urls) throws IOException {
        this.urls = urls;
        this.requested = new AtomicReferenceArray<>(urls.size());
        this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    }

    /// The address that a browser requests for each URL; empty where it requests none.
    ///
    /// @throws IOException if the browser ends before it has opened all
    public static List<Optional<String>> of(List<String> urls, Browser browser)
            throws IOException, InterruptedException {
        Path profile = Files.createTempDirectory("browser");
        try (Visits visits = new Visits(urls)) {
            Thread.ofVirtual().start(visits::accept);
            Process process = browser.start(profile, visits.socket.getLocalPort(), DRIVER + "/");
            try {
                while (!visits.done.await(1, TimeUnit.SECONDS)) {
                    if (!process.isAlive()) {
                        throw new IOException(browser.program() + " ended with " + process.exitValue());
                    }
                }
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            return Stream.iterate(0, i -> i + 1)
                    .limit(urls.size())
                    .map(i -> Optional.ofNullable(visits.requested.get(i)))
                    .toList();
        } finally {
            delete(profile);
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = connection.getOutputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                out.write(answer(head));
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // The browser went away.
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int b = in.read(); b >= 0; b = in.read()) {
            head.append((char) b);
            if (b == '\n' && head.length() >= 4 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
                return head.toString();
            }
        }
        return "";
    }

    private byte[] answer(String head) throws IOException, InterruptedException {
        String[] request = head.substring(0, head.indexOf('\r')).split(" ", -1);
        String target = request[1];
        if (target.equals(DRIVER + "/")) {
            try (InputStream page = Objects.requireNonNull(Visits.class.getResourceAsStream("visits.html"))) {
                return ok("text/html; charset=utf-8", page.readAllBytes());
            }
        }
        if (target.equals(DRIVER + "/batch")) {
            return ok("application/json", batch().getBytes(UTF_8));
        }
        if (target.equals(DRIVER + "/done")) {
            done.countDown();
            return ok("text/plain", new byte[0]);
        }
        if (target.matches("http://wait[0-9]+\\.test/[0-9]+")) {
            int id = Integer.parseInt(target.substring(target.lastIndexOf('/') + 1));
            boolean came = arrival(id).await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            arrivals.remove(id);
            return ok("text/plain", (came ? "came" : "nothing").getBytes(UTF_8));
        }
        number(head).ifPresent(id -> {
            // The first is the page; an icon of it may follow.
            if (requested.compareAndSet(id, null, target)) {
                arrival(id).countDown();
            }
        });
        String status = request[0].equals("CONNECT") ? "502 No Tunnel" : "204 No Content";
        return ("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n").getBytes(ISO_8859_1);
    }

    private static Optional<Integer> number(String head) {
        String mark = "\r\nreferer: " + DRIVER + "/n/";
        int at = head.toLowerCase(Locale.ROOT).indexOf(mark);
        return at < 0
                ? Optional.empty()
                : Optional.of(
                        Integer.valueOf(head.substring(at + mark.length(), head.indexOf('\r', at + mark.length()))));
    }

    private CountDownLatch arrival(int id) {
        return arrivals.computeIfAbsent(id, _ -> new CountDownLatch(requested.get(id) == null ? 1 : 0));
    }

    private String batch() {
        int from = given.getAndAdd(BATCH);
        StringBuilder json = new StringBuilder("[");
        for (int i = from; i < Math.min(from + BATCH, urls.size()); i++) {
            json.append(i == from ? "" : ",").append('[').append(i).append(",\"");
            urls.get(i)
                    .chars()
                    .forEach(c -> json.append(Character.isLetterOrDigit(c) && c < 0x7f
                            ? String.valueOf((char) c)
                            : "\\u%04x".formatted(c)));
            json.append("\"]");
        }
        return json.append(']').toString();
    }

    private static byte[] ok(String type, byte[] body) {
        byte[] head = ("HTTP/1.1 200 OK\r\nContent-Type: " + type
                + "\r\nAccess-Control-Allow-Origin: *\r\nReferrer-Policy: unsafe-url\r\nCache-Control: no-store\r\nContent-Length: "
                + body.length + "\r\n\r\n").getBytes(ISO_8859_1);
        byte[] answer = new byte[head.length + body.length];
        System.arraycopy(head, 0, answer, 0, head.length);
        System.arraycopy(body, 0, answer, head.length, body.length);
        return answer;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
