package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// A stolen token approves, the theft is noticed and the token revoked: its approval goes with it.
final class RevokedApprovalTest extends TwoPersons {

    @Test
    void doesNotCountAtThePublication() throws Exception {
        add(alice, "evil.example").done();
        approve(bob).done();
        revoke("bob");
        assertThat(diff(alice).path("approvals")).isEmpty();
        publish(alice).refused(409, "needs-approval");
    }

    /// The publication was proposed before the theft was noticed, and waits for a signature.
    @Test
    void norWhereASignatureIsMissing() throws Exception {
        Path key = takePublisherKey();
        add(alice, "evil.example").done();
        approve(bob).done();
        assertThat(publish(alice).done().get("pending").asBoolean()).isTrue();
        revoke("bob");
        get(alice, "/publications/pending").refused(404, "nothing-pending");
        at.as(alice, "sign-pending", "--key", key.toString(), "--yes").failed();
        publish(alice).refused(409, "needs-approval");
        assertThat(at.admin("audit", "show").done().out()).contains("withdraw");
    }

    @Test
    void norUnderANewTokenOfTheSameName() throws Exception {
        add(alice, "evil.example").done();
        approve(bob).done();
        revoke("bob");
        java.nio.file.Files.delete(bob);
        Path again = at.token("bob", "reviewer");
        publish(alice).refused(409, "needs-approval");
        approve(again).done();
        publish(alice).done();
    }

    @Test
    void whoApprovedAndThenChangedTheDraftBackIsNoSecondPerson() throws Exception {
        add(alice, "evil.example").done();
        approve(bob).done();
        add(bob, "other.example").done();
        post(bob, "/lists/phishing/removals",
                "{\"urls\":[\"other.example\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}").done();
        publish(alice).refused(409, "needs-approval");
    }

    @Test
    void theLogNamesTheDraftThatWasApproved() throws Exception {
        add(alice, "evil.example").done();
        String seen = draft(bob);
        approve(bob, seen).done();
        JsonNode rows = get(bob, "/audit").done().get("rows");
        assertThat(rows).anySatisfy(row -> {
            assertThat(row.get("action").asText()).isEqualTo("approve");
            assertThat(row.get("actor").asText()).isEqualTo("bob");
            assertThat(row.get("detail").asText()).contains(seen);
        });
    }
}
