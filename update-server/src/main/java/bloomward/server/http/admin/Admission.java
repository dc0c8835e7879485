package bloomward.server.http.admin;

import bloomward.server.admin.Principal;
import bloomward.server.http.AddressKey;
import bloomward.server.http.Problems;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;

/// Admits a request by the rate of its address, its token, the rate of the token, and its role, in this order.
final class Admission {

    private static final int BUCKETS = 4096;
    private static final int LONGEST_TOKEN = 512;

    private final Authenticator authenticator;
    private final RateLimit perAddress;
    private final RateLimit perToken;
    private final RateLimit failures;

    Admission(AdminSetup setup) {
        this.authenticator = setup.authenticator();
        this.perAddress = new RateLimit(BUCKETS, setup.perAddress(), setup.random().nextLong(), setup.nanos());
        this.perToken = new RateLimit(BUCKETS, setup.perToken(), setup.random().nextLong(), setup.nanos());
        this.failures = new RateLimit(BUCKETS, setup.failures(), setup.random().nextLong(), setup.nanos());
    }

    /// For every request, known route or not.
    void admitAddress(Context context) throws ProblemException {
        requireToken(context, perAddress.take(address(context)));
    }

    /// Empty only if the route is open to everyone.
    Optional<Principal> admit(Context context, Route route) throws ProblemException {
        if (route.role().isEmpty()) {
            return Optional.empty();
        }
        AddressKey address = address(context);
        requireToken(context, failures.peek(address));
        Optional<Principal> known = bearer(context).flatMap(authenticator::authenticate);
        if (known.isEmpty()) {
            if (context.header("Authorization") != null) {
                requireToken(context, failures.take(address));
            }
            context.header("WWW-Authenticate", "Bearer");
            throw new ProblemException(Problems.of(401, "a valid bearer token is required"));
        }
        requireToken(context, perToken.take(known.get().name()));
        if (!known.get().role().includes(route.role().get())) {
            throw new ProblemException(Problems.of(403, "requires the role " + route.role().get()));
        }
        return known;
    }

    private static Optional<String> bearer(Context context) {
        String header = context.header("Authorization");
        if (header == null || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return Optional.empty();
        }
        String token = header.substring(7).strip();
        return Optional.of(token)
                .filter(text -> !text.isEmpty() && text.length() <= LONGEST_TOKEN
                        && text.chars().allMatch(c -> c > ' ' && c < 0x7f));
    }

    private static void requireToken(Context context, Duration wait) throws ProblemException {
        if (!wait.isZero()) {
            context.header("Retry-After", Long.toString(wait.toSeconds() + 1));
            throw new ProblemException(Problems.of(429, "too many requests"));
        }
    }

    private static AddressKey address(Context context) {
        return AddressKey.of(InetAddress.ofLiteral(context.ip()));
    }
}
