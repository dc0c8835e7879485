package bloomward.agent.confirm;

import static bloomward.agent.confirm.FakeServers.ONE;
import static bloomward.agent.confirm.FakeServers.OTHER;
import static bloomward.agent.confirm.ListVersion.PHISHING;
import static bloomward.agent.confirm.ListVersion.hash;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.confirm.Confirmation.Listed;
import bloomward.agent.confirm.Confirmation.Listing;
import bloomward.agent.confirm.Confirmation.NoAnswer;
import bloomward.agent.confirm.Confirmation.NotListed;
import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.Reply;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.confirm.Scope;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ServerConfirmerTest {

    private static final Listed LISTED = new Listed(List.of(new Listing(Scope.PREFIX, PHISHING)));
    private static final ConfirmLimits LIMITS = new ConfirmLimits(10, 200, 8, Duration.ofSeconds(30), 1 << 20);
    private static final Duration DAY = Duration.ofDays(1);

    private final FakeServers servers = new FakeServers();
    private final ListVersion first = ListVersion.of(1, 3, "a.test/x", "b.test/x", "c.test/x");
    private final ListVersion second = ListVersion.of(2, 3, "b.test/x", "c.test/x", "d.test/x");
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // it may overflow
    private final AtomicInteger updatesWanted = new AtomicInteger();
    private List<URI> addresses = List.of(ONE, OTHER);
    private ServerConfirmer confirmer = confirmer(LIMITS);

    ServerConfirmerTest() {
        servers.serve(first).serve(second);
    }

    private ServerConfirmer confirmer(ConfirmLimits limits) {
        return new ServerConfirmer(servers, () -> addresses, limits, updatesWanted::incrementAndGet, nanos::get);
    }

    private Confirmation ask(ListVersion version, String expression) {
        return confirmer.confirm(version.release(), hash(expression));
    }

    private void assertNoAnswer(Confirmation said, String reason) {
        assertThat(said).isInstanceOfSatisfying(NoAnswer.class,
                none -> assertThat(none.reason()).contains(reason));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void believesWhatIsProven() {
        assertThat(first.bucketOf("a.test/x")).isNotEqualTo(first.bucketOf("e.test/x"));
        assertThat(ask(first, "a.test/x")).isEqualTo(LISTED);
        assertThat(ask(first, "e.test/x")).isEqualTo(new NotListed());
        assertThat(servers.asked().getFirst()).isEqualTo(
                "one.test/v1/confirm/" + first.tree().root() + "/" + first.bucketOf("a.test/x"));
        assertThat(confirmer.counts()).isEqualTo(new ConfirmCounts(2, 1, 1, 0, 0, 2, 0));
    }

    @Test
    void saysEveryReasonForWhichSomethingIsListed() {
        Category malware = new Category("malware");
        ListVersion version = ListVersion.of(3, 0, List.of(
                new ConfirmRecord(hash("a.test/x"), Scope.PREFIX, PHISHING),
                new ConfirmRecord(hash("a.test/x"), Scope.PREFIX, malware),
                new ConfirmRecord(hash("b.test/x"), Scope.PREFIX, malware)));
        servers.serve(version);
        assertThat(ask(version, "a.test/x")).isEqualTo(new Listed(
                List.of(new Listing(Scope.PREFIX, malware), new Listing(Scope.PREFIX, PHISHING))));
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
        assertThat(ask(single, "f.test/x")).isEqualTo(new NotListed());
        assertThat(servers.asked()).hasSize(2);
    }

    @Test
    void aListingHoldsBeyondItsVersionForADay() {
        ask(first, "a.test/x");
        pass(DAY.minusNanos(1));
        assertThat(ask(second, "a.test/x")).isEqualTo(LISTED);
        assertThat(servers.asked()).hasSize(1);
        pass(Duration.ofNanos(1));
        assertThat(ask(second, "a.test/x")).isEqualTo(new NotListed());
        assertThat(servers.asked()).hasSize(2);
    }

    @Test
    void aRefutationHoldsForItsVersionOnly() {
        assertThat(ask(first, "d.test/x")).isEqualTo(new NotListed());
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
    void whatFailsTogetherCountsOnce() throws Exception {
        addresses = List.of(ONE);
        CountDownLatch sent = new CountDownLatch(5);
        ListVersion wide = ListVersion.of(8, 6, "a.test/x");
        servers.serve(wide);
        servers.let(ONE, _ -> {
            sent.countDown();
            sent.await();
            throw new FetchException(FetchException.Reason.TOO_SLOW, "slow");
        });
        assertThat(List.of("a", "b", "c", "d", "e").stream().map(host -> wide.bucketOf(host + ".test/x")))
                .doesNotHaveDuplicates();
        List<Future<Confirmation>> answers = new ArrayList<>();
        try (ExecutorService five = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String host : List.of("a", "b", "c", "d", "e")) {
                answers.add(five.submit(() -> ask(wide, host + ".test/x")));
            }
        }
        for (Future<Confirmation> answer : answers) {
            assertNoAnswer(answer.get(), "slow");
        }
        assertThat(servers.asked()).hasSize(5);
        servers.beWell(ONE);
        pass(Duration.ofSeconds(1));
        assertThat(ask(wide, "a.test/x")).isEqualTo(LISTED);
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
            assertThat(ask(first, "d.test/x")).isEqualTo(new NotListed());
        }
        assertNoAnswer(ask(first, "d.test/x"), "too many questions");
        pass(Duration.ofMillis(99));
        assertNoAnswer(ask(first, "d.test/x"), "too many questions");
        pass(Duration.ofMillis(1));
        assertThat(ask(first, "d.test/x")).isEqualTo(new NotListed());
        pass(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            assertThat(ask(first, "d.test/x")).isEqualTo(new NotListed());
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
    void questionsForTheSameBucketAreOneRequest() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        servers.let(ONE, question -> {
            sent.countDown();
            open.await();
            return servers.honest(question);
        });
        ListVersion single = ListVersion.of(6, 0, "e.test/x");
        servers.serve(single);
        try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Confirmation>> answers = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                String expression = i % 2 == 0 ? "e.test/x" : "f.test/x";
                answers.add(many.submit(() -> ask(single, expression)));
            }
            sent.await();
            open.countDown();
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get()).isEqualTo(i % 2 == 0 ? LISTED : new NotListed());
            }
        }
        assertThat(servers.asked()).hasSize(1);
        assertThat(confirmer.counts().asked()).isEqualTo(1000);
    }

    @Test
    void noMoreThanSoManyAreUnderWayAndWhoWaitsTooLongGetsNoAnswer() throws Exception {
        ListVersion wide = ListVersion.of(7, 6, "e.test/x");
        servers.serve(wide);
        CountDownLatch twoAreSent = new CountDownLatch(2);
        CountDownLatch open = new CountDownLatch(1);
        servers.let(ONE, question -> {
            twoAreSent.countDown();
            open.await();
            return servers.honest(question);
        });
        confirmer = confirmer(new ConfirmLimits(10, 200, 2, Duration.ofMillis(50), 1 << 20));
        for (int i = 0; i < 30; i++) {
            assertThat(ask(wide, "h" + i + ".test/")).isInstanceOf(NoAnswer.class);
        }
        twoAreSent.await();
        assertThat(servers.asked()).hasSize(2);
        assertThat(confirmer.counts().noAnswer()).isEqualTo(30);
        open.countDown();
    }

    @Test
    void anAnswerThatComesTooLateIsThereForWhoAsksNext() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        servers.let(ONE, question -> {
            open.await();
            return servers.honest(question);
        });
        confirmer = confirmer(new ConfirmLimits(10, 200, 8, Duration.ofMillis(20), 1 << 20));
        assertNoAnswer(ask(first, "a.test/x"), "no answer within");
        open.countDown();
        while (!ask(first, "a.test/x").equals(LISTED)) {
            Thread.onSpinWait();
        }
        assertThat(servers.asked()).hasSize(1);
    }

    @Test
    void anInterruptEndsTheWait() {
        servers.let(ONE, _ -> {
            new CountDownLatch(1).await();
            return new Reply.Missing();
        });
        Thread.currentThread().interrupt();
        assertNoAnswer(ask(first, "a.test/x"), "interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void offlineNobodyIsAsked() {
        assertNoAnswer(Confirmer.offline().confirm(first.release(), hash("a.test/x")), "offline");
    }
}
