package bloomward.agent.confirm;

import static bloomward.agent.confirm.FakeServers.ONE;
import static bloomward.agent.confirm.FakeServers.OTHER;
import static bloomward.agent.confirm.ListVersion.PHISHING;
import static bloomward.agent.confirm.ListVersion.hash;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.confirm.Confirmation.Confirmed;
import bloomward.agent.confirm.Confirmation.Listing;
import bloomward.agent.confirm.Confirmation.Refuted;
import bloomward.agent.fetch.Reply;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.url.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Behaviour of the confirmer towards servers: the answers it believes and remembers, and the servers it asks.
final class ServerConfirmerTest extends Confirming {

    @Test
    void believesWhatIsProven() {
        assertThat(first.bucketOf("a.test/x")).isNotEqualTo(first.bucketOf("e.test/x"));
        assertThat(ask(first, "a.test/x")).isEqualTo(LISTED);
        assertThat(ask(first, "e.test/x")).isEqualTo(new Refuted());
        assertThat(servers.asked().getFirst())
                .isEqualTo("one.test/v1/confirm/" + first.tree().root() + "/" + first.bucketOf("a.test/x"));
        assertThat(confirmer.counts()).isEqualTo(new ConfirmCounts(2, 1, 1, 0, 0, 2, 0));
    }

    @Test
    void saysEveryReasonForWhichSomethingIsListed() {
        Category malware = new Category("malware");
        ListVersion version = ListVersion.of(3, 0,
                List.of(new ConfirmRecord(hash("a.test/x"), Scope.PREFIX, PHISHING),
                        new ConfirmRecord(hash("a.test/x"), Scope.PREFIX, malware),
                        new ConfirmRecord(hash("b.test/x"), Scope.PREFIX, malware)));
        servers.serve(version);
        assertThat(ask(version, "a.test/x")).isEqualTo(
                new Confirmed(List.of(new Listing(Scope.PREFIX, malware), new Listing(Scope.PREFIX, PHISHING))));
    }

    @Test
    void asksOnceForABucketOfAVersion() {
        for (int i = 0; i < 3; i++) {
            assertThat(ask(first, "a.test/x")).isEqualTo(LISTED);
        }
        assertThat(servers.asked()).hasSize(1);
        assertThat(confirmer.counts().fromMemory()).isEqualTo(2);
        ListVersion single = ListVersion.of(4, 0, "e.test/x");
        servers.serve(single);
        assertThat(ask(single, "e.test/x")).isEqualTo(LISTED);
        assertThat(ask(single, "f.test/x")).isEqualTo(new Refuted());
        assertThat(servers.asked()).hasSize(2);
    }

    @Test
    void aListingHoldsBeyondItsVersionForADay() {
        ask(first, "a.test/x");
        pass(DAY.minusNanos(1));
        assertThat(ask(second, "a.test/x")).isEqualTo(LISTED);
        assertThat(servers.asked()).hasSize(1);
        pass(Duration.ofNanos(1));
        assertThat(ask(second, "a.test/x")).isEqualTo(new Refuted());
        assertThat(servers.asked()).hasSize(2);
    }

    /// The bucket of the next version says so, whichever question it was fetched for; the version after that is asked again.
    @Test
    void aListingThatWasRefutedIsForgotten() {
        ListVersion one = ListVersion.of(6, 0, "a.test/x", "b.test/x");
        ListVersion two = ListVersion.of(7, 0, "b.test/x");
        ListVersion three = ListVersion.of(8, 0, "b.test/x", "c.test/x");
        servers.serve(one).serve(two).serve(three);
        assertThat(ask(one, "a.test/x")).isEqualTo(LISTED);
        assertThat(ask(two, "c.test/x")).isEqualTo(new Refuted());
        assertThat(ask(two, "a.test/x")).isEqualTo(new Refuted());
        assertThat(ask(three, "a.test/x")).isEqualTo(new Refuted());
        assertThat(servers.asked()).hasSize(3);
    }

    @Test
    void aRefutationHoldsForItsVersionOnly() {
        assertThat(ask(first, "d.test/x")).isEqualTo(new Refuted());
        assertThat(ask(second, "d.test/x")).isEqualTo(LISTED);
    }

    @Test
    void theNextServerIsAskedWhereOneFails() {
        servers.fail(ONE);
        assertThat(ask(first, "a.test/x")).isEqualTo(LISTED);
        assertThat(servers.asked()).hasSize(2).last().asString().startsWith("other.test");
    }

    @Test
    void withoutAServerThereIsNoAnswer() {
        servers.fail(ONE);
        servers.fail(OTHER);
        assertNoAnswer(ask(first, "a.test/x"), "https://other.test is down");
        addresses = List.of();
        assertNoAnswer(ask(first, "a.test/x"), "no server is known");
        assertThat(confirmer.counts()).isEqualTo(new ConfirmCounts(2, 0, 0, 2, 0, 2, 0));
    }

    @Test
    void aFailedServerIsLeftAloneForLongerAndLonger() {
        addresses = List.of(ONE);
        servers.fail(ONE);
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            int before = servers.asked().size();
            assertNoAnswer(ask(first, "a.test/x"), "is down");
            assertThat(servers.asked()).hasSize(before + 1);
            pass(Duration.ofSeconds(seconds).minusNanos(1));
            assertNoAnswer(ask(first, "a.test/x"), "is down");
            assertThat(servers.asked()).hasSize(before + 1);
            pass(Duration.ofNanos(1));
        }
        servers.beWell(ONE);
        assertThat(ask(first, "a.test/x")).isEqualTo(LISTED);
        servers.fail(ONE);
        assertNoAnswer(ask(second, "d.test/x"), "is down");
        servers.beWell(ONE);
        pass(Duration.ofSeconds(1));
        assertThat(ask(second, "d.test/x")).isEqualTo(LISTED);
    }

    @Test
    void aServerThatWantsToBeLeftAloneIsForAnHourAtMost() {
        addresses = List.of(ONE);
        servers.fail(ONE, Duration.ofMinutes(5));
        ask(first, "a.test/x");
        servers.fail(ONE, DAY);
        pass(Duration.ofMinutes(5).minusNanos(1));
        assertNoAnswer(ask(first, "a.test/x"), "is busy");
        assertThat(servers.asked()).hasSize(1);
        pass(Duration.ofNanos(1));
        ask(first, "a.test/x");
        servers.beWell(ONE);
        pass(Duration.ofHours(1));
        assertThat(ask(first, "a.test/x")).isEqualTo(LISTED);
    }

    @Test
    void aLieIsNoAnswerAndTheNextServerIsAsked() {
        byte[] right = first.answer(first.bucketOf("a.test/x"));
        List<byte[]> lies = new ArrayList<>(List.of(second.answer(second.bucketOf("a.test/x")), new byte[0],
                first.answer(first.bucketOf("a.test/x") ^ 1), "<html>".getBytes(UTF_8)));
        for (int at = 0; at < right.length; at++) {
            byte[] flipped = right.clone();
            flipped[at] ^= 1;
            lies.add(flipped);
        }
        lies.add(Arrays.copyOf(right, right.length - 1));
        lies.add(Arrays.copyOf(right, right.length + 1));
        addresses = List.of(ONE);
        for (byte[] lie : lies) {
            confirmer = confirmer(LIMITS);
            servers.let(ONE, _ -> new Reply.Content(lie, Optional.empty()));
            assertNoAnswer(ask(first, "a.test/x"), "not to be believed");
            assertThat(confirmer.counts()).isEqualTo(new ConfirmCounts(1, 0, 0, 1, 0, 1, 1));
        }
        addresses = List.of(ONE, OTHER);
        confirmer = confirmer(LIMITS);
        assertThat(ask(first, "a.test/x")).isEqualTo(LISTED);
    }

    @Test
    void whereTheServersHaveNoAnswersAnyMoreAnUpdateIsWanted() {
        servers.forget(first);
        assertNoAnswer(ask(first, "a.test/x"), "an update is needed");
        assertThat(updatesWanted).hasValue(1);
        assertThat(servers.asked()).hasSize(2);
        assertThat(ask(second, "d.test/x")).isEqualTo(LISTED);
    }

    @Test
    void aServerThatHasItMakesUpForOneThatHasNot() {
        servers.let(ONE, _ -> new Reply.Missing());
        assertThat(ask(first, "a.test/x")).isEqualTo(LISTED);
        assertThat(updatesWanted).hasValue(0);
    }

    @Test
    void beyondTheRateThereIsNoAnswer() {
        confirmer = confirmer(new ConfirmLimits(10, 3, 8, Duration.ofSeconds(30), 0));
        for (int i = 0; i < 3; i++) {
            assertThat(ask(first, "d.test/x")).isEqualTo(new Refuted());
        }
        assertNoAnswer(ask(first, "d.test/x"), "too many questions");
        pass(Duration.ofMillis(99));
        assertNoAnswer(ask(first, "d.test/x"), "too many questions");
        pass(Duration.ofMillis(1));
        assertThat(ask(first, "d.test/x")).isEqualTo(new Refuted());
        pass(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            assertThat(ask(first, "d.test/x")).isEqualTo(new Refuted());
        }
        assertNoAnswer(ask(first, "d.test/x"), "too many questions");
    }

    @Test
    void forgetsBucketsThatWereNotUsedForLongest() {
        ListVersion many = ListVersion.of(5, 2);
        servers.serve(many);
        String[] inBucket = new String[4];
        for (int i = 0; Arrays.asList(inBucket).contains(null); i++) {
            inBucket[many.bucketOf("h" + i + ".test/")] = "h" + i + ".test/";
        }
        confirmer = confirmer(new ConfirmLimits(10, 200, 8, Duration.ofSeconds(30), 3 * 8)); // three empty leaves
        for (int bucket : new int[] {0, 1, 2, 0, 3, 0, 2}) {
            ask(many, inBucket[bucket]);
        }
        assertThat(servers.asked()).hasSize(4);
        ask(many, inBucket[1]);
        assertThat(servers.asked()).hasSize(5);
    }

    @Test
    void offlineNobodyIsAsked() {
        assertNoAnswer(Confirmer.offline().confirm(first.release(), hash("a.test/x")), "offline");
    }
}
