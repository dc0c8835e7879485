package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.AllowReports.AllowReport;
import bloomward.server.admin.view.AllowReports.AllowView;
import bloomward.server.admin.view.ListReports.Entries;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AllowAdminTest {

    private Bureau bureau;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    private AllowReport allow(String... urls) throws Exception {
        return bureau.allowed.allow(Bureau.REVIEWER, Bureau.urls(urls));
    }

    @Test
    void showsHowFarEachReaches() throws Exception {
        assertThat(allow("good.example", "good.test/docs/")).isEqualTo(new AllowReport(2, List.of(), 0));
        bureau.allowed.allow(Bureau.REVIEWER, new Entries(List.of("http://good.test/page"), "exact", "", ""));
        assertThat(bureau.allowed.allowed()).extracting(AllowView::expression, AllowView::scope)
                .containsExactly(tuple(" good.test/page", "exact"), tuple("good.example/", "host"),
                        tuple("good.test/docs/", "prefix"));
    }

    @Test
    void whatHidesListedEntriesWaits() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "evil.good.example", "http://good.example/login");
        AllowReport report = allow("good.example");
        assertThat(report.added()).isZero();
        assertThat(report.held()).containsExactly("good.example/ hides 2 listed entries, such as good.example/login");
        assertThat(bureau.allowed.allowed()).singleElement().matches(AllowView::held);
        assertThat(bureau.allowed.published(bureau.office.commits().current())).isEmpty();
    }

    @Test
    void namesWhatWaitsInTheOrderOfTheRequest() throws Exception {
        bureau.list("phishing", false);
        String[] hosts = IntStream.range(0, 20)
                .mapToObj(i -> "host" + i * 7919 % 20 + ".example")
                .toArray(String[]::new);
        bureau.add("phishing", hosts);
        bureau.list("malware", false);
        bureau.add("malware", hosts[3]);
        List<String> held = allow(hosts).held();
        assertThat(held).extracting(detail -> detail.substring(0, detail.indexOf('/'))).containsExactly(hosts);
        assertThat(held.get(3)).contains("hides 2 listed entries");
    }

    @Test
    void takesBackWithItsHold() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "evil.example");
        allow("evil.example");
        assertThat(bureau.held("", "open")).hasSize(1);
        assertThat(bureau.allowed.disallow(Bureau.REVIEWER, Bureau.urls("evil.example")).removed()).isEqualTo(1);
        assertThat(bureau.allowed.allowed()).isEmpty();
        assertThat(bureau.held("", "open")).isEmpty();
        assertThat(bureau.held("", "withdrawn")).hasSize(1);
    }

    @Test
    void isPublishedWithTheLists() throws Exception {
        bureau.list("phishing", false);
        allow("good.example");
        bureau.office.publishDone();
        assertThat(bureau.allowed.published(bureau.office.commits().current())).extracting(Object::toString)
                .containsExactly("good.example/");
    }

    @Test
    void refusesWordsThatAreNoPlaces() throws Exception {
        bureau.refused(Code.UNREADABLE_LIST, () -> allow("not a host"));
        bureau.refused(Code.BAD_REQUEST,
                () -> bureau.allowed.allow(Bureau.REVIEWER, new Entries(List.of("a.example"), "wide", "", "")));
        bureau.refused(Code.BAD_REQUEST,
                () -> bureau.allowed.allow(Bureau.REVIEWER, new Entries(List.of("a.example"), "auto", "", "soon")));
        assertThat(bureau.allowed.allowed()).isEmpty();
    }
}
