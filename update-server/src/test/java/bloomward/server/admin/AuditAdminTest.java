package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.view.AuditReports.AuditVerification;
import bloomward.server.admin.view.AuditReports.AuditView;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditAdminTest {

    @Test
    void givesRowsFromANumberOnAndVerifiesThem(@TempDir Path folder) throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.list("phishing", false);
            bureau.add("phishing", "evil.example");
            bureau.allowed.allow(Bureau.REVIEWER, Bureau.allowing("good.example"));
            List<AuditView> rows = bureau.audit.rows(OptionalLong.of(1), 100);
            assertThat(rows).extracting(AuditView::action).containsExactly("list create", "add", "allow");
            assertThat(rows).extracting(AuditView::actor).containsExactly("adam", "eve", "rita");
            assertThat(bureau.audit.rows(OptionalLong.of(2), 1)).containsExactly(rows.get(1));
            assertThat(bureau.audit.verify()).isEqualTo(new AuditVerification(true, 3, rows.getLast().hash(), 0, ""));
        }
    }
}
