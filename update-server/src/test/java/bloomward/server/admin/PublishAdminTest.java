package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.sign.SignedNote;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.PublishReports.PendingView;
import bloomward.server.admin.view.PublishReports.PublicationView;
import bloomward.server.admin.view.PublishReports.PublishReport;
import bloomward.server.admin.view.PublishReports.PublishRequest;
import bloomward.server.admin.view.PublishReports.RollbackRequest;
import bloomward.server.admin.view.PublishReports.SignedText;
import bloomward.server.publish.Office;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PublishAdminTest {

    private static final PublishRequest ALL = new PublishRequest(List.of(), true, false, "weekly", List.of());

    @TempDir
    private Path folder;

    private static PublishReport publish(Bureau bureau) throws Exception {
        return bureau.publications.publish(Bureau.PUBLISHER, ALL);
    }

    @Test
    void saysThatAListHasMoreEntriesThanItsCapacity() throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.office.list("small", 16, false);
            bureau.add("small", "a.example", "b.example");
            assertThat(bureau.lists.list("small").capacity()).isEqualTo(1);
            PublishReport report = bureau.publications.publish(Bureau.PUBLISHER,
                    new PublishRequest(List.of("small"), false, true, "", List.of()));
            assertThat(report.message()).contains("dry run",
                    "list small: 2 entries, more than its capacity of 1: 'list rekey small'");
        }
    }

    @Test
    void publishesAndShowsItInTheHistory() throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.list("phishing", false);
            bureau.add("phishing", "evil.example", "bad.example");
            PublishReport report = publish(bureau);
            assertThat(report.sequence()).isNotNull();
            assertThat(report.lists()).singleElement().satisfies(list -> {
                assertThat(list.version()).isEqualTo(1);
                assertThat(list.entries()).isEqualTo(2);
            });
            PublicationView view = bureau.publications.history(9).getFirst();
            assertThat(view.sequence()).isEqualTo(report.sequence());
            assertThat(view.actor()).isEqualTo("paul");
            assertThat(view.note()).isEqualTo("weekly");
            assertThat(view.isCurrent()).isTrue();
            assertThat(view.lists().getFirst().added()).isEqualTo(2);
            assertThat(publish(bureau).message()).startsWith("nothing to publish");
        }
    }

    @Test
    void aDryRunLeavesNothing() throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.list("phishing", false);
            bureau.add("phishing", "evil.example");
            PublishReport report = bureau.publications.publish(Bureau.PUBLISHER,
                    new PublishRequest(List.of("phishing"), false, true, "", List.of()));
            assertThat(report.sequence()).isNull();
            assertThat(report.lists()).hasSize(1);
            assertThat(bureau.publications.history(9)).isEmpty();
        }
    }

    @Test
    void refusesRequestsThatNameNoLists() throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.refused(Code.BAD_REQUEST, () -> bureau.publications.publish(Bureau.PUBLISHER,
                    new PublishRequest(List.of(), false, false, "", List.of())));
            bureau.refused(Code.NO_SUCH_LIST, () -> bureau.publications.publish(Bureau.PUBLISHER,
                    new PublishRequest(List.of("phishing"), false, false, "", List.of())));
            bureau.refused(Code.NO_SUCH_VERSION, () -> bureau.publications.renew(Bureau.PUBLISHER));
            bureau.refused(Code.NOTHING_PENDING, bureau.publications::pending);
            bureau.refused(Code.NOTHING_PENDING, () -> bureau.publications.withdraw(Bureau.PUBLISHER));
        }
    }

    @Test
    void aListThatTwoLookAfterWaitsForTheSecond() throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.list("phishing", true);
            bureau.add("phishing", "evil.example");
            bureau.refused(Code.NEEDS_APPROVAL, () -> publish(bureau));
            bureau.people(Bureau.REVIEWER);
            bureau.approve(Bureau.REVIEWER, "phishing");
            bureau.refused(Code.BAD_REQUEST, () -> publish(bureau));
            PublishRequest named = new PublishRequest(List.of(), true, false, "", List.of(bureau.draft("phishing")));
            assertThat(bureau.publications.publish(Bureau.PUBLISHER, named).sequence()).isNotNull();
        }
    }

    @Test
    void goesBackUnderANewNumber() throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.list("phishing", false);
            bureau.add("phishing", "evil.example");
            publish(bureau);
            bureau.add("phishing", "mistake.example");
            publish(bureau);
            PublishReport back = bureau.publications.rollback(Bureau.PUBLISHER, new RollbackRequest("phishing", 1, ""));
            assertThat(back.lists().getFirst().version()).isEqualTo(3);
            assertThat(back.lists().getFirst().removed()).isEqualTo(1);
            assertThat(bureau.drafts.explain("mistake.example").isListed()).isFalse();
            assertThat(bureau.publications.history(1).getFirst().note()).isEqualTo("rolled back to 1");
            bureau.refused(Code.NO_SUCH_VERSION,
                    () -> bureau.publications.rollback(Bureau.PUBLISHER, new RollbackRequest("phishing", 9, "")));
            bureau.refused(Code.NO_SUCH_VERSION,
                    () -> bureau.publications.rollback(Bureau.PUBLISHER, new RollbackRequest("", 9, "")));
        }
    }

    @Test
    void waitsForTheKeyOfAPerson() throws Exception {
        try (Bureau bureau = new Bureau(new Office(folder, false))) {
            bureau.list("phishing", false);
            bureau.add("phishing", "evil.example");
            PublishReport report = publish(bureau);
            assertThat(report.sequence()).isNull();
            assertThat(report.pending()).isTrue();
            PendingView pending = bureau.publications.pending();
            assertThat(pending.signatures()).isZero();
            assertThat(pending.needed()).isEqualTo(1);
            assertThat(pending.diff().lists()).singleElement().matches(list -> list.added() == 1);
            bureau.refused(Code.BAD_SIGNATURE,
                    () -> bureau.publications.sign(Bureau.PUBLISHER, new SignedText("no note")));
            String text = pending.note().substring(0, pending.note().length() - 1);
            String signed = SignedNote.sign(text, List.of(bureau.office.publisherKey())).toString();
            assertThat(bureau.publications.sign(Bureau.PUBLISHER, new SignedText(signed)).sequence()).isNotNull();
            bureau.refused(Code.NOTHING_PENDING, bureau.publications::pending);
        }
    }
}
