package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One of two persons hides an entry of a list with `--review` alone, or a part of it, by allowing it before or after it is
/// listed. `TakenReachTest` has more of what takes reach from what.
@TestInstance(Lifecycle.PER_CLASS)
final class AllowedAwayTest extends TwoPersons {

    /// An entry, something to be allowed that has URLs in common with it, and the scope of that.
    private static final String TAKES_REACH = """
            evil.example              | http://evil.example/                  | exact
            http://evil.example/a/    | http://www.evil.example/a/b/c         | auto
            www.evil.example          | http://evil.example/login?from=mail   | auto
            """;

    private void publishFirst() throws Exception {
        publishTogether("evil.example", "http://site.example/bad");
    }

    private void goBack(Path token, int version) throws Exception {
        post(token, "/rollbacks", "{\"list\":\"" + list + "\",\"to\":" + version + ",\"note\":\"\"}").refused(409,
                "needs-approval");
    }

    /// Nobody agrees to what they allowed themselves; others do, and see it.
    private void assertNeedsOther(Path allower, String entry) throws Exception {
        JsonNode shown = diff(bob).path("allowed");
        assertThat(shown).hasSize(1);
        assertThat(shown.get(0).asText()).contains(entry);
        assertThat(diff(bob).path("sample").toString()).contains("allowed");
        assertThat(approve(allower).refused(409, "needs-approval")).contains("allowed", entry, "another person");
        publish(alice).refused(409, "needs-approval");
        approve(person("carol", "reviewer")).done();
        publish(alice).done();
    }

    private Path person(String name, String role) {
        return at.token(name(name), role);
    }

    @Test
    void nobodyReleasesTheirOwn() throws Exception {
        publishFirst();
        allow(alice, "", "evil.example").done();
        assertThat(release(alice, open().getFirst()).refused(409, "needs-approval")).contains("second person");
        assertThat(allowed()).isEmpty();
        release(bob, open().getFirst()).done();
        assertThat(allowed()).containsExactly("evil.example/ ");
    }

    @Test
    void noTokenThatOneMadeReleasesItForThem() throws Exception {
        publishFirst();
        Path adam = at.adminToken();
        allow(adam, "", "site.example").done();
        release(at.token(adam, name("puppet"), "reviewer"), open().getFirst()).refused(409, "needs-approval");
        assertThat(allowed()).isEmpty();
    }

    /// The entry leaves the draft, which needs no approval yet, and is then allowed, which hides nothing of the draft.
    @Test
    void whatIsPublishedIsHiddenWithNoMoreEaseThanWhatIsInTheDraft() throws Exception {
        publishFirst();
        remove(alice, "evil.example").done();
        allow(alice, "", "evil.example").done();
        assertThat(allowed()).isEmpty();
        release(alice, open().getFirst()).refused(409, "needs-approval");
    }

    @Test
    void whatWasAllowedForAnHourIsNotAllowedForeverByOne() throws Exception {
        publishFirst();
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
        publishFirst();
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
        publishFirst();
        allow(bob, inSeconds(3600), "evil.example").done();
        long proposed = open().getFirst();
        allow(alice, "", "evil.example").done();
        release(alice, proposed).refused(404, "no-such-hold");
        release(alice, open().getFirst()).refused(409, "needs-approval");
        assertThat(allowed()).isEmpty();
    }

    @Test
    void aRejectionLeavesWhatWasAllowedBefore() throws Exception {
        publishFirst();
        String end = inSeconds(3600);
        allow(alice, end, "evil.example").done();
        release(bob, open().getFirst()).done();
        allow(alice, "", "evil.example").done();
        decide(bob, open().getFirst(), false).done();
        assertThat(allowed()).containsExactly("evil.example/ " + end);
    }

    @Test
    void aListThatOnePersonLooksAfterNeedsNoSecond() throws Exception {
        at.admin("list", "create", name("malware"), "--category", "malware").done();
        at.admin("add", name("malware"), own("other.example")).done();
        allow(alice, "", "other.example").done();
        release(alice, open().getFirst()).done();
        assertThat(allowed()).containsExactly("other.example/ ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = TAKES_REACH)
    void whatTakesReachNeedsTheSecondPerson(String entry, String allowed, String scope) throws Exception {
        publishTogether(entry);
        allowAs(alice, scope, "", "", allowed).done();
        assertThat(allowed()).isEmpty();
        release(alice, open().getFirst()).refused(409, "needs-approval");
        release(bob, open().getFirst()).done();
        assertThat(allowed()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = TAKES_REACH)
    void whatTakesReachInAdvanceIsNotApprovedByTheSamePerson(String entry, String allowed, String scope)
            throws Exception {
        allowAs(bob, scope, "", "", allowed).done();
        assertThat(allowed()).hasSize(1);
        add(alice, entry).done();
        assertNeedsOther(bob, "bob");
    }

    @ParameterizedTest
    @CsvSource({"www.evil.example,mail.evil.example,auto", "http://evil.example/a/,http://evil.example/a,exact"})
    void whatTakesNothingNeedsNobody(String entry, String allowed, String scope) throws Exception {
        publishTogether(entry);
        allowAs(bob, scope, "", "", allowed).done();
        assertThat(allowed()).hasSize(1);
        assertThat(open()).isEmpty();
        remove(alice, entry).done();
        approve(bob).done();
        publish(alice).done();
        add(alice, entry).done();
        assertThat(diff(bob).path("allowed")).isEmpty();
        approve(bob).done();
        publish(alice).done();
    }

    @Test
    void aDraftThatNobodyHasApprovedYetCounts() throws Exception {
        add(alice, "evil.example").done();
        allow(alice, "", "www.evil.example").done();
        assertThat(allowed()).isEmpty();
        release(alice, open().getFirst()).refused(409, "needs-approval");
    }

    /// It has left the draft, but the publication that waits for signatures has it.
    @Test
    void anEntryThatWaitsForSignaturesCounts() throws Exception {
        Path key = takePublisherKey();
        add(alice, "evil.example").done();
        approve(bob).done();
        assertThat(publish(alice).done().get("pending").asBoolean()).isTrue();
        remove(alice, "evil.example").done();
        allow(alice, "", "www.evil.example").done();
        assertThat(allowed()).isEmpty();
        at.admin("withdraw-pending").done();
        givePublisherKey(key);
    }

    @Test
    void everyOneOfManyIsJudged() throws Exception {
        publishTogether("www.evil.example");
        allowAs(alice, "auto", "", "", "www.evil.example", "evil.example", "http://www.evil.example/a", "good.example")
                .done();
        assertThat(allowed()).containsExactly("good.example/ ");
        assertThat(open()).hasSize(3);
    }

    @Test
    void whatEndedOrWasTakenBackNeedsThemAgain() throws Exception {
        publishFirst();
        allow(alice, inSeconds(60), "www.evil.example").done();
        release(bob, open().getFirst()).done();
        at.clock().advance(Duration.ofSeconds(61));
        publish(alice, new String[0]).done();
        allow(alice, inSeconds(60), "www.evil.example").done();
        release(alice, open().getFirst()).refused(409, "needs-approval");
        release(bob, open().getFirst()).done();
        disallow(alice, "www.evil.example").done();
        allow(alice, "", "www.evil.example").done();
        assertThat(allowed()).isEmpty();
        release(alice, open().getFirst()).refused(409, "needs-approval");
    }

    @Test
    void aPartIsNotAllowedForLongerByOne() throws Exception {
        publishFirst();
        String end = inSeconds(60);
        allow(alice, end, "www.evil.example").done();
        release(bob, open().getFirst()).done();
        allow(alice, "", "www.evil.example").done();
        assertThat(allowed()).containsExactly("www.evil.example/ " + end);
        release(alice, open().getFirst()).refused(409, "needs-approval");
    }

    @Test
    void aTokenOfTheSamePersonDoesNotApproveItForThem() throws Exception {
        Path adam = at.adminToken();
        allow(at.token(adam, name("puppet"), "reviewer"), "", "www.evil.example").done();
        add(alice, "evil.example").done();
        assertNeedsOther(adam, "puppet");
    }

    @Test
    void goingBackToAnEntryThatIsAllowedByNow() throws Exception {
        bob = person("bert", "publisher");
        publishFirst();
        remove(alice, "evil.example").done();
        approve(bob).done();
        publish(alice).done();
        allow(bob, "", "www.evil.example").done();
        assertThat(allowed()).hasSize(1);
        goBack(alice, 1);
        assertNeedsOther(bob, "bert");
    }

    @Test
    void aHeldEntryThatIsReleasedLater() throws Exception {
        at.admin("guards", "add", own("popular.example"), "--to", "popular", "--reason", "r").done();
        add(alice, "popular.example").done();
        allow(bob, "", "http://popular.example/maps").done();
        assertThat(allowed()).hasSize(1);
        release(alice, open().getFirst()).done();
        assertNeedsOther(bob, "bob");
    }

    @Test
    void aListThatIsMadeLater() throws Exception {
        allow(bob, "", "www.evil.example").done();
        list = name("later");
        at.admin("list", "create", list, "--category", "scam", "--review").done();
        add(alice, "evil.example").done();
        approve(bob).refused(409, "needs-approval");
        assertThat(at.as(person("carol", "reviewer"), "diff", list).done().out())
                .contains(own("evil.example/ is allowed in part: www.evil.example/ by bob"));
        assertThat(at.as(bob, "diff", list, "--all").done().out())
                .contains(own("+evil.example/ [allowed in part: www.evil.example/ by bob]"));
    }

    /// Alice proposed it, Bob agreed: then neither is alone with it when the entry comes back.
    @Test
    void whatTwoAgreedToIsApprovedByEither() throws Exception {
        publishFirst();
        allow(bob, "", "www.evil.example").done();
        release(alice, open().getFirst()).done();
        remove(alice, "evil.example").done();
        approve(bob).done();
        publish(alice).done();
        add(alice, "evil.example").done();
        assertThat(diff(bob).path("allowed")).hasSize(1);
        approve(bob).done();
        publish(alice).done();
    }

    @Test
    void whoListsWhatTheyAllowedThemselvesNeedsOneOther() throws Exception {
        allow(alice, "", "www.evil.example").done();
        add(alice, "evil.example").done();
        approve(alice).refused(409, "needs-approval");
        approve(bob).done();
        publish(alice).done();
    }

    @Test
    void aListFileAllowsNothing() throws Exception {
        importLines(alice, "source=file", "{\"deny\":[\"evil.example\"],\"allow\":[\"www.evil.example\"]}").done();
        assertThat(allowed()).isEmpty();
    }

    /// The entry stays as both approved it.
    @Test
    void oneMayEndAnAllowance() throws Exception {
        publishFirst();
        allow(alice, "", "www.evil.example").done();
        release(bob, open().getFirst()).done();
        disallow(alice, "www.evil.example").done();
        assertThat(allowed()).isEmpty();
    }

    @Test
    void aListThatOnePersonLooksAfterMayBeAllowedInPart() throws Exception {
        at.admin("list", "create", name("malware"), "--category", "malware").done();
        at.admin("add", name("malware"), own("other.example")).done();
        allow(alice, "", "www.other.example").done();
        assertThat(allowed()).hasSize(1);
    }

    /// One list or all: what hides its entries needs the second person, and what does not concerns nobody else.
    @Test
    void forTheListOfTwoPersonsItNeedsTheSecondOne() throws Exception {
        at.admin("list", "create", name("malware"), "--category", "malware").done();
        publishFirst();
        allowFor(alice, name("malware"), "", "evil.example").done();
        assertThat(open()).as("malware lists no such thing").isEmpty();
        allowFor(alice, list, "", "evil.example").done();
        long hold = open().getFirst();
        assertThat(hold(hold).get("allowFor").asText()).isEqualTo(list);
        assertThat(hold(hold).get("detail").asText())
                .contains("evil.example/ for list " + list + " hides 1 listed entry");
        release(alice, hold).refused(409, "needs-approval");
        assertThat(allowed()).hasSize(1);
        release(bob, hold).done();
        assertThat(allowed()).hasSize(2);
    }

    /// Two agreed for the list of one person, or for a while; nobody makes more of it alone.
    @Test
    void whatTwoAgreedToForOneListIsNotAllowedForMoreByOne() throws Exception {
        publishFirst();
        String end = inSeconds(3600);
        allowFor(alice, list, end, "evil.example").done();
        release(bob, open().getFirst()).done();
        allow(alice, "", "evil.example").done();
        assertThat(open()).as("for every list").hasSize(1);
        allowFor(alice, list, "", "evil.example").done();
        assertThat(open()).as("for good").hasSize(2);
        assertThat(allowed()).containsExactly("evil.example/ " + end);
        for (long hold : open()) {
            release(alice, hold).refused(409, "needs-approval");
        }
    }

    @Test
    void aFileOfOnePersonHidesNothing() throws Exception {
        publishFirst();
        for (String query : List.of("list=" + list, "name=partners")) {
            JsonNode report = importAllowed(alice, query, "evil.example", "good.example").done();
            assertThat(report.get("added").asLong()).isOne();
            assertThat(report.get("held")).hasSize(1);
        }
        assertThat(open()).hasSize(2);
        for (long hold : open()) {
            release(alice, hold).refused(409, "needs-approval");
        }
        assertThat(allowed()).containsExactly("good.example/ ", "good.example/ ");
    }

    /// An allow entry for one list alone counts where that list is approved.
    @Test
    void whoAllowedForThisListDoesNotApproveWhatItHides() throws Exception {
        publishFirst();
        allowFor(bob, list, "", "www.new.example").done();
        add(alice, "new.example").done();
        assertThat(diff(bob).path("allowed").get(0).asText()).contains("www.new.example/ for this list by bob");
        assertNeedsOther(bob, "www.new.example/");
    }

    @Test
    void whoAllowedForAnotherListApproves() throws Exception {
        at.admin("list", "create", name("malware"), "--category", "malware").done();
        publishFirst();
        allowFor(bob, name("malware"), "", "www.new.example").done();
        add(alice, "new.example").done();
        approve(bob).done();
        publish(alice).done();
    }
}
