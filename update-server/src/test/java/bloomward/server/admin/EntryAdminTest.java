package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import bloomward.server.admin.EntryAdmin.EntryQuery;
import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.AuditReports.AuditView;
import bloomward.server.admin.view.ListReports.EntryPart;
import bloomward.server.admin.view.ListReports.EntryView;
import bloomward.server.admin.view.ListReports.Explanation;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.ListReports.Match;
import bloomward.server.admin.view.ListReports.Sample;
import bloomward.server.draft.Importer;
import bloomward.server.draft.KeptImports;
import bloomward.server.feed.ListLimits;
import bloomward.server.guard.Guards;
import bloomward.server.store.WorkCount;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EntryAdminTest {

    private Bureau bureau;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
        bureau.list("phishing", false);
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    private static ImportRequest of(String source, String format) {
        return new ImportRequest(source, format, "", false, "", "", "");
    }

    private AuditView lastRow() throws Exception {
        return bureau.audit.rows(OptionalLong.of(1), 1000).getLast();
    }

    private static EntryQuery query(String pattern, long change, String after) {
        return new EntryQuery(pattern, "", "", "", change, after);
    }

    @Test
    void findsTheLastOfManyInOnePart() throws Exception {
        bureau.read("phishing", of("csirt", "domains"),
                IntStream.range(0, 120_000).mapToObj("h%06d.example"::formatted).toArray(String[]::new));
        EntryPart found = bureau.entries.search("phishing", query("h119999.example", 0, ""), 10);
        assertThat(found.entries()).extracting(EntryView::expression).containsExactly("h119999.example/");
        assertThat(found.next()).isEmpty();
    }

    @Test
    void keepsTheSourcesOfAnExpressionInOnePart() throws Exception {
        bureau.read("phishing", of("csirt", "domains"), "a.example", "b.example");
        bureau.add("phishing", "a.example");
        EntryPart part = bureau.entries.search("phishing", query("", 0, ""), 1);
        assertThat(part.entries()).extracting(EntryView::source).containsExactlyInAnyOrder("csirt", "people");
        assertThat(part.next()).isEqualTo("a.example/");
        assertThat(bureau.entries.search("phishing", query("", 0, part.next()), 1).entries())
                .extracting(EntryView::expression)
                .containsExactly("b.example/");
        bureau.refused(Code.BAD_REQUEST, () -> bureau.entries.search("phishing", query("a*b", 0, ""), 1));
        bureau.refused(Code.NO_SUCH_LIST, () -> bureau.entries.search("nolist", query("", 0, ""), 1));
    }

    @Test
    void accountsForEachLine() throws Exception {
        ImportReport report = bureau.read("phishing", of("csirt", "domains"), "evil.example", "evil.example",
                "wikipedia.org", "localhost");
        assertThat(report.lines()).isEqualTo(4);
        assertThat(report.accepted()).isEqualTo(1);
        assertThat(report.duplicates()).isEqualTo(1);
        assertThat(report.held()).isEqualTo(Map.of("popular-host", 1L));
        assertThat(report.rejected()).isEqualTo(Map.of("local-name", 1L));
        assertThat(report.samples()).containsExactlyInAnyOrder(new Sample("held", "popular-host", 3, "wikipedia.org/"),
                new Sample("rejected", "local-name", 4, "localhost"));
    }

    @Test
    void leavesARowInTheLog() throws Exception {
        bureau.read("phishing", of("csirt", "domains"), "evil.example", "bad.example");
        assertThat(lastRow().action()).isEqualTo("import");
        assertThat(lastRow().actor()).isEqualTo("eve");
        assertThat(lastRow().detail()).isEqualTo("{\"source\":\"csirt\",\"added\":2,\"removed\":0}");
        bureau.add("phishing", "evil.example");
        bureau.entries.remove(Bureau.EDITOR, "phishing", Bureau.urls("evil.example"));
        assertThat(lastRow().detail()).isEqualTo("{\"removed\":1}");
    }

    @Test
    void refusesImportsThatCannotBeDone() throws Exception {
        bureau.refused(Code.BAD_REQUEST, () -> bureau.read("phishing", of("no/name", ""), "evil.example"));
        bureau.refused(Code.BAD_REQUEST, () -> bureau.read("phishing", of("", "excel"), "evil.example"));
        bureau.refused(Code.NO_SUCH_LIST, () -> bureau.read("malware", of("", ""), "evil.example"));
        Refusal unreadable = bureau.refused(Code.UNREADABLE_LIST,
                () -> bureau.read("phishing", of("", "domains"), "a b", "c d", "e f"));
        assertThat(unreadable.details()).hasSize(3).extracting(Refusal.Detail::line).containsExactly(1L, 2L, 3L);
        assertThat(bureau.lists.list("phishing").entries()).isZero();
    }

    @Test
    void doesNotRemoveEntriesThatAFeedWouldBringBack() throws Exception {
        bureau.replace("phishing", "csirt", "evil.example");
        assertThat(bureau.refused(Code.LISTED_BY_SOURCE,
                () -> bureau.entries.remove(Bureau.EDITOR, "phishing", Bureau.urls("evil.example"))))
                .hasMessageContaining("allow add evil.example");
        assertThat(bureau.lists.list("phishing").entries()).isEqualTo(1);
    }

    @Test
    void namesWordsOfWhichNothingIsListed() throws Exception {
        bureau.add("phishing", "evil.example");
        var report = bureau.entries.remove(Bureau.EDITOR, "phishing", Bureau.urls("evil.example", "other.example"));
        assertThat(report.removed()).isEqualTo(1);
        assertThat(report.notListed()).containsExactly("other.example");
    }

    @Test
    void warningsOfOneKindAreOneLine() throws Exception {
        String[] hosts = IntStream.range(0, 70).mapToObj(i -> "s" + i + ".raw.icp0.io").toArray(String[]::new);
        assertThat(bureau.add("phishing", hosts).warnings()).singleElement()
                .asString()
                .contains("s0.raw.icp0.io", "(and 69 more like it)");
    }

    @Test
    void explainsFromTheDraftToThePublication() throws Exception {
        bureau.add("phishing", "evil.example/login/");
        Explanation draft = bureau.drafts.explain("http://www.evil.example/login/?x=1");
        assertThat(draft.isListed()).isFalse();
        assertThat(draft.isInDraft()).isTrue();
        assertThat(draft.matches()).extracting(Match::expression, Match::scope, Match::state)
                .containsExactly(tuple("evil.example/login/", "prefix", "draft"));
        bureau.office.publishDone();
        assertThat(bureau.drafts.explain("http://evil.example/login/").isListed()).isTrue();
        bureau.entries.remove(Bureau.EDITOR, "phishing", Bureau.urls("evil.example/login/"));
        Explanation leaving = bureau.drafts.explain("http://evil.example/login/");
        assertThat(leaving.isListed()).isTrue();
        assertThat(leaving.isInDraft()).isFalse();
        assertThat(leaving.matches()).extracting(Match::state).isEqualTo(List.of("leaving"));
        bureau.refused(Code.BAD_REQUEST, () -> bureau.drafts.explain("mailto:eve@evil.example"));
    }

    /// A word may stand for several expressions, and most words of a hostile request for none.
    @Test
    void asksForWordsThatAreNotListedBeforeOthersWait() throws Exception {
        bureau.add("phishing", "evil.example");
        WorkCount counted = new WorkCount(bureau.store);
        EntryAdmin entries = new EntryAdmin(counted, new Importer(counted, Guards::standard,
                new KeptImports(bureau.office.folder().kept()), ListLimits.DEFAULT, bureau.office.clock()),
                bureau.office.clock());
        String[] words = IntStream.range(0, 100).mapToObj(i -> "no" + i + ".example/page").toArray(String[]::new);
        assertThat(entries.remove(Bureau.EDITOR, "phishing", Bureau.urls(words)).removed()).isZero();
        assertThat(counted.calls("history")).isZero();
        words[7] = "evil.example";
        assertThat(entries.remove(Bureau.EDITOR, "phishing", Bureau.urls(words)).notListed()).hasSize(99);
        assertThat(counted.calls("history")).isEqualTo(1);
        assertThat(counted.writes()).isEqualTo(2);
    }
}
