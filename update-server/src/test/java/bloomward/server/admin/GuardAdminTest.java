package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.Refusal.Code;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GuardAdminTest {

    private static byte[] text(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void theOperatorsListTakesThePlaceOfTheProgramsAtOnce(@TempDir Path folder) throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.list("phishing", false);
            assertThat(bureau.guards.guards()).extracting(GuardView::name)
                    .containsExactly("popular", "protected", "suffixes", "shorteners");
            assertThat(bureau.guards.guards()).allMatch(view -> view.origin().equals("program") && view.hosts() > 0);
            assertThat(bureau.guards.replace(Bureau.ADMIN, "popular", text("known.example\n")))
                    .isEqualTo(new GuardView("popular", 1, "operator"));
            assertThat(bureau.add("phishing", "known.example", "wikipedia.org").held())
                    .isEqualTo(Map.of("popular-host", 1L));
            assertThat(bureau.audit.rows(1, 100)).anyMatch(row -> row.action().equals("guards")
                    && row.subject().equals("popular") && row.detail().equals("{\"size\":1}"));
        }
    }

    @Test
    void hostsOfTheServerAndTheProgramStayProtected(@TempDir Path folder) throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.list("phishing", false);
            bureau.guards.replace(Bureau.ADMIN, "protected", text("own.example\n"));
            assertThat(bureau.add("phishing", "own.example", "updates.example", "ocsp.digicert.com").rejected())
                    .isEqualTo(Map.of("protected-host", 3L));
        }
    }

    @Test
    void aListThatCannotBeReadChangesNothing(@TempDir Path folder) throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            var before = bureau.guards.guards();
            bureau.refused(Code.UNREADABLE_LIST,
                    () -> bureau.guards.replace(Bureau.ADMIN, "popular", text("<html>\n")));
            bureau.refused(Code.BAD_REQUEST, () -> bureau.guards.replace(Bureau.ADMIN, "allowed", text("a.example\n")));
            assertThat(bureau.guards.guards()).isEqualTo(before);
        }
    }
}
