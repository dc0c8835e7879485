package bloomward.server.http;

import io.micrometer.core.instrument.Counter;
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
        registry.gauge("bloomward.http.in.flight", io.micrometer.core.instrument.Tags.of("listener", listener),
                inFlight, LongAdder::sum);
    }

    void connections(AtomicInteger open) {
        registry.gauge("bloomward.http.connections", io.micrometer.core.instrument.Tags.of("listener", listener), open);
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
        return registry.counter("bloomward.http.connections.refused", "listener", listener, "reason",
                bound.name().toLowerCase(Locale.ROOT));
    }

    private Counter closed(ConnectionWatch.Reason reason) {
        return registry.counter("bloomward.http.connections.closed", "listener", listener, "reason",
                reason.name().toLowerCase(Locale.ROOT));
    }

    void began() {
        inFlight.increment();
    }

    void ended(String route, int status, long bodyBytes) {
        inFlight.decrement();
        requests.computeIfAbsent(new Key(route, status), key -> registry.counter("bloomward.http.requests", "listener",
                listener, "route", key.route(), "status", Integer.toString(key.status()))).increment();
        bytes.computeIfAbsent(route,
                key -> Counter.builder("bloomward.http.sent")
                        .baseUnit("bytes")
                        .tag("listener", listener)
                        .tag("route", key)
                        .register(registry))
                .increment((double) bodyBytes);
    }
}
