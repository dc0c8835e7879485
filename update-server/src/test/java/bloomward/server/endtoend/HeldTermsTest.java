package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Alice gives a held entry other terms after Bob has looked at it and before he releases it, so that he lets in terms
/// that he never saw.
final class HeldTermsTest extends TwoPersons {

    private JsonNode hold() throws Exception {
        JsonNode holds = get(bob, "/holds").done().get("holds");
        assertThat(holds).hasSize(1);
        return holds.get(0);
    }

    private long id() throws Exception {
        return hold().get("id").asLong();
    }

    private String sample() throws Exception {
        return diff(bob).path("sample").toString();
    }

    @Test
    void aHoldKeepsTheTermsThatWereSeen() throws Exception {
        addWith(alice, "", "case 1", "google.com").done();
        long seen = id();
        String end = inSeconds(3600);
        addWith(alice, end, "case 1", "google.com").done();
        release(bob, seen).refused(404, "no-such-hold");
        assertThat(sample()).isEqualTo("[]");
        long other = id();
        addWith(alice, end, "case 2", "google.com").done();
        release(bob, other).refused(404, "no-such-hold");
        release(bob, id()).done();
        assertThat(sample()).contains("+google.com/ phishing until " + end + " (case 2)");
        assertThat(get(bob, "/holds?state=withdrawn").done().get("holds")).hasSize(2);
    }

    @Test
    void theSameTermsAreTheSameHold() throws Exception {
        importLines(alice, "source=csirt&replace=true&reason=r", "google.com", "evil.example").done();
        long seen = id();
        importLines(alice, "source=csirt&replace=true&reason=r", "google.com", "worse.example", "evil.example").done();
        assertThat(id()).isEqualTo(seen);
    }

    /// Bob proposes an hour, Alice for good under his name.
    @Test
    void otherTermsAreOfTheOneWhoProposedThem() throws Exception {
        bob = at.token("bert", "publisher");
        addWith(bob, inSeconds(3600), "", "co.uk").done();
        long ofBob = id();
        addWith(alice, "", "", "co.uk").done();
        release(alice, ofBob).refused(404, "no-such-hold");
        assertThat(hold().get("by").asText()).isEqualTo("alice");
        release(alice, id()).refused(409, "needs-approval");
        assertThat(sample()).isEqualTo("[]");
    }

    @Test
    void aHeldImportKeepsItsEntries() throws Exception {
        String[] all = IntStream.range(0, 100).mapToObj("host%03d.example"::formatted).toArray(String[]::new);
        importLines(alice, "source=csirt&replace=true", all).done();
        importLines(alice, "source=csirt&replace=true", "host000.example", "host001.example").done();
        long seen = id();
        importLines(alice, "source=csirt&replace=true", "host001.example", "host000.example").done();
        assertThat(id()).as("the same entries").isEqualTo(seen);
        importLines(alice, "source=csirt&replace=true", "host000.example", "other.example").done();
        release(bob, seen).refused(404, "no-such-hold");
        long other = id();
        importLines(alice, "source=csirt&replace=true&expires=" + inSeconds(60), "host000.example", "other.example")
                .done();
        release(bob, other).refused(404, "no-such-hold");
        release(bob, id()).done();
        assertThat(diff(bob).path("added").asLong()).isEqualTo(2);
    }

    @Test
    void theTermsAreShown() throws Exception {
        String end = inSeconds(3600);
        importLines(alice, "source=csirt&category=scam&scope=host&reason=case%207&expires=" + end, "google.com").done();
        JsonNode hold = hold();
        assertThat(hold.get("category").asText()).isEqualTo("scam");
        assertThat(hold.get("scope").asText()).isEqualTo("host");
        assertThat(hold.get("expires").asText()).isEqualTo(end);
        assertThat(hold.get("entryReason").asText()).isEqualTo("case 7");
        assertThat(at.as(bob, "holds", "list").done().out()).contains("host, scam until " + end + " (case 7)");
        release(bob, id()).done();
        assertThat(sample()).contains("google.com/ scam until " + end + " (case 7)");
    }

    @Test
    void theTermsOfWhatIsToBeAllowedAreShown() throws Exception {
        publishTogether("evil.example");
        String end = inSeconds(3600);
        allow(alice, end, "evil.example").done();
        assertThat(hold().get("expires").asText()).isEqualTo(end);
        assertThat(hold().get("category").asText()).isEmpty();
        assertThat(at.as(bob, "holds", "list").done().out()).contains("host until " + end + " (r)");
    }

    /// The host is listed, and then becomes one that is held.
    @Test
    void aReleaseGivesAListedEntryTheTermsThatWereSeen() throws Exception {
        publishTogether("evil.example");
        at.admin("guards", "update", "--popular", at.file("popular.txt", "evil.example").toString()).done();
        String end = inSeconds(3600);
        addWith(alice, end, "case 3", "evil.example").done();
        assertThat(sample()).isEqualTo("[]");
        release(bob, id()).done();
        assertThat(sample()).contains("~evil.example/ phishing -> phishing until " + end + " (case 3)");
    }

    @Test
    void aReleaseIsAChangeThatAnotherPersonApproves() throws Exception {
        publishTogether("evil.example");
        addWith(alice, "", "", "google.com").done();
        release(bob, id()).done();
        approve(bob).refused(409, "needs-approval");
        publish(alice).refused(409, "needs-approval");
        assertThat(isPublished("google.com/")).isFalse();
        approve(alice).done();
        publish(alice).done();
        assertThat(isPublished("google.com/")).isTrue();
    }
}
