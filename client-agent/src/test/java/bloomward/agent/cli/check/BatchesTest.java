package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.check.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class BatchesTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final VerdictCounts counts = new VerdictCounts();
    private final AtomicInteger open = new AtomicInteger();

    /// Takes no list: what begins with `x` is unknown, and what begins with `f` fails.
    private class Echo implements Judge {

        private final AtomicBoolean isInUse = new AtomicBoolean();

        @Override
        public CheckResult judge(byte[] bytes, int offset, int length) throws IOException {
            assertThat(isInUse.compareAndSet(false, true)).as("one thread at a time").isTrue();
            if (length > 0 && bytes[offset] == 'f') {
                throw new IOException("failed at " + new String(bytes, offset, length, UTF_8));
            }
            Verdict verdict = length > 0 && bytes[offset] == 'x'
                    ? new Verdict.Unknown(Verdict.Reason.UNJUDGEABLE, "x")
                    : new Verdict.Clean();
            isInUse.set(false);
            return new CheckResult(verdict, Optional.empty(), Optional.empty(), 0, List.of());
        }

        @Override
        public Optional<Judge> another() {
            open.incrementAndGet();
            return Optional.of(new Echo());
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    private static Results lines(OutputStream to) {
        return new HumanResults(to, false, false);
    }

    private Batches batches(Judge judge, int threads) {
        return new Batches(judge, lines(out), counts, BatchesTest::lines, _ -> true, threads);
    }

    private static void add(Batches batches, String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        batches.add(bytes, 0, bytes.length);
    }

    @Test
    void keepsTheOrderOfAnyInputs() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        StringBuilder expected = new StringBuilder();
        int unknown = 0;
        try (Batches batches = batches(new Echo(), 3)) {
            for (int i = 0; i < 60_000; i++) {
                boolean isLong = random.nextInt(2000) == 0;
                String input = (random.nextInt(5) == 0 ? "x" : "c") + i + (isLong ? "/".repeat(200_000) : "");
                unknown += input.startsWith("x") ? 1 : 0;
                expected.append(input.startsWith("x") ? "unknown  " + input + "  unjudgeable: x" : "clean    " + input)
                        .append('\n');
                add(batches, input);
                if (random.nextInt(7000) == 0) {
                    batches.flush();
                    assertThat(out.size()).isEqualTo(expected.toString().getBytes(UTF_8).length);
                }
            }
            batches.flush();
        }
        assertThat(out.toString(UTF_8)).isEqualTo(expected.toString());
        assertThat(counts.withoutListed())
                .isEqualTo(String.format("not shown: %,d clean, 0 allowed, %,d unknown", 60_000 - unknown, unknown));
        assertThat(open).hasValue(0);
    }

    @Test
    void answersEachInputBeforeTheNextIsWaitedFor() throws Exception {
        try (Batches batches = batches(new Echo(), 2)) {
            for (int i = 0; i < 5000; i++) {
                out.reset();
                add(batches, "c" + i);
                batches.flush();
                assertThat(out.toString(UTF_8)).isEqualTo("clean    c" + i + "\n");
            }
        }
    }

    @Test
    void aFailureEndsTheRunWithTheResultsBeforeIt() throws Exception {
        try (Batches batches = batches(new Echo(), 2)) {
            assertThatThrownBy(() -> {
                for (int i = 0; i < 1_000_000; i++) {
                    add(batches, i == 20_000 ? "f20000" : "c" + i);
                }
            }).isInstanceOf(IOException.class).hasMessage("failed at f20000");
        }
        assertThat(out.toString(UTF_8)).contains("clean    c15000\n").doesNotContain("c20001\n");
        assertThat(open).hasValue(0);
    }

    /// An agent, for example, has no other judge.
    @Test
    void goesOnAloneWhereThereIsNoOtherJudge() throws Exception {
        Judge only = new Echo() {
            @Override
            public Optional<Judge> another() {
                return Optional.empty();
            }
        };
        try (Batches batches = batches(only, 2)) {
            for (int i = 0; i < 5000; i++) {
                add(batches, "c");
            }
            batches.finish();
            batches.flush();
        }
        assertThat(out.size()).isEqualTo(5000 * "clean    c\n".length());
    }

    @Test
    void severalThreadsJudgeAtTheSameTime() throws Exception {
        CountDownLatch two = new CountDownLatch(2);
        Judge judge = new Echo() {
            @Override
            public Optional<Judge> another() {
                return Optional.of(new Echo() {
                    @Override
                    public CheckResult judge(byte[] bytes, int offset, int length) throws IOException {
                        two.countDown();
                        try {
                            assertThat(two.await(60, TimeUnit.SECONDS)).isTrue();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                        return super.judge(bytes, offset, length);
                    }
                });
            }
        };
        try (Batches batches = batches(judge, 2)) {
            for (int i = 0; i < 10_000; i++) {
                add(batches, "c");
            }
            batches.finish();
        }
        assertThat(two.getCount()).isZero();
    }
}
