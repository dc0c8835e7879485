package bloomward.server.api;

import static bloomward.server.api.Routes.API;
import static bloomward.server.api.Routes.FIELDS;
import static bloomward.server.api.Routes.NO_FIELDS;
import static bloomward.server.api.Routes.bytes;
import static bloomward.server.api.Routes.days;
import static bloomward.server.api.Routes.get;
import static bloomward.server.api.Routes.json;
import static bloomward.server.api.Routes.limit;
import static bloomward.server.api.Routes.number;
import static bloomward.server.api.Routes.optionalNumber;
import static bloomward.server.api.Routes.text;

import bloomward.format.io.CloseOnFailure;
import bloomward.server.admin.AllowAdmin.AllowImportRequest;
import bloomward.server.admin.AllowAdmin.AllowQuery;
import bloomward.server.admin.DraftAdmin.DiffQuery;
import bloomward.server.admin.EntryAdmin.EntryQuery;
import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.HoldAdmin.HoldQuery;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.ReportAdmin.ReportQuery;
import bloomward.server.admin.Role;
import bloomward.server.admin.view.AllowReports.AllowRemoval;
import bloomward.server.admin.view.AllowReports.AllowRequest;
import bloomward.server.admin.view.AuditReports.AuditPart;
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
import bloomward.server.http.admin.Call;
import bloomward.server.http.admin.ProblemException;
import bloomward.server.http.admin.Result;
import bloomward.server.http.admin.Route;
import bloomward.server.http.admin.Verb;
import bloomward.server.store.AuditLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The Admin API as one table: path, role, maximum body size, and use case. A test compares `openapi.json` with it.
public final class AdminTable {

    private static final long MANY_URLS = 16 << 20;
    private static final long NOTE = 2 << 20;
    private static final long HOSTS = 64 << 20;
    /// Ten million URLs of two hundred bytes.
    private static final long LIST = 2L << 30;
    /// So that half a million changes are fewer requests than a token may send at once.
    private static final int MOST_CHANGES = 10_000;
    private static final int MOST_HOSTS = 100_000;
    private static final int MOST_ALLOWED = 1_000_000;

    private final UseCases use;

    private final JobRoutes jobs;
    private final ConsoleTable console;

    public AdminTable(UseCases use) {
        this.use = use;
        this.jobs = new JobRoutes(() -> this.use.jobs());
        this.console = new ConsoleTable(use, jobs, this::routes);
    }

    /// The body of a request whose path says everything.
    record NoFields() {}

    record Url(String url) {}

    public List<Route> routes() {
        return Stream.concat(work().stream(), console.routes().stream()).toList();
    }

    private List<Route> work() {
        return List.of(get("/lists", Role.READER, _ -> lists()),
                json("/lists", Role.ADMIN, FIELDS, NewList.class,
                        (call, list) -> Result.created(API + "/lists/" + list.name(),
                                use.lists().create(call.principal(), list))),
                get("/lists/{list}", Role.READER, call -> use.lists().list(call.path("list"))),
                new Route(Verb.POST, API + "/lists/{list}/imports", Optional.of(Role.EDITOR), Route.Body.BYTES, LIST,
                        this::read),
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
                                .part(call.path("list"), new DiffQuery(text(call, "draft"), text(call, "after"),
                                        text(call, "change"), text(call, "source"), text(call, "q"),
                                        number(call.query("from").orElse("0")), number(call.query("to").orElse("0"))),
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
                jobs.json("import", "/lists/{list}/fetches/{id}", Role.EDITOR, FIELDS, FetchedImport.class,
                        (call, _) -> call.path("list"),
                        (call, wanted) -> Result.ok(use.addresses()
                                .take(call.principal(), call.path("list"), call.path("id"), request(wanted)))),
                json("/lists/{list}/review", Role.REVIEWER, FIELDS, ListReview.class,
                        (call, review) -> Result.ok(use.lists().review(call.principal(), call.path("list"), review))),
                get("/diff", Role.READER, call -> use.drafts().diff(call.queries("list"), use.published().get())),
                get("/allowed", Role.READER,
                        call -> use.allowed()
                                .part(new AllowQuery(text(call, "pattern"), text(call, "list"), text(call, "name"),
                                        Boolean.parseBoolean(text(call, "held"))), text(call, "after"),
                                        limit(call, MOST_ALLOWED, MOST_ALLOWED))),
                json("/allowed", Role.REVIEWER, MANY_URLS, AllowRequest.class,
                        (call, entries) -> Result.ok(use.allowed().allow(call.principal(), entries))),
                bytes("/allowed/imports", Role.REVIEWER, LIST, this::readAllowed),
                json("/allowed/removals", Role.REVIEWER, MANY_URLS, AllowRemoval.class,
                        (call, entries) -> Result.ok(use.allowed().disallow(call.principal(), entries))),
                jobs.json("publish", "/publications", Role.PUBLISHER, FIELDS, PublishRequest.class,
                        (_, request) -> String.join(" ", request.lists()),
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
                jobs.json("rollback", "/rollbacks", Role.PUBLISHER, FIELDS, RollbackRequest.class,
                        (_, request) -> request.list(),
                        (call, request) -> Result.ok(use.publications().rollback(call.principal(), request))),
                get("/holds", Role.READER,
                        call -> use.holds()
                                .holds(new HoldQuery(text(call, "list"), text(call, "source"), text(call, "reason"),
                                        call.query("state").orElse("open"), text(call, "sort"), text(call, "q"),
                                        text(call, "after")), limit(call, MOST_CHANGES))),
                json("/holds/decisions", Role.REVIEWER, MANY_URLS, HoldDecision.class,
                        (call, decision) -> Result.ok(use.holds().decide(call.principal(), decision))),
                json("/holds/reopenings", Role.REVIEWER, MANY_URLS, HoldReopening.class,
                        (call, reopening) -> Result.ok(use.holds().reopen(call.principal(), reopening))),
                get("/reports", Role.READER, call -> use.reports().reports(reports(call), limit(call))),
                get("/reports/groups", Role.READER, call -> use.reports().groups(reports(call), limit(call))),
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
                json("/feeds/guesses", Role.EDITOR, FIELDS, FeedQuestion.class,
                        (call, asked) -> Result.ok(use.feeds().guess(call.principal(), asked))),
                jobs.json("fetch", "/feeds/{feed}/fetches", Role.EDITOR, NO_FIELDS, NoFields.class,
                        (call, _) -> call.path("feed"),
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
                }), get("/audit", Role.REVIEWER, this::audit),
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
                }), new Route(Verb.GET, API + "/openapi.json", Optional.of(Role.READER), Route.Body.NONE, 0,
                        _ -> Result.ok(OpenApi.document())));
    }

    /// Lists are large and senders slow, so the body is saved to a file before the store is used.
    private Result read(Call call) throws IOException, ProblemException {
        Principal who = call.principal();
        String list = call.path("list");
        ImportRequest request = new ImportRequest(text(call, "source"), text(call, "format"), text(call, "scope"),
                Boolean.parseBoolean(text(call, "replace")), text(call, "category"), text(call, "expires"),
                text(call, "reason"));
        Path body = save(call);
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> Files.deleteIfExists(body))) {
            return failure.keep(jobs.run(call, new JobRoutes.Kind(Role.EDITOR, "import", list), () -> {
                try {
                    return Result.ok(use.entries().read(who, list, request, () -> ReadProgress.of(body)));
                } finally {
                    Files.deleteIfExists(body);
                }
            }));
        }
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
        Path body = save(call);
        try {
            return work.on(() -> Files.newInputStream(body));
        } finally {
            Files.deleteIfExists(body);
        }
    }

    /// @return a file that the caller deletes
    private Path save(Call call) throws IOException {
        Path body = Files.createTempFile(use.scratch(), "body", ".list");
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> Files.deleteIfExists(body));
                InputStream in = call.stream()) {
            Files.copy(in, body, StandardCopyOption.REPLACE_EXISTING);
            return failure.keep(body);
        }
    }

    private Object audit(Call call) throws IOException, Refusal {
        AuditLog.Choice choice = new AuditLog.Choice(text(call, "actor"), text(call, "action"), text(call, "subject"));
        return call.query("from").isPresent()
                ? new AuditPart(use.audit().rows(optionalNumber(call, "from"), limit(call)), 0)
                : use.audit().part(choice, number(call.query("before").orElse("0")), limit(call));
    }

    private static ReportQuery reports(Call call) throws Refusal {
        return new ReportQuery(call.query("state").orElse("open"), text(call, "kind"), text(call, "list"),
                text(call, "q"), number(call.query("after").orElse("0")));
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
}
