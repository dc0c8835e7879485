package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Alice changes the draft after Bob has looked at it and before he approves it, so that he approves a draft that he never
/// saw.
final class ApprovalOfAnotherDraftTest extends TwoPersons {

    private static final String OTHER = "0".repeat(64);

    @Test
    void countsForNoDraftButTheOneThatWasShown() throws Exception {
        add(alice, "evil.example").done();
        String seen = draft(bob);
        add(alice, "innocent.example").done();
        assertThat(approve(bob, seen).refused(409, "draft-changed")).contains("phishing", "'diff phishing'");
        publish(alice).refused(409, "needs-approval");
        assertThat(diff(bob).path("approvals")).isEmpty();
        approve(bob).done();
        publish(alice).done();
    }

    @Test
    void isNotTakenWithoutADraft() throws Exception {
        add(alice, "evil.example").done();
        post(bob, "/lists/phishing/approvals", "{}").refused(400, "invalid-body");
        approve(bob, OTHER).refused(409, "draft-changed");
        post(bob, "/lists/phishing/approvals", "{\"draft\":\"yes\"}").refused(400, "bad-request");
    }

    @Test
    void fallsWithTheNextChangeAndNotWithOneThatChangesNothing() throws Exception {
        add(alice, "evil.example").done();
        String approved = draft(bob);
        approve(bob, approved).done();
        add(alice, "evil.example").done();
        assertThat(draft(bob)).isEqualTo(approved);
        add(alice, "innocent.example").done();
        publish(alice).refused(409, "needs-approval");
        assertThat(diff(bob).path("approvals")).isEmpty();
    }

    @Test
    void everythingThatShipsIsInTheDigest() throws Exception {
        publishTogether("evil.example");
        String before = draft(bob);
        add(alice, "google.com").done();
        assertThat(draft(bob)).as("a held entry does not ship").isEqualTo(before);
        release(bob, 1).done();
        String released = draft(bob);
        allow(alice, "", "good.example").done();
        String allowed = draft(bob);
        allow(alice, inSeconds(60), "good.example").done();
        String ends = draft(bob);
        at.admin("list", "rekey", "phishing", "--planned-entries", "2000000").done();
        assertThat(java.util.List.of(before, released, allowed, ends, draft(bob))).doesNotHaveDuplicates();
    }

    /// Approved, then allowed away between the approval and the publication.
    @Test
    void anApprovalIsOfTheAllowListToo() throws Exception {
        add(alice, "evil.example").done();
        approve(bob).done();
        allow(alice, "", "good.example").done();
        publish(alice).refused(409, "needs-approval");
    }

    @Test
    void aPublicationOfAReviewedListNamesItsDraft() throws Exception {
        add(alice, "evil.example").done();
        String seen = draft(alice);
        approve(bob).done();
        assertThat(publish(alice, new String[0]).refused(400, "bad-request")).contains("--draft", "'diff phishing'");
        publish(alice, OTHER).refused(409, "draft-changed");
        publish(alice, seen).done();
        assertThat(isPublished("evil.example/")).isTrue();
    }

    @Test
    void ofAnyListItNamesNoOther() throws Exception {
        at.admin("list", "create", "malware", "--category", "malware").done();
        at.admin("add", "malware", "bad.example").done();
        String seen = at.json("diff", "malware").at("/lists/0/draft").asText();
        at.admin("add", "malware", "worse.example").done();
        assertThat(at.admin("publish", "malware", "--yes", "--draft", seen).refused().err()).contains("changed",
                "'diff malware'");
        seen = at.json("diff", "malware").at("/lists/0/draft").asText();
        at.admin("publish", "malware", "--yes", "--draft", seen).done();
    }

    @Test
    void theCommandShowsTheDraftBeforeItApproves() throws Exception {
        add(alice, "evil.example").done();
        assertThat(at.as(bob, "approve", "phishing").failed().err()).contains("--draft");
        assertThat(at.answering("n").as(bob, "approve", "phishing").refused().err()).contains("+evil.example/");
        assertThat(diff(bob).path("approvals")).isEmpty();
        String seen = draft(bob);
        assertThat(at.answering("y").as(bob, "approve", "phishing").done().err()).contains("+evil.example/", seen);
        assertThat(diff(bob).path("approvals")).hasSize(1);
    }
}
