package bloomward.server.http.admin;

import bloomward.format.Digest;
import bloomward.server.admin.Principal;
import bloomward.server.http.Exchange;
import bloomward.server.http.Problems;
import bloomward.server.http.console.ConsoleFile;
import bloomward.server.http.console.ConsoleFiles;
import bloomward.server.http.console.ConsoleSetup;
import bloomward.server.http.console.Presence;
import bloomward.server.http.console.Sessions;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The routes of the console besides the Admin API: its files, and its sessions.
final class ConsoleRoutes {

    static final String SESSION = "/console/session";

    private static final String FOLDER = "/console/";
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'";
    private static final Map<String, String> HEADERS = Map.of("Content-Security-Policy", POLICY,
            "Cross-Origin-Opener-Policy", "same-origin", "Cross-Origin-Resource-Policy", "same-origin",
            "Permissions-Policy",
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), microphone=(), "
                    + "midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()");

    private final ConsoleSetup setup;
    private final Sessions sessions;
    private final Admission admission;
    private final BrowserGuard browsers;
    private final ObjectMapper json;
    private final ConsoleFiles files = new ConsoleFiles();

    ConsoleRoutes(ConsoleSetup setup, Sessions sessions, Admission admission, BrowserGuard browsers,
            ObjectMapper json) {
        this.setup = setup;
        this.sessions = sessions;
        this.admission = admission;
        this.browsers = browsers;
        this.json = json;
    }

    /// The answer about a session.
    ///
    /// @param key told once, when it begins; empty later
    /// @param idleSeconds the time without use after which it ends
    /// @param endsInSeconds the time until it ends whatever happens
    public record SessionView(boolean signedIn, String key, String name, String role, long idleSeconds,
            long endsInSeconds) {

        static final SessionView NONE = new SessionView(false, "", "", "", 0, 0);

        static SessionView of(Principal who, String key, Duration endsIn) {
            return new SessionView(true, key, who.name(), who.role().label(), Sessions.IDLE.toSeconds(),
                    endsIn.toSeconds());
        }
    }

    /// Whether a request asks for a file, which is the same for everyone.
    static boolean isFile(Context context) {
        String path = context.path();
        return isRead(context)
                && (path.equals("/") || path.equals("/console") || (path.startsWith(FOLDER) && !path.equals(SESSION)));
    }

    void register(JavalinConfig config) {
        config.routes.get(SESSION, this::show); // before the files, which would take its path
        config.routes.post(SESSION, this::signIn);
        config.routes.delete(SESSION, this::signOut);
        both(config, "/", ConsoleRoutes::lead);
        both(config, "/console", ConsoleRoutes::lead);
        both(config, FOLDER, context -> file(context, ConsoleFiles.SHELL));
        both(config, FOLDER + "<file>", context -> file(context, context.pathParam("file")));
    }

    /// One way to do something.
    @FunctionalInterface
    private interface Way {
        void go(Context context) throws ProblemException, IOException;
    }

    private static void both(JavalinConfig config, String path, Way way) {
        config.routes.get(path, way::go);
        config.routes.head(path, way::go);
    }

    private static boolean isRead(Context context) {
        return context.method().equals(HandlerType.GET) || context.method().equals(HandlerType.HEAD);
    }

    private static void lead(Context context) {
        context.attribute(Exchange.ROUTE, "/console");
        context.status(303).header("Location", FOLDER);
    }

    private void file(Context context, String name) throws ProblemException {
        context.attribute(Exchange.ROUTE, FOLDER + "{file}");
        Optional<ConsoleFile> found = files.find(name);
        if (found.isEmpty()) {
            throw new ProblemException(Problems.of(404, "the console has no such file"));
        }
        HEADERS.forEach(context::header);
        if (isTlsHere(context)) {
            context.header("Strict-Transport-Security", "max-age=31536000");
        }
        found.get().answer(context);
    }

    /// A proxy speaks for itself. On this machine, the order would hold for every other program's port, too.
    private static boolean isTlsHere(Context context) {
        String host = context.header("Host");
        return context.scheme().equals("https") && host != null
                && !host.matches("(?i)(.*\\.)?localhost(:\\d+)?|127\\..*|\\[::1].*");
    }

    /// Says yes or no, and never refuses: a refusal would be an error in the browser's log.
    private void show(Context context) throws IOException {
        context.attribute(Exchange.ROUTE, SESSION);
        SessionView view = admission.presence(context) instanceof Presence.Present(Sessions.Open session)
                ? Admission.find(context).map(who -> SessionView.of(who, "", session.endsIn())).orElse(SessionView.NONE)
                : SessionView.NONE;
        answer(context, view);
    }

    private void signIn(Context context) throws ProblemException, IOException {
        context.attribute(Exchange.ROUTE, SESSION);
        requireOwnPage(context);
        Principal who = admission.require(context);
        Optional<Digest> token = Admission.token(context);
        if (token.isEmpty()) {
            throw new ProblemException(Problems.of(400, "a session begins with a token, not with another session"));
        }
        String key = Presence.begin(context, browsers.isSecure(context), sessions, token.get());
        setup.log().signedIn(who.name());
        answer(context, SessionView.of(who, key, Sessions.LONGEST));
    }

    private void signOut(Context context) throws ProblemException {
        context.attribute(Exchange.ROUTE, SESSION);
        requireOwnPage(context);
        if (admission.presence(context) instanceof Presence.Present) {
            Presence.end(context, sessions);
            Admission.find(context).ifPresent(who -> setup.log().signedOut(who.name()));
        }
        context.status(204);
    }

    private void requireOwnPage(Context context) throws ProblemException {
        if (!browsers.isOwnPage(context)) {
            throw BrowserGuard.crossSite();
        }
    }

    private void answer(Context context, SessionView view) throws IOException {
        context.contentType("application/json").result(json.writeValueAsBytes(view));
    }

    /// The address of the console, for people.
    static URI address(URI listener) {
        return listener.resolve(FOLDER);
    }
}
