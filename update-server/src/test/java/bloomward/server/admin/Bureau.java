package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.AllowReports.AllowRemoval;
import bloomward.server.admin.view.AllowReports.AllowRequest;
import bloomward.server.admin.view.AllowReports.AllowView;
import bloomward.server.admin.view.HoldReports;
import bloomward.server.admin.view.ListReports;
import bloomward.server.admin.view.ListReports.Entries;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.ListReports.NewList;
import bloomward.server.admin.view.TokenReports;
import bloomward.server.admin.view.UserReports.ReportView;
import bloomward.server.draft.HoldDecisions;
import bloomward.server.draft.Importer;
import bloomward.server.draft.KeptImports;
import bloomward.server.feed.ListLimits;
import bloomward.server.publish.Office;
import bloomward.server.store.PublisherStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// The use cases on a real store and real keys, with a person for each role.
final class Bureau implements AutoCloseable {

    static final Principal EDITOR = new Principal("eve", Role.EDITOR);
    static final Principal REVIEWER = new Principal("rita", Role.REVIEWER);
    static final Principal PUBLISHER = new Principal("paul", Role.PUBLISHER);
    static final Principal ADMIN = new Principal("adam", Role.ADMIN);

    final Office office;
    final PublisherStore store;
    final ListAdmin lists;
    final DraftAdmin drafts;
    final EntryAdmin entries;
    final AllowAdmin allowed;
    final HoldAdmin holds;
    final ReportAdmin reports;
    final PublishAdmin publications;
    final TokenAdmin tokens;
    final AuditAdmin audit;
    final GuardLists guardLists;
    final ReviewAdmin reviews;
    final GuardAdmin guards;
    final RootAdmin roots;

    Bureau(Path folder) throws Exception {
        this(new Office(folder));
    }

    Bureau(Office office) throws Exception {
        this.office = office;
        this.store = office.store();
        Clock clock = office.clock();
        this.guardLists = GuardLists.open(office.folder().guards(), List.of("updates.example"));
        KeptImports kept = new KeptImports(office.folder().kept());
        this.allowed = new AllowAdmin(store, office.folder(), clock);
        this.lists = new ListAdmin(store, new Random(1), (_, _) -> Optional.empty(), clock);
        this.drafts = new DraftAdmin(store, guardLists, allowed, office.publishing().digests(), clock);
        Importer importer = new Importer(store, guardLists, kept, ListLimits.DEFAULT, clock);
        this.entries = new EntryAdmin(store, importer, clock);
        this.reports = new ReportAdmin(store, importer, clock);
        this.holds = new HoldAdmin(store, new HoldDecisions(kept), guardLists, clock);
        this.publications = new PublishAdmin(store, office.publisher(), office.publishing(), clock);
        this.tokens = new TokenAdmin(store, new SecureRandom(), clock);
        this.audit = new AuditAdmin(store, clock);
        this.reviews = new ReviewAdmin(store, drafts, office.publishing().digests(), clock);
        this.guards = new GuardAdmin(store, guardLists, clock);
        this.roots = new RootAdmin(office.folder(), office.publishing(), Optional.empty());
    }

    ListReports.ListView list(String name, boolean needsReview) throws Exception {
        return lists.create(ADMIN, new NewList(name, "malware", 0, needsReview, "", ""));
    }

    /// Makes the tokens behind approvals, on the machine.
    void people(Principal... people) throws Exception {
        for (Principal person : people) {
            tokens.createHere(ADMIN, new TokenReports.NewToken(person.name(), person.role().label()));
        }
    }

    /// The digest of the draft that is shown.
    String draft(String list) throws Exception {
        return drafts.diff(List.of(list), office.commits().current()).lists().getFirst().draft();
    }

    /// Approves the draft that is shown.
    ListReports.ListDiff approve(Principal who, String list) throws Exception {
        return drafts.approve(who, list, new ListReports.DraftApproval(draft(list)));
    }

    static Entries urls(String... urls) {
        return new Entries(List.of(urls), "auto", "", "");
    }

    /// For every list and for good.
    static AllowRequest allowing(String... urls) {
        return new AllowRequest(List.of(urls), "auto", "", "", "", "");
    }

    static AllowRemoval removing(String... urls) {
        return new AllowRemoval(List.of(urls), "auto", "", "", "");
    }

    List<AllowView> allowedNow() throws Exception {
        return allowed.allowed(new AllowAdmin.AllowQuery("", "", "", false));
    }

    ImportReport add(String list, String... urls) throws Exception {
        return entries.add(EDITOR, list, urls(urls));
    }

    List<ReportView> reportsIn(String state, String kind, String list, int limit) throws Exception {
        return reports.reports(new ReportAdmin.ReportQuery(state, kind, list, "", 0), limit).reports();
    }

    /// All holds of a list in a state.
    List<HoldReports.HoldView> held(String list, String state) throws Exception {
        return holds.holds(new HoldAdmin.HoldQuery(list, "", "", state, 0), Integer.MAX_VALUE).holds();
    }

    /// Imports as a source that is replaced, as feeds are.
    ImportReport replace(String list, String source, String... lines) throws Exception {
        return read(list, new ImportRequest(source, "", "", true, "", "", ""), lines);
    }

    ImportReport read(String list, ImportRequest request, String... lines) throws Exception {
        byte[] body = (String.join("\n", lines) + "\n").getBytes(UTF_8);
        return entries.read(EDITOR, list, request, () -> new ByteArrayInputStream(body));
    }

    /// The refusal with which a use case ends, which must leave the audit log as it is.
    Refusal refused(Code code, ThrowingCallable useCase) throws Exception {
        int before = audit.rows(OptionalLong.of(1), 1000).size();
        Refusal refusal = catchThrowableOfType(Refusal.class, useCase);
        assertThat(refusal).as("refused with " + code).isNotNull();
        assertThat(refusal.code()).isEqualTo(code);
        assertThat(audit.rows(OptionalLong.of(1), 1000)).hasSize(before);
        return refusal;
    }

    @Override
    public void close() throws IOException {
        office.close();
    }
}
