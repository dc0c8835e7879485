package bloomward.server.feed;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Scope;
import bloomward.format.url.UrlExpressions;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.feed.syntax.RejectReason;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/// No bytes make a reader of lists throw, lose a line, or give an entry that is none.
///
/// For longer: `-Dfuzz.rounds=5000000 -Dfuzz.seed=7 -Dsurefire.timeout=0`.
final class FeedFuzz {

    private static final List<String> LISTS = List.of("# c\n0.0.0.0 a.test b.test\n::1 localhost\n",
            "||a.test^$all\n@@||b.test^\n||c.test/d?e$document\n! x\nb.test##.ad\n", "address=/a.test/b.test/0.0.0.0\n",
            "local-zone: \"a.test\" always_nxdomain\nlocal-data: \"b.test A 0.0.0.0\"\n",
            "zone \"a.test\" { type master; file \"x\"; };\n",
            "$TTL 1\n@ SOA a. b. ( 1 2\n3 4 5 )\n$ORIGIN rpz.\na.test CNAME .\n*.a.test CNAME .\n32.1.2.0.192.rpz-ip CNAME .\nb.other. CNAME .\n",
            "msFilterList\n-d a.test /b\n", "\"1\",\"d\",\"http://a.test/\",\"o\",\"t\",\"x\",\"l\",\"r\"\n",
            "phish_id,url,x,y,z,a,b,c\n1,http://a.test/?a&amp;b,d,s,yes,v,yes,T\n", "2026,u,url,http://a.test/b,#t,l\n",
            "{\"deny\": [\"a.test\", 1, []], \"allow\": [\"b.test\"], \"x\": {}}",
            "{\"blacklist\": [\"a.test\"], \"fuzzylist\": []}",
            "[{\"phish_id\":\"1\",\"url\":\"http:\\/\\/a.test\\/\"}]", "192.0.2.1\n2001:db8::1/128\n10.0.0.0/8\n",
            "*.a.test\n.b.test\n=c.test\n", "http://a.test/b/c?d\nftp://e.test\n");

    private static final List<String> PIECES = List.of("\n", "\r\n", "\"", "\"\"", ",", "[", "]", "{", "}", "(", ")",
            "/", "//", "$", "^", "|", "||", "#", "##", "*", "*.", ".", "..", ":", "::", "%", "&amp;", " ", "\t", "=",
            "-", "\ufeff", "\u0000", "\u001b", "xn--", "1.2", "CNAME . ", "SOA", "$ORIGIN . ", "$ORIGIN x.", "http://",
            "@", "\\u0000", "<", "a".repeat(300));

    private static final List<FeedFormat> FORMATS = List.of(FeedFormat.values());
    private static final List<FeedScope> SCOPES = List.of(FeedScope.values());

    private final long seed = Long.getLong("fuzz.seed", 20261118);
    private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);

    @Test
    void noBytesBreakTheLaws() throws IOException {
        Set<Class<?>> outcomes = new HashSet<>();
        Set<RejectReason> reasons = EnumSet.noneOf(RejectReason.class);
        long rounds = Long.getLong("fuzz.rounds", 10_000);
        for (long round = 0; round < rounds; round++) {
            byte[] list = mutant();
            Optional<FeedFormat> format = random.nextInt(3) == 0 ? Optional.empty() : Optional.of(any(FORMATS));
            FeedScope scope = any(SCOPES);
            try {
                check(list, format, scope, outcomes, reasons);
            } catch (RuntimeException | IOException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", round " + round + ", " + format + ", " + scope + ": "
                        + HexFormat.of().formatHex(list), e);
            }
        }
        assertThat(outcomes).hasSize(4);
        Set<RejectReason> rare = EnumSet.of(RejectReason.LINE_TOO_LONG, RejectReason.URL_TOO_LONG);
        assertThat(reasons).containsAll(EnumSet.complementOf(EnumSet.copyOf(rare)));
    }

    private static void check(byte[] list, Optional<FeedFormat> format, FeedScope scope, Set<Class<?>> outcomes,
            Set<RejectReason> reasons) throws IOException {
        List<Entry> entries = new ArrayList<>();
        ListOutcome outcome = new ListReader(scope, format, ListLimits.DEFAULT.withBytes(1 << 20).withSamples(3))
                .read(new ByteArrayInputStream(list), entries::add);
        outcomes.add(outcome.getClass());
        switch (outcome) {
            case ListOutcome.Read(FeedFormat _, ImportCount count) -> checkCount(count, entries, reasons);
            case ListOutcome.MostlyUnreadable(FeedFormat _, ImportCount count) -> checkCount(count, entries, reasons);
            case ListOutcome.UnknownFormat _ -> assertThat(entries).isEmpty();
            case ListOutcome.Unusable refused -> assertThat(refused.message()).isPrintable();
        }
        entries.forEach(FeedFuzz::checkEntry);
        assertThat(new HashSet<>(entries.stream().map(Entry::expression).toList())).hasSameSizeAs(entries);
    }

    private static void checkCount(ImportCount count, List<Entry> entries, Set<RejectReason> reasons) {
        assertThat(count.accepted()).isEqualTo(entries.size());
        assertThat(count.accepted() + count.duplicates() + count.rejectedInAll()).isEqualTo(count.lines());
        assertThat(count.outOfReach()).isEqualTo(entries.stream().filter(Entry::outOfReach).count());
        reasons.addAll(count.rejected().keySet());
        count.rejected().values().forEach(rejections -> {
            assertThat(rejections.count()).isPositive();
            assertThat(rejections.samples()).hasSize((int) Math.min(3, rejections.count()))
                    .allSatisfy(sample -> assertThat(sample.text().codePoints()).noneMatch(Character::isISOControl));
        });
    }

    /// An entry is found by the URL that it is: its expression is one of that URL, or its exact form.
    private static void checkEntry(Entry entry) {
        UrlExpressions url = new UrlExpressions();
        assertThat(url.read(entry.expression().shown())).isEmpty();
        if (entry.expression().scope() == Scope.EXACT) {
            assertThat(entry.expression()).isEqualTo(url.exact());
        } else {
            assertThat(entry.expression()).isEqualTo(url.expression(0));
        }
    }

    private byte[] mutant() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int lists = 1 + random.nextInt(2); lists > 0; lists--) {
            byte[] list = anyBytes(LISTS);
            int at = 0;
            for (int changes = random.nextInt(6); changes > 0; changes--) {
                int keep = random.nextInt(list.length - at + 1);
                out.write(list, at, keep);
                at += keep;
                switch (random.nextInt(4)) {
                    case 0 -> out.writeBytes(anyBytes(PIECES));
                    case 1 -> out.write(random.nextInt(256));
                    case 2 -> at += random.nextInt(list.length - at + 1);
                    default -> out.write(list, at, random.nextInt(list.length - at + 1));
                }
            }
            out.write(list, at, list.length - at);
        }
        return out.toByteArray();
    }

    private <T> T any(List<T> things) {
        return things.get(random.nextInt(things.size()));
    }

    private byte[] anyBytes(List<String> texts) {
        return any(texts).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void memoryIsBoundedWhateverComes() throws IOException {
        long size = 100L << 20;
        for (byte content : new byte[] {'a', ' ', '['}) {
            var endless = new InputStream() {
                private long left = size;

                @Override
                public int read() {
                    return left-- > 0 ? content : -1;
                }

                @Override
                public int read(byte[] bytes, int offset, int length) {
                    if (left <= 0) {
                        return -1;
                    }
                    int count = (int) Math.min(length, left);
                    Arrays.fill(bytes, offset, offset + count, content);
                    left -= count;
                    return count;
                }
            };
            long before = allocated();
            new ListReader(FeedScope.AUTO, Optional.of(FeedFormat.DOMAINS),
                    ListLimits.DEFAULT.withBytes(size).withSamples(3)).read(endless, _ -> {});
            assertThat(allocated() - before).as("byte %d", content).isLessThan(64L << 20);
        }
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
