package bloomward.agent.confirm;

import static bloomward.agent.confirm.FakeServers.ONE;
import static bloomward.agent.confirm.FakeServers.OTHER;
import static bloomward.agent.confirm.ListVersion.PHISHING;
import static bloomward.agent.confirm.ListVersion.hash;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.confirm.Confirmation.Confirmed;
import bloomward.agent.confirm.Confirmation.Listing;
import bloomward.agent.confirm.Confirmation.NoAnswer;
import bloomward.format.url.Scope;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;

/// A confirmer before two servers that say what a test wants, and two versions of a list.
@Timeout(60)
abstract class Confirming {

    static final Confirmed LISTED = new Confirmed(List.of(new Listing(Scope.PREFIX, PHISHING)));
    static final ConfirmLimits LIMITS = new ConfirmLimits(10, 200, 8, Duration.ofSeconds(30), 1 << 20);
    static final Duration DAY = Duration.ofDays(1);

    final FakeServers servers = new FakeServers();
    final ListVersion first = ListVersion.of(1, 3, "a.test/x", "b.test/x", "c.test/x");
    final ListVersion second = ListVersion.of(2, 3, "b.test/x", "c.test/x", "d.test/x");
    final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // it may overflow
    final AtomicInteger updatesWanted = new AtomicInteger();
    List<URI> addresses = List.of(ONE, OTHER);
    ServerConfirmer confirmer = confirmer(LIMITS);

    Confirming() {
        servers.serve(first).serve(second);
    }

    ServerConfirmer confirmer(ConfirmLimits limits) {
        return new ServerConfirmer(servers, () -> addresses, limits, updatesWanted::incrementAndGet, nanos::get);
    }

    Confirmation ask(ListVersion version, String expression) {
        return confirmer.confirm(version.release(), hash(expression));
    }

    void assertNoAnswer(Confirmation said, String reason) {
        assertThat(said).isInstanceOfSatisfying(NoAnswer.class, none -> assertThat(none.reason()).contains(reason));
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
