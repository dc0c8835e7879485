package bloomward.server.http.admin;

import bloomward.server.http.HttpLimits;
import bloomward.server.http.RateRule;
import bloomward.server.http.console.ConsoleSetup;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// The parts of the admin listener.
///
/// @param perAddress requests from one address without a valid token; holders of one are not counted there
/// @param perToken requests with one token
/// @param failures wrong tokens from one address: guessing 256 bits is hopeless, but it fills logs
/// @param metrics the figures shown at `/metrics`
/// @param beforeScrape updates the figures that are not counted as they happen
/// @param nanos a clock that never goes back, such as `System::nanoTime`
/// @param random for request ids, and for the secrets of sessions
/// @param console the console; empty where it is switched off
public record AdminSetup(Authenticator authenticator, List<Route> routes, List<ReadinessCheck> checks,
        RateRule perAddress, RateRule perToken, RateRule failures, HttpLimits limits, PrometheusMeterRegistry metrics,
        Runnable beforeScrape, LongSupplier nanos, RandomGenerator random, Optional<ConsoleSetup> console) {

    /// Allows scripts that import a hundred lists in a row, and stops runaway loops.
    public static final RateRule REQUESTS = new RateRule(200, 50);
    /// Allows a person's typing errors, not a program that guesses.
    public static final RateRule FAILURES = new RateRule(10, 0.2);

    public AdminSetup {
        routes = List.copyOf(routes);
        checks = List.copyOf(checks);
    }

    /// A setup without a console, with the usual rates, and fewer connections than the public side.
    public static AdminSetup of(Authenticator authenticator, List<Route> routes, List<ReadinessCheck> checks,
            HttpLimits limits, PrometheusMeterRegistry metrics, Runnable beforeScrape, RandomGenerator random) {
        return new AdminSetup(authenticator, routes, checks, REQUESTS, REQUESTS, FAILURES,
                limits.withConnections(256, 64, 128), metrics, beforeScrape, System::nanoTime, random,
                Optional.empty());
    }

    /// The same with a console.
    public AdminSetup with(ConsoleSetup added) {
        return new AdminSetup(authenticator, routes, checks, perAddress, perToken, failures, limits, metrics,
                beforeScrape, nanos, random, Optional.of(added));
    }
}
