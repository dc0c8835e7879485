package bloomward.server.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.feed.syntax.RejectReason;
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

/// The price of a list that somebody else has written: each limit refuses the whole, and says which one and where.
final class ListLimitsTest {

    private static final ListLimits LIMITS = new ListLimits(1 << 30, 1000, 1024, 100, Duration.ofSeconds(5), 3);

    private static ListOutcome read(ListLimits limits, byte[] body) throws IOException {
        return read(limits, new ByteArrayInputStream(body), new AtomicLong());
    }

    private static ListOutcome read(ListLimits limits, InputStream body, AtomicLong nanos) throws IOException {
        return new ListReader(FeedScope.AUTO, Optional.of(FeedFormat.DOMAINS), limits, nanos::get).read(body, _ -> {});
    }

    private static void refuses(ListOutcome outcome, String... words) {
        assertThat(outcome).isInstanceOfSatisfying(ListOutcome.Unusable.class, unusable -> {
            assertThat(unusable.reason()).isEqualTo(ListOutcome.Reason.TOO_LARGE);
            assertThat(unusable.message()).contains(words);
        });
    }

    @Test
    void countsLinesThatSayNothingToo() throws Exception {
        assertThat(read(LIMITS, "\n".repeat(1000).getBytes(UTF_8))).isInstanceOf(ListOutcome.Read.class);
        refuses(read(LIMITS, "\n".repeat(1001).getBytes(UTF_8)), "more than 1000 lines", "import-max-lines",
                "after line 1001");
    }

    @Test
    void countsEachNameOfALine() throws Exception {
        String line = "0.0.0.0" + " a.example".repeat(90) + "\n";
        refuses(new ListReader(FeedScope.AUTO, Optional.of(FeedFormat.HOSTS), LIMITS)
                .read(new ByteArrayInputStream(line.repeat(20).getBytes(UTF_8)), _ -> {}), "import-max-lines");
    }

    @Test
    void countsElementsOfJson() throws Exception {
        String list = "{\"deny\": [" + "\"a.example\", ".repeat(1000) + "\"b.example\"]}";
        refuses(new ListReader(FeedScope.AUTO, Optional.of(FeedFormat.DENY_ALLOW_JSON), LIMITS)
                .read(new ByteArrayInputStream(list.getBytes(UTF_8)), _ -> {}), "import-max-lines");
    }

    @Test
    void rejectsALongLineAlone() throws Exception {
        String list = "a".repeat(1025) + "\nb.example\nc.example\n";
        assertThat(read(LIMITS, list.getBytes(UTF_8))).isInstanceOfSatisfying(ListOutcome.Read.class, done -> {
            assertThat(done.count().accepted()).isEqualTo(2);
            assertThat(done.count().rejected()).containsOnlyKeys(RejectReason.LINE_TOO_LONG);
        });
    }

    @Test
    void stopsInflatingEarly() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            byte[] zeros = "#".repeat(1 << 20).getBytes(UTF_8);
            for (int i = 0; i < 64; i++) {
                out.write(zeros);
            }
        }
        refuses(read(LIMITS, bytes.toByteArray()), "more than 100 times", "import-max-expansion", "after line 0");
    }

    @Test
    void letsASmallListShrinkAsItLikes() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(("#" + "x".repeat(1000) + "\n").repeat(900).getBytes(UTF_8));
        }
        assertThat(read(LIMITS, bytes.toByteArray())).isInstanceOf(ListOutcome.Read.class);
    }

    /// The clock moves on with each read from the body, as it does with a list that is hard to read.
    @Test
    void endsWithTheTime() throws Exception {
        AtomicLong nanos = new AtomicLong();
        InputStream slow = new InputStream() {
            @Override
            public int read() {
                nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(10));
                return '\n';
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                if (length == 0) {
                    return 0;
                }
                bytes[offset] = '#';
                nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(10));
                return 1;
            }
        };
        refuses(read(LIMITS, slow, nanos), "5 seconds", "import-max-seconds");
    }

    /// Canonicalising a host once took the square of the number of its marks.
    @Test
    void readsHostsOfAlternatingMarks() throws Exception {
        String host = "a" + "\u0301\u0316".repeat(240) + ".example\n";
        byte[] list = (host.repeat(20) + "good.example\n").getBytes(UTF_8);
        ListOutcome outcome = read(new ListLimits(1 << 20, 1000, 64 * 1024, 100, Duration.ofSeconds(5), 3), list);
        assertThat(new String(list, ISO_8859_1)).hasSizeGreaterThan(19_000);
        ImportCount count = switch (outcome) {
            case ListOutcome.Read(_, ImportCount all) -> all;
            case ListOutcome.MostlyUnreadable(_, ImportCount all) -> all;
            default -> throw new AssertionError(outcome);
        };
        assertThat(count.accepted()).isEqualTo(1);
        assertThat(count.rejectedInAll()).isEqualTo(20);
    }
}
