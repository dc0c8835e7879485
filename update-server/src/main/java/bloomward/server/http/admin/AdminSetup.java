package bloomward.server.http.admin;

import bloomward.server.http.HttpLimits;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// What the admin listener is made of.
///
/// @param perAddress requests of one address, with or without a token
/// @param perToken requests of one token's bearer
/// @param failures wrong tokens of one address: guessing 256 bits is hopeless, but it fills logs
/// @param metrics what `/metrics` shows
/// @param beforeScrape brings up to date what of it is not counted as it happens
/// @param nanos a clock that never goes back, as `System::nanoTime`
/// @param random for request ids
public record AdminSetup(Authenticator authenticator, List<Route> routes, List<ReadinessCheck> checks,
        RateRule perAddress, RateRule perToken, RateRule failures, HttpLimits limits, PrometheusMeterRegistry metrics,
        Runnable beforeScrape, LongSupplier nanos, RandomGenerator random) {

    /// Scripts that import a hundred lists in a row fit; somebody who lost a loop does not.
    public static final RateRule REQUESTS = new RateRule(200, 50);
    /// A person who mistypes, not a program that tries.
    public static final RateRule FAILURES = new RateRule(10, 0.2);

    public AdminSetup {
        routes = List.copyOf(routes);
        checks = List.copyOf(checks);
    }

    /// With the usual rates, and fewer connections than the public side has.
    public static AdminSetup of(Authenticator authenticator, List<Route> routes, List<ReadinessCheck> checks,
            PrometheusMeterRegistry metrics, Runnable beforeScrape, RandomGenerator random) {
        return new AdminSetup(authenticator, routes, checks, REQUESTS, REQUESTS, FAILURES,
                HttpLimits.DEFAULT.withConnections(256, 128), metrics, beforeScrape, System::nanoTime, random);
    }
}
