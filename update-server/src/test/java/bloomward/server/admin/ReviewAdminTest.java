package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.ReviewReports.ReviewWords;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReviewAdminTest {

    @Test
    void aDeclinedDraftHasNoApprovalUntilTheNext(@TempDir Path folder) throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.list("phishing", true);
            bureau.people(Bureau.REVIEWER, Bureau.PUBLISHER);
            bureau.add("phishing", "evil.example");
            assertThat(bureau.approve(Bureau.REVIEWER, "phishing").approvals()).containsExactly("rita");
            ReviewWords why = new ReviewWords(bureau.draft("phishing"), "evil.example is a customer");
            bureau.reviews.decline(Bureau.PUBLISHER, "phishing", why);
            assertThat(bureau.drafts.diff(List.of("phishing"), bureau.office.commits().current())
                    .lists()
                    .getFirst()
                    .approvals()).isEmpty();
            assertThat(bureau.approve(Bureau.REVIEWER, "phishing").approvals()).containsExactly("rita");
            bureau.add("phishing", "worse.example");
            bureau.refused(Code.DRAFT_CHANGED, () -> bureau.reviews.decline(Bureau.PUBLISHER, "phishing", why));
        }
    }
}
