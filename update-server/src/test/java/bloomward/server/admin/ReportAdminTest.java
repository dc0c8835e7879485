package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.wire.ReportNumber;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.HoldReports.HoldDecision;
import bloomward.server.admin.view.ListReports.Entries;
import bloomward.server.admin.view.PublishReports.PublishRequest;
import bloomward.server.admin.view.UserReports.ReportAcceptance;
import bloomward.server.admin.view.UserReports.ReportEffect;
import bloomward.server.admin.view.UserReports.ReportOutcome;
import bloomward.server.admin.view.UserReports.ReportRejection;
import bloomward.server.admin.view.UserReports.ReportView;
import bloomward.server.draft.Importer;
import bloomward.server.draft.KeptImports;
import bloomward.server.feed.ListLimits;
import bloomward.server.report.ReportIntake;
import bloomward.server.report.ReportIntake.Outcome;
import bloomward.server.report.ReportRetention;
import bloomward.server.report.ReportStatus.Stage;
import bloomward.server.report.SubmissionReader;
import bloomward.server.store.Gathering;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Decisions about reports, and their effects on drafts, publications and those who sent the reports.
final class ReportAdminTest {

    private Bureau bureau;
    private ReportIntake intake;
    private int sent;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
        intake = new ReportIntake(bureau.store, ReportIntake.Room.DEFAULT, bureau.office.clock());
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    private static String number(long report) {
        return "%032x".formatted(report);
    }

    /// @return the id of the report
    private long send(String kind, String url) throws Exception {
        sent++;
        String json = "{\"v\":1,\"number\":\"" + number(sent) + "\",\"kind\":\"" + kind + "\",\"url\":\"" + url
                + "\",\"comment\":\"please\",\"verdict\":\"listed\",\"list\":\"phishing\"}";
        assertThat(intake.receive(SubmissionReader.read(json.getBytes(UTF_8)))).isInstanceOf(Outcome.Received.class);
        return bureau.reportsIn("all", "", "", 1000).getLast().id();
    }

    private Stage stage(long report) throws Exception {
        return intake.status(ReportNumber.parse(number(report)).orElseThrow()).orElseThrow().stage();
    }

    private static ReportAcceptance accepting(long... ids) {
        return new ReportAcceptance(Arrays.stream(ids).boxed().toList(), "", "auto", "", false, false, false, "");
    }

    private static ReportAcceptance inScope(String scope, long id) {
        return new ReportAcceptance(List.of(id), "", scope, "", false, false, false, "");
    }

    private static ReportAcceptance allowing(String scope, long id) {
        return new ReportAcceptance(List.of(id), "", scope, "", true, false, false, "ours");
    }

    private static ReportAcceptance corrected(long id) {
        return new ReportAcceptance(List.of(id), "", "auto", "", false, true, false, "");
    }

    private ReportOutcome accept(ReportAcceptance acceptance) throws Exception {
        return accept(Bureau.REVIEWER, acceptance);
    }

    private ReportOutcome accept(Principal who, ReportAcceptance acceptance) throws Exception {
        List<ReportOutcome> outcomes = bureau.reports.accept(who, acceptance);
        assertThat(outcomes).hasSize(1);
        return outcomes.getFirst();
    }

    private ReportView view(long id) throws Exception {
        return bureau.reports.report(id);
    }

    private void publish() throws Exception {
        bureau.office.clock().advance(Duration.ofMinutes(5));
        bureau.publications.publish(Bureau.PUBLISHER, new PublishRequest(List.of(), true, false, "", List.of()));
        bureau.office.clock().advance(Duration.ofMinutes(5));
    }

    private void release(long hold, boolean release) throws Exception {
        bureau.holds.decide(Bureau.REVIEWER, HoldDecision.of(List.of(hold), release, "looked at"));
    }

    /// A store in which somebody else is quicker: does something just before its first work that writes.
    private static final class Overtaken implements PublisherStore {

        private final PublisherStore store;
        private Optional<Callable<?>> before;

        Overtaken(PublisherStore store, Callable<?> before) {
            this.store = store;
            this.before = Optional.of(before);
        }

        @Override
        public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
            return store.read(work);
        }

        @Override
        public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
            Optional<Callable<?>> now = before;
            before = Optional.empty();
            if (now.isPresent()) {
                try {
                    now.get().call();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
            return store.write(work);
        }

        @Override
        public Gathering gather() {
            return store.gather();
        }

        @Override
        public void close() {
            // the bureau does
        }
    }

    @Test
    void aMissedPageThatSomebodyElseRejectsMeanwhileLeavesNoEntry() throws Exception {
        bureau.list("phishing", false);
        long missed = send("missed", "http://b.example/");
        Overtaken store = new Overtaken(bureau.store,
                () -> bureau.reports.reject(Bureau.REVIEWER, new ReportRejection(List.of(missed), "no")));
        Importer importer = new Importer(store, GuardLists.open(bureau.office.folder().guards(), List.of()),
                new KeptImports(bureau.office.folder().kept()), ListLimits.DEFAULT, bureau.office.clock());
        List<ReportOutcome> outcomes = new ReportAdmin(store, importer, bureau.office.clock()).accept(Bureau.EDITOR,
                accepting(missed));
        assertThat(outcomes).extracting(ReportOutcome::outcome).containsExactly("refused");
        assertThat(view(missed).state()).isEqualTo("rejected");
        assertThat(
                bureau.drafts.diff(List.of("phishing"), bureau.office.commits().current()).lists().getFirst().added())
                .isZero();
    }

    @Test
    void showsWhatWaits() throws Exception {
        long wrong = send("wrong", "http://a.example/x");
        long missed = send("missed", "http://b.example/");
        assertThat(bureau.reportsIn("open", "", "", 9)).extracting(ReportView::id).containsExactly(wrong, missed);
        assertThat(bureau.reportsIn("open", "missed", "", 9)).extracting(ReportView::id).containsExactly(missed);
        assertThat(bureau.reportsIn("open", "", "other", 9)).isEmpty();
        assertThat(bureau.reportsIn("accepted", "", "", 9)).isEmpty();
        assertThat(bureau.reportsIn("all", "", "", 1)).hasSize(1);
        ReportView view = view(wrong);
        assertThat(view.url()).isEqualTo("http://a.example/x");
        assertThat(view.comment()).isEqualTo("please");
        assertThat(view.state()).isEqualTo("open");
        assertThat(view.toString()).as("the sender's secret").doesNotContain(number(1));
        bureau.refused(Code.BAD_REQUEST, () -> bureau.reportsIn("held", "", "", 9));
        bureau.refused(Code.BAD_REQUEST, () -> bureau.reportsIn("open", "other", "", 9));
        bureau.refused(Code.NO_SUCH_REPORT, () -> bureau.reports.report(99));
    }

    @Test
    void aMissedPageIsAddedAndPublished() throws Exception {
        bureau.list("phishing", false);
        long id = send("missed", "https://evil.example/login?x=1#top");
        ReportOutcome outcome = accept(Bureau.EDITOR, accepting(id));
        assertThat(outcome).isEqualTo(new ReportOutcome(id, "accepted",
                List.of(new ReportEffect("add", "phishing", "evil.example/login?x=1", "prefix")), 0, ""));
        assertThat(view(id).state()).isEqualTo("accepted");
        assertThat(view(id).decidedBy()).isEqualTo("eve");
        assertThat(stage(1)).isEqualTo(Stage.ACCEPTED);
        assertThat(bureau.drafts.explain("evil.example/login?x=1").matches()).singleElement().satisfies(match -> {
            assertThat(match.source()).isEqualTo("reports");
            assertThat(match.reason()).isEqualTo("report #" + id);
        });
        publish();
        assertThat(view(id).state()).isEqualTo("published");
        assertThat(stage(1)).isEqualTo(Stage.PUBLISHED);
    }

    @Test
    void aFirstPageStandsForItsHost() throws Exception {
        bureau.list("phishing", false);
        assertThat(accept(accepting(send("missed", "https://evil.example"))).effects())
                .containsExactly(new ReportEffect("add", "phishing", "evil.example/", "host"));
        assertThat(accept(accepting(send("missed", "https://evil2.example/?q"))).effects())
                .containsExactly(new ReportEffect("add", "phishing", "evil2.example/?q", "prefix"));
    }

    @Test
    void theScopeCanBeChosen() throws Exception {
        bureau.list("phishing", false);
        assertThat(accept(inScope("host", send("missed", "https://a.example/x/y"))).effects())
                .containsExactly(new ReportEffect("add", "phishing", "a.example/", "host"));
        assertThat(accept(inScope("exact", send("missed", "https://b.example/x/y"))).effects())
                .containsExactly(new ReportEffect("add", "phishing", " b.example/x/y", "exact"));
        assertThat(accept(inScope("exact", send("missed", "https://c.example/"))).effects())
                .containsExactly(new ReportEffect("add", "phishing", " c.example/", "exact"));
        assertThat(accept(inScope("prefix", send("missed", "https://d.example/x/"))).effects())
                .containsExactly(new ReportEffect("add", "phishing", "d.example/x/", "prefix"));
        bureau.refused(Code.BAD_REQUEST,
                () -> accept(inScope("all", bureau.reportsIn("all", "", "", 9).getFirst().id())));
    }

    @Test
    void aMissedPageCanHaveACategoryOfItsOwn() throws Exception {
        bureau.list("phishing", false);
        long id = send("missed", "https://evil.example/a");
        accept(new ReportAcceptance(List.of(id), "phishing", "auto", "scam", false, false, false, "case 7"));
        assertThat(bureau.drafts.explain("evil.example/a").matches()).singleElement().satisfies(match -> {
            assertThat(match.category()).isEqualTo("scam");
            assertThat(match.source()).isEqualTo("reports-scam");
            assertThat(match.reason()).isEqualTo("report #" + id + ": case 7");
        });
    }

    @Test
    void ofSeveralListsOneIsNamed() throws Exception {
        bureau.list("phishing", false);
        bureau.list("malware", false);
        long id = send("missed", "https://evil.example/a");
        ReportOutcome refused = accept(accepting(id));
        assertThat(refused.outcome()).isEqualTo("refused");
        assertThat(refused.message()).contains("malware, phishing");
        assertThat(view(id).state()).isEqualTo("open");
        accept(new ReportAcceptance(List.of(id), "malware", "auto", "", false, false, false, ""));
        assertThat(view(id).state()).isEqualTo("accepted");
    }

    @Test
    void whatIsListedAlreadyIsPublishedAtOnce() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "http://evil.example/a");
        bureau.entries.add(Bureau.EDITOR, "phishing", new Entries(List.of("evil.example/b"), "prefix", "", ""));
        publish();
        long id = send("missed", "https://evil.example/b");
        ReportOutcome outcome = accept(accepting(id));
        assertThat(outcome.outcome()).isEqualTo("accepted");
        assertThat(view(id).state()).isEqualTo("published");
    }

    @Test
    void aDryRunChangesNothing() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "bad.example");
        long missed = send("missed", "https://evil.example/a");
        long wrong = send("wrong", "https://bad.example/a");
        int rows = bureau.audit.rows(OptionalLong.of(1), 100).size();
        List<ReportOutcome> planned = bureau.reports.accept(Bureau.EDITOR,
                new ReportAcceptance(List.of(missed, wrong), "", "auto", "", false, false, true, ""));
        assertThat(planned).extracting(ReportOutcome::outcome).containsExactly("planned", "planned");
        assertThat(planned.getLast().effects())
                .containsExactly(new ReportEffect("remove", "phishing", "bad.example/", "host"));
        assertThat(bureau.reportsIn("open", "", "", 9)).hasSize(2);
        assertThat(bureau.lists.list("phishing").entries()).isEqualTo(1);
        assertThat(bureau.audit.rows(OptionalLong.of(1), 100)).hasSize(rows);
    }

    @Test
    void aGuardHoldsAndTheReportWaits() throws Exception {
        bureau.list("phishing", false);
        long id = send("missed", "https://wikipedia.org/");
        ReportOutcome outcome = accept(accepting(id));
        assertThat(outcome.outcome()).isEqualTo("held");
        assertThat(outcome.message()).isEqualTo("popular-host");
        assertThat(outcome.hold()).isPositive();
        assertThat(view(id).state()).isEqualTo("open");
        assertThat(view(id).hold()).isEqualTo(outcome.hold());
        assertThat(stage(1)).isEqualTo(Stage.RECEIVED);
        release(outcome.hold(), true);
        assertThat(view(id).state()).isEqualTo("accepted");
        assertThat(view(id).decidedBy()).isEqualTo("rita");
        publish();
        assertThat(stage(1)).isEqualTo(Stage.PUBLISHED);
    }

    @Test
    void aRejectedHoldLeavesTheReportOpen() throws Exception {
        bureau.list("phishing", false);
        long id = send("missed", "https://wikipedia.org/");
        release(accept(accepting(id)).hold(), false);
        assertThat(view(id).state()).isEqualTo("open");
        assertThat(view(id).hold()).isZero();
        assertThat(accept(accepting(id)).outcome()).isEqualTo("refused");
        assertThat(accept(inScope("exact", id)).outcome()).isEqualTo("accepted");
    }

    @Test
    void aProtectedHostIsRefused() throws Exception {
        bureau.list("phishing", false);
        long id = send("missed", "https://updates.example/");
        ReportOutcome outcome = accept(accepting(id));
        assertThat(outcome.outcome()).isEqualTo("refused");
        assertThat(outcome.message()).contains("protected-host");
        assertThat(view(id).state()).isEqualTo("open");
    }

    @Test
    void anAddressInsideIsRefused() throws Exception {
        bureau.list("phishing", false);
        assertThat(accept(accepting(send("missed", "http://192.168.0.1/"))).outcome()).isEqualTo("refused");
        assertThat(accept(accepting(send("missed", "http://printer/"))).outcome()).isEqualTo("refused");
    }

    @Test
    void aWrongBlockIsRemovedFromEveryListAndPublished() throws Exception {
        bureau.list("phishing", false);
        bureau.list("malware", false);
        bureau.add("phishing", "shop.example");
        bureau.add("malware", "shop.example/a/", "bad.example");
        publish();
        long id = send("wrong", "http://shop.example/a/b");
        ReportOutcome outcome = accept(Bureau.EDITOR, accepting(id));
        assertThat(outcome.outcome()).isEqualTo("accepted");
        assertThat(outcome.effects()).containsExactlyInAnyOrder(
                new ReportEffect("remove", "phishing", "shop.example/", "host"),
                new ReportEffect("remove", "malware", "shop.example/a/", "prefix"));
        assertThat(stage(1)).isEqualTo(Stage.ACCEPTED);
        bureau.office.clock().advance(Duration.ofMinutes(5));
        bureau.publications.publish(Bureau.PUBLISHER,
                new PublishRequest(List.of("phishing"), false, false, "", List.of()));
        assertThat(stage(1)).as("one list of two").isEqualTo(Stage.ACCEPTED);
        publish();
        assertThat(stage(1)).isEqualTo(Stage.PUBLISHED);
        assertThat(bureau.drafts.explain("http://shop.example/a/b").isListed()).isFalse();
        assertThat(bureau.drafts.explain("bad.example").isListed()).isTrue();
    }

    @Test
    void anEntryOfAFeedIsNotRemoved() throws Exception {
        bureau.list("phishing", false);
        bureau.replace("phishing", "feed-a", "shop.example", "bad.example");
        publish();
        long id = send("wrong", "http://shop.example/");
        ReportOutcome refused = accept(accepting(id));
        assertThat(refused.outcome()).isEqualTo("refused");
        assertThat(refused.message()).contains("feed-a").contains("allow");
        assertThat(view(id).state()).isEqualTo("open");
    }

    @Test
    void anAllowEntryIsHeldThenPublished() throws Exception {
        bureau.list("phishing", false);
        bureau.replace("phishing", "feed-a", "shop.example", "bad.example");
        publish();
        long id = send("wrong", "http://shop.example/a");
        ReportOutcome held = accept(allowing("auto", id));
        assertThat(held.outcome()).isEqualTo("held");
        assertThat(held.effects()).containsExactly(new ReportEffect("allow", "", "shop.example/", "host"));
        assertThat(view(id).state()).isEqualTo("open");
        release(held.hold(), true);
        assertThat(view(id).state()).isEqualTo("accepted");
        publish();
        assertThat(view(id).state()).isEqualTo("published");
        assertThat(bureau.allowedNow()).singleElement()
                .satisfies(row -> assertThat(row.reason()).isEqualTo("report #" + id + ": ours"));
    }

    @Test
    void ofAPageListedTwiceBothHoldsAreDecided() throws Exception {
        bureau.list("phishing", false);
        bureau.replace("phishing", "feed-a", "shop.example", "shop.example/a/", "bad.example");
        long id = send("wrong", "http://shop.example/a/b");
        long first = accept(allowing("auto", id)).hold();
        release(first, true);
        assertThat(view(id).state()).isEqualTo("open");
        assertThat(view(id).hold()).isNotZero().isNotEqualTo(first);
        release(view(id).hold(), true);
        assertThat(view(id).state()).isEqualTo("accepted");
    }

    @Test
    void onlyThePageCanBeAllowed() throws Exception {
        bureau.list("phishing", false);
        bureau.replace("phishing", "feed-a", "shop.example", "bad.example");
        ReportOutcome outcome = accept(allowing("exact", send("wrong", "http://shop.example/a")));
        assertThat(outcome.effects()).containsExactly(new ReportEffect("allow", "", " shop.example/a", "exact"));
        assertThat(outcome.outcome()).as("hides nothing but one page").isIn("accepted", "held");
    }

    @Test
    void allowingNeedsTheRoleThatItNeedsElsewhere() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "shop.example");
        long id = send("wrong", "http://shop.example/a");
        bureau.refused(Code.FORBIDDEN, () -> accept(Bureau.EDITOR, allowing("auto", id)));
    }

    @Test
    void whatIsNoLongerListedIsCorrectedOrRejected() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "shop.example", "bad.example");
        publish();
        long id = send("wrong", "http://shop.example/a");
        assertThat(accept(corrected(id)).outcome()).as("still listed").isEqualTo("refused");
        bureau.entries.remove(Bureau.EDITOR, "phishing", Bureau.urls("shop.example"));
        ReportOutcome refused = accept(accepting(id));
        assertThat(refused.outcome()).isEqualTo("refused");
        assertThat(refused.message()).contains("corrected").contains("reject");
        assertThat(accept(corrected(id)).outcome()).isEqualTo("accepted");
        assertThat(stage(1)).as("the removal is not published yet").isEqualTo(Stage.ACCEPTED);
        publish();
        assertThat(stage(1)).isEqualTo(Stage.PUBLISHED);
        long other = send("wrong", "http://never.example/");
        assertThat(accept(corrected(other)).outcome()).isEqualTo("accepted");
        assertThat(view(other).state()).isEqualTo("published");
    }

    @Test
    void ofSeveralOneRefusedStopsNoOther() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "shop.example");
        long gone = send("wrong", "http://gone.example/");
        long listed = send("wrong", "http://shop.example/");
        assertThat(bureau.reports.accept(Bureau.EDITOR, accepting(gone, listed, gone)))
                .extracting(ReportOutcome::outcome)
                .containsExactly("refused", "accepted");
        bureau.refused(Code.NO_SUCH_REPORT, () -> bureau.reports.accept(Bureau.EDITOR, accepting(gone, listed)));
        bureau.refused(Code.BAD_REQUEST, () -> bureau.reports.accept(Bureau.EDITOR, accepting()));
        assertThat(view(gone).state()).isEqualTo("open");
    }

    @Test
    void aRejectionHasAReasonAndItsSenderLearnsIt() throws Exception {
        long id = send("wrong", "http://evil.example/");
        bureau.refused(Code.BAD_REQUEST,
                () -> bureau.reports.reject(Bureau.EDITOR, new ReportRejection(List.of(id), " ")));
        assertThat(bureau.reports.reject(Bureau.EDITOR, new ReportRejection(List.of(id), "a real one")))
                .containsExactly(new ReportOutcome(id, "rejected", List.of(), 0, ""));
        assertThat(view(id).decisionReason()).isEqualTo("a real one");
        assertThat(stage(1)).isEqualTo(Stage.REJECTED);
        bureau.refused(Code.NO_SUCH_REPORT,
                () -> bureau.reports.reject(Bureau.EDITOR, new ReportRejection(List.of(id), "again")));
        assertThat(bureau.audit.rows(OptionalLong.of(1), 100).getLast()).satisfies(row -> {
            assertThat(row.action()).isEqualTo("report reject");
            assertThat(row.subject()).isEqualTo(Long.toString(id));
            assertThat(row.detail()).contains("a real one").doesNotContain("evil");
        });
    }

    /// On a list that two people look after, an accepted report is a change like others.
    @Test
    void aReviewedListStillNeedsItsSecondPerson() throws Exception {
        bureau.people(Bureau.EDITOR, Bureau.REVIEWER, Bureau.PUBLISHER);
        bureau.list("phishing", true);
        long id = send("missed", "http://evil.example/a");
        accept(Bureau.EDITOR, accepting(id));
        bureau.refused(Code.NEEDS_APPROVAL, () -> bureau.publications.publish(Bureau.PUBLISHER,
                new PublishRequest(List.of("phishing"), false, false, "", List.of(bureau.draft("phishing")))));
        assertThat(stage(1)).isEqualTo(Stage.ACCEPTED);
    }

    @Test
    void whatWasSaidIsForgotten() throws Exception {
        long decided = send("wrong", "http://a.example/");
        long open = send("wrong", "http://b.example/");
        bureau.reports.reject(Bureau.EDITOR, new ReportRejection(List.of(decided), "no"));
        bureau.office.clock().advance(ReportRetention.TEXT.plusSeconds(1));
        ReportRetention.tidy(bureau.store, bureau.office.clock().instant());
        assertThat(view(decided).url() + view(decided).comment() + view(decided).canonical()).isEmpty();
        assertThat(stage(1)).isEqualTo(Stage.REJECTED);
        assertThat(view(open).url()).isNotEmpty();
        bureau.office.clock().advance(ReportRetention.OPEN.minus(ReportRetention.TEXT));
        ReportRetention.tidy(bureau.store, bureau.office.clock().instant());
        bureau.refused(Code.NO_SUCH_REPORT, () -> view(open));
        bureau.refused(Code.NO_SUCH_REPORT, () -> view(decided));
        assertThat(intake.status(ReportNumber.parse(number(1)).orElseThrow())).isEmpty();
    }

    @Test
    void theStoreHasNoNumber() throws Exception {
        send("wrong", "http://a.example/");
        Digest digest = Digest.of(number(1).getBytes(UTF_8));
        assertThat(
                bureau.store.<Boolean, java.io.IOException>read(tables -> tables.reports().receipt(digest).isPresent()))
                .isTrue();
    }
}
