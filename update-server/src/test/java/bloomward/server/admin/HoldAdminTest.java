package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.HoldAdmin.HoldQuery;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.HoldReports.HoldDecision;
import bloomward.server.admin.view.HoldReports.HoldReopening;
import bloomward.server.admin.view.HoldReports.HoldReport;
import bloomward.server.admin.view.HoldReports.HoldView;
import bloomward.server.admin.view.HoldReports.Holds;
import bloomward.server.admin.view.HoldReports.HoldsReopened;
import bloomward.server.admin.view.ListReports;
import bloomward.server.admin.view.PublishReports.PublishRequest;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HoldAdminTest {

    private Bureau bureau;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    private HoldReport decide(Principal who, boolean release, long... ids) throws Exception {
        List<Long> all = Arrays.stream(ids).boxed().toList();
        return bureau.holds.decide(who, HoldDecision.of(all, release, "looked at"));
    }

    private Holds holds(String list, String source, String reason, String state) throws Exception {
        return bureau.holds.holds(new HoldQuery(list, source, reason, state, 0), 2);
    }

    /// All that fit up to a number.
    private HoldDecision all(String list, String source, String heldFor, long upTo, boolean release) throws Exception {
        return new HoldDecision(List.of(), true, list, source, heldFor,
                Math.min(upTo, holds("", "", "", "open").upTo()), release, "fine");
    }

    private HoldsReopened reopen(long... ids) throws Exception {
        return bureau.holds.reopen(Bureau.REVIEWER,
                new HoldReopening(Arrays.stream(ids).boxed().toList(), "a mistake"));
    }

    private HoldView only(String state) throws Exception {
        List<HoldView> views = holds("phishing", "", "", state).holds();
        assertThat(views).hasSize(1);
        return views.getFirst();
    }

    @Test
    void showsAHoldWithItsRemedy() throws Exception {
        bureau.list("phishing", false);
        assertThat(bureau.add("phishing", "wikipedia.org", "evil.example").held())
                .isEqualTo(Map.of("popular-host", 1L));
        HoldView view = only("open");
        assertThat(view.expression()).isEqualTo("wikipedia.org/");
        assertThat(view.source()).isEqualTo("people");
        assertThat(view.by()).isEqualTo("eve");
        assertThat(view.line()).isEqualTo(1);
        assertThat(view.remedy()).isNotBlank();
        assertThat(view.decidedBy()).isEmpty();
    }

    @Test
    void whatIsReleasedIsInTheDraft() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        assertThat(decide(Bureau.REVIEWER, true, only("open").id())).usingRecursiveComparison()
                .ignoringFields("ids")
                .isEqualTo(new HoldReport(1, 1, List.of(), List.of()));
        assertThat(bureau.lists.list("phishing").entries()).isEqualTo(1);
        assertThat(only("released").decidedBy()).isEqualTo("rita");
        assertThat(only("released").decisionReason()).isEqualTo("looked at");
    }

    @Test
    void whatIsRejectedStaysOut() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        assertThat(decide(Bureau.REVIEWER, false, only("open").id())).usingRecursiveComparison()
                .ignoringFields("ids")
                .isEqualTo(new HoldReport(1, 0, List.of(), List.of()));
        assertThat(bureau.add("phishing", "wikipedia.org").rejected()).isEqualTo(Map.of("rejected-before", 1L));
        assertThat(bureau.lists.list("phishing").entries()).isZero();
    }

    @Test
    void aPublicSuffixNeedsAnotherPersonWhereTwoLookAfterTheList() throws Exception {
        bureau.list("phishing", true);
        bureau.add("phishing", "co.uk");
        long id = only("open").id();
        bureau.refused(Code.NEEDS_APPROVAL, () -> decide(Bureau.EDITOR, true, id));
        assertThat(only("open").id()).isEqualTo(id);
        assertThat(decide(Bureau.REVIEWER, true, id).added()).isEqualTo(1);
    }

    @Test
    void decidesThoseThatOnePersonMayAndNamesTheOthers() throws Exception {
        bureau.list("phishing", true);
        bureau.add("phishing", "co.uk", "wikipedia.org");
        HoldReport report = bureau.holds.decide(Bureau.EDITOR, all("phishing", "", "", Long.MAX_VALUE, true));
        assertThat(report.decided()).isEqualTo(1);
        assertThat(report.needOther()).containsExactly(only("open").id());
        assertThat(only("open").expression()).isEqualTo("co.uk/");
    }

    @Test
    void refusesDecisionsThatSayTooLittle() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        long id = only("open").id();
        for (HoldDecision bad : List.of(HoldDecision.of(List.of(id), true, " "),
                new HoldDecision(List.of(id), true, "", "", "", id, true, "r"), HoldDecision.of(List.of(), true, "r"),
                new HoldDecision(List.of(), true, "", "", "", 0, true, "r"),
                new HoldDecision(List.of(id), false, "", "", "", id, true, "r"))) {
            bureau.refused(Code.BAD_REQUEST, () -> bureau.holds.decide(Bureau.REVIEWER, bad));
        }
        bureau.refused(Code.BAD_REQUEST, () -> holds("", "", "", "closed"));
        bureau.refused(Code.NO_SUCH_HOLD, () -> decide(Bureau.REVIEWER, true, id + 1));
        bureau.refused(Code.NO_SUCH_LIST, () -> holds("malware", "", "", "open"));
    }

    @Test
    void countsAllAndShowsSome() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org", "google.com", "bit.ly", "co.uk");
        bureau.replace("phishing", "csirt", "youtube.com", "evil.example");
        Holds all = holds("phishing", "", "", "open");
        assertThat(all.holds()).hasSize(2);
        assertThat(all.counts()).isEqualTo(Map.of("popular-host", 3L, "public-suffix", 1L, "shortener", 1L));
        assertThat(all.upTo()).isEqualTo(5);
        assertThat(bureau.holds.holds(new HoldQuery("", "", "", "open", all.holds().getLast().id()), 9).holds())
                .extracting(HoldView::id)
                .containsExactly(3L, 4L, 5L);
        assertThat(holds("", "csirt", "", "open").holds()).extracting(HoldView::expression)
                .containsExactly("youtube.com/");
        assertThat(holds("", "people", "popular-host", "open").counts()).isEqualTo(Map.of("popular-host", 2L));
        assertThat(holds("", "", "", "rejected")).isEqualTo(new Holds(List.of(), 0, Map.of(), Map.of(),
                Map.of("day", 0L, "week", 0L, "month", 0L, "older", 0L), 0, ""));
    }

    @Test
    void decidesByKindAndNothingThatCameLater() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org", "bit.ly");
        long seen = holds("", "", "", "open").upTo();
        bureau.add("phishing", "google.com");
        bureau.refused(Code.NO_SUCH_HOLD, () -> bureau.holds.decide(Bureau.REVIEWER,
                new HoldDecision(List.of(), true, "", "", "", seen + 2, true, "r")));
        assertThat(bureau.holds.decide(Bureau.REVIEWER, all("phishing", "", "shortener", seen, false)).decided())
                .isEqualTo(1);
        assertThat(bureau.holds.decide(Bureau.REVIEWER, all("phishing", "people", "", seen, true)).decided())
                .isEqualTo(1);
        assertThat(only("open").expression()).isEqualTo("google.com/");
        assertThat(only("rejected").expression()).isEqualTo("bit.ly/");
        assertThat(only("released").expression()).isEqualTo("wikipedia.org/");
    }

    /// Nothing found would read as nothing waits.
    @Test
    void refusesKindsThatThereAreNot() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        assertThat(bureau.refused(Code.BAD_REQUEST, () -> holds("", "", "popular", "open")))
                .hasMessageContaining("possible: ")
                .hasMessageContaining("popular-host")
                .hasMessageNotContaining("protected-host");
        bureau.refused(Code.NO_SUCH_SOURCE, () -> holds("", "csirt", "", "open"));
        bureau.refused(Code.NO_SUCH_SOURCE, () -> holds("phishing", "csirt", "", "open"));
        long seen = holds("", "people", "popular-host", "open").upTo();
        bureau.refused(Code.BAD_REQUEST,
                () -> bureau.holds.decide(Bureau.REVIEWER, all("phishing", "", "popular", seen, false)));
        bureau.refused(Code.NO_SUCH_SOURCE,
                () -> bureau.holds.decide(Bureau.REVIEWER, all("phishing", "csirt", "", seen, false)));
    }

    @Test
    void aRejectionIsTakenBack() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        long id = only("open").id();
        decide(Bureau.REVIEWER, false, id);
        assertThat(reopen(id)).isEqualTo(new HoldsReopened(1, 0));
        assertThat(only("open")).satisfies(hold -> {
            assertThat(hold.id()).isEqualTo(id);
            assertThat(hold.by()).isEqualTo("eve");
            assertThat(hold.decidedBy()).isEmpty();
        });
        assertThat(bureau.add("phishing", "wikipedia.org").held()).isEqualTo(Map.of("popular-host", 1L));
        assertThat(bureau.audit.rows(OptionalLong.of(1), 1000)).anySatisfy(row -> {
            assertThat(row.action()).isEqualTo("undo");
            assertThat(row.actor()).isEqualTo("rita");
            assertThat(row.detail()).contains("a mistake");
        });
        bureau.refused(Code.CANNOT_BE_UNDONE, () -> reopen(id));
        bureau.refused(Code.NO_SUCH_HOLD, () -> reopen(id + 7));
    }

    @Test
    void aReleaseIsTakenBackUntilItIsPublished() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "evil.example", "wikipedia.org");
        long id = only("open").id();
        decide(Bureau.REVIEWER, true, id);
        assertThat(bureau.lists.list("phishing").entries()).isEqualTo(2);
        assertThat(reopen(id)).isEqualTo(new HoldsReopened(1, 1));
        assertThat(bureau.lists.list("phishing").entries()).isEqualTo(1);
        assertThat(only("open").id()).isEqualTo(id);
        decide(Bureau.REVIEWER, true, id);
        bureau.publications.publish(Bureau.PUBLISHER,
                new PublishRequest(List.of("phishing"), false, false, "", List.of()));
        assertThat(bureau.refused(Code.CANNOT_BE_UNDONE, () -> reopen(id))).hasMessageContaining("is published");
        assertThat(bureau.lists.list("phishing").entries()).isEqualTo(2);
    }

    @Test
    void aReleaseThatChangedTermsIsNotTakenBack() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        decide(Bureau.REVIEWER, true, only("open").id());
        long first = only("released").id();
        bureau.entries.add(Bureau.EDITOR, "phishing",
                new ListReports.Entries(List.of("wikipedia.org"), "auto", "case 1", ""));
        assertThat(bureau.refused(Code.CANNOT_BE_UNDONE, () -> reopen(first))).hasMessageContaining("changed since");
    }

    @Test
    void aDecisionWithASuccessorStands() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        long first = only("open").id();
        decide(Bureau.REVIEWER, false, first);
        bureau.replace("phishing", "csirt", "google.com");
        reopen(first);
        decide(Bureau.REVIEWER, false, first);
        assertThat(reopen(first).reopened()).isEqualTo(1);
        bureau.refused(Code.BAD_REQUEST,
                () -> bureau.holds.reopen(Bureau.REVIEWER, new HoldReopening(List.of(first), " ")));
        bureau.refused(Code.BAD_REQUEST, () -> bureau.holds.reopen(Bureau.REVIEWER, new HoldReopening(List.of(), "r")));
    }

    @Test
    void aRejectedAllowEntryIsProposedAgain() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "evil.example");
        bureau.allowed.allow(Bureau.REVIEWER, Bureau.allowing("evil.example"));
        long id = holds("", "", "allow-conflict", "open").upTo();
        decide(Bureau.REVIEWER, false, id);
        reopen(id);
        assertThat(bureau.allowedNow()).singleElement().satisfies(row -> assertThat(row.held()).isTrue());
        decide(Bureau.REVIEWER, true, id);
        assertThat(bureau.refused(Code.CANNOT_BE_UNDONE, () -> reopen(id))).hasMessageContaining("allow remove");
    }

    @Test
    void oneUnknownIdLeavesTheOthersOpen() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        long id = only("open").id();
        bureau.refused(Code.NO_SUCH_HOLD, () -> decide(Bureau.REVIEWER, true, id, id + 1));
        assertThat(only("open").id()).isEqualTo(id);
    }
}
