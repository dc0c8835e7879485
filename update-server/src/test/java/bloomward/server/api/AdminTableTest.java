package bloomward.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.Role;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.http.admin.Route;
import bloomward.server.http.admin.Verb;
import bloomward.server.serve.Server;
import bloomward.server.setup.Initialisation;
import bloomward.server.setup.Wanted;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Routes of the administration: all of them are documented, and each needs its role.
final class AdminTableTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    /// The table alone: no use case is asked for anything.
    @SuppressWarnings("NullAway")
    private static List<Route> routes() {
        return new AdminTable(null).routes();
    }

    /// The page, and not the table, says who may do what: a role changes in both, or this fails.
    @Test
    void isWhatIsDocumented() throws Exception {
        List<String> documented = new ArrayList<>();
        OpenApi.document()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> documented.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey()
                                + " " + method.getValue().path("x-role").asText())));
        assertThat(routes()).map(route -> route.verb() + " " + route.path() + " " + route.role().orElseThrow().label())
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(documented);
    }

    @Test
    void eachRouteNeedsItsRole() throws Exception {
        Map<ServerSetting, String> told = Map.of(ServerSetting.DATA_DIR, folder.resolve("data").toString(),
                ServerSetting.LISTEN, "127.0.0.1:0", ServerSetting.ADMIN_LISTEN, "127.0.0.1:0");
        Settings settings = Settings.resolve(told, Optional.empty(), Map.of());
        Clock clock = Clock.systemUTC();
        var made = new Initialisation(clock).run(settings.dataDir(),
                new Wanted(Optional.empty(), List.of(), true, Optional.empty(), Optional.empty()), Optional.empty());
        String first = Files.readString(made.tokenFile(), UTF_8).strip();
        try (Server server = Server.start(settings, Optional.empty(), clock);
                HttpClient http = HttpClient.newHttpClient()) {
            Map<Role, String> tokens = new EnumMap<>(Role.class);
            for (Role role : Role.values()) {
                Route create = new Route(Verb.POST, "/admin/v1/tokens", Optional.of(Role.ADMIN), Route.Body.JSON, 1024,
                        _ -> {
                            throw new AssertionError("is not called here");
                        });
                HttpResponse<String> token = ask(http, server, create,
                        "{\"name\":\"a-" + role.label() + "\",\"role\":\"" + role.label() + "\"}", first);
                tokens.put(role, JSON.readTree(token.body()).get("token").asText());
            }
            List<String> wrong = new ArrayList<>();
            for (Route route : routes()) {
                Role needed = route.role().orElseThrow();
                expect(wrong, route, "nobody", status(http, server, route, "{}", ""), 401);
                Optional<Role> lower = Arrays.stream(Role.values())
                        .filter(role -> !role.includes(needed))
                        .max(Comparator.naturalOrder());
                if (lower.isPresent()) {
                    String token = tokens.getOrDefault(lower.get(), "");
                    expect(wrong, route, lower.get().label(), status(http, server, route, "{}", token), 403);
                }
                // The thing asked for does not exist or makes no sense, and only those who may know are told so.
                int status = status(http, server, route, "{}", tokens.getOrDefault(needed, ""));
                if (status == 401 || status == 403 || status == 429 || status >= 500) {
                    wrong.add(route.verb() + " " + route.path() + " by " + needed + ": " + status);
                }
            }
            assertThat(wrong).isEmpty();
        }
    }

    private static void expect(List<String> wrong, Route route, String who, int status, int expected) {
        if (status != expected) {
            wrong.add(route.verb() + " " + route.path() + " by " + who + ": " + status + " and not " + expected);
        }
    }

    private static HttpResponse<String> ask(HttpClient http, Server server, Route route, String body, String token)
            throws IOException, InterruptedException {
        return http.send(request(server, route, body, token), BodyHandlers.ofString());
    }

    private static HttpRequest request(Server server, Route route, String body, String token) {
        String path = route.path().replace("{id}", "999").replaceAll("\\{[a-z]+}", "nosuch");
        HttpRequest.Builder request = HttpRequest.newBuilder(server.adminUri().resolve(path));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (route.verb() == Verb.GET) {
            request.GET();
        } else {
            request.header("Content-Type",
                    route.body() == Route.Body.JSON ? "application/json" : "application/octet-stream")
                    .method(route.verb().name(), BodyPublishers.ofString(body));
        }
        return request.build();
    }

    /// Of a stream of events, which has no end, only the head is read.
    private static int status(HttpClient http, Server server, Route route, String body, String token)
            throws IOException, InterruptedException {
        if (!route.path().endsWith("/events")) {
            return ask(http, server, route, body, token).statusCode();
        }
        HttpResponse<InputStream> answer = http.send(request(server, route, body, token), BodyHandlers.ofInputStream());
        answer.body().close();
        return answer.statusCode();
    }
}
