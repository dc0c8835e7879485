package bloomward.format.url;

import static bloomward.format.url.UrlExpressions.MAX_LENGTH;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Fuzz;
import bloomward.format.testing.Allocation;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Properties of all URLs, shown on many that are made from a seed.
final class UrlProperties {

    private static final long SEED = 42;

    private final UrlExpressions urls = new UrlExpressions();
    private final UrlLaws laws = new UrlLaws();

    @Test
    void anythingGivesAFormOrAReason() {
        forMadeUrls(laws::aFormOrAReason);
    }

    @Test
    void readingACanonicalFormGivesTheSame() {
        forMadeUrls(laws::readAgainGivesTheSame);
    }

    @Test
    void theFastPassAgreesWithTheFullOne() {
        forMadeUrls(laws::bothPassesAgree);
    }

    @Test
    void textAndBytesGiveTheSame() {
        forMadeUrls(laws::textAndBytesAgree);
    }

    @Test
    void expressionsAreSuffixesWithPrefixes() {
        forMadeUrls(laws::expressionsAreAsDefined);
    }

    private static void forMadeUrls(Consumer<byte[]> law) {
        UrlMaker maker = new UrlMaker(Fuzz.random(SEED));
        for (int i = 0; i < 5_000; i++) {
            byte[] url = maker.url();
            try {
                law.accept(url);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + SEED + ", URL " + i + ": " + Vectors.escape(url), e);
            }
        }
    }

    @Test
    void randomBytesBreakNoLaw() {
        RandomGenerator random = Fuzz.random(SEED);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[random.nextInt(1 << random.nextInt(1, 10))];
            random.nextBytes(bytes);
            byte[] behindAScheme = ("http://" + new String(bytes, ISO_8859_1)).getBytes(ISO_8859_1);
            assertThat(laws.hold(bytes)).as("seed %d: %s", SEED, Vectors.escape(bytes)).isNotNull();
            assertThat(laws.hold(behindAScheme)).as("seed %d: %s", SEED, Vectors.escape(bytes)).isNotNull();
        }
    }

    @Test
    void anotherSpellingIsTheSameUrl() {
        RandomGenerator random = Fuzz.random(SEED);
        for (int i = 0; i < 10_000; i++) {
            Spelling spelling = Spelling.ofAny(random);
            String plain = spelling.plain();
            String other = spelling.respelt();
            assertThat(urls.read(plain)).isEmpty();
            String canonical = urls.canonical();
            assertThat(urls.read(other)).as(other).isEmpty();
            assertThat(urls.canonical())
                    .as("seed %d, round %d: %s for %s", SEED, i, Vectors.escape(other.getBytes(UTF_8)), plain)
                    .isEqualTo(canonical);
        }
    }

    /// Work in proportion to the length: one of these takes 10 ms, and would take 13 s and more with the square of the
    /// length.
    @ParameterizedTest
    @ValueSource(strings = {"%25", "%2525", "%2", "%", "%%32%35", "/..", "/.", "/a/..", "/%2e%2e", "%2f..", "//", "\\",
        "a.", "%2e", "a..", "@", ":", "?", "1.", "0", "a@", "?%25", "\t", " ", "%00", "%20", "[", ":0"})
    @Timeout(value = 8, unit = TimeUnit.SECONDS)
    void costsNoMoreTheLongerItRepeats(String piece) {
        for (String start : List.of("", "http://", "http://example.test/", "http://example.test/?", "http://[")) {
            byte[] url = start.concat(piece.repeat((MAX_LENGTH - start.length()) / piece.length())).getBytes(UTF_8);
            for (int i = 0; i < 40; i++) {
                urls.read(url);
            }
            long before = Allocation.ofThisThread();
            urls.read(url);
            assertThat(Allocation.ofThisThread() - before).as(start).isLessThan(2 * MAX_LENGTH);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://example.test", "https://www.example.test:8443/a/b/c/d/e.html?f=g#h",
        "http://user@EXAMPLE.test/a/../%7eb/%2525?%20", "example.test:80//x\\y", "http://0x7f.1/a b", "mailto:a@b",
        "http://"})
    void allocatesNothing(String text) {
        byte[] url = text.getBytes(UTF_8);
        long sum = 0;
        for (int warm = 0; warm < 3; warm++) {
            sum += readOften(url);
        }
        long before = Allocation.ofThisThread();
        sum += readOften(url);
        assertThat(Allocation.ofThisThread() - before).isLessThan(1000);
        assertThat(sum).isPositive();
    }

    private long readOften(byte[] url) {
        long sum = 0;
        for (int i = 0; i < 10_000; i++) {
            sum += urls.read(url).isEmpty() ? 1 : 2;
            for (int e = 0; e < urls.count(); e++) {
                sum += urls.end(e) - urls.start(e);
            }
        }
        return sum;
    }
}
