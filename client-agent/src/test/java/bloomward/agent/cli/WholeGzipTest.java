package bloomward.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WholeGzipTest {

    private static byte[] members(String... texts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String text : texts) {
            try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                gzip.write(text.getBytes(UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    /// A source that gives `most` bytes at a time and never knows of the next ones.
    private static String read(byte[] bytes, int most) throws IOException {
        InputStream slow = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int available() {
                return 0;
            }

            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, most));
            }
        };
        try (InputStream gzip = new WholeGzip(new BufferedInputStream(slow, 1 << 16))) {
            return new String(gzip.readAllBytes(), UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 1 << 20})
    void readsAllMembersHoweverTheyArrive(int most) throws IOException {
        assertThat(read(members("a"), most)).isEqualTo("a");
        assertThat(read(members("a.example\n", "", "b.example\n"), most)).isEqualTo("a.example\nb.example\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 1 << 20})
    void refusesAnythingElseBehindThem(int most) throws IOException {
        byte[] good = members("a.example\n", "b.example\n");
        for (int junk = 1; junk < 60; junk++) {
            byte[] bytes = Arrays.copyOf(good, good.length + junk);
            Arrays.fill(bytes, good.length, bytes.length, (byte) 'x');
            assertThatThrownBy(() -> read(bytes, most)).as("%d bytes", junk).isInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesEveryCut() throws IOException {
        byte[] good = members("a.example\n", "b.example\n");
        int first = members("a.example\n").length;
        for (int length = 1; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            if (length != first) {
                assertThatThrownBy(() -> read(cut, 1 << 20)).as("cut at %d", length).isInstanceOf(IOException.class);
            }
        }
    }
}
