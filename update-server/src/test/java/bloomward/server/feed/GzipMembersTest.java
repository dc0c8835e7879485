package bloomward.server.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

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

    /// A source that gives one byte at a time and never says how much is there, as a slow connection.
    private static InputStream slow(byte[] bytes) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                return super.read(to, offset, Math.min(length, 1));
            }

            @Override
            public int available() {
                return 0;
            }
        };
    }

    private static String outcome(InputStream in) throws IOException {
        List<String> expressions = new ArrayList<>();
        return switch (new ListReader(FeedScope.AUTO).read(in, entry -> expressions.add(entry.expression()))) {
            case ListOutcome.Read _ -> expressions.toString();
            case ListOutcome.Refused(ListOutcome.Reason reason, String message) -> reason + " " + message;
            case ListOutcome.MostlyUnreadable _,ListOutcome.UnknownFormat _ -> "another outcome";
        };
    }

    @Test
    void readsAllMembersHoweverSlowlyTheyCome() throws IOException {
        byte[] file = joined(member("a.test\nb.te"), member(""), member("st\n"), member("c.test\n"));
        assertThat(outcome(new ByteArrayInputStream(file))).isEqualTo("[a.test/, b.test/, c.test/]");
        assertThat(outcome(slow(file))).isEqualTo("[a.test/, b.test/, c.test/]");
    }

    @Test
    void refusesWhateverFollowsTheLastMember() throws IOException {
        for (int extra = 1; extra < 40; extra++) {
            byte[] file = joined(member("a.test\n"), new byte[extra]);
            assertThat(outcome(new ByteArrayInputStream(file))).startsWith("DAMAGED");
            assertThat(outcome(slow(file))).startsWith("DAMAGED");
        }
        byte[] cutMember = Arrays.copyOf(member("b.test\n"), 9);
        assertThat(outcome(slow(joined(member("a.test\n"), cutMember)))).startsWith("DAMAGED");
    }

    @Test
    void refusesAFileCutAnywhere() throws IOException {
        byte[] file = joined(member("a.test\nb.test\n"), member("c.test\n"));
        int betweenMembers = member("a.test\nb.test\n").length;
        for (int length = 2; length < file.length; length++) {
            if (length != betweenMembers) {
                assertThat(outcome(new ByteArrayInputStream(file, 0, length))).as("%d", length).startsWith("DAMAGED");
            }
        }
    }

    @Test
    void noChangedBitChangesTheList() throws IOException {
        byte[] file = member("a.test\nb.test\nc.test\n");
        int spared = 0;
        for (int bit = 10 * 8; bit < file.length * 8; bit++) {
            byte[] changed = file.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            String outcome = outcome(new ByteArrayInputStream(changed));
            boolean unused = outcome.equals("[a.test/, b.test/, c.test/]"); // the last byte of the content has bits to spare
            assertThat(unused || outcome.startsWith("DAMAGED")).as("bit %d: %s", bit, outcome).isTrue();
            spared += unused ? 1 : 0;
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
        assertThat(outcome(new ByteArrayInputStream(joined(header, sum, rest)))).isEqualTo("[a.test/]");
        sum[0] ^= 1;
        assertThat(outcome(new ByteArrayInputStream(joined(header, sum, rest)))).startsWith("DAMAGED gzip: checksum");
    }

    @Test
    void gzipWithinGzipIsNoList() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(member("a.test\n"));
        }
        assertThat(outcome(new ByteArrayInputStream(out.toByteArray()))).isEqualTo(
                "NOT_A_LIST not a list: compressed twice");
    }

    @Test
    void aSmallFileCannotInflateWithoutBound() throws IOException {
        byte[] file = member("a.test\n".repeat(100_000));
        ListOutcome outcome = new ListReader(FeedScope.AUTO, Optional.empty(), new ListLimits(600_000, 1))
                .read(new ByteArrayInputStream(file), _ -> {});
        assertThat(outcome).isEqualTo(
                new ListOutcome.Refused(ListOutcome.Reason.TOO_LARGE, "longer than 600000 bytes"));
    }
}
