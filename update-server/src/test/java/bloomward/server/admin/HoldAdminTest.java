package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.HoldReports.HoldDecision;
import bloomward.server.admin.HoldReports.HoldReport;
import bloomward.server.admin.HoldReports.HoldView;
import bloomward.server.admin.Refusal.Code;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
        return bureau.holds.decide(who, new HoldDecision(all, false, "", release, "looked at"));
    }

    private HoldView only(String state) throws Exception {
        List<HoldView> views = bureau.holds.holds("phishing", state);
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
        assertThat(decide(Bureau.REVIEWER, true, only("open").id())).isEqualTo(new HoldReport(1, 1, List.of()));
        assertThat(bureau.lists.list("phishing").entries()).isEqualTo(1);
        assertThat(only("released").decidedBy()).isEqualTo("rita");
        assertThat(only("released").decisionReason()).isEqualTo("looked at");
    }

    @Test
    void whatIsRejectedStaysOut() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        assertThat(decide(Bureau.REVIEWER, false, only("open").id())).isEqualTo(new HoldReport(1, 0, List.of()));
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
        HoldReport report = bureau.holds.decide(Bureau.EDITOR,
                new HoldDecision(List.of(), true, "phishing", true, "fine"));
        assertThat(report.decided()).isEqualTo(1);
        assertThat(report.needOther()).containsExactly(only("open").id());
        assertThat(only("open").expression()).isEqualTo("co.uk/");
    }

    @Test
    void refusesDecisionsThatSayTooLittle() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "wikipedia.org");
        long id = only("open").id();
        for (HoldDecision bad : List.of(new HoldDecision(List.of(id), false, "", true, " "),
                new HoldDecision(List.of(id), true, "", true, "r"),
                new HoldDecision(List.of(), false, "", true, "r"))) {
            bureau.refused(Code.BAD_REQUEST, () -> bureau.holds.decide(Bureau.REVIEWER, bad));
        }
        bureau.refused(Code.BAD_REQUEST, () -> bureau.holds.holds("", "closed"));
        bureau.refused(Code.NO_SUCH_HOLD, () -> decide(Bureau.REVIEWER, true, id + 1));
        bureau.refused(Code.NO_SUCH_LIST, () -> bureau.holds.holds("malware", "open"));
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
