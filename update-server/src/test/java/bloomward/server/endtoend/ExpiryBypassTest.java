package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// One of two persons takes an entry out of a list alone: not by a removal, which needs an approval, but by saying it again
/// with an end that is seconds away.
final class ExpiryBypassTest extends TwoPersons {

    @Test
    void anEndThatNobodyApprovedTakesNoEntryOut() throws Exception {
        publishTogether("evil.example", "stays.example");
        addWith(alice, inSeconds(4), "", "evil.example").done();
        at.clock().advance(Duration.ofSeconds(5));
        assertThat(publish(alice).refused(409, "needs-approval")).contains("phishing");
        assertThat(isPublished("evil.example/")).isTrue();
        approve(alice).refused(409, "needs-approval");
        approve(bob).done();
        publish(alice).done();
        assertThat(isPublished("evil.example/")).isFalse();
    }

    @Test
    void norDoesAnImportInTheNameOfAnotherSource() throws Exception {
        importLines(alice, "source=csirt", "evil.example", "stays.example").done();
        approve(bob).done();
        publish(alice).done();
        importLines(alice, "source=csirt&expires=" + inSeconds(4), "evil.example").done();
        at.clock().advance(Duration.ofSeconds(5));
        publish(alice).refused(409, "needs-approval");
        assertThat(isPublished("evil.example/")).isTrue();
    }

    @Test
    void norDoesTheLastOfTwoSources() throws Exception {
        publishTogether("evil.example");
        importLines(alice, "source=mine&expires=" + inSeconds(4), "evil.example").done();
        post(alice, "/lists/phishing/removals",
                "{\"urls\":[\"evil.example\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}").done();
        importLines(alice, "source=mine&expires=" + inSeconds(4), "evil.example").done();
        at.clock().advance(Duration.ofSeconds(5));
        publish(alice).refused(409, "needs-approval");
        assertThat(isPublished("evil.example/")).isTrue();
    }

    @Test
    void theDifferenceShowsOldAndNewTerms() throws Exception {
        publishTogether("evil.example");
        String end = inSeconds(3600);
        addWith(alice, end, "case 1", "evil.example").done();
        JsonNode diff = diff(bob);
        assertThat(diff.path("changed").asLong()).isEqualTo(1);
        assertThat(diff.path("added").asLong() + diff.path("removed").asLong()).isZero();
        assertThat(diff.at("/sample/0").asText()).startsWith("~evil.example/")
                .contains("phishing -> phishing", end, "case 1");
        assertThat(diff.at("/bySource/people/changed").asLong()).isEqualTo(1);
    }

    /// The category of an entry is in the answers that agents get.
    @Test
    void anotherCategoryIsAChange() throws Exception {
        publishTogether("evil.example");
        importLines(alice, "source=mine&category=harmless", "evil.example").done();
        assertThat(diff(bob).at("/sample/0").asText()).isEqualTo("~evil.example/ phishing -> harmless; phishing");
        publish(alice).refused(409, "needs-approval");
        approve(bob).done();
        JsonNode categories = publish(alice).done().at("/lists");
        assertThat(categories).hasSize(1);
    }

    @Test
    void anEntryEndsAsItWasApproved() throws Exception {
        addWith(alice, inSeconds(3600), "", "evil.example").done();
        add(alice, "stays.example").done();
        approve(bob).done();
        publish(alice).done();
        at.clock().advance(Duration.ofHours(1));
        JsonNode report = publish(alice).done();
        assertThat(report.at("/lists/0/removed").asLong()).isEqualTo(1);
        assertThat(isPublished("evil.example/")).isFalse();
    }

    @Test
    void anEndThatCameWithAHoldIsShownBeforeItIsApproved() throws Exception {
        String end = inSeconds(3600);
        addWith(alice, end, "", "google.com").done();
        release(bob, 1).done();
        assertThat(StreamSupport.stream(diff(bob).path("sample").spliterator(), false).map(JsonNode::asText))
                .containsExactly("+google.com/ phishing until " + end);
    }

    @Test
    void goingBackBringsTheTermsBack() throws Exception {
        publishTogether("evil.example");
        addWith(alice, inSeconds(3600), "", "evil.example").done();
        approve(bob).done();
        publish(alice).done();
        post(alice, "/rollbacks", "{\"list\":\"phishing\",\"to\":1,\"note\":\"\"}").refused(409, "needs-approval");
        assertThat(diff(bob).path("changed").asLong()).isEqualTo(1);
        approve(bob).done();
        publish(alice).done();
        at.clock().advance(Duration.ofHours(2));
        publish(alice).done();
        assertThat(isPublished("evil.example/")).isTrue();
    }
}
