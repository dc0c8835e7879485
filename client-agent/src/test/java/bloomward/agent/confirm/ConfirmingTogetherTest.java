package bloomward.agent.confirm;

import static bloomward.agent.confirm.FakeServers.ONE;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.confirm.Confirmation.NoAnswer;
import bloomward.agent.confirm.Confirmation.Refuted;
import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Several who ask at once, and those who wait too long.
final class ConfirmingTogetherTest extends Confirming {

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
                assertThat(answers.get(i).get()).isEqualTo(i % 2 == 0 ? LISTED : new Refuted());
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
}
