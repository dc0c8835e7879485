package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.http.Crowd.Place;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CrowdTest {

    private final List<Place<String>> places = new ArrayList<>();

    private ConnectionWatch come(String address, int count) {
        ConnectionWatch last = new ConnectionWatch(AddressKey.of(InetAddress.ofLiteral(address)), false, 0);
        for (int i = 1; i <= count; i++) {
            last = new ConnectionWatch(AddressKey.of(InetAddress.ofLiteral(address)), false, i);
            last.headComplete();
            last.answered(i);
            places.add(new Place<>(address + " " + i, last.address(), last));
        }
        return last;
    }

    private List<String> gone(int room) {
        return Crowd.toClose(places, room);
    }

    @Test
    void nobodyGoesWhileThereIsRoom() {
        come("192.0.2.1", 10);
        come("198.51.100.1", 1);
        assertThat(gone(11)).isEmpty();
    }

    @Test
    void theGreediestGoesFirstAndTheLongestIdleOfIt() {
        come("192.0.2.1", 8);
        come("198.51.100.1", 2);
        come("203.0.113.1", 1);
        assertThat(gone(8)).containsExactly("192.0.2.1 1", "192.0.2.1 2", "192.0.2.1 3");
    }

    @Test
    void aNetworkIsAsGreedyAsAllOfItsAddresses() {
        for (int i = 0; i < 100; i++) {
            come("192.0.2." + i, 1);
            come("2001:db8:7:" + i + "::1", 1);
        }
        come("198.51.100.1", 5);
        come("198.51.100.2", 1);
        assertThat(gone(106)).hasSize(100).noneMatch(name -> name.startsWith("198.51.100."));
    }

    @Test
    void withinANetworkTheGreediestAddressGoes() {
        come("192.0.2.1", 20);
        come("192.0.2.2", 3);
        come("198.51.100.1", 2);
        assertThat(gone(10)).hasSize(15).allMatch(name -> name.startsWith("192.0.2.1 "));
    }

    @Test
    void anAnswerUnderWayIsNotCutAndOneThatNobodyTakesIsLast() {
        ConnectionWatch atWork = come("192.0.2.1", 2);
        ConnectionWatch waiting = come("192.0.2.2", 2);
        atWork.headComplete();
        waiting.headComplete();
        waiting.bytesTaken(1, true);
        ConnectionWatch asking = come("192.0.2.3", 2);
        asking.bytesCame(9);
        assertThat(gone(3)).containsExactly("192.0.2.1 1", "192.0.2.2 1", "192.0.2.3 1");
        assertThat(gone(2)).endsWith("192.0.2.3 2");
        assertThat(gone(1)).endsWith("192.0.2.2 2");
        assertThat(gone(0)).hasSize(5).doesNotContain("192.0.2.1 2");
    }
}
