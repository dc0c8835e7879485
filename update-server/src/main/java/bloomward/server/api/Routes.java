package bloomward.server.api;

import static bloomward.server.http.admin.Verb.POST;

import bloomward.server.admin.Refusal;
import bloomward.server.admin.Role;
import bloomward.server.http.Problem;
import bloomward.server.http.admin.Call;
import bloomward.server.http.admin.ProblemException;
import bloomward.server.http.admin.Result;
import bloomward.server.http.admin.Route;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// The kinds of lines of the table: what a route takes, and how it is refused.
final class Routes {

    static final String API = "/admin/v1";
    static final long NO_FIELDS = 1024;
    static final long FIELDS = 64 * 1024;
    static final int MOST_ROWS = 1000;
    private static final int MOST_DAYS = 3650;

    private Routes() {}

    static String text(Call call, String name) {
        return call.query(name).orElse("");
    }

    static int limit(Call call) throws Refusal {
        return limit(call, MOST_ROWS);
    }

    static int limit(Call call, int most) throws Refusal {
        return limit(call, most, 100);
    }

    /// @param usual where none is asked for
    static int limit(Call call, int most, int usual) throws Refusal {
        long wanted = number(call.query("limit").orElse(Integer.toString(usual)));
        return (int) Math.clamp(wanted, 1L, most);
    }

    static int days(Call call) throws Refusal {
        return (int) Math.clamp(number(call.query("days").orElse("30")), 1L, MOST_DAYS);
    }

    static OptionalLong optionalNumber(Call call, String name) throws Refusal {
        Optional<String> text = call.query(name);
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(number(text.get()));
    }

    static long number(String text) throws Refusal {
        if (!text.matches("\\d{1,15}")) {
            throw new Refusal(Refusal.Code.BAD_REQUEST, "a parameter is not a number");
        }
        return Long.parseLong(text);
    }

    /// Handles a call without a body, or with bytes.
    @FunctionalInterface
    interface Question {
        Object answer(Call call) throws IOException, Refusal;
    }

    /// Handles a call with JSON.
    @FunctionalInterface
    interface Command<T> {
        Result carryOut(Call call, T body) throws IOException, Refusal, InterruptedException;
    }

    static Route get(String path, Role role, Question question) {
        return Route.get(API + path, role, call -> refusing(() -> Result.ok(question.answer(call))));
    }

    static Route bytes(String path, Role role, long most, Question question) {
        return new Route(POST, API + path, Optional.of(role), Route.Body.BYTES, most,
                call -> refusing(() -> Result.ok(question.answer(call))));
    }

    static <T> Route json(String path, Role role, long most, Class<T> type, Command<T> command) {
        return Route.json(POST, API + path, role, most, call -> {
            T body = call.body(type);
            return refusing(() -> command.carryOut(call, body));
        });
    }

    /// An action that may be refused.
    @FunctionalInterface
    interface Work {
        Result run() throws IOException, Refusal, InterruptedException;
    }

    /// The one translation of refusals to problems.
    static Result refusing(Work work) throws IOException, ProblemException {
        try {
            return work.run();
        } catch (Refusal e) {
            String code = e.code().label();
            String title = code.substring(0, 1).toUpperCase(Locale.ROOT) + code.substring(1).replace('-', ' ');
            throw new ProblemException(Problem.of(e.code().status(), code, title, String.valueOf(e.getMessage()))
                    .withErrors(
                            e.details().stream().map(each -> new Problem.Place(each.line(), each.text())).toList()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", e);
        }
    }
}
