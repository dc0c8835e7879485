package bloomward.server.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.feed.syntax.FeedFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// Gzip that is nothing but wrapping: names without an end, members and blocks that inflate to nothing. No line of a list
/// ever comes of it, so the limits count what goes in as well.
final class GzipHeaderTest {

    private static final int MOST = 8 << 20;
    private static final ListLimits LIMITS = new ListLimits(1 << 20, 1000, 1024, 100, Duration.ofSeconds(5), 3);
    private static final ListLimits LARGE = new ListLimits(1L << 40, 1000, 1024, 100, Duration.ofSeconds(5), 3);
    private static final int NAME = 8;
    private static final int COMMENT = 16;

    /// A beginning, and something again and again. Reading takes a while; nothing stops a reader that goes on.
    private static final class Endless extends InputStream {

        private final byte[] beginning;
        private final byte[] again;
        private final AtomicLong nanos;
        private long given;

        Endless(byte[] beginning, byte[] again, AtomicLong nanos) {
            this.beginning = beginning;
            this.again = again;
            this.nanos = nanos;
        }

        @Override
        public int read() {
            if (given > MOST) {
                throw new AssertionError("still read after " + MOST + " bytes");
            }
            long at = given++;
            return (at < beginning.length ? beginning[(int) at] : again[(int) ((at - beginning.length) % again.length)])
                    & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
            for (int i = 0; i < length; i++) {
                bytes[offset + i] = (byte) read();
            }
            return length;
        }
    }

    private static byte[] header(int flags) {
        return new byte[] {0x1f, (byte) 0x8b, 8, (byte) flags, 0, 0, 0, 0, 0, 3};
    }

    private static byte[] member(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(ISO_8859_1));
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static ListOutcome read(ListLimits limits, byte[] beginning, byte[] again) throws IOException {
        AtomicLong nanos = new AtomicLong();
        return read(limits, new Endless(beginning, again, nanos), nanos);
    }

    private static ListOutcome read(ListLimits limits, InputStream body, AtomicLong nanos) throws IOException {
        return new ListReader(FeedScope.AUTO, Optional.of(FeedFormat.DOMAINS), limits, nanos::get).read(body, _ -> {});
    }

    private static void refuses(ListOutcome outcome, ListOutcome.Reason reason, String... words) {
        assertThat(outcome).isInstanceOfSatisfying(ListOutcome.Unusable.class, unusable -> {
            assertThat(unusable.message()).contains(words);
            assertThat(unusable.reason()).isEqualTo(reason);
        });
    }

    @Test
    void aNameWithoutAnEnd() throws Exception {
        refuses(read(LARGE, header(NAME), new byte[] {'x'}), ListOutcome.Reason.DAMAGED, "name or comment", "65536",
                "at byte 655");
    }

    @Test
    void aCommentWithoutAnEnd() throws Exception {
        byte[] named = joined(header(NAME + COMMENT), "list\0".getBytes(ISO_8859_1));
        refuses(read(LARGE, named, new byte[] {'x'}), ListOutcome.Reason.DAMAGED, "name or comment", "65536");
    }

    @Test
    void membersThatInflateToNothing() throws Exception {
        byte[] empty = member("");
        refuses(read(LIMITS, empty, empty), ListOutcome.Reason.TOO_LARGE, "longer than 1048576 bytes",
                "import-max-bytes", "after line 0");
        refuses(read(LARGE, empty, empty), ListOutcome.Reason.TOO_LARGE, "5 seconds", "import-max-seconds",
                "after line 0");
    }

    @Test
    void membersThatInflateToNothingBehindSomeLines() throws Exception {
        byte[] lines = member("evil.example\n".repeat(500));
        refuses(read(LARGE, joined(lines, lines), member("")), ListOutcome.Reason.TOO_LARGE, "import-max-seconds");
    }

    @Test
    void namedMembersThatInflateToNothing() throws Exception {
        byte[] empty = joined(header(NAME), "x".repeat(60_000).getBytes(ISO_8859_1), new byte[1],
                new byte[] {3, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        refuses(read(LARGE, empty, empty), ListOutcome.Reason.TOO_LARGE, "import-max-seconds");
    }

    @Test
    void blocksThatInflateToNothing() throws Exception {
        byte[] block = {0, 0, 0, (byte) 0xff, (byte) 0xff};
        refuses(read(LIMITS, header(0), block), ListOutcome.Reason.TOO_LARGE, "import-max-bytes");
        refuses(read(LARGE, header(0), block), ListOutcome.Reason.TOO_LARGE, "import-max-seconds");
    }

    @Test
    void whatFollowsTheLastMember() throws Exception {
        byte[] list = member("evil.example\nworse.example\n");
        for (byte[] rest : new byte[][] {new byte[1 << 16], "more".getBytes(ISO_8859_1)}) {
            refuses(read(LIMITS, new ByteArrayInputStream(joined(list, rest)), new AtomicLong()),
                    ListOutcome.Reason.DAMAGED, "no member where one should begin, at byte " + list.length);
        }
    }

    @Test
    void aListOfManySmallMembersIsRead() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (char c : ("evil.example\n" + "x".repeat(1000) + ".example\nworse.example\n").toCharArray()) {
            out.writeBytes(member(""));
            out.writeBytes(member(String.valueOf(c)));
        }
        ListOutcome outcome = read(LIMITS, new ByteArrayInputStream(out.toByteArray()), new AtomicLong());
        assertThat(outcome).isInstanceOfSatisfying(ListOutcome.Read.class,
                done -> assertThat(done.count().accepted()).isEqualTo(2));
    }
}
