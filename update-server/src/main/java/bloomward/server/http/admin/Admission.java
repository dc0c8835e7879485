package bloomward.server.http.admin;

import bloomward.format.Digest;
import bloomward.server.admin.Principal;
import bloomward.server.http.AddressKey;
import bloomward.server.http.Exchange;
import bloomward.server.http.Problem;
import bloomward.server.http.Problems;
import bloomward.server.http.RateLimit;
import bloomward.server.http.console.Presence;
import bloomward.server.http.console.Sessions;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Admits a request by its token and the rate of the token, or else by the rates of its address, and then by its role.
///
/// The token is checked before anything is counted against the address. Otherwise a stranger behind the same proxy or router
/// could exhaust the rate that all of them share, and nobody could even revoke a token. A wrong token costs one digest and
/// one look-up, throttled or not. The connection learns of it, too: those of strangers make room for others.
///
/// A session of the console stands for the token behind it, which is looked up each time: a revoked one ends the session. It
/// counts only in requests of the console's own pages, since a browser sends its cookie along with others, too.
final class Admission {

    private static final String PRINCIPAL = "bloomward.principal";
    private static final String PRESENCE = "bloomward.presence";
    private static final int BUCKETS = 4096;
    private static final int LONGEST_TOKEN = 512;

    private final Authenticator authenticator;
    private final RateLimit perAddress;
    private final RateLimit perToken;
    private final RateLimit failures;
    private final Optional<Sessions> sessions;
    private final BrowserGuard browsers;

    /// @param sessions of the console, if there is one
    Admission(AdminSetup setup, Optional<Sessions> sessions, BrowserGuard browsers) {
        this.sessions = sessions;
        this.browsers = browsers;
        this.authenticator = setup.authenticator();
        this.perAddress = new RateLimit(BUCKETS, setup.perAddress(), setup.random().nextLong(), setup.nanos());
        this.perToken = new RateLimit(BUCKETS, setup.perToken(), setup.random().nextLong(), setup.nanos());
        this.failures = new RateLimit(BUCKETS, setup.failures(), setup.random().nextLong(), setup.nanos());
    }

    /// For every request, known route or not.
    ///
    /// @throws ProblemException if there were too many of the token, or of strangers at the address
    void admit(Context context) throws ProblemException {
        Optional<Principal> known = context.header("Authorization") == null
                ? ofSession(context)
                : bearer(context).flatMap(authenticator::authenticate);
        Exchange exchange = context.attribute(Exchange.EXCHANGE);
        if (exchange != null) {
            exchange.sentBy(known.isPresent());
        }
        if (known.isPresent()) {
            context.attribute(PRINCIPAL, known.get());
            requireToken(context, perToken.take(known.get().name()));
            return;
        }
        AddressKey address = address(context);
        requireToken(context, perAddress.take(address));
        if (context.header("Authorization") != null) {
            requireToken(context, failures.take(address));
        }
    }

    private Optional<Principal> ofSession(Context context) {
        if (sessions.isEmpty() || !browsers.isOwnPage(context)) {
            return Optional.empty();
        }
        Presence presence = Presence.of(context, sessions.get(), !ConsoleRoutes.SESSION.equals(context.path()));
        Optional<Principal> known = Optional.empty();
        if (presence instanceof Presence.Present(Sessions.Open session)) {
            known = authenticator.authenticate(session.token());
            if (known.isEmpty()) { // revoked
                sessions.get().endAll(session.token());
                presence = new Presence.Ended();
            }
        }
        context.attribute(PRESENCE, presence);
        return known;
    }

    /// Whether a request that was admitted with a token or a session would be now, too. Does not prolong the session.
    boolean isStillAdmitted(Context context) {
        Optional<Principal> now = context.header("Authorization") == null
                ? sessions.flatMap(all -> Presence.of(context, all, false) instanceof Presence.Present(var session)
                        ? authenticator.authenticate(session.token())
                        : Optional.empty())
                : bearer(context).flatMap(authenticator::authenticate);
        return now.equals(find(context));
    }

    /// The session that a request came with.
    Presence presence(Context context) {
        Presence presence = context.attribute(PRESENCE);
        return presence == null ? new Presence.None() : presence;
    }

    /// The principal of an admitted request; empty only if the route is open to everyone.
    Optional<Principal> require(Context context, Route route) throws ProblemException {
        if (route.role().isEmpty()) {
            return Optional.empty();
        }
        Principal known = require(context);
        if (!known.role().includes(route.role().get())) {
            throw new ProblemException(Problems.of(403, "requires the role " + route.role().get()));
        }
        return Optional.of(known);
    }

    /// The principal of an admitted request, whatever its role.
    Principal require(Context context) throws ProblemException {
        Optional<Principal> known = find(context);
        if (known.isPresent()) {
            return known.get();
        }
        if (presence(context) instanceof Presence.Ended) {
            throw new ProblemException(Problem.of(401, "session-ended", "Session ended",
                    "the session has ended: after a while without use, by signing out, with its token, or as the server"
                            + " was started anew; sign in again"));
        }
        context.header("WWW-Authenticate", "Bearer");
        throw new ProblemException(Problems.of(401, "a valid bearer token is required"));
    }

    /// The principal of an admitted request, if it has one.
    static Optional<Principal> find(Context context) {
        return Optional.ofNullable(context.attribute(PRINCIPAL));
    }

    /// The digest of a token that was shown.
    static Optional<Digest> token(Context context) {
        return bearer(context);
    }

    private static Optional<Digest> bearer(Context context) {
        String header = context.header("Authorization");
        if (header == null || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return Optional.empty();
        }
        String token = header.substring(7).strip();
        return Optional.of(token)
                .filter(text -> !text.isEmpty() && text.length() <= LONGEST_TOKEN
                        && text.chars().allMatch(c -> c > ' ' && c < 0x7f))
                .map(text -> Digest.of(text.getBytes(StandardCharsets.US_ASCII)));
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
