package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.attack.Answer.Manner;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Slow retrieval: a server that sends a byte now and then is never quite silent, and holds an agent back for as long
/// as it likes. A server that makes no progress is given up, the bytes that came are kept for the next time, and no
/// check of a URL waits.
final class SlowRetrievalTest extends Attack {

    private static final FetchLimits LIMITS = new FetchLimits(Duration.ofSeconds(10), Duration.ofMillis(500), 16 << 10,
            Duration.ofSeconds(10));

    @BeforeEach
    void withLittlePatience() throws Exception {
        anotherVictim(LIMITS);
    }

    @Test
    void givesUpOnSilence() throws Exception {
        line.on(PublicPath.Latest.class, HostileProxy.saying(Answer.silence()));
        victim.refuses(Failure.UNREACHABLE, "/v1/latest: no answer within PT0.5S");
        victim.recovers();
    }

    @Test
    void givesUpOnAHeadThatDrips() throws Exception {
        line.on(PublicPath.Latest.class, HostileProxy.coming(Manner.DRIPPING_HEAD));
        victim.refuses(Failure.UNREACHABLE, "/v1/latest: no answer within PT0.5S");
        victim.recovers();
    }

    @Test
    void givesUpOnABodyThatDrips() throws Exception {
        line.on(PublicPath.Latest.class, HostileProxy.saying(Answer.of(new byte[60_000]).coming(Manner.DRIPPING)));
        victim.refuses(Failure.UNREACHABLE, "/v1/latest: fewer than 16384 bytes within PT0.5S");
        victim.recovers();
    }

    @Test
    void givesUpOnAListThatDrips() throws Exception {
        withoutDeltas();
        line.on(content(ContentKind.PACKED), (_, honest) -> dripping(honest.answer()));
        victim.refusesAboveItsFloor(Failure.UNREACHABLE, "/v1/packed/", "fewer than 16384 bytes within PT0.5S");
        line.forget();
        line.repent();
        withoutDeltas();
        victim.updates();
        assertThat(line.asked()).filteredOn(asked -> content(ContentKind.PACKED).test(asked.path()))
                .anyMatch(asked -> asked.range().isPresent());
    }

    private void withoutDeltas() {
        line.on(DeltaFile.class, HostileProxy.saying(Answer.missing()));
    }

    /// It is not asked again and again, and no whole file is wanted from it for a delta that it drips.
    @Test
    void givesUpOnADeltaThatDrips() throws Exception {
        line.on(DeltaFile.class, (_, honest) -> dripping(honest.answer()));
        victim.refusesAboveItsFloor(Failure.UNREACHABLE, "/v1/delta/", "fewer than 16384 bytes within PT0.5S");
        assertThat(line.asked(Content.class)).noneMatch(content -> content.kind() == ContentKind.PACKED);
        victim.recovers();
    }

    /// Half of it at once, the rest drips.
    private static Answer dripping(Answer answer) {
        byte[] body = answer.body();
        return Answer.of(Arrays.copyOf(body, body.length / 2)).announcing(body.length).coming(Manner.HELD);
    }
}
