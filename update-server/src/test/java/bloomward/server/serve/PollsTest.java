package bloomward.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.SetClock;
import bloomward.server.http.CacheRule;
import bloomward.server.http.files.Payload;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PollsTest {

    private final SetClock clock = new SetClock();
    private final Polls polls = new Polls(clock);
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private Payload served = latest(0);

    PollsTest() {
        polls.register(metrics);
    }

    private static Payload latest(int number) {
        return Payload.of(new byte[] {(byte) number}, "\"" + number + "\"", CacheRule.LATEST, Payload.NOTE);
    }

    private void poll(int times, String... presented) {
        for (int i = 0; i < times; i++) {
            polls.count(List.of(presented), served);
        }
    }

    /// An hour later, under the `latest` of that number.
    private void anHourLater(int number) {
        clock.advance(Duration.ofHours(1));
        polls.look();
        served = latest(number);
    }

    private double count(String presented) {
        return metrics.get("bloomward.polls").tag("presented", presented).functionCounter().count();
    }

    @Test
    void countsByTheAgeOfWhatIsPresented() {
        poll(1, "\"0\"");
        for (int i = 1; i <= 5; i++) {
            anHourLater(i);
            poll(1, "\"" + i + "\"");
        }
        poll(1, "W/\"5\"");
        poll(1, "\"4\"");
        poll(2, "\"1\"");
        poll(3, "\"never served\"");
        poll(4);
        assertThat(count("current")).isEqualTo(7);
        assertThat(count("behind")).isEqualTo(1);
        assertThat(count("old")).isEqualTo(5);
        assertThat(count("none")).isEqualTo(4);
    }

    /// Notes replaced before the start are not known, and most of them were replaced a moment ago.
    @Test
    void aRestartMakesNobodyOld() {
        poll(30, "\"of the last process\"");
        assertThat(count("behind")).isEqualTo(30);
    }

    @Test
    void tellsAShareOfTwoWholeHoursAndNotOfOneMorning() {
        for (int i = 1; i <= 4; i++) {
            poll(100, "\"" + (i - 1) + "\"");
            anHourLater(i);
        }
        assertThat(polls.isKnown()).isTrue();
        poll(60, "\"4\"");
        poll(40, "\"0\""); // machines that wake up
        anHourLater(5);
        assertThat(polls.stale(20)).isEmpty();
        poll(80, "\"5\"");
        poll(20, "\"0\"");
        anHourLater(6);
        assertThat(polls.stale(20)).contains(new Polls.Hour(100, 20));
        assertThat(polls.stale(21)).isEmpty();
        poll(19, "\"0\""); // too few to say anything of
        anHourLater(7);
        assertThat(polls.stale(20)).isEmpty();
    }

    @Test
    void isSilentOnlyAfterManyPolls() {
        poll(19, "\"0\"");
        polls.look();
        anHourLater(1);
        assertThat(polls.silentSince()).isEmpty();
        poll(20, "\"1\"");
        polls.look();
        anHourLater(2);
        assertThat(polls.silentSince()).contains(SetClock.BEGIN.plus(Duration.ofHours(1)));
    }
}
