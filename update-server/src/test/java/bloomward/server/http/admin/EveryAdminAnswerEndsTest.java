package bloomward.server.http.admin;

import bloomward.format.Digest;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Role;
import bloomward.server.config.HostPort;
import bloomward.server.http.Conversations.Question;
import bloomward.server.http.EveryAnswerEnds;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.Problem;
import bloomward.server.http.RateRule;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

final class EveryAdminAnswerEndsTest extends EveryAnswerEnds {

    public record Text(String text) {}

    private static final RateRule ENDLESS = new RateRule(1 << 30, 1e9);
    private static final String LISTS = "/admin/v1/lists";
    private static final String TOKEN = "Authorization: Bearer t";
    private static final List<Route> ROUTES = List.of(
            Route.get(LISTS, Role.READER, _ -> Result.ok(new Text("x".repeat(5000)))),
            Route.json(Verb.POST, LISTS, Role.EDITOR, 100, call -> Result.created(LISTS + "/a", call.body(Text.class))),
            new Route(Verb.PUT, LISTS, Optional.of(Role.EDITOR), Route.Body.BYTES, 2000,
                    call -> Result.ok(new Text("" + call.stream().readAllBytes().length))),
            new Route(Verb.DELETE, LISTS, Optional.of(Role.EDITOR), Route.Body.NONE, 0, _ -> Result.done()),
            Route.get("/admin/v1/held", Role.READER, _ -> {
                throw new ProblemException(Problem.of(409, "held", "Held", "by a guard"));
            }), Route.get("/admin/v1/secret", Role.ADMIN, _ -> Result.done()));

    @SuppressWarnings("NullAway.Init") // by start
    private AdminListener listener;

    @Override
    protected URI start(Path folder) throws IOException {
        AdminSetup setup = new AdminSetup(
                token -> Optional.of(new Principal("ed", Role.EDITOR))
                        .filter(_ -> token.equals(Digest.of(new byte[] {'t'}))),
                ROUTES, List.of(), ENDLESS, ENDLESS, ENDLESS, HttpLimits.DEFAULT,
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), () -> {}, System::nanoTime, new Random(5),
                Optional.empty());
        listener = AdminListener.start(new HostPort("127.0.0.1", 0), Optional.empty(), setup);
        return listener.uri();
    }

    @Override
    protected void stop() {
        listener.close();
    }

    private static Question withBody(int status, String methodAndPath, String body, String... headers) {
        Question head = Question.of(status, methodAndPath, headers);
        return new Question(head.text() + body, status);
    }

    @Override
    protected List<Question> questions() {
        String json = "Content-Type: application/json";
        return List.of(Question.of(200, "GET " + LISTS, TOKEN), Question.of(200, "HEAD " + LISTS, TOKEN),
                withBody(201, "POST " + LISTS, "{\"text\":\"a\"}", TOKEN, json, "Content-Length: 12"),
                withBody(400, "POST " + LISTS, "{\"text\":12}", TOKEN, json, "Content-Length: 11"),
                withBody(415, "POST " + LISTS, "{\"text\":\"a\"}", TOKEN, "Content-Length: 12"),
                withBody(200, "PUT " + LISTS, "x".repeat(1500), TOKEN, "Content-Length: 1500"),
                withBody(200, "PUT " + LISTS, "5\r\nhello\r\n0\r\n\r\n", TOKEN, "Transfer-Encoding: chunked"),
                Question.of(413, "PUT " + LISTS, TOKEN, "Content-Length: 2001"),
                Question.of(204, "DELETE " + LISTS, TOKEN), Question.of(405, "PATCH " + LISTS, TOKEN),
                Question.of(409, "GET /admin/v1/held", TOKEN), Question.of(409, "HEAD /admin/v1/held", TOKEN),
                Question.of(403, "GET /admin/v1/secret", TOKEN), Question.of(401, "GET " + LISTS),
                Question.of(404, "GET /nowhere", TOKEN), Question.of(200, "GET /healthz"),
                Question.of(200, "HEAD /readyz"), new Question("GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n", 421),
                Question.of(403, "GET /healthz", "Origin: null"));
    }
}
