package bloomward.server.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The special-purpose registries of the IANA, block by block: the first and the last address of each, and its
/// neighbours. Addresses that are not given out belong to this machine, to its neighbours, or to nobody yet.
final class SpecialAddressesTest {

    private static boolean isPublic(String address) {
        return PublicNetwork.isPublic(InetAddress.ofLiteral(address));
    }

    @ParameterizedTest
    @CsvSource({"this network, 0.0.0.0, 0.255.255.255, , 1.0.0.0",
        "private, 10.0.0.0, 10.255.255.255, 9.255.255.255, 11.0.0.0",
        "shared by customers, 100.64.0.0, 100.127.255.255, 100.63.255.255, 100.128.0.0",
        "loopback, 127.0.0.0, 127.255.255.255, 126.255.255.255, 128.0.0.0",
        "link local, 169.254.0.0, 169.254.255.255, 169.253.255.255, 169.255.0.0",
        "private, 172.16.0.0, 172.31.255.255, 172.15.255.255, 172.32.0.0",
        "protocols, 192.0.0.0, 192.0.0.255, 191.255.255.255, 192.0.1.0",
        "documentation, 192.0.2.0, 192.0.2.255, 192.0.1.255, 192.0.3.0",
        "6to4 relays, 192.88.99.0, 192.88.99.255, 192.88.98.255, 192.88.100.0",
        "private, 192.168.0.0, 192.168.255.255, 192.167.255.255, 192.169.0.0",
        "benchmarks, 198.18.0.0, 198.19.255.255, 198.17.255.255, 198.20.0.0",
        "documentation, 198.51.100.0, 198.51.100.255, 198.51.99.255, 198.51.101.0",
        "documentation, 203.0.113.0, 203.0.113.255, 203.0.112.255, 203.0.114.0",
        "multicast reserved broadcast, 224.0.0.0, 255.255.255.255, 223.255.255.255, ",
        "reserved, 240.0.0.0, 255.255.255.254, , ",
        "ipv4 in ipv6 form, ::ffff:10.0.0.0, ::ffff:10.255.255.255, ::ffff:9.255.255.255, ::ffff:11.0.0.0"})
    void ofIpv4(String block, String first, String last, String before, String after) {
        assertBlock(block, first, last, before, after);
    }

    @ParameterizedTest
    @CsvSource({"outside of what is given out, ::, 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, , 2000::",
        "unspecified, ::, ::, , ", "loopback, ::1, ::1, , ", "compatible, ::7f00:1, ::808:808, , ",
        "translated privately, 64:ff9b:1::, 64:ff9b:1:ffff:ffff:ffff:ffff:ffff, , ",
        "discarded, 100::, 100::ffff:ffff:ffff:ffff, , ", "dummy prefix, 100:0:0:1::, 100:0:0:1:ffff::, , ",
        "protocols, 2001::, 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff, 2000:ffff::, 2001:200::",
        "teredo, 2001::, 2001:0:ffff:ffff:ffff:ffff:ffff:ffff, , ", "benchmarks, 2001:2::, 2001:2:0:ffff::, , ",
        "orchid, 2001:10::, 2001:2f:ffff::, , ",
        "documentation, 2001:db8::, 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff, 2001:db7:ffff::, 2001:db9::",
        "documentation, 3fff::, 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff, 3ffe:ffff::, 3fff:1000::",
        "outside of what is given out, 4000::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 3fff:ffff::, ",
        "segment routing, 5f00::, 5f00:ffff::, , ", "unique local, fc00::, fdff:ffff::, , ",
        "link local, fe80::1, febf:ffff::, , ", "site local, fec0::, feff:ffff::, , ",
        "multicast, ff00::, ff0e::1, , "})
    void ofIpv6(String block, String first, String last, String before, String after) {
        assertBlock(block, first, last, before, after);
    }

    private static void assertBlock(String block, String first, String last, String before, String after) {
        assertThat(isPublic(first)).as(block + " " + first).isFalse();
        assertThat(isPublic(last)).as(block + " " + last).isFalse();
        assertThat(before == null || isPublic(before)).as("before " + block).isTrue();
        assertThat(after == null || isPublic(after)).as("behind " + block).isTrue();
    }

    /// Addresses that carry another one, which decides.
    @ParameterizedTest
    @CsvSource({"8.8.8.8, 808:808, true", "11.0.0.1, b00:1, true", "127.0.0.1, 7f00:1, false",
        "10.1.2.3, a01:203, false", "169.254.169.254, a9fe:a9fe, false", "192.168.0.1, c0a8:1, false",
        "0.0.0.0, 0:0, false", "224.0.0.1, e000:1, false"})
    void ofWhatAnAddressCarries(String inner, String hex, boolean isPublic) {
        assertThat(isPublic(inner)).isEqualTo(isPublic);
        assertThat(isPublic("64:ff9b::" + hex)).as("NAT64").isEqualTo(isPublic);
        assertThat(isPublic("2002:" + hex + "::1")).as("6to4").isEqualTo(isPublic);
    }

    @ParameterizedTest
    @ValueSource(strings = {"64:ff9b:0:1::808:808", "64:ff9b:2::808:808", "64:ff9a::808:808"})
    void besideTheTranslated(String address) {
        assertThat(isPublic(address)).isFalse();
    }

    /// Java makes these of bytes, though not of text.
    @Test
    void ofIpv4InIpv6AsBytes() throws UnknownHostException {
        byte[] bytes = new byte[16];
        bytes[10] = (byte) 0xff;
        bytes[11] = (byte) 0xff;
        bytes[12] = 127;
        bytes[15] = 1;
        assertThat(PublicNetwork.isPublic(Inet6Address.getByAddress("a.test", bytes, 0))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "8.8.8.8", "100.0.0.1", "192.31.196.1", "2606:4700::1", "2a00:1450::1",
        "2620:4f:8000::1", "2400:cb00::1"})
    void whatIsGivenOutIsPublic(String address) {
        assertThat(isPublic(address)).isTrue();
    }
}
