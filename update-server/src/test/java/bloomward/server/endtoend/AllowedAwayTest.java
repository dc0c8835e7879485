package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One of two persons hides an entry of a list with `--review` alone, by allowing it.
final class AllowedAwayTest extends TwoPersons {

    @BeforeEach
    void publishFirst() throws Exception {
        publishTogether("evil.example", "http://site.example/bad");
    }

    private List<Long> open() throws Exception {
        List<Long> ids = new ArrayList<>();
        get(bob, "/holds").done().get("holds").forEach(hold -> ids.add(hold.get("id").asLong()));
        return ids;
    }

    private List<String> allowed() throws Exception {
        List<String> names = new ArrayList<>();
        for (JsonNode row : get(bob, "/allowed").done().get("allowed")) {
            if (!row.get("held").asBoolean()) {
                names.add(row.get("expression").asText() + " " + row.get("expires").asText());
            }
        }
        return names;
    }

    @Test
    void nobodyReleasesTheirOwn() throws Exception {
        allow(alice, "", "evil.example").done();
        assertThat(release(alice, open().getFirst()).refused(409, "needs-approval")).contains("second person");
        assertThat(allowed()).isEmpty();
        release(bob, open().getFirst()).done();
        assertThat(allowed()).containsExactly("evil.example/ ");
    }

    @Test
    void noTokenThatOneMadeReleasesItForThem() throws Exception {
        Path adam = at.adminToken();
        allow(adam, "", "site.example").done();
        release(at.token(adam, "puppet", "reviewer"), open().getFirst()).refused(409, "needs-approval");
        assertThat(allowed()).isEmpty();
    }

    /// The entry leaves the draft, which needs no approval yet, and is then allowed, which hides nothing of the draft.
    @Test
    void whatIsPublishedIsHiddenWithNoMoreEaseThanWhatIsInTheDraft() throws Exception {
        post(alice, "/lists/phishing/removals",
                "{\"urls\":[\"evil.example\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}").done();
        allow(alice, "", "evil.example").done();
        assertThat(allowed()).isEmpty();
        release(alice, open().getFirst()).refused(409, "needs-approval");
    }

    @Test
    void whatWasAllowedForAnHourIsNotAllowedForeverByOne() throws Exception {
        String end = inSeconds(3600);
        allow(alice, end, "evil.example").done();
        release(bob, open().getFirst()).done();
        allow(alice, "", "evil.example").done();
        assertThat(allowed()).containsExactly("evil.example/ " + end);
        release(alice, open().getFirst()).refused(409, "needs-approval");
        release(bob, open().getFirst()).done();
        assertThat(allowed()).containsExactly("evil.example/ ");
    }

    @Test
    void aShorterTimeNeedsNobody() throws Exception {
        allow(alice, "", "evil.example").done();
        release(bob, open().getFirst()).done();
        String end = inSeconds(60);
        allow(alice, end, "evil.example").done();
        assertThat(allowed()).containsExactly("evil.example/ " + end);
        assertThat(open()).isEmpty();
    }

    /// Bob proposes an hour; Alice makes it permanent, and releases Bob's proposal.
    @Test
    void theTermsAreThoseOfTheOneWhoProposedThem() throws Exception {
        allow(bob, inSeconds(3600), "evil.example").done();
        long proposed = open().getFirst();
        allow(alice, "", "evil.example").done();
        release(alice, proposed).refused(404, "no-such-hold");
        release(alice, open().getFirst()).refused(409, "needs-approval");
        assertThat(allowed()).isEmpty();
    }

    @Test
    void aRejectionLeavesWhatWasAllowedBefore() throws Exception {
        String end = inSeconds(3600);
        allow(alice, end, "evil.example").done();
        release(bob, open().getFirst()).done();
        allow(alice, "", "evil.example").done();
        post(bob, "/holds/decisions",
                "{\"ids\":[" + open().getFirst() + "],\"all\":false,\"list\":\"\",\"release\":false,\"reason\":\"r\"}")
                .done();
        assertThat(allowed()).containsExactly("evil.example/ " + end);
    }

    @Test
    void aListThatOnePersonLooksAfterNeedsNoSecond() throws Exception {
        at.admin("list", "create", "malware", "--category", "malware").done();
        at.admin("add", "malware", "other.example").done();
        allow(alice, "", "other.example").done();
        release(alice, open().getFirst()).done();
        assertThat(allowed()).containsExactly("other.example/ ");
    }
}
