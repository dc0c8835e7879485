package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.AuditReports.AuditView;
import bloomward.server.admin.view.GuardReports.GuardChange;
import bloomward.server.admin.view.GuardView;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GuardAdminTest {

    private Bureau bureau;

    private static byte[] text(String text) {
        return text.getBytes(UTF_8);
    }

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    private GuardView change(String list, boolean add, String... hosts) throws Exception {
        return bureau.guards.change(Bureau.ADMIN, list, new GuardChange(List.of(hosts), add, "a reason"));
    }

    @Test
    void addsAndRemovesSingleHosts() throws Exception {
        bureau.list("phishing", false);
        long before = bureau.guards.hosts("popular", "", 1).size();
        assertThat(change("popular", true, "Known.example", "new.example").hosts()).isEqualTo(before + 2);
        assertThat(bureau.guards.hosts("popular", "www.new.example", 100).hosts()).containsExactly("new.example");
        assertThat(bureau.add("phishing", "known.example", "google.com").held()).isEqualTo(Map.of("popular-host", 2L));
        assertThat(change("popular", false, "known.example", "unknown.example").hosts()).isEqualTo(before + 1);
        assertThat(bureau.guards.hosts("popular", "known.example", 100).hosts()).isEmpty();
        assertThat(bureau.add("phishing", "known.example").accepted()).isEqualTo(1);
        change("protected", true, "our-bank.example");
        assertThat(bureau.add("phishing", "our-bank.example").rejected()).isEqualTo(Map.of("protected-host", 1L));
        assertThat(change("protected", false, "our-bank.example").origin()).isEqualTo("program");
        assertThat(bureau.add("phishing", "our-bank.example").accepted()).isEqualTo(1);
        assertThat(bureau.audit.rows(OptionalLong.of(1), 1000)).filteredOn(row -> row.action().equals("guards"))
                .extracting(AuditView::detail)
                .hasSize(4)
                .element(1)
                .asString()
                .startsWith("{\"removed\":\"known.example\",\"reason\":\"a reason\"");
    }

    @Test
    void refusesChangesThatMeanNothing() throws Exception {
        bureau.refused(Code.BAD_REQUEST, () -> change("suffixes", true, "x.example"));
        bureau.refused(Code.BAD_REQUEST, () -> change("popular", true, "a b"));
        bureau.refused(Code.BAD_REQUEST, () -> change("popular", true));
        bureau.refused(Code.BAD_REQUEST,
                () -> bureau.guards.change(Bureau.ADMIN, "popular", new GuardChange(List.of("x.example"), true, " ")));
        assertThat(bureau.guards.hosts("protected", "updates.example", 9).builtIn()).isTrue();
        bureau.refused(Code.REFUSED_BY_GUARD, () -> change("protected", false, "updates.example"));
        int rows = bureau.audit.rows(OptionalLong.of(1), 1000).size();
        assertThat(bureau.refused(Code.BAD_REQUEST, () -> change("protected", false, "unknown.example")))
                .hasMessageContaining("not in 'protected': unknown.example");
        change("popular", true, "wikipedia.org");
        assertThat(bureau.audit.rows(OptionalLong.of(1), 1000)).hasSize(rows);
    }

    @Test
    void theOperatorsListTakesThePlaceOfTheProgramsAtOnce() throws Exception {
        bureau.list("phishing", false);
        assertThat(bureau.guards.guards()).extracting(GuardView::name)
                .containsExactly("popular", "protected", "suffixes", "shorteners");
        assertThat(bureau.guards.guards()).allMatch(view -> view.origin().equals("program") && view.hosts() > 0);
        assertThat(bureau.guards.replace(Bureau.ADMIN, "popular", text("known.example\n")))
                .isEqualTo(new GuardView("popular", 1, "operator"));
        assertThat(bureau.add("phishing", "known.example", "wikipedia.org").held())
                .isEqualTo(Map.of("popular-host", 1L));
        assertThat(bureau.audit.rows(OptionalLong.of(1), 100)).anyMatch(row -> row.action().equals("guards")
                && row.subject().equals("popular") && row.detail().equals("{\"size\":1}"));
    }

    @Test
    void hostsOfTheServerAndTheProgramStayProtected() throws Exception {
        bureau.list("phishing", false);
        bureau.guards.replace(Bureau.ADMIN, "protected", text("own.example\n"));
        assertThat(bureau.add("phishing", "own.example", "updates.example", "ocsp.digicert.com").rejected())
                .isEqualTo(Map.of("protected-host", 3L));
    }

    @Test
    void aListThatCannotBeReadChangesNothing() throws Exception {
        var before = bureau.guards.guards();
        bureau.refused(Code.UNREADABLE_LIST, () -> bureau.guards.replace(Bureau.ADMIN, "popular", text("<html>\n")));
        bureau.refused(Code.BAD_REQUEST, () -> bureau.guards.replace(Bureau.ADMIN, "allowed", text("a.example\n")));
        assertThat(bureau.guards.guards()).isEqualTo(before);
    }
}
