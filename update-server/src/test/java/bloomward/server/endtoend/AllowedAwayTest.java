package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One of two persons hides an entry of a list with `--review` alone, or a part of it, by allowing it before or after it is
/// listed.
final class AllowedAwayTest extends TwoPersons {

    /// An entry, something to be allowed that has URLs in common with it, and the scope of that.
    private static final String TAKES_REACH = """
            evil.example              | evil.example                          | auto
            sub.evil.example          | evil.example                          | auto
            http://evil.example/a     | evil.example                          | auto
            evil.example              | www.evil.example                      | auto
            evil.example              | http://evil.example/login             | auto
            evil.example              | http://evil.example/a/                | auto
            evil.example              | http://evil.example/login?from=mail   | auto
            evil.example              | http://evil.example/login             | exact
            evil.example              | http://evil.example/                  | exact
            evil.example              | a.b.c.d.e.f.evil.example              | auto
            http://evil.example/a/    | http://evil.example/a/b/              | auto
            http://evil.example/a/    | http://evil.example/a/page            | auto
            http://evil.example/a     | http://evil.example/a?b=1             | auto
            http://evil.example/a     | http://evil.example/a                 | exact
            http://evil.example/a     | www.evil.example                      | auto
            http://evil.example/a/    | http://www.evil.example/a/b/c         | auto
            www.evil.example          | http://evil.example/login             | auto
            192.0.2.7                 | http://192.0.2.7/login                | auto
            192.0.2.7                 | http://0xc0.0.519/login               | auto
            [2001:db8::7]             | http://[2001:DB8:0::7]/login          | auto
            xn--bcher-kva.example     | http://b\u00fccher.example/login      | auto
            evil.example              | HTTP://Alice@EVIL.example.:80//%6cogin | auto
            """;

    private static final String TAKES_NOTHING = """
            evil.example              | other.example                         | auto
            evil.example              | notevil.example                       | auto
            www.evil.example          | mail.evil.example                     | auto
            http://evil.example/a     | http://evil.example/b                 | auto
            http://evil.example/a     | http://evil.example/ab                | auto
            http://evil.example/a/    | http://evil.example/a                 | exact
            http://evil.example/a?b=1 | http://evil.example/a?b=2             | auto
            http://evil.example/a     | http://www.evil.example/b             | auto
            www.evil.example          | http://evil.example/                  | exact
            192.0.2.7                 | 192.0.2.8                             | auto
            """;

    private void publishFirst() throws Exception {
        publishTogether("evil.example", "http://site.example/bad");
    }

    private Reply allowAs(Path token, String scope, String expires, String... words) throws Exception {
        return post(token, "/allowed", "{\"urls\":[\"" + String.join("\",\"", words) + "\"],\"scope\":\"" + scope
                + "\",\"reason\":\"r\",\"expires\":\"" + expires + "\",\"list\":\"\",\"name\":\"\"}");
    }

    private void goBack(Path token, int version) throws Exception {
        post(token, "/rollbacks", "{\"list\":\"phishing\",\"to\":" + version + ",\"note\":\"\"}").refused(409,
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
        approve(at.token("carol", "reviewer")).done();
        publish(alice).done();
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
        release(at.token(adam, "puppet", "reviewer"), open().getFirst()).refused(409, "needs-approval");
        assertThat(allowed()).isEmpty();
    }

    /// The entry leaves the draft, which needs no approval yet, and is then allowed, which hides nothing of the draft.
    @Test
    void whatIsPublishedIsHiddenWithNoMoreEaseThanWhatIsInTheDraft() throws Exception {
        publishFirst();
        post(alice, "/lists/phishing/removals",
                "{\"urls\":[\"evil.example\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}").done();
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
        post(bob, "/holds/decisions",
                "{\"ids\":[" + open().getFirst() + "],\"all\":false,\"list\":\"\",\"source\":\"\",\"heldFor\":\"\","
                        + "\"upTo\":0,\"release\":false,\"reason\":\"r\"}")
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = TAKES_REACH)
    void whatTakesReachNeedsTheSecondPerson(String entry, String allowed, String scope) throws Exception {
        publishTogether(entry);
        allowAs(alice, scope, "", allowed).done();
        assertThat(allowed()).isEmpty();
        release(alice, open().getFirst()).refused(409, "needs-approval");
        release(bob, open().getFirst()).done();
        assertThat(allowed()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = TAKES_REACH)
    void whatTakesReachInAdvanceIsNotApprovedByTheSamePerson(String entry, String allowed, String scope)
            throws Exception {
        allowAs(bob, scope, "", allowed).done();
        assertThat(allowed()).hasSize(1);
        add(alice, entry).done();
        assertNeedsOther(bob, "bob");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = TAKES_NOTHING)
    void whatTakesNothingNeedsNobody(String entry, String allowed, String scope) throws Exception {
        publishTogether(entry);
        allowAs(bob, scope, "", allowed).done();
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
        takePublisherKey();
        add(alice, "evil.example").done();
        approve(bob).done();
        assertThat(publish(alice).done().get("pending").asBoolean()).isTrue();
        remove(alice, "evil.example").done();
        allow(alice, "", "www.evil.example").done();
        assertThat(allowed()).isEmpty();
    }

    @Test
    void everyOneOfManyIsJudged() throws Exception {
        publishTogether("www.evil.example");
        allowAs(alice, "auto", "", "www.evil.example", "evil.example", "http://www.evil.example/a", "good.example")
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
        allow(at.token(adam, "puppet", "reviewer"), "", "www.evil.example").done();
        add(alice, "evil.example").done();
        assertNeedsOther(adam, "puppet");
    }

    @Test
    void goingBackToAnEntryThatIsAllowedByNow() throws Exception {
        bob = at.token("bert", "publisher");
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
        addWith(alice, "", "", "google.com").done();
        allow(bob, "", "http://google.com/maps").done();
        assertThat(allowed()).hasSize(1);
        release(alice, open().getFirst()).done();
        assertNeedsOther(bob, "bob");
    }

    @Test
    void aListThatIsMadeLater() throws Exception {
        allow(bob, "", "www.evil.example").done();
        at.admin("list", "create", "later", "--category", "scam", "--review").done();
        at.as(alice, "add", "later", "evil.example").done();
        String draft = at.json("diff", "later").at("/lists/0/draft").asText();
        post(bob, "/lists/later/approvals", "{\"draft\":\"" + draft + "\"}").refused(409, "needs-approval");
        assertThat(at.as(at.token("carol", "reviewer"), "diff", "later").done().out())
                .contains("evil.example/ is allowed in part: www.evil.example/ by bob");
        assertThat(at.as(bob, "diff", "later", "--all").done().out())
                .contains("+evil.example/ [allowed in part: www.evil.example/ by bob]");
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
        at.admin("list", "create", "malware", "--category", "malware").done();
        at.admin("add", "malware", "other.example").done();
        allow(alice, "", "www.other.example").done();
        assertThat(allowed()).hasSize(1);
    }

    /// One list or all: what hides its entries needs the second person, and what does not concerns nobody else.
    @Test
    void forTheListOfTwoPersonsItNeedsTheSecondOne() throws Exception {
        at.admin("list", "create", "malware", "--category", "malware").done();
        publishFirst();
        allowFor(alice, "malware", "", "evil.example").done();
        assertThat(open()).as("malware lists no such thing").isEmpty();
        allowFor(alice, "phishing", "", "evil.example").done();
        long hold = open().getFirst();
        assertThat(get(bob, "/holds").done().at("/holds/0/allowFor").asText()).isEqualTo("phishing");
        assertThat(get(bob, "/holds").done().at("/holds/0/detail").asText())
                .contains("evil.example/ for list phishing hides 1 listed entry");
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
        allowFor(alice, "phishing", end, "evil.example").done();
        release(bob, open().getFirst()).done();
        allow(alice, "", "evil.example").done();
        assertThat(open()).as("for every list").hasSize(1);
        allowFor(alice, "phishing", "", "evil.example").done();
        assertThat(open()).as("for good").hasSize(2);
        assertThat(allowed()).containsExactly("evil.example/ " + end);
        for (long hold : open()) {
            release(alice, hold).refused(409, "needs-approval");
        }
    }

    @Test
    void aFileOfOnePersonHidesNothing() throws Exception {
        publishFirst();
        for (String query : List.of("list=phishing", "name=partners")) {
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
        allowFor(bob, "phishing", "", "www.new.example").done();
        add(alice, "new.example").done();
        assertThat(diff(bob).path("allowed").get(0).asText()).contains("www.new.example/ for this list by bob");
        assertNeedsOther(bob, "www.new.example/");
    }

    @Test
    void whoAllowedForAnotherListApproves() throws Exception {
        at.admin("list", "create", "malware", "--category", "malware").done();
        publishFirst();
        allowFor(bob, "malware", "", "www.new.example").done();
        add(alice, "new.example").done();
        approve(bob).done();
        publish(alice).done();
    }
}
