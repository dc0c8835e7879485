package bloomward.server.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.feed.syntax.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class ListReaderTest {

    private static final int MAX_LINE = ListLimits.DEFAULT.lineBytes();

    private final List<Entry> entries = new ArrayList<>();

    private ListOutcome read(String text, FeedFormat... format) throws IOException {
        return read(ListLimits.DEFAULT.withBytes(1 << 20).withSamples(2), text.getBytes(StandardCharsets.UTF_8),
                format);
    }

    private ListOutcome read(ListLimits limits, byte[] bytes, FeedFormat... format) throws IOException {
        Optional<FeedFormat> chosen = format.length == 0 ? Optional.empty() : Optional.of(format[0]);
        return new ListReader(FeedScope.AUTO, chosen, limits).read(new ByteArrayInputStream(bytes), entries::add);
    }

    private List<String> expressions() {
        return entries.stream().map(entry -> entry.expression().text()).toList();
    }

    private static ImportCount count(ListOutcome outcome) {
        return switch (outcome) {
            case ListOutcome.Read(FeedFormat _, ImportCount count) -> count;
            case ListOutcome.MostlyUnreadable(FeedFormat _, ImportCount count) -> count;
            case ListOutcome.UnknownFormat _,ListOutcome.Unusable _ -> throw new AssertionError(outcome.toString());
        };
    }

    /// Each line of the body is read once, however many lines there are.
    @Test
    void linesThatTheRecognisedFormatDoesNotHaveAreReadAsMixedOnes() throws IOException {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 6000; i++) {
            names.append("host-").append(i).append(".example\n");
        }
        ListOutcome none = read(names + "a".repeat(64) + ".test\n");
        assertThat(none).isInstanceOfSatisfying(ListOutcome.Read.class,
                list -> assertThat(list.format()).isEqualTo(FeedFormat.DOMAINS));
        assertThat(count(none).rejected()).containsOnlyKeys(RejectReason.BAD_HOST);
        entries.clear();
        ListOutcome mixed = read(names + "||evil.test/page^$all\nhttp://10.0.0.1/x\n@@||good.test^\n");
        assertThat(mixed).isInstanceOfSatisfying(ListOutcome.Read.class,
                list -> assertThat(list.format()).isEqualTo(FeedFormat.MIXED));
        assertThat(entries).hasSize(6001);
        assertThat(entries.getLast()).extracting(entry -> entry.expression().text(), Entry::line)
                .containsExactly("evil.test/page", 6001L);
        assertThat(count(mixed).rejected()).containsOnlyKeys(RejectReason.PRIVATE_ADDRESS, RejectReason.EXCEPTION);
        assertThat(count(read(names + "||evil.test/page^$all\n", FeedFormat.DOMAINS)).rejectedInAll()).isOne();
    }

    @Test
    void everyLineIsAccountedFor() throws IOException {
        ImportCount count = count(read("# list\n\na.test\nA.TEST.\nb.test\nlocalhost\n10.0.0.1\n10.0.0.2\n10.0.0.3\n"));
        assertThat(expressions()).containsExactly("a.test/", "b.test/");
        assertThat(entries.getLast().line()).isEqualTo(5);
        assertThat(count).isEqualTo(new ImportCount(7, 2, 1, 0, Map.of(RejectReason.LOCAL_NAME,
                new ImportCount.Rejections(1, List.of(new ImportCount.Sample(6, "localhost"))),
                RejectReason.PRIVATE_ADDRESS, new ImportCount.Rejections(3,
                        List.of(new ImportCount.Sample(7, "10.0.0.1"), new ImportCount.Sample(8, "10.0.0.2"))))));
        assertThat(count.rejectedInAll()).isEqualTo(4);
        assertThat(count.understood()).isEqualTo(6);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] gzip(String text) throws IOException {
        return gzip(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void readsGzipToItsEndOrRefusesIt() throws IOException {
        byte[] file = gzip("a.test\nb.test\n");
        assertThat(read(ListLimits.DEFAULT, file)).isInstanceOf(ListOutcome.Read.class);
        assertThat(expressions()).containsExactly("a.test/", "b.test/");
        assertThat(read(ListLimits.DEFAULT, Arrays.copyOf(file, file.length + 1))).isEqualTo(new ListOutcome.Unusable(
                ListOutcome.Reason.DAMAGED, "gzip: no member where one should begin, at byte " + 29));
    }

    @Test
    void gzipWithinGzipIsNoList() throws IOException {
        assertThat(read(ListLimits.DEFAULT, gzip(gzip("a.test\n"))))
                .isEqualTo(new ListOutcome.Unusable(ListOutcome.Reason.NOT_A_LIST, "not a list: compressed twice"));
    }

    @Test
    void aSmallFileCannotInflateWithoutBound() throws IOException {
        assertThat(read(ListLimits.DEFAULT.withBytes(600_000).withSamples(1), gzip("a.test\n".repeat(100_000))))
                .isEqualTo(new ListOutcome.Unusable(ListOutcome.Reason.TOO_LARGE,
                        "longer than 600000 bytes, the limit import-max-bytes, after line 84258"));
    }

    @Test
    void eachNameOfAHostsLineCounts() throws IOException {
        ImportCount count = count(read("0.0.0.0 a.test b.test localhost a.test\n"));
        assertThat(count.lines()).isEqualTo(4);
        assertThat(count.accepted()).isEqualTo(2);
        assertThat(count.duplicates()).isEqualTo(1);
    }

    @Test
    void countsWhatLiesOutOfReachOnce() throws IOException {
        assertThat(count(read("a.b.c.d.e.f.g.h.i.j.k.l.test\na.b.c.d.e.f.g.h.i.j.k.l.test\na.test\n")).outOfReach())
                .isEqualTo(1);
    }

    @Test
    void lineEndsAndByteOrderMarkAreNoPartOfALine() throws IOException {
        assertThat(count(read("\ufeffa.test\r\nb.test\r\n\r\nc.test")).accepted()).isEqualTo(3);
        assertThat(expressions()).containsExactly("a.test/", "b.test/", "c.test/");
        assertThat(entries.getLast().line()).isEqualTo(4);
    }

    @Test
    void namesAreReadAsUtf8() throws IOException {
        read("b\u00fccher.test\n\u00df.test\n", FeedFormat.DOMAINS);
        assertThat(expressions()).containsExactly("xn--bcher-kva.test/", "xn--zca.test/");
    }

    @Test
    void aLineTooLongIsRejectedAndTheNextIsRead() throws IOException {
        for (int length : List.of(MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, 2 * MAX_LINE, 2 * MAX_LINE + 1, 5 * MAX_LINE)) {
            entries.clear();
            ImportCount count = count(read("a.test\n" + "x".repeat(length) + "\nb.test\nc.test", FeedFormat.DOMAINS));
            RejectReason reason = length > MAX_LINE ? RejectReason.LINE_TOO_LONG : RejectReason.LOCAL_NAME;
            assertThat(count.rejected()).as("%d", length).containsOnlyKeys(reason);
            assertThat(expressions()).containsExactly("a.test/", "b.test/", "c.test/");
            assertThat(entries.getLast().line()).isEqualTo(4);
        }
    }

    @Test
    void aLineTooLongAtTheEndIsRejected() throws IOException {
        for (int length : List.of(MAX_LINE + 1, 2 * MAX_LINE, 2 * MAX_LINE + 1)) {
            assertThat(count(read("a.test\n" + "x".repeat(length), FeedFormat.DOMAINS)).rejected())
                    .containsOnlyKeys(RejectReason.LINE_TOO_LONG);
        }
    }

    @Test
    void samplesAreFitForATerminal() throws IOException {
        ImportCount count = count(
                read("a.test\nb.test\nc.test\n \u202e\u009b31m\u00e9 " + "y".repeat(300) + "\n", FeedFormat.DOMAINS));
        assertThat(count.rejected().get(RejectReason.MALFORMED)).isNotNull()
                .satisfies(malformed -> assertThat(malformed.samples().getFirst().text())
                        .startsWith(" \\u202e\\u009b31m\u00e9 yyy")
                        .endsWith("y...")
                        .hasSizeLessThan(220));
    }

    @Test
    void aLineWithBytesOfNoTextIsRejected() throws IOException {
        String many = "a.test\n".repeat(20_000);
        assertThat(count(read(many + "b\0.test\n\u001b[2J.test\nc.test\n")).rejected())
                .containsOnlyKeys(RejectReason.NOT_TEXT);
        assertThat(expressions()).containsExactly("a.test/", "c.test/");
    }

    @Test
    void whatIsNoListIsRefused() throws IOException {
        for (String body : List.of("<!DOCTYPE html>\n<title>x</title>", "\n  <HTML>\n", "<?xml version=\"1.0\"?>",
                "a.test\n<html><body>error\n", "a.test\0b.test\n", "PK\3\4xx", "BZh91AY&SYxx", "<a>")) {
            assertThat(read(body)).as(body)
                    .isInstanceOf(ListOutcome.Unusable.class)
                    .extracting(outcome -> ((ListOutcome.Unusable) outcome).reason())
                    .isEqualTo(ListOutcome.Reason.NOT_A_LIST);
            assertThat(read(body, FeedFormat.DOMAINS)).as(body).isInstanceOf(ListOutcome.Unusable.class);
        }
        assertThat(entries).isEmpty();
    }

    @Test
    void aListThatIsMostlySomethingElseIsSaidToBe() throws IOException {
        assertThat(read("a.test\nhttp://b.test/\nhttp://c.test/\n", FeedFormat.DOMAINS))
                .isInstanceOf(ListOutcome.MostlyUnreadable.class);
        assertThat(read("a.test\nhttp://b.test/\n", FeedFormat.DOMAINS)).isInstanceOf(ListOutcome.Read.class);
        assertThat(read("10.0.0.1\n10.0.0.2\na.test\n", FeedFormat.DOMAINS)).isInstanceOf(ListOutcome.Read.class);
    }

    @Test
    void aListTooLargeIsRefused() throws IOException {
        byte[] list = "a.test\nb.test\n".getBytes(StandardCharsets.UTF_8);
        assertThat(read(ListLimits.DEFAULT.withBytes(list.length).withSamples(1), list))
                .isInstanceOf(ListOutcome.Read.class);
        assertThat(read(ListLimits.DEFAULT.withBytes(list.length - 1).withSamples(1), list)).isInstanceOfSatisfying(
                ListOutcome.Unusable.class,
                refused -> assertThat(refused.reason()).isEqualTo(ListOutcome.Reason.TOO_LARGE));
    }

    @Test
    void aFailingStreamIsNoOutcome() {
        InputStream failing = new FilterInputStream(InputStream.nullInputStream()) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("connection reset");
            }
        };
        assertThatThrownBy(() -> new ListReader(FeedScope.AUTO).read(failing, entries::add))
                .isInstanceOf(IOException.class)
                .hasMessage("connection reset");
    }

    @Test
    void readsDenyAndAllow() throws IOException {
        ImportCount count = count(read("""
                {"version": 1, "note": null, "deny": ["a.test", "http://b.test/c", 7, ["x"], {"y": "z"}],
                 "allow": ["good.test"], "extra": {"deny": ["not.test"]}, "deny": ["d.test"]}
                """));
        assertThat(expressions()).containsExactly("a.test/", "b.test/c", "d.test/");
        assertThat(count.rejected()).containsOnlyKeys(RejectReason.MALFORMED, RejectReason.EXCEPTION,
                RejectReason.OTHER_KIND);
        assertThat(count.lines()).isEqualTo(8);
        assertThat(entries.getLast().line()).isEqualTo(2);
    }

    @Test
    void readsEthPhishingDetect() throws IOException {
        ImportCount count = count(read("""
                {"fuzzylist": ["f.test"], "whitelist": ["w.test"], "blacklist": ["a.test", "b\\u00fc.test"]}
                """));
        assertThat(expressions()).containsExactly("a.test/", "xn--b-eha.test/");
        assertThat(count.rejected()).containsOnlyKeys(RejectReason.EXCEPTION, RejectReason.OTHER_KIND);
    }

    @Test
    void readsPhishTankJson() throws IOException {
        ImportCount count = count(read("""
                [{"phish_id":"1","url":"http:\\/\\/a.test\\/?b&amp;c","verified":"yes","details":[{"url":"x"}]},
                 {"phish_id":"2","url":"http://b.test/","verified":"no"},
                 {"phish_id":"3"}, {"phish_id":4,"url":5}]
                """));
        assertThat(expressions()).containsExactly(" a.test/?b&c");
        assertThat(count.rejected()).containsOnlyKeys(RejectReason.UNVERIFIED, RejectReason.MALFORMED);
        assertThat(count.lines()).isEqualTo(4);
    }

    @Test
    void brokenJsonIsRefused() throws IOException {
        for (String body : List.of("{\"deny\": [\"a.test\"", "{\"deny\": [\"a.test\",]}", "{\"deny\": [\"a.test]}",
                "{\"deny\": [" + "[".repeat(100) + "]}", "{\"deny\": [\"" + "x".repeat(MAX_LINE + 1) + "\"]}",
                "{\"deny\": \"a.test\"}", "{\"deny\": [\"a.test\"]} {\"deny\": []}", "{\"deny\": [\"a.test\"]} x")) {
            assertThat(read(body)).as(body).isInstanceOf(ListOutcome.Unusable.class);
        }
        assertThat(read("{\"x\": []}", FeedFormat.DENY_ALLOW_JSON)).isInstanceOf(ListOutcome.Unusable.class);
        assertThat(read("{}", FeedFormat.PHISHTANK_JSON)).isInstanceOf(ListOutcome.Unusable.class);
        assertThat(read("[1]", FeedFormat.PHISHTANK_JSON)).isInstanceOf(ListOutcome.Unusable.class);
    }
}
