package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the console shows, the command line shows, too: against a real server.
final class ConsoleCommandsTest extends OfficeDay {

    @BeforeEach
    void fill() {
        createWith("phishing", "evil.example", "shop.example");
    }

    @Test
    void saysWhoAsksAndHowTheServerStands() throws Exception {
        assertThat(at.admin("whoami").done().out()).startsWith("admin, admin, at ");
        Path reader = at.token("rita", "reader");
        assertThat(at.as(reader, "whoami", "--routes").done().out()).contains("POST /admin/v1/publications");
        assertThat(at.admin("status").done().out()).contains("nothing is published", "the server signs publications");
        at.admin("publish", "--all", "--yes").done();
        assertThat(at.json("status").get("sequence").asLong()).isPositive();
        assertThat(at.admin("console", "--no-open").done().out()).contains(at.adminUri() + "/console/",
                "token of admin");
    }

    @Test
    void asksForAReviewAndDeclines() throws Exception {
        assertThat(at.admin("review", "request", "phishing", "--note", "two new ones").done().out()).contains("request",
                "two new ones", "this one");
        assertThat(at.admin("review", "decline", "phishing").out()).isEmpty();
        at.admin("review", "decline", "phishing", "--note", "shop is ours").done();
        JsonNode shown = at.json("review", "show", "phishing");
        assertThat(shown.get("review")).hasSize(2);
        assertThat(shown.at("/review/1/kind").asText()).isEqualTo("decline");
        String draft = shown.at("/diff/draft").asText();
        at.admin("remove", "phishing", "shop.example").done();
        at.admin("review", "request", "phishing", "--draft", draft).refused();
    }

    @Test
    void comparesVersionsAndSearches() throws Exception {
        at.admin("publish", "--all", "--yes").done();
        at.admin("add", "phishing", "more.example").done();
        at.admin("publish", "--all", "--yes", "--note", "one more").done();
        assertThat(at.admin("versions", "phishing").done().out()).contains("one more", "* published");
        assertThat(at.admin("diff", "phishing", "--from", "1", "--to", "2").done().out()).contains("+more.example")
                .doesNotContain("evil");
        assertThat(at.admin("diff", "phishing", "--from", "2", "--to", "1").done().out()).contains("-more.example");
        at.admin("remove", "phishing", "more.example", "evil.example").done();
        assertThat(at.admin("diff", "phishing", "--search", "EVIL").done().out()).contains("-evil.example")
                .doesNotContain("more");
    }

    @Test
    void showsEventsJobsFiguresAndFilteredRows() throws Exception {
        assertThat(at.admin("events", "--after", "0", "--count", "2").done().out()).startsWith("hello {\"audit\":")
                .contains("\naudit {\"number\":1,");
        assertThat(at.json("jobs").get("jobs")).isEmpty();
        at.admin("jobs", "nosuch").failed();
        at.admin("publish", "--all", "--yes").done();
        assertThat(at.admin("history", "--of", "publications").done().out()).contains("phishing");
        assertThat(at.json("history", "--of", "feeds").get("fetches")).isEmpty();
        at.admin("history", "--of", "nothing").failed();
        assertThat(at.admin("audit", "show", "--action", "list", "--about", "PHISHING").done().out())
                .contains("list create")
                .doesNotContain("publish");
        at.admin("add", "phishing", "google.com", "co.uk").refused();
        assertThat(at.json("holds", "list", "--sort", "popular").at("/holds/0/popular").asText()).isNotEmpty();
    }
}
