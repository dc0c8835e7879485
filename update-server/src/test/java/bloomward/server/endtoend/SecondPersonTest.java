package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Lists that two people look after, and people who may do less than all.
final class SecondPersonTest extends OfficeDay {

    @BeforeEach
    void create() {
        at.admin("list", "create", "phishing", "--category", "phishing", "--review").done();
    }

    private String draft() {
        return at.json("diff", "phishing").at("/lists/0/draft").asText();
    }

    private Told approve(Path token) {
        return at.as(token, "approve", "phishing", "--draft", draft(), "-o", "json");
    }

    private Told publish(Path token) {
        return at.as(token, "publish", "phishing", "--yes", "--draft", draft());
    }

    @Test
    void anotherPersonMustApprove() throws Exception {
        Path alice = at.token("alice", "publisher");
        Path bob = at.token("bob", "reviewer");
        at.as(alice, "add", "phishing", "bad.example").done();
        assertThat(at.as(alice, "publish", "phishing", "--yes").refused().err()).contains("phishing");
        approve(alice).refused();
        at.as(alice, "publish", "--all", "--yes").refused();
        JsonNode approved = approve(bob).done().json();
        assertThat(approved.get("approvals")).extracting(JsonNode::asText).containsExactly("bob");
        at.as(bob, "publish", "phishing", "--yes").refused();
        publish(alice).done();
        Agent agent = new Agent(at);
        assertThat(agent.finds(agent.poll("phishing"), "bad.example/")).isTrue();
    }

    @Test
    void anApprovalEndsWithTheNextChange() throws Exception {
        Path alice = at.token("alice", "publisher");
        Path bob = at.token("bob", "publisher");
        at.as(alice, "add", "phishing", "bad.example").done();
        approve(bob).done();
        at.as(alice, "add", "phishing", "worse.example").done();
        at.as(alice, "publish", "phishing", "--yes").refused();
        approve(bob).done();
        publish(alice).done();
    }

    @Test
    void whoHasChangedItTooApprovesNothing() throws Exception {
        Path alice = at.token("alice", "publisher");
        Path bob = at.token("bob", "publisher");
        at.as(alice, "add", "phishing", "bad.example").done();
        at.as(bob, "add", "phishing", "worse.example").done();
        approve(bob).refused();
        approve(alice).refused();
        approve(at.adminToken()).done();
        publish(bob).done();
    }

    @Test
    void rollingBackNeedsApprovalToo() throws Exception {
        Path alice = at.token("alice", "publisher");
        Path bob = at.token("bob", "publisher");
        at.as(alice, "add", "phishing", "bad.example").done();
        approve(bob).done();
        publish(alice).done();
        at.as(alice, "add", "phishing", "worse.example").done();
        approve(bob).done();
        publish(alice).done();
        at.as(alice, "rollback", "phishing", "--to", "1", "--yes").refused();
        approve(bob).done();
        publish(alice).done();
        Agent agent = new Agent(at);
        assertThat(agent.finds(agent.poll("phishing"), "worse.example/")).isFalse();
    }

    @Test
    void whoMakesAnotherTokenIsNoSecondPerson() throws Exception {
        Path other = at.token(at.adminToken(), "other", "reviewer");
        at.admin("add", "phishing", "bad.example").done();
        assertThat(approve(other).refused().err()).contains("count as one person", "'bloomward-server token'");
        at.admin("publish", "phishing", "--yes").refused();
        approve(at.token("bob", "reviewer")).done();
        publish(at.adminToken()).done();
    }

    @Test
    void twoTokensOfOneMakerAreOnePersonHoweverLongTheChain() throws Exception {
        Path carol = at.token("carol", "admin");
        Path first = at.token(carol, "first", "publisher");
        Path second = at.token(at.token(carol, "between", "admin"), "second", "publisher");
        at.as(first, "add", "phishing", "bad.example").done();
        approve(second).refused();
        at.admin("token", "revoke", "4").done();
        approve(second).refused();
        approve(at.adminToken()).done();
        publish(first).done();
    }

    @Test
    void whatCallsForASecondPersonIsNotReleasedWithAnotherTokenOfTheSame() throws Exception {
        Path other = at.token(at.adminToken(), "other", "reviewer");
        at.admin("add", "phishing", "co.uk").refused();
        assertThat(at.as(other, "holds", "release", "1", "--reason", "r").refused().err())
                .contains("a second person must release them");
        at.as(at.token("bob", "reviewer"), "holds", "release", "1", "--reason", "r").done();
    }

    @Test
    void nobodyIsCalledAsTheServerIs() {
        assertThat(at.admin("token", "create", "server", "--role", "editor").failed().err())
                .contains("the server's own actions");
    }

    @Test
    void aTokenThatWasRevokedOpensNothing() throws Exception {
        Path alice = at.token("alice", "editor");
        at.as(alice, "list", "show").done();
        long id = at.json("token", "list").at("/tokens/1/id").asLong();
        at.admin("token", "revoke", Long.toString(id)).done();
        assertThat(at.as(alice, "list", "show").failed().err()).contains("token not accepted");
    }
}
