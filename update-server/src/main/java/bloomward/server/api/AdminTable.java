package bloomward.server.api;

import static bloomward.server.http.admin.Verb.POST;

import bloomward.server.admin.AllowAdmin.AllowImportRequest;
import bloomward.server.admin.AllowAdmin.AllowQuery;
import bloomward.server.admin.DraftAdmin.DiffQuery;
import bloomward.server.admin.EntryAdmin.EntryQuery;
import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.HoldAdmin.HoldQuery;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.Role;
import bloomward.server.admin.view.AllowReports.AllowRemoval;
import bloomward.server.admin.view.AllowReports.AllowRequest;
import bloomward.server.admin.view.FeedReports.FeedQuestion;
import bloomward.server.admin.view.FeedReports.FeedSettings;
import bloomward.server.admin.view.FeedReports.FeedView;
import bloomward.server.admin.view.FeedReports.NewFeed;
import bloomward.server.admin.view.GuardReports.GuardChange;
import bloomward.server.admin.view.HoldReports.HoldDecision;
import bloomward.server.admin.view.HoldReports.HoldReopening;
import bloomward.server.admin.view.ListReports.Deletion;
import bloomward.server.admin.view.ListReports.DraftApproval;
import bloomward.server.admin.view.ListReports.Entries;
import bloomward.server.admin.view.ListReports.FetchedImport;
import bloomward.server.admin.view.ListReports.ListDetails;
import bloomward.server.admin.view.ListReports.ListFetch;
import bloomward.server.admin.view.ListReports.ListReview;
import bloomward.server.admin.view.ListReports.NewKeys;
import bloomward.server.admin.view.ListReports.NewList;
import bloomward.server.admin.view.PublishReports.PublishRequest;
import bloomward.server.admin.view.PublishReports.RollbackRequest;
import bloomward.server.admin.view.PublishReports.SignedText;
import bloomward.server.admin.view.RetentionReports.RetentionRun;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.admin.view.TokenReports.TokenView;
import bloomward.server.admin.view.UserReports.ReportAcceptance;
import bloomward.server.admin.view.UserReports.ReportRejection;
import bloomward.server.http.Problem;
import bloomward.server.http.admin.Call;
import bloomward.server.http.admin.ProblemException;
import bloomward.server.http.admin.Result;
import bloomward.server.http.admin.Route;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The Admin API as one table: path, role, maximum body size, and use case. A test compares `openapi.json` with it.
public final class AdminTable {

    private static final String API = "/admin/v1";
    private static final long NO_FIELDS = 1024;
    private static final long FIELDS = 64 * 1024;
    private static final long MANY_URLS = 16 << 20;
    private static final long NOTE = 2 << 20;
    private static final long HOSTS = 64 << 20;
    /// Ten million URLs of two hundred bytes.
    private static final long LIST = 2L << 30;
    private static final int MOST_ROWS = 1000;
    /// So that half a million changes are fewer requests than a token may send at once.
    private static final int MOST_CHANGES = 10_000;
    private static final int MOST_HOSTS = 100_000;

    private static final int MOST_DAYS = 3650;

    private final UseCases use;

    public AdminTable(UseCases use) {
        this.use = use;
    }

    /// The body of a request whose path says everything.
    record NoFields() {}

    record Url(String url) {}

    public List<Route> routes() {
        return List.of(get("/lists", Role.READER, _ -> lists()),
                json("/lists", Role.ADMIN, FIELDS, NewList.class,
                        (call, list) -> Result.created(API + "/lists/" + list.name(),
                                use.lists().create(call.principal(), list))),
                get("/lists/{list}", Role.READER, call -> use.lists().list(call.path("list"))),
                bytes("/lists/{list}/imports", Role.EDITOR, LIST, this::read),
                json("/lists/{list}/entries", Role.EDITOR, MANY_URLS, Entries.class,
                        (call, entries) -> Result.ok(use.entries().add(call.principal(), call.path("list"), entries))),
                get("/lists/{list}/entries", Role.READER,
                        call -> use.entries()
                                .search(call.path("list"),
                                        new EntryQuery(text(call, "pattern"), text(call, "source"), text(call, "by"),
                                                text(call, "since"), number(call.query("change").orElse("0")),
                                                text(call, "after")),
                                        limit(call, MOST_CHANGES))),
                json("/lists/{list}/removals", Role.EDITOR, MANY_URLS, Entries.class,
                        (call, entries) -> Result
                                .ok(use.entries().remove(call.principal(), call.path("list"), entries))),
                json("/lists/{list}/approvals", Role.REVIEWER, FIELDS, DraftApproval.class,
                        (call, approval) -> Result
                                .ok(use.drafts().approve(call.principal(), call.path("list"), approval))),
                get("/lists/{list}/diff", Role.READER,
                        call -> use.drafts()
                                .part(call.path("list"),
                                        new DiffQuery(text(call, "draft"), text(call, "after"), text(call, "change"),
                                                text(call, "source")),
                                        limit(call, MOST_CHANGES))),
                json("/lists/{list}/keys", Role.ADMIN, FIELDS, NewKeys.class,
                        (call, keys) -> Result.ok(use.lists().rekey(call.principal(), call.path("list"), keys))),
                json("/lists/{list}/details", Role.ADMIN, FIELDS, ListDetails.class,
                        (call, details) -> Result
                                .ok(use.lists().details(call.principal(), call.path("list"), details))),
                json("/lists/{list}/deletion", Role.REVIEWER, FIELDS, Deletion.class,
                        (call, deletion) -> Result
                                .ok(use.deletions().delete(call.principal(), call.path("list"), deletion))),
                json("/lists/{list}/fetches", Role.EDITOR, FIELDS, ListFetch.class,
                        (call, asked) -> Result.ok(use.addresses().fetch(call.principal(), call.path("list"), asked))),
                json("/lists/{list}/fetches/{id}", Role.EDITOR, FIELDS, FetchedImport.class,
                        (call, wanted) -> Result.ok(use.addresses()
                                .take(call.principal(), call.path("list"), call.path("id"), request(wanted)))),
                json("/lists/{list}/review", Role.REVIEWER, FIELDS, ListReview.class,
                        (call, review) -> Result.ok(use.lists().review(call.principal(), call.path("list"), review))),
                get("/diff", Role.READER, call -> use.drafts().diff(call.queries("list"), use.published().get())),
                get("/allowed", Role.READER,
                        call -> Map.of("allowed",
                                use.allowed()
                                        .allowed(new AllowQuery(text(call, "pattern"), text(call, "list"),
                                                text(call, "name"), Boolean.parseBoolean(text(call, "held")))))),
                json("/allowed", Role.REVIEWER, MANY_URLS, AllowRequest.class,
                        (call, entries) -> Result.ok(use.allowed().allow(call.principal(), entries))),
                bytes("/allowed/imports", Role.REVIEWER, LIST, this::readAllowed),
                json("/allowed/removals", Role.REVIEWER, MANY_URLS, AllowRemoval.class,
                        (call, entries) -> Result.ok(use.allowed().disallow(call.principal(), entries))),
                json("/publications", Role.PUBLISHER, FIELDS, PublishRequest.class,
                        (call, request) -> Result.ok(use.publications().publish(call.principal(), request))),
                get("/publications", Role.READER,
                        call -> Map.of("publications", use.publications().history(limit(call)))),
                get("/publications/pending", Role.READER, _ -> use.publications().pending()),
                json("/publications/pending/signatures", Role.PUBLISHER, NOTE, SignedText.class,
                        (call, note) -> Result.ok(use.publications().sign(call.principal(), note))),
                json("/publications/pending/withdrawal", Role.PUBLISHER, NO_FIELDS, NoFields.class, (call, _) -> {
                    use.publications().withdraw(call.principal());
                    return Result.done();
                }),
                json("/publications/renewal", Role.PUBLISHER, NO_FIELDS, NoFields.class,
                        (call, _) -> Result.ok(use.publications().renew(call.principal()))),
                json("/rollbacks", Role.PUBLISHER, FIELDS, RollbackRequest.class,
                        (call, request) -> Result.ok(use.publications().rollback(call.principal(), request))),
                get("/holds", Role.READER,
                        call -> use.holds()
                                .holds(new HoldQuery(text(call, "list"), text(call, "source"), text(call, "reason"),
                                        call.query("state").orElse("open"), number(call.query("after").orElse("0"))),
                                        limit(call, MOST_CHANGES))),
                json("/holds/decisions", Role.REVIEWER, MANY_URLS, HoldDecision.class,
                        (call, decision) -> Result.ok(use.holds().decide(call.principal(), decision))),
                json("/holds/reopenings", Role.REVIEWER, MANY_URLS, HoldReopening.class,
                        (call, reopening) -> Result.ok(use.holds().reopen(call.principal(), reopening))),
                get("/reports", Role.READER,
                        call -> Map.of("reports",
                                use.reports()
                                        .reports(call.query("state").orElse("open"), text(call, "kind"),
                                                text(call, "list"), limit(call)))),
                get("/reports/{id}", Role.READER, call -> use.reports().report(number(call.path("id")))),
                json("/reports/acceptances", Role.EDITOR, FIELDS, ReportAcceptance.class,
                        (call, acceptance) -> Result
                                .ok(Map.of("outcomes", use.reports().accept(call.principal(), acceptance)))),
                json("/reports/rejections", Role.EDITOR, FIELDS, ReportRejection.class,
                        (call, rejection) -> Result
                                .ok(Map.of("outcomes", use.reports().reject(call.principal(), rejection)))),
                json("/explanations", Role.READER, FIELDS, Url.class,
                        (_, url) -> Result.ok(use.drafts().explain(url.url()))),
                get("/feeds", Role.READER, _ -> Map.of("feeds", use.feeds().feeds())),
                get("/feeds/report", Role.READER, call -> use.feeds().compare(days(call))),
                json("/feeds", Role.ADMIN, FIELDS, NewFeed.class, (call, feed) -> {
                    FeedView made = use.feeds().add(call.principal(), feed);
                    return Result.created(API + "/feeds/" + made.name(), made);
                }),
                json("/feeds/guesses", Role.ADMIN, FIELDS, FeedQuestion.class,
                        (_, asked) -> Result.ok(use.feeds().guess(asked))),
                json("/feeds/{feed}/fetches", Role.EDITOR, NO_FIELDS, NoFields.class,
                        (call, _) -> Result.ok(use.feeds().fetch(call.principal(), call.path("feed")))),
                json("/feeds/{feed}/settings", Role.ADMIN, FIELDS, FeedSettings.class,
                        (call, settings) -> Result.ok(use.feeds().set(call.principal(), call.path("feed"), settings))),
                json("/feeds/{feed}/removal", Role.ADMIN, NO_FIELDS, NoFields.class, (call, _) -> {
                    use.feeds().remove(call.principal(), call.path("feed"));
                    return Result.done();
                }), get("/guards", Role.READER, _ -> Map.of("guards", use.guards().guards())),
                bytes("/guards/{name}", Role.ADMIN, HOSTS,
                        call -> use.guards()
                                .replace(call.principal(), call.path("name"), call.stream().readAllBytes())),
                get("/guards/{name}/hosts", Role.READER,
                        call -> use.guards().hosts(call.path("name"), text(call, "host"), limit(call, MOST_HOSTS))),
                json("/guards/{name}/hosts", Role.ADMIN, FIELDS, GuardChange.class,
                        (call, change) -> Result.ok(use.guards().change(call.principal(), call.path("name"), change))),
                get("/tokens", Role.ADMIN, _ -> Map.of("tokens", use.tokens().tokens())),
                json("/tokens", Role.ADMIN, FIELDS, NewToken.class, (call, token) -> {
                    TokenView made = use.tokens().create(call.principal(), token);
                    return Result.created(API + "/tokens/" + made.id(), made);
                }), json("/tokens/{id}/revocation", Role.ADMIN, NO_FIELDS, NoFields.class, (call, _) -> {
                    use.tokens().revoke(call.principal(), number(call.path("id")));
                    return Result.done();
                }),
                get("/audit", Role.REVIEWER,
                        call -> Map.of("rows", use.audit().rows(optionalNumber(call, "from"), limit(call)))),
                get("/audit/verification", Role.REVIEWER, _ -> use.audit().verify()),
                get("/servers", Role.READER, _ -> use.servers().servers()),
                get("/retention", Role.READER,
                        call -> use.retention()
                                .look((int) Math.min(number(call.query("days").orElse("0")), Integer.MAX_VALUE))),
                json("/retention/runs", Role.ADMIN, FIELDS, RetentionRun.class,
                        (call, run) -> Result.ok(use.retention().run(call.principal(), run))),
                get("/roots", Role.READER, _ -> Map.of("roots", use.roots().roots())),
                json("/roots", Role.ADMIN, NOTE, SignedText.class, (call, note) -> {
                    var root = use.roots().accept(call.principal(), note);
                    return Result.created(API + "/roots", root);
                }), new Route(bloomward.server.http.admin.Verb.GET, API + "/openapi.json", Optional.of(Role.READER),
                        Route.Body.NONE, 0, _ -> Result.ok(OpenApi.document())));
    }

    /// Lists are large and senders slow, so the body is saved to a file before the store is used.
    private Object read(Call call) throws IOException, Refusal {
        Principal who = call.principal();
        ImportRequest request = new ImportRequest(text(call, "source"), text(call, "format"), text(call, "scope"),
                Boolean.parseBoolean(text(call, "replace")), text(call, "category"), text(call, "expires"),
                text(call, "reason"));
        return withBody(call, body -> use.entries().read(who, call.path("list"), request, body::open));
    }

    private Object readAllowed(Call call) throws IOException, Refusal {
        Principal who = call.principal();
        AllowImportRequest request = new AllowImportRequest(text(call, "format"), text(call, "scope"),
                text(call, "list"), text(call, "name"), text(call, "expires"), text(call, "reason"),
                Boolean.parseBoolean(text(call, "dry-run")));
        return withBody(call, body -> use.allowed().read(who, request, body::open));
    }

    /// The saved body of a request, which can be read more than once.
    @FunctionalInterface
    private interface Saved {
        InputStream open() throws IOException;
    }

    @FunctionalInterface
    private interface BodyWork {
        Object on(Saved body) throws IOException, Refusal;
    }

    private Object withBody(Call call, BodyWork work) throws IOException, Refusal {
        Path body = Files.createTempFile(use.scratch(), "body", ".list");
        try {
            try (InputStream in = call.stream()) {
                Files.copy(in, body, StandardCopyOption.REPLACE_EXISTING);
            }
            return work.on(() -> Files.newInputStream(body));
        } finally {
            Files.deleteIfExists(body);
        }
    }

    /// In one order, which `Map.of` has not.
    private Map<String, Object> lists() throws IOException {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("lists", use.lists().lists());
        answer.put("leaving", use.lists().leaving());
        return answer;
    }

    private static ImportRequest request(FetchedImport wanted) {
        return new ImportRequest(wanted.source(), wanted.format(), wanted.scope(), wanted.replace(), wanted.category(),
                wanted.expires(), wanted.reason());
    }

    private static String text(Call call, String name) {
        return call.query(name).orElse("");
    }

    private static int limit(Call call) throws Refusal {
        return limit(call, MOST_ROWS);
    }

    private static int limit(Call call, int most) throws Refusal {
        long wanted = number(call.query("limit").orElse("100"));
        return (int) Math.clamp(wanted, 1L, most);
    }

    private static int days(Call call) throws Refusal {
        return (int) Math.clamp(number(call.query("days").orElse("30")), 1L, MOST_DAYS);
    }

    private static OptionalLong optionalNumber(Call call, String name) throws Refusal {
        Optional<String> text = call.query(name);
        return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(number(text.get()));
    }

    private static long number(String text) throws Refusal {
        if (!text.matches("\\d{1,15}")) {
            throw new Refusal(Refusal.Code.BAD_REQUEST, "a parameter is not a number");
        }
        return Long.parseLong(text);
    }

    /// Handles a call without a body, or with bytes.
    @FunctionalInterface
    private interface Question {
        Object answer(Call call) throws IOException, Refusal;
    }

    /// Handles a call with JSON.
    @FunctionalInterface
    private interface Command<T> {
        Result carryOut(Call call, T body) throws IOException, Refusal, InterruptedException;
    }

    private static Route get(String path, Role role, Question question) {
        return Route.get(API + path, role, call -> refusing(() -> Result.ok(question.answer(call))));
    }

    private static Route bytes(String path, Role role, long most, Question question) {
        return new Route(POST, API + path, Optional.of(role), Route.Body.BYTES, most,
                call -> refusing(() -> Result.ok(question.answer(call))));
    }

    private static <T> Route json(String path, Role role, long most, Class<T> type, Command<T> command) {
        return Route.json(POST, API + path, role, most, call -> {
            T body = call.body(type);
            return refusing(() -> command.carryOut(call, body));
        });
    }

    /// An action that may be refused.
    @FunctionalInterface
    private interface Work {
        Result run() throws IOException, Refusal, InterruptedException;
    }

    /// The one translation of refusals to problems.
    private static Result refusing(Work work) throws IOException, ProblemException {
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
