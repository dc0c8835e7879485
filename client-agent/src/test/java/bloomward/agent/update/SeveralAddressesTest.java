package bloomward.agent.update;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.FetchException.Reason;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.update.HostileTransport.Asked;
import bloomward.agent.update.HostileTransport.Deed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.format.testing.SetClock;
import bloomward.format.wire.PublicPath;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A publication that moved to a mirror by a signed change; the agent was enrolled at the old address.
final class SeveralAddressesTest {

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();
    private Publisher publisher;
    private Machine machine;
    private URI mirror;

    @BeforeEach
    void move() throws Exception {
        publisher = Publisher.start(folder.resolve("server"), clock);
        publisher.list("phishing").add("phishing", "evil.example").publish();
        machine = Machine.enrolledAt(publisher, folder.resolve("agent"), clock);
        machine.update();
        mirror = URI.create("http://localhost:" + publisher.address().getPort());
        clock.advance(Duration.ofDays(1));
        publisher.rotate("--address", mirror.toString());
        assertThat(machine.poll()).isEqualTo(new Unchanged());
        machine.line().forget();
    }

    @AfterEach
    void stop() {
        publisher.close();
    }

    private void atTheMirror(Deed deed) {
        machine.line().when(asked -> asked.address().equals(mirror) && asked.path() instanceof PublicPath.Latest, deed);
    }

    private List<URI> asked() {
        return machine.line().asked().stream().map(Asked::address).toList();
    }

    private void publishOneMore() throws Exception {
        clock.advance(Duration.ofMinutes(5));
        publisher.add("phishing", "worse.example").publish();
    }

    @Test
    void asksTheAddressesOfTheRootFirst() throws Exception {
        assertThat(machine.poll()).isEqualTo(new Unchanged());
        assertThat(asked()).containsExactly(mirror);
    }

    @Test
    void asksTheAddressOfTheSettingsBeforeThoseOfTheRoot() throws Exception {
        assertThat(machine.pollAt(publisher.address())).isEqualTo(new Unchanged());
        assertThat(asked()).containsExactly(publisher.address());
    }

    @Test
    void goesOnAtTheAddressesOfTheRootWhereThatOfTheSettingsIsAway() throws Exception {
        URI away = URI.create("http://127.0.0.1:1");
        machine.line().when(asked -> asked.address().equals(away), HostileTransport.missing());
        assertThat(machine.pollAt(away)).isEqualTo(new Unchanged());
        assertThat(asked()).containsExactly(away, mirror);
    }

    @Test
    void goesOnAtTheNextAddressWhereOneIsAway() throws Exception {
        atTheMirror(HostileTransport.down());
        publishOneMore();
        machine.update();
        assertThat(asked()).startsWith(mirror, publisher.address());
        assertThat(machine.finds("worse.example/")).isTrue();
    }

    @Test
    void isNotStoppedByABadMirror() throws Exception {
        atTheMirror(HostileTransport.sending(new byte[100]));
        publishOneMore();
        machine.update();
        assertThat(machine.finds("worse.example/")).isTrue();
    }

    @Test
    void isNotHeldBackByAMirrorThatIsFrozen() throws Exception {
        atTheMirror(HostileTransport.sending(machine.state().installed().orElseThrow().latest().toBytes()));
        publishOneMore();
        assertThat(machine.poll()).as("it is valid still").isEqualTo(new Unchanged());
        clock.advance(Duration.ofDays(1));
        publisher.add("phishing", "worst.example").publish();
        machine.update();
        assertThat(machine.finds("worst.example/")).isTrue();
    }

    @Test
    void saysWhatIsWrongAtEachAddress() {
        atTheMirror(HostileTransport.sending(new byte[100]));
        publisher.stop();
        assertThat(machine.fail(Failure.REFUSED).message()).contains(mirror + "/v1/latest: malformed: ")
                .contains("; " + publisher.address() + "/v1/latest: ");
    }

    @Test
    void leavesAnAddressAloneForAsLongAsItWants() throws Exception {
        atTheMirror(HostileTransport
                .failing(new FetchException(Reason.NOT_SERVED, "busy", Optional.of(Duration.ofHours(1)))));
        assertThat(machine.poll()).isEqualTo(new Unchanged());
        assertThat(asked()).containsExactly(mirror, publisher.address());
        machine.line().forget();
        clock.advance(Duration.ofMinutes(59));
        machine.poll();
        assertThat(asked()).containsExactly(publisher.address());
        machine.line().forget();
        clock.advance(Duration.ofMinutes(1));
        machine.poll();
        assertThat(asked()).startsWith(mirror);
    }

    @Test
    void asksAllTheSameWhereEveryoneWantsToBeLeftAlone() throws Exception {
        Deed busy = HostileTransport
                .failing(new FetchException(Reason.NOT_SERVED, "busy", Optional.of(Duration.ofHours(1))));
        machine.line().on(_ -> true, busy);
        assertThat(machine.fail(Failure.UNREACHABLE).retryAfter()).contains(Duration.ofHours(1));
        machine.line().repent();
        assertThat(machine.poll()).isEqualTo(new Unchanged());
    }
}
