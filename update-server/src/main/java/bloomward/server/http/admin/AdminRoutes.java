package bloomward.server.http.admin;

import bloomward.server.admin.Principal;
import bloomward.server.config.HostPort;
import bloomward.server.http.Exchange;
import bloomward.server.http.JavalinProblems;
import bloomward.server.http.Problem;
import bloomward.server.http.Problems;
import bloomward.server.http.console.ConsoleSetup;
import bloomward.server.http.console.Sessions;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Registers the table of routes with Javalin: every request passes the same checks, and every answer is written the
/// same way.
final class AdminRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(AdminRoutes.class);
    private static final String ID = "bloomward.id";
    private static final Map<String, String> HEADERS = Map.of("Cache-Control", "no-store", "X-Content-Type-Options",
            "nosniff", "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'", "Referrer-Policy",
            "no-referrer");

    private final AdminSetup setup;
    private final Admission admission;
    private final BrowserGuard browsers;
    private final Optional<ConsoleRoutes> console;
    private final ObjectMapper json = StrictJson.mapper();
    private final RandomGenerator random;

    AdminRoutes(AdminSetup setup, HostPort address) {
        this.setup = setup;
        this.browsers = new BrowserGuard(address, setup.console().flatMap(ConsoleSetup::origin));
        Optional<Sessions> sessions = setup.console().map(_ -> new Sessions(setup.random(), setup.nanos()));
        this.admission = new Admission(setup, sessions, browsers);
        this.console = setup.console()
                .map(each -> new ConsoleRoutes(each, sessions.orElseThrow(), admission, browsers, json));
        this.random = setup.random();
    }

    void register(JavalinConfig config) {
        config.http.prefer405over404 = true;
        config.router.ignoreTrailingSlashes = false;
        config.routes.before(this::before);
        setup.routes().forEach(route -> register(config, route));
        Probes.routes(setup).forEach((path, probe) -> {
            config.routes.get(path, context -> probe(context, path, probe));
            config.routes.head(path, context -> probe(context, path, probe));
        });
        console.ifPresent(each -> each.register(config));
        config.routes.exception(HttpResponseException.class, (e, context) -> fail(context, e));
        config.routes.exception(Exception.class, (e, context) -> fail(context, e));
    }

    private void register(JavalinConfig config, Route route) {
        config.routes.addHttpHandler(HandlerType.findOrCreate(route.verb().name()), route.path(),
                context -> serve(context, route));
        if (route.verb() == Verb.GET) {
            config.routes.head(route.path(), context -> serve(context, route));
        }
    }

    private void before(Context context) throws ProblemException {
        byte[] id = new byte[16];
        random.nextBytes(id);
        context.attribute(ID, HexFormat.of().formatHex(id));
        context.header("X-Request-Id", id(context));
        HEADERS.forEach(context::header);
        if (context.header("X-HTTP-Method-Override") != null) { // Javalin would obey it, and a GET could delete
            throw new ProblemException(Problems.of(400, "X-HTTP-Method-Override is not supported"));
        }
        browsers.check(context);
        if (console.isEmpty() || !ConsoleRoutes.isFile(context)) { // a file costs no more than a refusal
            admission.admit(context);
        }
    }

    private static String id(Context context) {
        String id = context.attribute(ID);
        return id == null ? "" : id;
    }

    private static void probe(Context context, String path, Probes.Probe probe) throws ProblemException {
        context.attribute(Exchange.ROUTE, path);
        byte[] answer = probe.answer();
        context.contentType(probe.mediaType()).result(answer);
    }

    private void serve(Context context, Route route) throws ProblemException, IOException {
        context.attribute(Exchange.ROUTE, route.path());
        Optional<Principal> principal = admission.require(context, route);
        StorableTexts.requireIn(context);
        RequestBody body = body(context, route);
        Result result = route.handler()
                .handle(new Call(context, principal, body, json, () -> admission.isStillAdmitted(context)));
        result.headers().forEach(context::header);
        context.status(result.status());
        if (result.stream().isPresent() && !context.method().equals(HandlerType.HEAD)) {
            EventLines.send(context, json, result.stream().get());
            return;
        }
        if (result.json().isPresent()) {
            context.contentType("application/json").result(json.writeValueAsBytes(result.json().get()));
        }
    }

    private RequestBody body(Context context, Route route) throws ProblemException {
        long length = context.req().getContentLengthLong();
        boolean some = length > 0 || context.header("Transfer-Encoding") != null;
        if (length > route.maxBody() || (some && route.body() == Route.Body.NONE)) {
            throw new ProblemException(Problems.of(413, "more than " + route.maxBody() + " bytes"));
        }
        String type = Optional.ofNullable(context.contentType()).orElse("").split(";", 2)[0].strip();
        if (route.body() == Route.Body.JSON && !type.equalsIgnoreCase("application/json")) {
            throw new ProblemException(Problems.of(415, "the body must be application/json"));
        }
        long began = setup.nanos().getAsLong(); // before the stream is opened, which tells the sender to go on
        return new RequestBody(context.bodyInputStream(), route.maxBody(), setup.limits(), setup.nanos(), began);
    }

    private static void fail(Context context, Exception thrown) {
        Problem problem = ErrorMap.expected(thrown).orElseGet(() -> {
            LOG.error("request {} failed", id(context), thrown);
            return Problems.of(500, "");
        });
        if (thrown instanceof HttpResponseException refused && refused.getStatus() == 405) {
            context.header("Allow", refused.getDetails().getOrDefault("availableMethods", ""));
        }
        if (problem.status() == 413 || problem.status() == 408) {
            context.header("Connection", "close");
        }
        if (problem.status() == 503) {
            context.header("Retry-After", "10");
        }
        JavalinProblems.write(context, problem.withInstance(id(context).isEmpty() ? "" : "urn:request:" + id(context)));
    }
}
