package bloomward.server.cli.client;

import bloomward.server.admin.AllowAdmin.AllowImportRequest;
import bloomward.server.admin.AllowAdmin.AllowQuery;
import bloomward.server.admin.DraftAdmin.DiffQuery;
import bloomward.server.admin.EntryAdmin.EntryQuery;
import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.HoldAdmin.HoldQuery;
import bloomward.server.admin.ReportAdmin.ReportQuery;
import bloomward.server.admin.view.AllowReports.AllowImportReport;
import bloomward.server.admin.view.AllowReports.AllowPart;
import bloomward.server.admin.view.AllowReports.AllowRemoval;
import bloomward.server.admin.view.AllowReports.AllowReport;
import bloomward.server.admin.view.AllowReports.AllowRequest;
import bloomward.server.admin.view.AuditReports.AuditPart;
import bloomward.server.admin.view.AuditReports.AuditVerification;
import bloomward.server.admin.view.FeedReports.FeedComparison;
import bloomward.server.admin.view.FeedReports.FeedGuess;
import bloomward.server.admin.view.FeedReports.FeedQuestion;
import bloomward.server.admin.view.FeedReports.FeedSettings;
import bloomward.server.admin.view.FeedReports.FeedView;
import bloomward.server.admin.view.FeedReports.NewFeed;
import bloomward.server.admin.view.GuardReports.GuardChange;
import bloomward.server.admin.view.GuardReports.GuardHosts;
import bloomward.server.admin.view.GuardView;
import bloomward.server.admin.view.HoldReports.HoldDecision;
import bloomward.server.admin.view.HoldReports.HoldReopening;
import bloomward.server.admin.view.HoldReports.HoldReport;
import bloomward.server.admin.view.HoldReports.Holds;
import bloomward.server.admin.view.HoldReports.HoldsReopened;
import bloomward.server.admin.view.JobReports.JobView;
import bloomward.server.admin.view.JobReports.JobsView;
import bloomward.server.admin.view.ListReports.Deletion;
import bloomward.server.admin.view.ListReports.DeletionReport;
import bloomward.server.admin.view.ListReports.DiffPart;
import bloomward.server.admin.view.ListReports.DiffReport;
import bloomward.server.admin.view.ListReports.DraftApproval;
import bloomward.server.admin.view.ListReports.Entries;
import bloomward.server.admin.view.ListReports.EntryPart;
import bloomward.server.admin.view.ListReports.Explanation;
import bloomward.server.admin.view.ListReports.FetchedImport;
import bloomward.server.admin.view.ListReports.FetchedList;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.ListReports.ListDetails;
import bloomward.server.admin.view.ListReports.ListDiff;
import bloomward.server.admin.view.ListReports.ListFetch;
import bloomward.server.admin.view.ListReports.ListReview;
import bloomward.server.admin.view.ListReports.ListView;
import bloomward.server.admin.view.ListReports.NewKeys;
import bloomward.server.admin.view.ListReports.NewList;
import bloomward.server.admin.view.ListReports.RemovalReport;
import bloomward.server.admin.view.ListReports.ReviewReport;
import bloomward.server.admin.view.PublishReports.PendingView;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.admin.view.PublishReports.PublishRequest;
import bloomward.server.admin.view.PublishReports.RollbackRequest;
import bloomward.server.admin.view.PublishReports.SignedText;
import bloomward.server.admin.view.RetentionReports.RetentionReport;
import bloomward.server.admin.view.RetentionReports.RetentionRun;
import bloomward.server.admin.view.ReviewReports.DraftView;
import bloomward.server.admin.view.ReviewReports.ReviewWords;
import bloomward.server.admin.view.ReviewReports.VersionsPart;
import bloomward.server.admin.view.RootView;
import bloomward.server.admin.view.ServerReports.ServersReport;
import bloomward.server.admin.view.StandingReports.Standing;
import bloomward.server.admin.view.StandingReports.Who;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.admin.view.TokenReports.TokenView;
import bloomward.server.admin.view.UserReports.ReportAcceptance;
import bloomward.server.admin.view.UserReports.ReportGroups;
import bloomward.server.admin.view.UserReports.ReportRejection;
import bloomward.server.admin.view.UserReports.ReportView;
import bloomward.server.admin.view.UserReports.ReportsPart;
import bloomward.server.cli.client.Answers.Nothing;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublisher;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A client of the Admin API with one method for each route. Close it after use.
///
/// Each method throws [ServerProblemException] if the server refuses, [UnreachableException] if no Bloomward server
/// answers, and the exceptions of a request body's source.
public final class AdminApi implements AutoCloseable {

    private static final Nothing NOTHING = new Nothing();

    private final ApiHttp http;

    /// @param http closed together with this object
    /// @param token the secret
    public AdminApi(HttpClient http, ServerAddress server, String token) {
        this.http = new ApiHttp(http, server, token);
    }

    public Answers.Lists lists() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("lists"), Answers.Lists.class);
    }

    public ListView list(String name) throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("lists", name), ListView.class);
    }

    public ListView create(NewList list) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists"), list, false, ListView.class);
    }

    public ListView rekey(String list, NewKeys keys) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "keys"), keys, true, ListView.class);
    }

    public ListView setDetails(String list, ListDetails details)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "details"), details, false, ListView.class);
    }

    public DeletionReport delete(String list, Deletion deletion)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "deletion"), deletion, true, DeletionReport.class);
    }

    public FetchedList fetch(String list, ListFetch asked)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "fetches"), asked, true, FetchedList.class);
    }

    public ImportReport importFetched(String list, String id, FetchedImport wanted)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "fetches", id), wanted, true, ImportReport.class);
    }

    public ReviewReport review(String list, ListReview review)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "review"), review, false, ReviewReport.class);
    }

    public ImportReport importLines(String list, ImportRequest request, BodyPublisher lines)
            throws IOException, ServerProblemException, InterruptedException {
        ApiPath path = ApiPath.of("lists", list, "imports")
                .withIfGiven("source", request.source())
                .withIfGiven("format", request.format())
                .withIfGiven("scope", request.scope())
                .with("replace", Boolean.toString(request.replace()))
                .withIfGiven("category", request.category())
                .withIfGiven("expires", request.expires())
                .withIfGiven("reason", request.reason());
        return http.upload(path, lines, ImportReport.class);
    }

    public ImportReport add(String list, Entries entries)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "entries"), entries, true, ImportReport.class);
    }

    public EntryPart entries(String list, EntryQuery query, int limit)
            throws IOException, ServerProblemException, InterruptedException {
        ApiPath path = ApiPath.of("lists", list, "entries")
                .withIfGiven("pattern", query.pattern())
                .withIfGiven("source", query.source())
                .withIfGiven("by", query.by())
                .withIfGiven("since", query.since())
                .withIfGiven("change", query.change() == 0 ? "" : Long.toString(query.change()))
                .withIfGiven("after", query.after());
        return http.getSlowly(path.with("limit", Integer.toString(limit)), EntryPart.class);
    }

    public RemovalReport remove(String list, Entries entries)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "removals"), entries, true, RemovalReport.class);
    }

    public ListDiff approve(String list, DraftApproval approval)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "approvals"), approval, true, ListDiff.class);
    }

    public DiffPart diffPart(String list, DiffQuery query, int limit)
            throws IOException, ServerProblemException, InterruptedException {
        return http.getSlowly(ApiPath.of("lists", list, "diff")
                .withIfGiven("draft", query.draft())
                .withIfGiven("after", query.after())
                .withIfGiven("change", query.change())
                .withIfGiven("source", query.source())
                .withIfGiven("q", query.search())
                .withIfGiven("from", query.from() == 0 ? "" : Long.toString(query.from()))
                .withIfGiven("to", query.to() == 0 ? "" : Long.toString(query.to()))
                .with("limit", Integer.toString(limit)), DiffPart.class);
    }

    /// @param lists empty for all
    public DiffReport diff(List<String> lists) throws IOException, ServerProblemException, InterruptedException {
        ApiPath path = ApiPath.of("diff");
        for (String list : lists) {
            path = path.with("list", list);
        }
        return http.getSlowly(path, DiffReport.class);
    }

    public AllowPart allowed(AllowQuery query) throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("allowed")
                .withIfGiven("pattern", query.pattern())
                .withIfGiven("list", query.list())
                .withIfGiven("name", query.name())
                .withIfGiven("held", query.held() ? "true" : ""), AllowPart.class);
    }

    public AllowReport allow(AllowRequest request) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("allowed"), request, true, AllowReport.class);
    }

    public AllowImportReport allowLines(AllowImportRequest request, BodyPublisher lines)
            throws IOException, ServerProblemException, InterruptedException {
        ApiPath path = ApiPath.of("allowed", "imports")
                .withIfGiven("format", request.format())
                .withIfGiven("scope", request.scope())
                .withIfGiven("list", request.list())
                .withIfGiven("name", request.name())
                .withIfGiven("expires", request.expires())
                .withIfGiven("reason", request.reason())
                .with("dry-run", Boolean.toString(request.dryRun()));
        return http.upload(path, lines, AllowImportReport.class);
    }

    public AllowReport disallow(AllowRemoval request) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("allowed", "removals"), request, true, AllowReport.class);
    }

    public PublishReport publish(PublishRequest request)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("publications"), request, true, PublishReport.class);
    }

    public Answers.Publications publications(int limit)
            throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("publications").with("limit", Integer.toString(limit)), Answers.Publications.class);
    }

    public PendingView pending() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("publications", "pending"), PendingView.class);
    }

    public PublishReport sendSigned(SignedText note) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("publications", "pending", "signatures"), note, true, PublishReport.class);
    }

    public void withdrawPending() throws IOException, ServerProblemException, InterruptedException {
        http.post(ApiPath.of("publications", "pending", "withdrawal"), NOTHING, false, Nothing.class);
    }

    public PublishReport renew() throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("publications", "renewal"), NOTHING, true, PublishReport.class);
    }

    public PublishReport rollBack(RollbackRequest request)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("rollbacks"), request, true, PublishReport.class);
    }

    public Holds holds(HoldQuery query, int limit) throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("holds")
                .withIfGiven("list", query.list())
                .withIfGiven("source", query.source())
                .withIfGiven("reason", query.reason())
                .withIfGiven("state", query.state())
                .withIfGiven("sort", query.sort())
                .withIfGiven("q", query.text())
                .withIfGiven("after", query.after())
                .with("limit", Integer.toString(limit)), Holds.class);
    }

    public HoldsReopened reopen(HoldReopening reopening)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("holds", "reopenings"), reopening, true, HoldsReopened.class);
    }

    public HoldReport decide(HoldDecision decision) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("holds", "decisions"), decision, true, HoldReport.class);
    }

    public ReportsPart reports(ReportQuery query, int limit)
            throws IOException, ServerProblemException, InterruptedException {
        return http.get(question(ApiPath.of("reports"), query, limit), ReportsPart.class);
    }

    /// Reports about the same host together.
    public ReportGroups reportGroups(ReportQuery query, int limit)
            throws IOException, ServerProblemException, InterruptedException {
        return http.get(question(ApiPath.of("reports", "groups"), query, limit), ReportGroups.class);
    }

    private static ApiPath question(ApiPath path, ReportQuery query, int limit) {
        return path.with("state", query.state())
                .withIfGiven("kind", query.kind())
                .withIfGiven("list", query.list())
                .withIfGiven("q", query.search())
                .with("limit", Integer.toString(limit));
    }

    public ReportView report(long id) throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("reports", Long.toString(id)), ReportView.class);
    }

    public Answers.Decided accept(ReportAcceptance acceptance)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("reports", "acceptances"), acceptance, true, Answers.Decided.class);
    }

    public Answers.Decided reject(ReportRejection rejection)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("reports", "rejections"), rejection, true, Answers.Decided.class);
    }

    public Explanation explain(String url) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("explanations"), new Answers.Url(url), false, Explanation.class);
    }

    public Answers.Feeds feeds() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("feeds"), Answers.Feeds.class);
    }

    /// @param days the period for what came and went
    public FeedComparison compareFeeds(int days) throws IOException, ServerProblemException, InterruptedException {
        return http.getSlowly(ApiPath.of("feeds", "report").with("days", Integer.toString(days)), FeedComparison.class);
    }

    public FeedView addFeed(NewFeed feed) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("feeds"), feed, false, FeedView.class);
    }

    public ImportReport fetch(String feed) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("feeds", feed, "fetches"), NOTHING, true, ImportReport.class);
    }

    public FeedView set(String feed, FeedSettings settings)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("feeds", feed, "settings"), settings, false, FeedView.class);
    }

    public FeedGuess guessFeed(FeedQuestion asked) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("feeds", "guesses"), asked, true, FeedGuess.class);
    }

    public void removeFeed(String feed) throws IOException, ServerProblemException, InterruptedException {
        http.post(ApiPath.of("feeds", feed, "removal"), NOTHING, false, Nothing.class);
    }

    public Answers.Guards guards() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("guards"), Answers.Guards.class);
    }

    public GuardView replaceGuard(String name, BodyPublisher hosts)
            throws IOException, ServerProblemException, InterruptedException {
        return http.upload(ApiPath.of("guards", name), hosts, GuardView.class);
    }

    /// @param host empty for all
    public GuardHosts guardHosts(String name, String host, int limit)
            throws IOException, ServerProblemException, InterruptedException {
        return http.get(
                ApiPath.of("guards", name, "hosts").withIfGiven("host", host).with("limit", Integer.toString(limit)),
                GuardHosts.class);
    }

    public GuardView changeGuard(String name, GuardChange change)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("guards", name, "hosts"), change, false, GuardView.class);
    }

    public Answers.Tokens tokens() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("tokens"), Answers.Tokens.class);
    }

    public TokenView createToken(NewToken token) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("tokens"), token, false, TokenView.class);
    }

    public void revokeToken(long id) throws IOException, ServerProblemException, InterruptedException {
        http.post(ApiPath.of("tokens", Long.toString(id), "revocation"), NOTHING, false, Nothing.class);
    }

    public Who whoAmI() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("whoami"), Who.class);
    }

    public Standing status() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("status"), Standing.class);
    }

    public JobsView jobs() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("jobs"), JobsView.class);
    }

    public JobView job(String id) throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("jobs", id), JobView.class);
    }

    /// Reads events until the receiver has enough, or the server ends them.
    ///
    /// @param after a row of the audit log; empty for what is new
    public void events(Optional<Long> after, EventReceiver receiver)
            throws IOException, ServerProblemException, InterruptedException {
        http.events(ApiPath.of("events"), after.map(row -> Long.toString(row)), receiver);
    }

    public DraftView draft(String list) throws IOException, ServerProblemException, InterruptedException {
        return http.getSlowly(ApiPath.of("lists", list, "draft"), DraftView.class);
    }

    /// Asks for a review of a draft, or declines it.
    public DraftView say(String list, ReviewWords words, boolean declines)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("lists", list, "review", declines ? "declines" : "requests"), words, true,
                DraftView.class);
    }

    /// @param before only versions below this one, 0 for the newest
    public VersionsPart versions(String list, long before, int limit)
            throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("lists", list, "versions")
                .with("before", Long.toString(before))
                .with("limit", Integer.toString(limit)), VersionsPart.class);
    }

    /// History for plots.
    ///
    /// @param kind publications, feeds, ages or holds
    public <T> T history(String kind, int days, Class<T> type)
            throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("history", kind).with("days", Integer.toString(days)), type);
    }

    /// The server's address.
    public String server() {
        return http.server();
    }

    /// Rows of the audit log that fit, the newest of them.
    public AuditPart audit(String actor, String action, String about, int limit)
            throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("audit")
                .withIfGiven("actor", actor)
                .withIfGiven("action", action)
                .withIfGiven("subject", about)
                .with("limit", Integer.toString(limit)), AuditPart.class);
    }

    /// @param from number of the first row; empty for the newest rows
    public AuditPart audit(OptionalLong from, int limit)
            throws IOException, ServerProblemException, InterruptedException {
        ApiPath path = ApiPath.of("audit");
        ApiPath start = from.isPresent() ? path.with("from", Long.toString(from.getAsLong())) : path;
        return http.get(start.with("limit", Integer.toString(limit)), AuditPart.class);
    }

    public AuditVerification verifyAudit() throws IOException, ServerProblemException, InterruptedException {
        return http.getSlowly(ApiPath.of("audit", "verification"), AuditVerification.class);
    }

    public ServersReport servers() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("servers"), ServersReport.class);
    }

    /// @param days 0 for the server's setting
    public RetentionReport retention(int days) throws IOException, ServerProblemException, InterruptedException {
        return http.getSlowly(ApiPath.of("retention").with("days", Integer.toString(days)), RetentionReport.class);
    }

    public RetentionReport runRetention(RetentionRun run)
            throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("retention", "runs"), run, true, RetentionReport.class);
    }

    public Answers.Roots roots() throws IOException, ServerProblemException, InterruptedException {
        return http.get(ApiPath.of("roots"), Answers.Roots.class);
    }

    public RootView submitRoot(SignedText note) throws IOException, ServerProblemException, InterruptedException {
        return http.post(ApiPath.of("roots"), note, false, RootView.class);
    }

    @Override
    public void close() {
        http.close();
    }
}
