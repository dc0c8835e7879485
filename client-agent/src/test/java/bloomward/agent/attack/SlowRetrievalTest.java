package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.attack.Answer.Manner;
import bloomward.agent.attack.HostileProxy.Deed;
import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.agent.update.Machine;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Slow retrieval: a server that sends a byte now and then is never quite silent, and holds an agent back for as long
/// as it likes. A server that makes no progress is given up, the bytes that came are kept for the next time, and no
/// check of a URL waits.
final class SlowRetrievalTest extends Attack {

    /// Also what an honest head has time for, so a busy machine must not need as long.
    private static final FetchLimits LITTLE_PATIENCE = new FetchLimits(Duration.ofMinutes(1), Duration.ofSeconds(3),
            16 << 10, Duration.ofMinutes(1));

    private Predicate<PublicPath> attacked = _ -> false;

    /// The agent has little patience for answers that are attacked, so that a test is short, and its own for all others, as they
    /// may be late on a busy machine.
    private final class Patience implements Transport {

        private final Transport little;
        private final Transport own;

        Patience(Clock clock) throws IOException {
            this.little = HttpTransport.of(Map.of(), Optional.empty(), LITTLE_PATIENCE, "test", clock);
            this.own = Machine.transport(clock);
        }

        private Transport at(PublicPath path) {
            return attacked.test(path) ? little : own;
        }

        @Override
        public Reply get(URI address, PublicPath path, int maxLength, Optional<String> etag) throws FetchException {
            return at(path).get(address, path, maxLength, etag);
        }

        @Override
        public boolean download(URI address, PublicPath path, long length, Path to) throws FetchException {
            return at(path).download(address, path, length, to);
        }
    }

    @Override
    Victim newVictim() throws Exception {
        return scene.victim(folder, scene.line(), new Patience(Clock.systemUTC()));
    }

    private void attack(Predicate<PublicPath> which, Deed deed) {
        attacked = which;
        line.on(which, deed);
    }

    private void repent() {
        attacked = _ -> false;
        line.repent();
    }

    private void recovers() throws Exception {
        repent();
        victim.recovers();
    }

    @Test
    void givesUpOnSilence() throws Exception {
        attack(PublicPath.Latest.class::isInstance, HostileProxy.saying(Answer.silence()));
        victim.refuses(Failure.UNREACHABLE, "/v1/latest: no answer within PT3S");
        recovers();
    }

    @Test
    void givesUpOnAHeadThatDrips() throws Exception {
        attack(PublicPath.Latest.class::isInstance, HostileProxy.coming(Manner.DRIPPING_HEAD));
        victim.refuses(Failure.UNREACHABLE, "/v1/latest: no answer within PT3S");
        recovers();
    }

    @Test
    void givesUpOnABodyThatDrips() throws Exception {
        attack(PublicPath.Latest.class::isInstance,
                HostileProxy.saying(Answer.of(new byte[60_000]).coming(Manner.DRIPPING)));
        victim.refuses(Failure.UNREACHABLE, "/v1/latest: fewer than 16384 bytes within PT3S");
        recovers();
    }

    @Test
    void givesUpOnAListThatDrips() throws Exception {
        withoutDeltas();
        attack(content(ContentKind.PACKED), (_, honest) -> dripping(honest.answer()));
        victim.refusesAboveItsFloor(Failure.UNREACHABLE, "/v1/packed/", "fewer than 16384 bytes within PT3S");
        line.forget();
        repent();
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
        attack(DeltaFile.class::isInstance, (_, honest) -> dripping(honest.answer()));
        victim.refusesAboveItsFloor(Failure.UNREACHABLE, "/v1/delta/", "fewer than 16384 bytes within PT3S");
        assertThat(line.asked(Content.class)).noneMatch(content -> content.kind() == ContentKind.PACKED);
        recovers();
    }

    /// Half of it at once, the rest drips.
    private static Answer dripping(Answer answer) {
        byte[] body = answer.body();
        return Answer.of(Arrays.copyOf(body, body.length / 2)).announcing(body.length).coming(Manner.HELD);
    }
}
