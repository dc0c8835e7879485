package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RateLimitTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1000); // where a nanosecond clock overflows
    private final RateLimit limit = new RateLimit(1024, new RateRule(3, 2), 42, now::get);

    private void wait(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void aBurstThenTheRate() {
        for (int i = 0; i < 3; i++) {
            assertThat(limit.take("a")).isZero();
        }
        assertThat(limit.take("a")).isEqualTo(Duration.ofMillis(500));
        wait(Duration.ofMillis(499));
        assertThat(limit.take("a")).isEqualTo(Duration.ofMillis(1));
        wait(Duration.ofMillis(1));
        assertThat(limit.take("a")).isZero();
        assertThat(limit.take("a")).isPositive();
    }

    @Test
    void aRestFillsTheBucketAndNoMore() {
        limit.take("a");
        wait(Duration.ofDays(400));
        for (int i = 0; i < 3; i++) {
            assertThat(limit.take("a")).isZero();
        }
        assertThat(limit.take("a")).isPositive();
    }

    @Test
    void keysDoNotCountForEachOther() {
        for (int i = 0; i < 4; i++) {
            limit.take("a");
        }
        assertThat(limit.take("b")).isZero();
    }

    @Test
    void aMillionKeysTakeNoMoreRoomAndStillPass() {
        int refused = 0;
        for (int i = 0; i < 1_000_000; i++) {
            if (i % 100 == 0) {
                wait(Duration.ofMillis(500));
            }
            refused += limit.take(i).isZero() ? 0 : 1;
        }
        assertThat(refused).isLessThan(10_000); // those that shared a bucket
    }
}
