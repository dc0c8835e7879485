package bloomward.format.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GzipMembersTest {

    private static byte[] member(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static String read(byte[] bytes) throws IOException {
        return read(new ByteArrayInputStream(bytes));
    }

    /// From a source that gives `most` bytes at a time and never says how much is there, as a slow connection.
    private static String read(byte[] bytes, int most) throws IOException {
        return read(new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                return super.read(to, offset, Math.min(length, most));
            }

            @Override
            public int available() {
                return 0;
            }
        });
    }

    private static String read(InputStream in) throws IOException {
        try (InputStream gzip = new GzipMembers(in)) {
            return new String(gzip.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 1 << 20})
    void readsAllMembersHoweverTheyArrive(int most) throws IOException {
        assertThat(read(member("a"), most)).isEqualTo("a");
        byte[] file = joined(member("a.test\nb.te"), member(""), member("st\n"), member("c.test\n"));
        assertThat(read(file, most)).isEqualTo("a.test\nb.test\nc.test\n");
    }

    @Test
    void readsSingleBytes() throws IOException {
        try (InputStream gzip = new GzipMembers(new ByteArrayInputStream(joined(member("a"), member("\u007f"))))) {
            assertThat(gzip.read()).isEqualTo('a');
            assertThat(gzip.read()).isEqualTo(0x7f);
            assertThat(gzip.read()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 1 << 20})
    void refusesWhateverFollowsTheLastMember(int most) throws IOException {
        for (int extra = 1; extra < 60; extra++) {
            byte[] zeroes = joined(member("a.test\n"), member("b.test\n"), new byte[extra]);
            assertDamaged(extra, () -> read(zeroes, most));
            byte[] text = zeroes.clone();
            Arrays.fill(text, text.length - extra, text.length, (byte) 'x');
            assertDamaged(extra, () -> read(text, most));
        }
        byte[] cutMember = Arrays.copyOf(member("b.test\n"), 9);
        assertDamaged(9, () -> read(joined(member("a.test\n"), cutMember), most));
    }

    @Test
    void refusesAFileCutAnywhere() throws IOException {
        byte[] file = joined(member("a.test\nb.test\n"), member("c.test\n"));
        int betweenMembers = member("a.test\nb.test\n").length;
        for (int length = 0; length < file.length; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            if (length != betweenMembers) {
                assertDamaged(length, () -> read(cut));
            }
        }
    }

    @Test
    void noChangedBitChangesTheContent() throws IOException {
        String content = "a.test\nb.test\nc.test\n";
        byte[] file = member(content);
        int spared = 0;
        for (int bit = 10 * 8; bit < file.length * 8; bit++) {
            byte[] changed = file.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                assertThat(read(changed)).as("bit %d", bit).isEqualTo(content);
                spared++; // the last byte of the content has bits to spare
            } catch (ZipException e) {
                assertThat(e).hasMessageStartingWith("gzip: ");
            }
        }
        assertThat(spared).isLessThan(8);
    }

    @Test
    void readsHeadersWithEveryField() throws IOException {
        byte[] plain = member("a.test\n");
        byte[] header = joined(Arrays.copyOf(plain, 3), new byte[] {2 + 4 + 8 + 16}, Arrays.copyOfRange(plain, 4, 10),
                new byte[] {2, 0, 'x', 'y'}, "name\0comment\0".getBytes(StandardCharsets.US_ASCII));
        CRC32 crc = new CRC32();
        crc.update(header);
        byte[] sum = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
        byte[] rest = Arrays.copyOfRange(plain, 10, plain.length);
        assertThat(read(joined(header, sum, rest))).isEqualTo("a.test\n");
        sum[0] ^= 1;
        assertThatThrownBy(() -> read(joined(header, sum, rest))).hasMessageContaining("checksum of a header");
    }

    @Test
    void refusesANameWithoutAnEnd() throws IOException {
        byte[] plain = member("a.test\n");
        byte[] named = joined(Arrays.copyOf(plain, 3), new byte[] {8}, Arrays.copyOfRange(plain, 4, 10));
        byte[] rest = joined(new byte[1], Arrays.copyOfRange(plain, 10, plain.length));
        assertThat(read(joined(named, "x".repeat(65_535).getBytes(StandardCharsets.US_ASCII), rest)))
                .isEqualTo("a.test\n");
        byte[] endless = joined(plain, named, "x".repeat(65_536).getBytes(StandardCharsets.US_ASCII), rest);
        assertThatThrownBy(() -> read(endless, 100)).isInstanceOf(ZipException.class)
                .hasMessage("gzip: a name or comment of more than 65536 bytes, at byte "
                        + (plain.length + named.length + 65_536));
    }

    private static void assertDamaged(int length, ThrowingCallable reading) {
        assertThatThrownBy(reading).as("%d bytes", length)
                .isInstanceOf(ZipException.class)
                .hasMessageStartingWith("gzip: ");
    }
}
