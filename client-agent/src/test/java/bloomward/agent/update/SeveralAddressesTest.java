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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A publication that moved to a mirror by a signed change; the agent was enrolled at the old address.
final class SeveralAddressesTest {

    private static final SetClock CLOCK = new SetClock();

    @TempDir
    private static Path servers;

    private static Publisher publisher;
    private static URI mirror;

    @TempDir
    private Path folder;

    private Machine machine;

    @BeforeAll
    static void move() throws Exception {
        publisher = Publisher.start(servers.resolve("server"), CLOCK);
        mirror = URI.create("http://localhost:" + publisher.address().getPort());
        publisher.list("phishing").add("phishing", "evil.example").publish().rotate("--address", mirror.toString());
    }

    @AfterAll
    static void stop() {
        publisher.close();
    }

    @BeforeEach
    void enroll() throws Exception {
        machine = Machine.enrolledAt(publisher, folder.resolve("agent"), CLOCK);
        machine.update();
        machine.line().forget();
    }

    private void atTheMirror(Deed deed) {
        machine.line().when(asked -> asked.address().equals(mirror) && asked.path() instanceof PublicPath.Latest, deed);
    }

    private List<URI> asked() {
        return machine.line().asked().stream().map(Asked::address).toList();
    }

    private static void publishOneMore(String host) throws Exception {
        CLOCK.advance(Duration.ofMinutes(5));
        publisher.add("phishing", host).publish();
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
        publishOneMore("worse3.example");
        machine.update();
        assertThat(asked()).startsWith(mirror, publisher.address());
        assertThat(machine.finds("worse3.example/")).isTrue();
    }

    @Test
    void isNotStoppedByABadMirror() throws Exception {
        atTheMirror(HostileTransport.sending(new byte[100]));
        publishOneMore("worse4.example");
        machine.update();
        assertThat(machine.finds("worse4.example/")).isTrue();
    }

    @Test
    void isNotHeldBackByAMirrorThatIsFrozen() throws Exception {
        atTheMirror(HostileTransport.sending(machine.state().installed().orElseThrow().latest().toBytes()));
        publishOneMore("worse5.example");
        assertThat(machine.poll()).as("it is valid still").isEqualTo(new Unchanged());
        CLOCK.advance(Duration.ofDays(1));
        publisher.add("phishing", "worst.example").publish();
        machine.update();
        assertThat(machine.finds("worst.example/")).isTrue();
    }

    @Test
    void saysWhatIsWrongAtEachAddress() {
        machine.line().on(PublicPath.Latest.class::isInstance, HostileTransport.down());
        atTheMirror(HostileTransport.sending(new byte[100]));
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
        CLOCK.advance(Duration.ofMinutes(59));
        machine.poll();
        assertThat(asked()).containsExactly(publisher.address());
        machine.line().forget();
        CLOCK.advance(Duration.ofMinutes(1));
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
