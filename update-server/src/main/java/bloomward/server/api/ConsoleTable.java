package bloomward.server.api;

import static bloomward.server.api.Routes.API;
import static bloomward.server.api.Routes.FIELDS;
import static bloomward.server.api.Routes.get;
import static bloomward.server.api.Routes.json;
import static bloomward.server.api.Routes.limit;
import static bloomward.server.api.Routes.number;
import static bloomward.server.api.Routes.text;

import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.Role;
import bloomward.server.admin.view.ReviewReports.ReviewWords;
import bloomward.server.admin.view.StandingReports.RouteRight;
import bloomward.server.admin.view.StandingReports.Standing;
import bloomward.server.admin.view.StandingReports.Who;
import bloomward.server.event.EventSink;
import bloomward.server.event.Events;
import bloomward.server.event.TooManyStreamsException;
import bloomward.server.history.History;
import bloomward.server.http.Problems;
import bloomward.server.http.admin.Call;
import bloomward.server.http.admin.EventStream;
import bloomward.server.http.admin.ProblemException;
import bloomward.server.http.admin.Result;
import bloomward.server.http.admin.Route;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// The part of the table that people who look at pages need most: who they are, what waits, what would change, what happens.
final class ConsoleTable {

    private final UseCases use;
    private final JobRoutes jobs;
    private final Supplier<List<Route>> all;

    /// @param all routes of the Admin API
    ConsoleTable(UseCases use, JobRoutes jobs, Supplier<List<Route>> all) {
        this.use = use;
        this.jobs = jobs;
        this.all = all;
    }

    List<Route> routes() {
        return List.of(get("/whoami", Role.READER, call -> who(call.principal())),
                get("/status", Role.READER, _ -> use.standing().now()),
                get("/lists/{list}/draft", Role.READER,
                        call -> use.reviews().draft(call.principal(), call.path("list"))),
                get("/lists/{list}/versions", Role.READER,
                        call -> use.reviews()
                                .versions(call.path("list"), number(call.query("before").orElse("0")), limit(call))),
                json("/lists/{list}/review/requests", Role.EDITOR, FIELDS, ReviewWords.class,
                        (call, words) -> Result.ok(use.reviews().request(call.principal(), call.path("list"), words))),
                json("/lists/{list}/review/declines", Role.REVIEWER, FIELDS, ReviewWords.class,
                        (call, words) -> Result.ok(use.reviews().decline(call.principal(), call.path("list"), words))),
                get("/jobs", Role.READER, call -> jobs.all(call.principal())),
                get("/jobs/{id}", Role.READER, call -> jobs.find(call.principal(), call.path("id"))),
                Route.get(API + "/events", Role.READER, this::events),
                get("/history/publications", Role.READER,
                        call -> use.history().versions(text(call, "list"), days(call))),
                get("/history/feeds", Role.READER, call -> use.history().fetches(text(call, "feed"), days(call))),
                get("/history/ages", Role.READER, call -> use.history().ages(days(call))),
                get("/history/holds", Role.READER, call -> use.history().holds(days(call))));
    }

    private static int days(Call call) throws Refusal {
        return (int) Math.clamp(number(call.query("days").orElse("30")), 1L, History.DAYS);
    }

    private Who who(Principal who) throws IOException {
        Standing now = use.standing().now();
        return new Who(who.name(), who.role().label(), now.program(), now.origin(), now.pending(), now.keys(),
                all.get().stream().map(route -> right(who, route)).toList());
    }

    private static RouteRight right(Principal who, Route route) {
        Role needed = route.role().orElse(Role.READER);
        return new RouteRight(route.verb() + " " + route.path(), needed.label(), who.role().includes(needed));
    }

    private Result events(Call call) throws ProblemException {
        OptionalLong seen = OptionalLong.empty();
        try {
            if (call.lastEvent().isPresent()) {
                seen = OptionalLong.of(number(call.lastEvent().get()));
            }
        } catch (Refusal _) {
            throw new ProblemException(Problems.of(400, "Last-Event-ID is not a number"));
        }
        OptionalLong last = seen;
        return Result.events(out -> {
            try (Events.Seat seat = use.events().take(call.principal())) {
                seat.run(last, call::isStillAdmitted, sink(out));
            } catch (TooManyStreamsException e) {
                throw new ProblemException(Problems.of(429, String.valueOf(e.getMessage())));
            }
        });
    }

    private static EventSink sink(EventStream.Out out) {
        return new EventSink() {

            @Override
            public void event(String name, OptionalLong id, Object data) throws IOException {
                out.event(name, id, data);
            }

            @Override
            public void beat() throws IOException {
                out.beat();
            }
        };
    }
}
