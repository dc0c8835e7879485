package bloomward.server.http.report;

import bloomward.format.testing.SetClock;
import bloomward.server.config.AddressRange;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.RateRule;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import bloomward.server.http.files.PublicListener;
import bloomward.server.http.files.SampleFiles;
import bloomward.server.report.ReportIntake;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.TestedStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/// A public listener that takes reports into a real store, with clocks that are set by hand.
final class ReportOffice implements AutoCloseable {

    static final RateRule PLENTY = new RateRule(1 << 30, 1e9);
    static final ReportLimits GENEROUS = new ReportLimits(PLENTY, PLENTY, PLENTY, PLENTY, 64, Duration.ofSeconds(10),
            64);
    static final String NUMBER = "00112233445566778899aabbccddeeff";

    final AtomicLong nanos = new AtomicLong();
    final SetClock clock = new SetClock();
    final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    final PublisherStore store;
    private final PublicListener listener;

    ReportOffice(Path folder, ReportLimits limits, ReportIntake.Room room, List<AddressRange> proxies)
            throws IOException {
        store = TestedStore.SQLITE.open(folder.resolve("store.db"));
        listener = PublicListener.start(new HostPort("127.0.0.1", 0), Optional.empty(), new SampleFiles(20_000),
                Optional.of(new ReportSetup(new ReportIntake(store, room, clock), limits, proxies, metrics, nanos::get,
                        new Random(5))),
                HttpLimits.DEFAULT, metrics);
    }

    static ReportOffice open(Path folder) throws IOException {
        return open(folder, GENEROUS);
    }

    static ReportOffice open(Path folder, ReportLimits limits) throws IOException {
        return new ReportOffice(folder, limits, ReportIntake.Room.DEFAULT, List.of());
    }

    URI uri() {
        return listener.uri();
    }

    /// A valid report.
    static String report(String number, String url) {
        return "{\"v\":1,\"number\":\"" + number + "\",\"kind\":\"wrong\",\"url\":\"" + url
                + "\",\"comment\":\"our own\",\"verdict\":\"listed\",\"list\":\"phishing\",\"expression\":\"evil.example/\",\"version\":12}";
    }

    static String number(int number) {
        return "%032x".formatted(number);
    }

    /// The request that sends a body.
    static String post(String body, String... headers) {
        StringBuilder text = new StringBuilder(
                "POST /v1/report HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return text.append("Content-Length: ").append(bytes.length).append("\r\n\r\n")
                + new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /// Sends a request on a connection of its own.
    Received ask(String request) throws IOException {
        try (RawClient client = RawClient.to(uri())) {
            client.send(request);
            return client.receive(request.startsWith("HEAD "));
        }
    }

    Received submit(String number, String url) throws IOException {
        return ask(post(report(number, url)));
    }

    Received status(String number) throws IOException {
        return RawClient.ask(uri(), "GET", "/v1/report/" + number);
    }

    double counted(String outcome) {
        return metrics.counter("bloomward.reports.received", "outcome", outcome).count();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        store.close();
    }
}
