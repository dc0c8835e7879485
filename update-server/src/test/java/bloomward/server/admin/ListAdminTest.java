package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.Digest;
import bloomward.format.confirm.Category;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.ListReports.DiffReport;
import bloomward.server.admin.view.ListReports.ListDetails;
import bloomward.server.admin.view.ListReports.ListReview;
import bloomward.server.admin.view.ListReports.ListView;
import bloomward.server.admin.view.ListReports.NewKeys;
import bloomward.server.admin.view.ListReports.NewList;
import bloomward.server.admin.view.ListReports.ReviewReport;
import bloomward.server.admin.view.ListReports.SourceDiff;
import bloomward.server.admin.view.ListReports.SourceView;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.publish.PublishOutcome;
import bloomward.server.publish.PublishRefusedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ListAdminTest {

    private Bureau bureau;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    private DiffReport diff(String... names) throws Exception {
        return bureau.drafts.diff(List.of(names), bureau.office.commits().current());
    }

    private ReviewReport review(Principal who, boolean on) throws Exception {
        return bureau.lists.review(who, "phishing", new ListReview(on));
    }

    @Test
    void twoPersonsSwitchTheReviewOff() throws Exception {
        bureau.list("phishing", true);
        bureau.people(Bureau.ADMIN, Bureau.REVIEWER);
        bureau.refused(Code.FORBIDDEN, () -> review(Bureau.REVIEWER, false));
        assertThat(review(Bureau.ADMIN, false)).isEqualTo(new ReviewReport("phishing", true, true));
        assertThat(review(Bureau.ADMIN, false).waiting()).isTrue();
        assertThat(review(Bureau.REVIEWER, false)).isEqualTo(new ReviewReport("phishing", false, false));
        assertThat(bureau.lists.list("phishing").needsReview()).isFalse();
        assertThat(review(Bureau.ADMIN, true)).isEqualTo(new ReviewReport("phishing", true, false));
        bureau.refused(Code.FORBIDDEN, () -> review(Bureau.REVIEWER, false));
        assertThat(bureau.audit.rows(OptionalLong.of(1), 1000)).filteredOn(row -> row.action().equals("list review"))
                .extracting(row -> row.detail())
                .containsExactly("{\"review\":\"off proposed\"}", "{\"review\":\"off proposed\"}",
                        "{\"review\":\"off, as proposed by adam\"}", "{\"review\":\"on\"}");
    }

    @Test
    void aProposalEndsAfterAWeekAndWithItsToken() throws Exception {
        bureau.list("phishing", true);
        bureau.people(Bureau.ADMIN, Bureau.REVIEWER);
        review(Bureau.ADMIN, false);
        bureau.office.clock().advance(Duration.ofDays(8));
        bureau.refused(Code.FORBIDDEN, () -> review(Bureau.REVIEWER, false));
        review(Bureau.ADMIN, false);
        bureau.tokens.revoke(Bureau.ADMIN,
                bureau.tokens.tokens()
                        .stream()
                        .filter(token -> token.name().equals("adam"))
                        .findFirst()
                        .orElseThrow()
                        .id());
        bureau.refused(Code.FORBIDDEN, () -> review(Bureau.REVIEWER, false));
        assertThat(bureau.lists.list("phishing").needsReview()).isTrue();
    }

    @Test
    void makesAListForAMillionWhereNothingElseIsSaid() throws Exception {
        ListView made = bureau.list("phishing", false);
        assertThat(made.plannedEntries()).isEqualTo(1_000_000);
        assertThat(made.capacity()).isGreaterThanOrEqualTo(1_000_000);
        assertThat(made.version()).isZero();
        assertThat(made.seed()).matches("[0-9a-f]{16}");
        assertThat(bureau.lists.lists()).containsExactly(made);
    }

    @Test
    void takesTheSeedOfAnotherServersList() throws Exception {
        ListView made = bureau.lists.create(Bureau.ADMIN,
                new NewList("a", "malware", 10, false, "00ff00ff00ff00ff", ""));
        assertThat(made.seed()).isEqualTo("00ff00ff00ff00ff");
    }

    @ParameterizedTest
    @CsvSource({"A,malware,0,''", "'',malware,0,''", "a,Mal Ware,0,''", "a,malware,-1,''", "a,malware,1000000001,''",
        "a,malware,0,00FF00FF00FF00FF", "a,malware,0,00"})
    void refusesListsThatCannotBe(String name, String category, long planned, String seed) throws Exception {
        bureau.refused(Code.BAD_REQUEST,
                () -> bureau.lists.create(Bureau.ADMIN, new NewList(name, category, planned, false, seed, "")));
        assertThat(bureau.lists.lists()).isEmpty();
    }

    @Test
    void givesANameOnce() throws Exception {
        bureau.list("phishing", false);
        bureau.refused(Code.NAME_TAKEN, () -> bureau.list("phishing", true));
        bureau.refused(Code.NO_SUCH_LIST, () -> bureau.lists.list("malware"));
    }

    @Test
    void countsTheEntriesOfEachSource() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "evil.example", "bad.example/login");
        bureau.replace("phishing", "csirt", "evil.example");
        ListView view = bureau.lists.list("phishing");
        assertThat(view.entries()).isEqualTo(2);
        assertThat(view.published()).isZero();
        assertThat(view.sources()).containsExactly(new SourceView("csirt", "feed", "malware", 1),
                new SourceView("people", "people", "malware", 2));
    }

    @Test
    void showsWhatPublishingWouldChange() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "evil.example");
        bureau.office.publishDone();
        bureau.entries.remove(Bureau.EDITOR, "phishing", Bureau.urls("evil.example"));
        bureau.replace("phishing", "csirt", "http://bad.example/page");
        bureau.allowed.allow(Bureau.REVIEWER, Bureau.allowing("http://good.example/page"));
        DiffReport diff = diff("phishing");
        assertThat(diff.lists()).singleElement().satisfies(list -> {
            assertThat(list.fromVersion()).isEqualTo(1);
            assertThat(list.added()).isEqualTo(1);
            assertThat(list.removed()).isEqualTo(1);
            assertThat(list.bySource()).containsEntry("csirt", new SourceDiff(1, 0, 0))
                    .containsEntry("people", new SourceDiff(0, 1, 0));
            assertThat(list.sample()).containsExactlyInAnyOrder("+bad.example/page", "-evil.example/");
        });
        assertThat(diff.allowAdded()).containsExactly("good.example/page");
        assertThat(diff.allowRemoved()).isEmpty();
        bureau.office.publishDone();
        assertThat(diff("phishing").allowAdded()).isEmpty();
        bureau.refused(Code.NO_SUCH_LIST, () -> diff("malware"));
    }

    @Test
    void nobodyApprovesTheirOwnChanges() throws Exception {
        bureau.people(Bureau.REVIEWER);
        bureau.list("phishing", true);
        bureau.add("phishing", "evil.example");
        bureau.refused(Code.NEEDS_APPROVAL, () -> bureau.approve(Bureau.EDITOR, "phishing"));
        assertThat(bureau.approve(Bureau.REVIEWER, "phishing").approvals()).containsExactly("rita");
        bureau.add("phishing", "more.example");
        assertThat(diff("phishing").lists().getFirst().approvals()).isEmpty();
    }

    @Test
    void tokensOfOneMakerCannotApproveEachOther() throws Exception {
        bureau.list("phishing", true);
        for (String name : List.of("eve", "rita")) {
            bureau.tokens.create(Bureau.ADMIN, new NewToken(name, "reviewer"));
        }
        bureau.tokens.createHere(Bureau.ADMIN, new NewToken("otto", "reviewer"));
        bureau.add("phishing", "evil.example");
        assertThat(bureau.refused(Code.NEEDS_APPROVAL, () -> bureau.approve(Bureau.REVIEWER, "phishing")))
                .hasMessageContaining("'eve'")
                .hasMessageContaining("count as one person");
        Principal otto = new Principal("otto", Role.REVIEWER);
        assertThat(bureau.approve(otto, "phishing").approvals()).containsExactly("otto");
    }

    @Test
    void newKeysAreAChangeOfTheDraft() throws Exception {
        ListView before = bureau.list("phishing", false);
        bureau.add("phishing", "evil.example");
        bureau.office.publishDone();
        ListView after = bureau.lists.rekey(Bureau.ADMIN, "phishing", new NewKeys(50_000_000, ""));
        assertThat(after.seed()).isNotEqualTo(before.seed());
        assertThat(after.width()).isGreaterThan(before.width());
        assertThat(bureau.office.publishDone().lists()).hasSize(1);
        ListView seeded = bureau.lists.rekey(Bureau.ADMIN, "phishing", new NewKeys(0, "00ff00ff00ff00ff"));
        assertThat(seeded.seed()).isEqualTo("00ff00ff00ff00ff");
        assertThat(seeded.plannedEntries()).isEqualTo(50_000_000);
        bureau.refused(Code.BAD_REQUEST,
                () -> bureau.lists.rekey(Bureau.ADMIN, "phishing", new NewKeys(0, "00FF00FF00FF00FF")));
    }

    @Test
    void aTitleIsForPeopleAndIsNoChangeOfTheDraft() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "evil.example");
        bureau.office.publishDone();
        ListView titled = bureau.lists.details(Bureau.ADMIN, "phishing", new ListDetails("Seen by us", false, ""));
        assertThat(titled.title()).isEqualTo("Seen by us");
        assertThat(titled.category()).isEqualTo("malware");
        assertThat(bureau.office.publish()).isEqualTo(new PublishOutcome.Nothing());
        assertThat(bureau.lists.details(Bureau.ADMIN, "phishing", new ListDetails("", false, "malware")).title())
                .isEqualTo("Seen by us");
        assertThat(bureau.lists.details(Bureau.ADMIN, "phishing", new ListDetails("", true, "")).title()).isEmpty();
        for (String title : List.of("a\nb", " a", "x".repeat(201))) {
            bureau.refused(Code.BAD_REQUEST,
                    () -> bureau.lists.details(Bureau.ADMIN, "phishing", new ListDetails(title, false, "")));
        }
    }

    @Test
    void theCategoryChangesUntilTheListIsPublished() throws Exception {
        bureau.list("phishing", true);
        bureau.people(Bureau.REVIEWER);
        bureau.add("phishing", "evil.example");
        assertThat(bureau.approve(Bureau.REVIEWER, "phishing").approvals()).containsExactly("rita");
        Digest seen = Digest.parse(bureau.draft("phishing"));
        assertThat(bureau.lists.details(Bureau.ADMIN, "phishing", new ListDetails("", false, "scam")).category())
                .isEqualTo("scam");
        assertThatThrownBy(() -> bureau.office.publish(seen)).isInstanceOf(PublishRefusedException.class);
        assertThat(diff("phishing").lists().getFirst().approvals()).as("of the draft with the other category")
                .isEmpty();
        bureau.approve(Bureau.REVIEWER, "phishing");
        bureau.office.publish(Digest.parse(bureau.draft("phishing")));
        assertThat(bureau.office.commits().current().newest().orElseThrow().manifest().lists().getFirst().categories())
                .containsExactly(new Category("scam"));
        assertThat(bureau.refused(Code.BAD_REQUEST,
                () -> bureau.lists.details(Bureau.ADMIN, "phishing", new ListDetails("", false, "malware"))))
                .hasMessageContaining("published as scam");
        bureau.lists.details(Bureau.ADMIN, "phishing", new ListDetails("", false, "scam"));
    }
}
