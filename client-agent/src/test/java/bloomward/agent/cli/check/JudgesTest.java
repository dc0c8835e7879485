package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.ListSet;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.cli.check.MappedJudge.Mapped;
import bloomward.agent.confirm.Confirmation;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.SampleSets;
import bloomward.agent.store.Store;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JudgesTest {

    private static final Clock CLOCK = Clock.fixed(SampleSets.ISSUED.plusSeconds(3600), ZoneOffset.UTC);

    @TempDir
    private Path folder;
    private final AtomicLong nanos = new AtomicLong(-5);
    private final AtomicInteger closed = new AtomicInteger();

    private static Verdict judge(Judge judge, String url) throws IOException {
        return result(judge, url).verdict();
    }

    private static CheckResult result(Judge judge, String url) throws IOException {
        byte[] bytes = url.getBytes(UTF_8);
        return judge.judge(bytes, 0, bytes.length);
    }

    private Mapped mapped(Store store) throws Exception {
        LoadedSet set = store.open(List.of()).orElseThrow();
        return new Mapped(ListSet.of(set.protection()), () -> {
            closed.incrementAndGet();
            set.close();
        });
    }

    private MappedJudge mappedJudge(Mapped first, MappedJudge.Source source) {
        UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, (_, _) -> new Confirmation.NoAnswer("not asked"),
                CLOCK);
        return new MappedJudge(first, source, () -> checker, false, nanos::get);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void looksForNewerListsOnceAMinute() throws Exception {
        SampleSets sets = SampleSets.in(folder).list("malware", "old.example/");
        Store store = sets.install();
        try (MappedJudge judge = mappedJudge(mapped(store), () -> {
            try {
                return Optional.of(mapped(store));
            } catch (Exception e) {
                throw new IOException(e);
            }
        })) {
            assertThat(judge(judge, "new.example")).isInstanceOf(Verdict.Clean.class);
            sets.list("malware", "new.example/").install();
            pass(Duration.ofSeconds(59));
            assertThat(judge(judge, "new.example")).isInstanceOf(Verdict.Clean.class);
            pass(Duration.ofSeconds(1));
            assertThat(judge(judge, "new.example")).isInstanceOf(Verdict.Listed.class);
            assertThat(closed).hasValue(1);
        }
        assertThat(closed).hasValue(2);
    }

    @Test
    void theLastJudgeThatLeavesListsClosesThem() throws Exception {
        SampleSets sets = SampleSets.in(folder).list("malware", "old.example/");
        Store store = sets.install();
        AtomicInteger opened = new AtomicInteger();
        MappedJudge judge = mappedJudge(mapped(store), () -> {
            opened.incrementAndGet();
            try {
                return Optional.of(mapped(store));
            } catch (Exception e) {
                throw new IOException(e);
            }
        });
        try (Judge other = judge.another().orElseThrow()) {
            sets.list("malware", "new.example/").install();
            pass(Duration.ofMinutes(1));
            assertThat(judge(judge, "new.example")).isInstanceOf(Verdict.Listed.class);
            assertThat(closed).as("the other one still asks them").hasValue(0);
            assertThat(judge(other, "new.example")).isInstanceOf(Verdict.Listed.class);
            assertThat(opened).as("both have the same").hasValue(1);
            assertThat(closed).hasValue(1);
            judge.close();
            assertThat(closed).hasValue(1);
        }
        assertThat(closed).hasValue(2);
    }

    @Test
    void neverWeakerWhereNewerListsCannotBeOpened() throws Exception {
        Store store = SampleSets.in(folder).list("malware", "evil.example/").install();
        AtomicInteger looks = new AtomicInteger();
        try (MappedJudge judge = mappedJudge(mapped(store), () -> {
            if (looks.incrementAndGet() == 1) {
                return Optional.empty();
            }
            throw new IOException("damaged");
        })) {
            for (int minute = 0; minute < 5; minute++) {
                assertThat(judge(judge, "evil.example")).isInstanceOf(Verdict.Listed.class);
                pass(Duration.ofMinutes(1));
            }
            assertThat(looks).hasValue(4);
            assertThat(closed).hasValue(0);
        }
    }

    @Test
    void saysHowLongItTook() throws Exception {
        AtomicLong time = new AtomicLong();
        Mapped mapped = mapped(SampleSets.in(folder).list("malware", "evil.example/").install());
        UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, (_, _) -> {
            time.addAndGet(1_234_567);
            return new Confirmation.Refuted();
        }, CLOCK);
        try (MappedJudge judge = new MappedJudge(mapped, Optional::empty, () -> checker, false, time::get)) {
            CheckResult result = result(judge, "evil.example");
            assertThat(result.verdict()).isInstanceOf(Verdict.Clean.class);
            assertThat(result.elapsedMicros()).isEqualTo(1234);
            assertThat(result.freshness()).contains(Freshness.FRESH);
        }
    }

    /// An agent that goes away.
    private static final class Leaving implements Judge {

        private int left;
        private boolean isClosed;

        Leaving(int left) {
            this.left = left;
        }

        @Override
        public CheckResult judge(byte[] bytes, int offset, int length) throws IOException {
            if (left-- == 0) {
                throw new IOException("the agent closed the connection");
            }
            return new CheckResult(new Verdict.Allowed(new Expression("agent/")), Optional.empty(), Optional.empty(), 0,
                    List.of());
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    @Test
    void takesOverWhereAnAgentGoesAway() throws Exception {
        Mapped mapped = mapped(SampleSets.in(folder).list("malware", "evil.example/").install());
        Leaving agent = new Leaving(2);
        try (AgentFirst judge = new AgentFirst(agent, () -> Optional.of(mappedJudge(mapped, Optional::empty)))) {
            assertThat(judge(judge, "evil.example")).isInstanceOf(Verdict.Allowed.class);
            assertThat(judge(judge, "evil.example")).isInstanceOf(Verdict.Allowed.class);
            CheckResult own = result(judge, "evil.example");
            assertThat(own.verdict()).isInstanceOf(Verdict.Listed.class);
            assertThat(own.canonical().map(CanonicalUrl::text)).contains("http://evil.example/");
            assertThat(agent.isClosed).isTrue();
        }
        assertThat(closed).hasValue(1);
    }

    @Test
    void failsWhereAnAgentGoesAwayAndThereIsNothingElse() throws Exception {
        try (AgentFirst judge = new AgentFirst(new Leaving(0), Optional::empty)) {
            assertThatThrownBy(() -> judge(judge, "evil.example")).isInstanceOf(IOException.class)
                    .hasMessage("the agent closed the connection");
        }
    }
}
