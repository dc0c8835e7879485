package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The entry to be seen stands behind the forty that a summary shows.
final class WholeDraftTest extends TwoPersons {

    private static final int ADDED = 250;

    @BeforeEach
    void change() throws Exception {
        publishTogether("gone.example", "stays.example", "terms.example");
        importLines(alice, "source=file",
                IntStream.range(0, ADDED).mapToObj("host%03d.example"::formatted).toArray(String[]::new)).done();
        post(alice, "/lists/phishing/removals",
                "{\"urls\":[\"gone.example\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}").done();
        addWith(alice, "", "case 2", "terms.example", "http://exact.example/a?b").done();
    }

    private JsonNode page(String query) throws Exception {
        return get(bob, "/lists/phishing/diff?" + query).done();
    }

    private List<String> all(String query, int limit) throws Exception {
        List<String> rows = new ArrayList<>();
        String next = "";
        String draft = draft(bob);
        do {
            JsonNode page = page("draft=" + draft + "&limit=" + limit + "&after="
                    + URLEncoder.encode(next, StandardCharsets.UTF_8) + query);
            assertThat(page.get("draft").asText()).isEqualTo(draft);
            assertThat(page.get("rows").size()).isLessThanOrEqualTo(limit);
            page.get("rows")
                    .forEach(row -> rows.add(row.get("change").asText() + " " + row.get("expression").asText()));
            next = page.get("next").asText();
        } while (!next.isEmpty());
        return rows;
    }

    @Test
    void isReadPageByPage() throws Exception {
        List<String> whole = all("", 1000);
        assertThat(whole).hasSize(ADDED + 3)
                .contains("removed gone.example/", "changed terms.example/", "added host249.example/")
                .doesNotHaveDuplicates();
        assertThat(all("", 9)).isEqualTo(whole);
        assertThat(all("", 60)).isEqualTo(whole);
    }

    @Test
    void isFilteredByChangeAndSource() throws Exception {
        assertThat(all("&change=removed", 7)).containsExactly("removed gone.example/");
        assertThat(all("&change=changed", 7)).containsExactly("changed terms.example/");
        assertThat(all("&source=file", 33)).hasSize(ADDED);
        assertThat(all("&source=file&change=removed", 33)).isEmpty();
        get(bob, "/lists/phishing/diff?change=odd").refused(400, "bad-request");
        get(bob, "/lists/phishing/diff?source=nosuch").refused(404, "no-such-source");
        get(bob, "/lists/nosuch/diff").refused(404, "no-such-list");
    }

    @Test
    void eachRowHasTheTermsBeforeAndAfter() throws Exception {
        JsonNode row = page("change=changed").get("rows").get(0);
        assertThat(row.at("/before/0/reason").asText()).isEmpty();
        assertThat(row.at("/after/0/reason").asText()).isEqualTo("case 2");
        assertThat(row.at("/after/0/source").asText()).isEqualTo("people");
        assertThat(row.at("/after/0/category").asText()).isEqualTo("phishing");
        JsonNode gone = page("change=removed").get("rows").get(0);
        assertThat(gone.get("before")).hasSize(1);
        assertThat(gone.get("after")).isEmpty();
    }

    @Test
    void isOfOneDraftFromTheFirstPageToTheLast() throws Exception {
        JsonNode first = page("limit=10");
        String draft = first.get("draft").asText();
        add(alice, "between.example").done();
        String next = "/lists/phishing/diff?limit=10&draft=" + draft + "&after=" + first.get("next").asText();
        assertThat(get(bob, next).refused(409, "draft-changed")).contains("'diff phishing'");
    }

    @Test
    void theCommandLineShowsAllOfIt() throws Exception {
        assertThat(at.as(bob, "diff", "phishing").done().out()).contains("and " + (ADDED + 3 - 40) + " more",
                "diff phishing --all");
        String all = at.as(bob, "diff", "phishing", "--all").done().out();
        assertThat(all).contains("+host249.example/", "-gone.example/",
                "~terms.example/ phishing -> phishing (case 2)");
        JsonNode json = at.as(bob, "diff", "phishing", "--all", "-o", "json").done().json();
        assertThat(json.get("rows")).hasSize(ADDED + 3);
        assertThat(json.get("draft").asText()).isEqualTo(draft(bob));
        JsonNode some = at.as(bob, "diff", "phishing", "--limit", "5", "--source", "file", "-o", "json").done().json();
        assertThat(some.get("rows")).hasSize(5);
        assertThat(at.as(bob, "diff", "phishing", "--limit", "5", "--after", some.get("next").asText(), "--draft",
                draft(bob)).done().out()).contains("host005.example/");
        assertThat(at.as(bob, "diff", "--all").done().out()).as("of the only list").isEqualTo(all);
    }
}
