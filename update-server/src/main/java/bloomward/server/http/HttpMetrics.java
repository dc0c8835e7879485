package bloomward.server.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// The counters of a listener. Labels are our own names only: route patterns, statuses, reasons; never text from a
/// client.
public final class HttpMetrics {

    private record Key(String route, int status) {}

    private final MeterRegistry registry;
    private final String listener;
    private final Map<Key, Counter> requests = new ConcurrentHashMap<>();
    private final Map<String, Counter> bytes = new ConcurrentHashMap<>();
    private final LongAdder inFlight = new LongAdder();

    public HttpMetrics(MeterRegistry registry, String listener) {
        this.registry = registry;
        this.listener = listener;
        Gauge.builder("bloomward.http.in.flight", inFlight, LongAdder::sum)
                .description("Requests that are being answered, by listener.")
                .tag("listener", listener)
                .register(registry);
    }

    void connections(AtomicInteger open) {
        Gauge.builder("bloomward.http.connections", open, AtomicInteger::get)
                .description("Open connections, by listener.")
                .tag("listener", listener)
                .register(registry);
        // From the start, so that an alert on growth has a first value.
        for (ConnectionWatch.Reason reason : ConnectionWatch.Reason.values()) {
            closed(reason);
        }
        for (Bound bound : Bound.values()) {
            refused(bound);
        }
    }

    /// A bound on connections.
    enum Bound {
        ADDRESS, NETWORK
    }

    void refusedConnection(Bound bound) {
        refused(bound).increment();
    }

    void closedConnection(ConnectionWatch.Reason reason) {
        closed(reason).increment();
    }

    private Counter refused(Bound bound) {
        return Counter.builder("bloomward.http.connections.refused")
                .description("Connections refused because an address or a network holds its most, by listener.")
                .tag("listener", listener)
                .tag("reason", bound.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private Counter closed(ConnectionWatch.Reason reason) {
        return Counter.builder("bloomward.http.connections.closed")
                .description("Connections that the server closed, by listener and reason.")
                .tag("listener", listener)
                .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    void began() {
        inFlight.increment();
    }

    void ended(String route, int status, long bodyBytes) {
        inFlight.decrement();
        requests.computeIfAbsent(new Key(route, status),
                key -> Counter.builder("bloomward.http.requests")
                        .description("Answered requests, by listener, route and status.")
                        .tag("listener", listener)
                        .tag("route", key.route())
                        .tag("status", Integer.toString(key.status()))
                        .register(registry))
                .increment();
        bytes.computeIfAbsent(route,
                key -> Counter.builder("bloomward.http.sent")
                        .description("Bytes of bodies sent, by listener and route.")
                        .baseUnit("bytes")
                        .tag("listener", listener)
                        .tag("route", key)
                        .register(registry))
                .increment((double) bodyBytes);
    }
}
