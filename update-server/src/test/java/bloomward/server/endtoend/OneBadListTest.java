package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.ListRelease;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// One list that cannot be published, among others that can.
final class OneBadListTest extends OfficeDay {

    private Told publishAll() {
        at.clock().advance(Duration.ofMinutes(5));
        return at.admin("publish", "--all", "--yes", "-o", "json");
    }

    @Test
    void staysAsItWasAndStopsNoOther() throws Exception {
        createWith("bad", "first.example");
        createWith("good", "one.example");
        publish();
        ListRelease before = new Agent(at).poll("bad");
        Path file = at.file("line.txt", "second.example");
        for (int i = 0; i < ListRelease.MAX_CATEGORIES; i++) {
            at.admin("import", "bad", file.toString(), "--source", "s" + i, "--category", "c" + i).done();
        }
        add("good", "two.example");

        Told told = publishAll();
        assertThat(told.refused().err()).isEmpty();
        JsonNode report = told.json();
        assertThat(report.get("sequence").isIntegralNumber()).isTrue();
        assertThat(report.at("/lists/0/name").asText()).isEqualTo("good");
        assertThat(report.get("lists")).hasSize(1);
        assertThat(report.at("/refused/0/name").asText()).isEqualTo("bad");
        assertThat(report.at("/refused/0/code").asText()).isEqualTo("refused-by-guard");
        assertThat(report.at("/refused/0/message").asText()).contains("65 categories, at most 64 fit");

        Agent agent = new Agent(at);
        assertThat(agent.poll("bad")).isEqualTo(before);
        assertThat(agent.finds(agent.poll("good"), "two.example/")).isTrue();
        assertThat(at.admin("publish", "bad", "--yes").refused().err()).contains("at most 64 fit");
    }

    @Test
    void mayLackAnApprovalOnly() throws Exception {
        at.admin("list", "create", "reviewed", "--category", "phishing", "--review").done();
        add("reviewed", "bad.example");
        createWith("good", "one.example");
        Told told = publishAll().refused();
        assertThat(told.json().at("/refused/0/code").asText()).isEqualTo("needs-approval");
        assertThat(told.json().at("/lists/0/name").asText()).isEqualTo("good");
        assertThat(new Agent(at).poll().list("reviewed")).isEmpty();
        assertThat(publishAll().refused().err()).contains("needs the approval");
    }

    @Test
    void isToldToAPerson() {
        at.admin("list", "create", "reviewed", "--category", "phishing", "--review").done();
        add("reviewed", "bad.example");
        createWith("good", "one.example");
        assertThat(at.admin("publish", "--all", "--yes").refused().out()).contains("published, sequence",
                "reviewed stays as it was: list reviewed needs the approval");
    }
}
