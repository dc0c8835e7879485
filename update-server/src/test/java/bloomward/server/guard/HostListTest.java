package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostListTest {

    private static HostList parsed(String text, int limit) throws IOException, GuardDataException {
        return HostList.parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), limit);
    }

    private static HostList parsed(String text) throws IOException, GuardDataException {
        return parsed(text, Integer.MAX_VALUE);
    }

    @Test
    void knowsItsFamilies() {
        HostList list = HostList.of(List.of("www.example.com", "example-1.com", "a.b.example.org", "192.0.2.1"));
        assertThat(list.size()).isEqualTo(4);
        assertThat(list.contains("www.example.com")).isTrue();
        assertThat(list.contains("example.com")).isFalse();
        assertThat(list.atOrBelow("example.com")).contains("www.example.com");
        assertThat(list.atOrBelow("www.example.com")).contains("www.example.com");
        assertThat(list.atOrBelow("b.example.org")).contains("a.b.example.org");
        assertThat(list.atOrBelow("xample.com")).isEmpty();
        assertThat(list.atOrBelow("ample.org")).isEmpty();
        assertThat(list.atOrBelow("x.www.example.com")).isEmpty();
        assertThat(list.atOrBelow("example-1.co")).isEmpty();
        assertThat(list.atOrAbove("x.y.www.example.com")).contains("www.example.com");
        assertThat(list.atOrAbove("www.example.com")).contains("www.example.com");
        assertThat(list.atOrAbove("xwww.example.com")).isEmpty();
        assertThat(list.atOrAbove("example.com")).isEmpty();
        assertThat(HostList.empty().atOrBelow("example.com")).isEmpty();
        assertThat(HostList.empty().contains("example.com")).isFalse();
    }

    @Test
    void takesOneListWithAnother() {
        HostList both = HostList.of(List.of("a.test", "b.test")).plus(HostList.of(List.of("b.test", "c.test")));
        assertThat(both.hosts()).containsExactly("a.test", "b.test", "c.test");
    }

    @Test
    void takesCanonicalHostsOnly() {
        assertThatThrownBy(() -> HostList.of(List.of("A.test"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("A.test");
    }

    @Test
    void readsHostsAsPeopleWriteThem() throws Exception {
        HostList list = parsed("\ufeff# mine\n\nExample.TEST.  # the first\nmünze.test\n0x7f.1\n[2001:DB8::1]\n");
        assertThat(list.hosts()).containsExactlyInAnyOrder("example.test", "xn--mnze-0ra.test", "127.0.0.1",
                "[2001:db8::1]");
    }

    @Test
    void readsTopLists() throws Exception {
        assertThat(parsed("1,a.test\r\n2,b.test\r\n3,c.test\r\n", 2).hosts()).containsExactly("a.test", "b.test");
        assertThat(parsed("GlobalRank,TldRank,Domain,TLD,RefSubNets\n1,1,a.test,test,9\n2,2,b.test,test,8\n").hosts())
                .containsExactly("a.test", "b.test");
        assertThat(parsed("\"rank\",\"domain\"\n\"1\",\"a.test\"\n").hosts()).containsExactly("a.test");
        assertThat(parsed("domain\na.test\nb.test\n").hosts()).containsExactly("a.test", "b.test");
    }

    /// A small file that inflates to one line, and to lines without a host.
    @Test
    void refusesWhatInflatesWithoutEnd() throws Exception {
        for (String again : List.of(" ", "#\n")) {
            var bytes = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(bytes)) {
                gzip.write(again.repeat(2 << 20).getBytes(StandardCharsets.US_ASCII));
            }
            assertThatThrownBy(() -> HostListReader.read(new ByteArrayInputStream(bytes.toByteArray()), 10, 1 << 20))
                    .isInstanceOf(GuardDataException.class)
                    .hasMessageContaining("longer than");
        }
    }

    /// At the length that is allowed in production.
    @Test
    @Tag("long")
    void refusesBlanksWithoutEnd() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 110; i++) {
                gzip.write(blanks);
            }
        }
        assertThatThrownBy(() -> HostList.parse(new ByteArrayInputStream(bytes.toByteArray()), 10))
                .isInstanceOf(GuardDataException.class)
                .hasMessageContaining("longer than");
    }

    @Test
    void refusesDamagedGzip() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write("a.test\n".getBytes(StandardCharsets.US_ASCII));
        }
        bytes.write('x');
        assertThatThrownBy(() -> HostList.parse(new ByteArrayInputStream(bytes.toByteArray()), 10))
                .isInstanceOf(GuardDataException.class)
                .hasMessageContaining("gzip: ");
    }

    @Test
    void readsGzip() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write("1,a.test\n2,b.test\n".getBytes(StandardCharsets.US_ASCII));
        }
        assertThat(HostList.parse(new ByteArrayInputStream(bytes.toByteArray()), 10).size()).isEqualTo(2);
    }

    @Test
    void passesOverNamesThatNoUrlHasInATopListOnly() throws Exception {
        assertThat(parsed("1,a.test\n2,b.test\n3,bad host\n").hosts()).containsExactly("a.test", "b.test");
        assertThatThrownBy(() -> parsed("a.test\nbad host\n")).isInstanceOf(GuardDataException.class)
                .hasMessage("line 2: not a host: bad host");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://a.test/     | line 1: not a host: http://a.test/
            a.test~b.test:80   | line 2: not a host: b.test:80
            a.test~u@b.test    | line 2: not a host: u@b.test
            a.test~2,b.test    | line 2: expected a host, with or without its rank, as on the first line
            1,a.test~b.test    | line 2: expected a host, with or without its rank, as on the first line
            a.test~\u001b[1m   | line 2: not a host: \\u001b[1m
            <html>             | line 1: not a host: <html>
            # nothing          | not a list of hosts: 0 hosts and 0 other lines
            1,a b~2,c d~3,e.test | not a list of hosts: 1 hosts and 2 other lines
            """)
    void saysWhereAListIsWrong(String lines, String message) {
        assertThatThrownBy(() -> parsed(lines.replace('~', '\n'))).isInstanceOf(GuardDataException.class)
                .hasMessage(message);
    }
}
