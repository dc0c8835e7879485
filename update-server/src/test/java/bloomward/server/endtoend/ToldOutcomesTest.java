package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Exit codes, figures, and the audit log, on which scripts and people rely afterwards.
final class ToldOutcomesTest extends OfficeDay {

    private JsonNode lastAudit(String action) {
        List<JsonNode> found = new ArrayList<>();
        at.json("audit", "show").get("rows").forEach(row -> {
            if (row.get("action").asText().equals(action)) {
                found.add(row);
            }
        });
        return found.getLast();
    }

    @Test
    void addingAHeldEntryIsNoSuccess() {
        createWith("phishing", "bad.example");
        assertThat(at.admin("add", "phishing", "google.com").refused().out()).contains("held: popular-host 1");
        at.admin("holds", "reject", "1", "--reason", "a search engine").done();
        assertThat(at.admin("add", "phishing", "google.com").refused().out()).contains("rejected-before");
        at.admin("allow", "add", "bad.example").refused();
        at.admin("allow", "add", "good.example").done();
    }

    @Test
    void publishingWithMissingSignaturesIsNoSuccess() throws Exception {
        createWith("phishing", "bad.example");
        Files.move(at.data().resolve("keys/publisher.key"), at.file("publisher.key"));
        at.stop();
        at.start();
        assertThat(at.admin("publish", "--all", "--yes").refused().out()).contains("waits for 1 signature");
        at.admin("sign-pending", "--yes", "--key", at.file("publisher.key").toString()).done();
        assertThat(at.admin("renew").refused().out()).contains("more signatures are needed");
        at.admin("publish", "--all", "--yes", "--key", at.file("publisher.key").toString()).done();
        assertThat(at.admin("publish", "--help").done().out()).containsPattern("1 if signatures are\\s+missing");
    }

    @Test
    void theAuditLogHasReasonsAndTheIdsOfBulkDecisions() {
        createWith("phishing", "bad.example");
        at.admin("add", "phishing", "google.com", "facebook.com", "youtube.com").refused();
        at.admin("holds", "reject", "--all", "--list", "phishing", "--up-to", "3", "--reason", "search engines").done();
        assertThat(lastAudit("reject").get("detail").asText()).contains("\"reason\":\"search engines\"")
                .contains("\"ids\":\"1-3\"");
        at.admin("allow", "add", "bad.example", "--reason", "complaint 17").refused();
        assertThat(lastAudit("allow").get("detail").asText()).contains("complaint 17").contains("\"held\":1");
        at.admin("holds", "release", "4", "--reason", "looked at it").done();
        assertThat(lastAudit("release").get("detail").asText()).contains("looked at it").contains("\"ids\":\"4\"");
        at.admin("allow", "remove", "bad.example", "--reason", "no longer").done();
        assertThat(lastAudit("disallow").get("detail").asText()).contains("no longer");
        at.admin("remove", "phishing", "bad.example", "--reason", "case closed").done();
        assertThat(lastAudit("remove").get("detail").asText()).contains("case closed");
    }

    private List<Long> numbers(String... options) {
        String[] args = new String[options.length + 2];
        args[0] = "audit";
        args[1] = "show";
        System.arraycopy(options, 0, args, 2, options.length);
        List<Long> numbers = new ArrayList<>();
        at.json(args).get("rows").forEach(row -> numbers.add(row.get("number").asLong()));
        return numbers;
    }

    @Test
    void theAuditLogShowsItsNewestRows() {
        createWith("phishing", "a.example");
        for (String host : List.of("b.example", "c.example", "d.example")) {
            add("phishing", host);
        }
        List<Long> all = numbers();
        long last = all.getLast();
        assertThat(numbers("--limit", "2")).containsExactly(last - 1, last);
        assertThat(numbers("--last", "2")).containsExactly(last - 1, last);
        assertThat(numbers("--first", "2")).containsExactly(1L, 2L);
        assertThat(numbers("--from", "2", "--limit", "2")).containsExactly(2L, 3L);
        at.admin("audit", "show", "--first", "2", "--last", "2").failed();
    }

    @Test
    void theHistoryHasOnlyTheChangesOfEachPublication() {
        createWith("malware", "bad.example");
        createWith("phishing", "bait.example");
        publish();
        add("phishing", "bait2.example");
        publish();
        at.admin("allow", "add", "good.example").done();
        publish();
        String[] lines = at.admin("history").done().out().split("\n");
        assertThat(lines[1]).contains("allow list").doesNotContain("phishing").doesNotContain("malware");
        assertThat(lines[2]).contains("phishing 2 (+1 -0)").doesNotContain("malware");
        assertThat(lines[3]).contains("malware 1 (+1 -0); phishing 1 (+1 -0)");
    }

    @Test
    void theAddressForAgentsIsNotTheAdminApi() {
        for (String[] command : new String[][] {{"list", "show"}, {"add", "phishing", "bad.example"}}) {
            assertThat(at.alone("",
                    Map.of("BLOOMWARD_ADMIN_URL", at.publicUri().toString(), "BLOOMWARD_TOKEN_FILE",
                            at.adminToken().toString()),
                    command).failed().err()).contains("not the Admin API")
                    .contains("Use the address for administrators");
        }
    }

    @Test
    void aDryRunSaysOnceThatNothingWasPublished() {
        createWith("phishing", "bad.example");
        String out = at.admin("publish", "--all", "--dry-run").done().out();
        assertThat(out.split("nothing (was )?published", -1)).hasSize(2);
    }
}
