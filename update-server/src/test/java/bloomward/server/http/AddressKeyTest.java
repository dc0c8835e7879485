package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

final class AddressKeyTest {

    private static AddressKey key(String address) {
        return AddressKey.of(InetAddress.ofLiteral(address));
    }

    @Test
    void anIpv4AddressIsOne() {
        assertThat(key("192.0.2.1")).isEqualTo(key("192.0.2.1")).isNotEqualTo(key("192.0.2.2"));
        assertThat(key("::ffff:192.0.2.1")).isEqualTo(key("192.0.2.1"));
    }

    @Test
    void anIpv6NetworkIsOne() {
        assertThat(key("2001:db8:1:2::1")).isEqualTo(key("2001:db8:1:2:ffff::9")).isNotEqualTo(key("2001:db8:1:3::1"));
        assertThat(key("::c000:201")).isNotEqualTo(key("192.0.2.1"));
    }

    @Test
    void aNetworkIsWiderThanAnAddress() {
        assertThat(key("192.0.2.1").wider()).isEqualTo(key("192.0.2.255").wider())
                .isNotEqualTo(key("192.0.3.1").wider());
        assertThat(key("2001:db8:1:2::1").wider()).isEqualTo(key("2001:db8:1:ffff::1").wider())
                .isNotEqualTo(key("2001:db8:2:2::1").wider());
    }
}
