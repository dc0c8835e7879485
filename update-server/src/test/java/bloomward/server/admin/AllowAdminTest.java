package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import bloomward.server.admin.AllowAdmin.AllowImportRequest;
import bloomward.server.admin.AllowAdmin.AllowQuery;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.AllowReports.AllowImportReport;
import bloomward.server.admin.view.AllowReports.AllowRemoval;
import bloomward.server.admin.view.AllowReports.AllowReport;
import bloomward.server.admin.view.AllowReports.AllowRequest;
import bloomward.server.admin.view.AllowReports.AllowView;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Instant;
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
        return bureau.allowed.allow(Bureau.REVIEWER, Bureau.allowing(urls));
    }

    @Test
    void showsHowFarEachReaches() throws Exception {
        assertThat(allow("good.example", "good.test/docs/")).isEqualTo(new AllowReport(2, List.of(), 0));
        bureau.allowed.allow(Bureau.REVIEWER,
                new AllowRequest(List.of("http://good.test/page"), "exact", "", "", "", ""));
        assertThat(bureau.allowedNow()).extracting(AllowView::expression, AllowView::scope)
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
        assertThat(bureau.allowedNow()).singleElement().matches(AllowView::held);
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
        assertThat(bureau.allowed.disallow(Bureau.REVIEWER, Bureau.removing("evil.example")).removed()).isEqualTo(1);
        assertThat(bureau.allowedNow()).isEmpty();
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
        bureau.refused(Code.BAD_REQUEST, () -> bureau.allowed.allow(Bureau.REVIEWER,
                new AllowRequest(List.of("a.example"), "wide", "", "", "", "")));
        bureau.refused(Code.BAD_REQUEST, () -> bureau.allowed.allow(Bureau.REVIEWER,
                new AllowRequest(List.of("a.example"), "auto", "", "soon", "", "")));
        assertThat(bureau.allowedNow()).isEmpty();
    }

    private AllowReport allowOn(String list, String name, String expires, String... urls) throws Exception {
        return bureau.allowed.allow(Bureau.REVIEWER,
                new AllowRequest(List.of(urls), "auto", "ours", expires, list, name));
    }

    private List<String> shown(AllowQuery query) throws Exception {
        return bureau.allowed.allowed(query)
                .stream()
                .map(row -> row.expression().strip() + " " + row.list() + " " + row.name())
                .toList();
    }

    @Test
    void allowsForOneListBesideEveryList() throws Exception {
        bureau.list("phishing", false);
        bureau.list("scam", false);
        bureau.add("phishing", "shop.example");
        assertThat(allowOn("scam", "partners", "", "shop.example").held()).as("scam does not list it").isEmpty();
        assertThat(allowOn("phishing", "", "", "shop.example").held())
                .containsExactly("shop.example/ for list phishing hides 1 listed entry, such as shop.example/");
        allowOn("*", "", "", "www.shop.test");
        assertThat(shown(new AllowQuery("", "", "", false))).containsExactly("shop.example/ phishing ",
                "shop.example/ scam partners", "www.shop.test/ * ");
        assertThat(shown(new AllowQuery("shop.example", "scam", "", false)))
                .containsExactly("shop.example/ scam partners");
        assertThat(shown(new AllowQuery("", "*", "", false))).containsExactly("www.shop.test/ * ");
        assertThat(shown(new AllowQuery("", "", "partners", false))).containsExactly("shop.example/ scam partners");
        assertThat(shown(new AllowQuery("*.test", "", "", false))).containsExactly("www.shop.test/ * ");
        assertThat(shown(new AllowQuery("", "", "", true))).containsExactly("shop.example/ phishing ");
        bureau.refused(Code.NO_SUCH_LIST, () -> allowOn("other", "", "", "a.example"));
        bureau.refused(Code.NO_SUCH_LIST, () -> shown(new AllowQuery("", "other", "", false)));
        bureau.refused(Code.BAD_REQUEST, () -> allowOn("", "two words", "", "a.example"));
    }

    @Test
    void removesByListAndByName() throws Exception {
        bureau.list("phishing", false);
        for (String list : List.of("", "phishing")) {
            allowOn(list, "partners", "", "a.example", "b.example");
            allowOn(list, "", "", "c.example");
        }
        assertThat(remove("phishing", "", "a.example")).isEqualTo(1);
        assertThat(remove("*", "", "c.example")).isEqualTo(1);
        assertThat(remove("", "partners", "c.example")).as("not of this group").isZero();
        assertThat(remove("", "", "b.example")).as("for every list and for one").isEqualTo(2);
        assertThat(shown(new AllowQuery("", "", "", false))).containsExactly("a.example/ * partners",
                "c.example/ phishing ");
        assertThat(remove("", "partners")).isEqualTo(1);
        assertThat(shown(new AllowQuery("", "", "", false))).containsExactly("c.example/ phishing ");
        bureau.refused(Code.BAD_REQUEST, () -> remove("", ""));
    }

    private long remove(String list, String name, String... urls) throws Exception {
        return bureau.allowed.disallow(Bureau.REVIEWER, new AllowRemoval(List.of(urls), "auto", "", list, name))
                .removed();
    }

    @Test
    void anEndIsToCome() throws Exception {
        Instant now = bureau.office.clock().instant();
        bureau.refused(Code.BAD_REQUEST, () -> allowOn("", "", now.toString(), "a.example"));
        bureau.refused(Code.BAD_REQUEST, () -> allowOn("", "", "+10000-01-01T00:00:00Z", "a.example"));
        assertThat(allowOn("", "", now.plusSeconds(1).toString(), "a.example").added()).isEqualTo(1);
    }

    private AllowImportReport read(boolean dryRun, String... lines) throws Exception {
        byte[] body = (String.join("\n", lines) + "\n").getBytes(UTF_8);
        return bureau.allowed.read(Bureau.REVIEWER,
                new AllowImportRequest("", "", "phishing", "partners", "", "contract", dryRun),
                () -> new ByteArrayInputStream(body));
    }

    @Test
    void importsAllOfAFile() throws Exception {
        bureau.list("phishing", false);
        bureau.add("phishing", "c.example");
        String[] lines = {"# partners", "a.example", "B.example", "b.example", "c.example"};
        AllowImportReport planned = read(true, lines);
        assertThat(planned).isEqualTo(new AllowImportReport("domains", 4, 3, 1, 0, 2,
                List.of("c.example/ for list phishing hides 1 listed entry, such as c.example/"), true));
        assertThat(bureau.allowedNow()).as("a dry run").isEmpty();
        assertThat(bureau.held("", "open")).as("a dry run").isEmpty();
        AllowImportReport done = read(false, lines);
        assertThat(done.dryRun()).isFalse();
        assertThat(done.added()).isEqualTo(planned.added());
        assertThat(done.held()).isEqualTo(planned.held());
        assertThat(shown(new AllowQuery("", "", "", false))).containsExactly("a.example/ phishing partners",
                "b.example/ phishing partners", "c.example/ phishing partners");
        assertThat(bureau.held("", "open")).singleElement()
                .satisfies(hold -> assertThat(hold.allowFor()).isEqualTo("phishing"));
    }

    @Test
    void importsNothingOfAFileWithARejectedLine() throws Exception {
        bureau.list("phishing", false);
        for (boolean dryRun : new boolean[] {true, false}) {
            Refusal refusal = bureau.refused(Code.UNREADABLE_LIST,
                    () -> read(dryRun, "a.example", "# a comment", "no host at all", "b.example"));
            assertThat(refusal).hasMessageContaining("1 of 3 lines rejected")
                    .hasMessageContaining("nothing is allowed");
            assertThat(refusal.details()).singleElement().satisfies(detail -> {
                assertThat(detail.line()).isEqualTo(3);
                assertThat(detail.text()).contains("no host at all");
            });
        }
        bureau.refused(Code.UNREADABLE_LIST, () -> read(false, "# nothing"));
        assertThat(bureau.allowedNow()).isEmpty();
    }

    /// The beginning of a list tells its format, and a URL may follow a hundred hosts.
    @Test
    void importsHostsAndUrlsMixed() throws Exception {
        bureau.list("phishing", false);
        assertThat(read(false, "a.example", "b.example", "https://c.example/docs/?x=1").added()).isEqualTo(3);
    }
}
