package bloomward.format.lookup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.FilterKind;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.MutableFilters;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.HashSpec;
import bloomward.format.key.KeySpec;
import bloomward.format.lookup.UrlLookup.Answer;
import bloomward.format.lookup.UrlLookup.Answer.NotJudged;
import bloomward.format.lookup.UrlLookup.Answer.NotListed;
import bloomward.format.lookup.UrlLookup.Answer.PerhapsListed;
import bloomward.format.testing.Allocation;
import bloomward.format.url.Expression;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UrlLookupTest {

    private static final KeySpec SPEC = new KeySpec(UrlExpressions.CANONICAL, 36, 3);
    private static final String URL = "https://a.b.evil.example/1/2.html?q=1";

    @TempDir
    private Path folder;

    private final UrlLookup lookup = new UrlLookup();

    private static PackedFilter packed(String... entries) {
        long[] keys = Arrays.stream(entries)
                .mapToLong(entry -> SPEC.keyOf(SPEC.keyHash().of(entry)))
                .sorted()
                .distinct()
                .toArray();
        return PackedFilter.of(SPEC, 64, keys, keys.length);
    }

    private static UrlFilter filter(String... entries) {
        PackedFilter packed = packed(entries);
        return UrlFilter.of(SPEC.hash(), packed, packed);
    }

    private static Answer perhaps(String... expressions) {
        return new PerhapsListed(Stream.of(expressions).map(Expression::new).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b.evil.example/1/2.html?q=1", "a.b.evil.example/1/2.html", "a.b.evil.example/",
        "a.b.evil.example/1/", "b.evil.example/1/2.html?q=1", "evil.example/", "evil.example/1/",
        " a.b.evil.example/1/2.html?q=1"})
    void findsEveryExpressionAndTheExactForm(String entry) {
        assertThat(lookup.find(URL, filter(entry))).isEqualTo(perhaps(entry));
    }

    /// Filters answer for 64 at a time.
    @Test
    void findsEveryExpressionOfTheLongestUrls() {
        String left = IntStream.range(0, 32).mapToObj(i -> "left" + i + "%2F..%2F").collect(Collectors.joining());
        UrlExpressions url = new UrlExpressions();
        for (String path : List.of("", left)) {
            String text = "http://a.b.c.d.e.f.g.h.i.j.k.evil.example/" + path + "1/2/3/4/5/6/7/8/9?q";
            assertThat(url.read(text)).isEmpty();
            assertThat(url.count()).isEqualTo(path.isEmpty() ? 133 : 517);
            String[] all = IntStream.range(0, url.count())
                    .mapToObj(i -> url.expression(i).text())
                    .toArray(String[]::new);
            for (String expression : all) {
                assertThat(lookup.find(text, filter(expression))).isEqualTo(perhaps(expression));
            }
            assertThat(lookup.find(text, filter(all))).isEqualTo(perhaps(all));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"example/", "c.evil.example/", "evil.example/2/", " evil.example/1/2.html?q=1",
        " a.b.evil.example/1/2.html", "a.b.evil.example/1"})
    void findsNothingElse(String entry) {
        assertThat(lookup.find(URL, filter(entry))).isEqualTo(new NotListed());
    }

    @Test
    void asksEveryFilter() {
        assertThat(lookup.find(URL, filter("other.example/"), filter("evil.example/1/"), filter(),
                filter("b.evil.example/", " a.b.evil.example/1/2.html?q=1")))
                .isEqualTo(perhaps("evil.example/1/", "b.evil.example/", " a.b.evil.example/1/2.html?q=1"));
        assertThat(lookup.find(URL)).isEqualTo(new NotListed());
    }

    @Test
    void saysWhyAUrlCannotBeJudged() {
        assertThat(lookup.find("mailto:a@b.example", filter("b.example/"))).isInstanceOf(NotJudged.class);
        assertThat(lookup.find("http://", filter("b.example/"))).isInstanceOfSatisfying(NotJudged.class,
                answer -> assertThat(answer.why().reason()).isNotBlank());
    }

    @Test
    void findsTheListedHostOfAUrlThatCannotBeJudged() {
        String url = "http://a.evil.example/?" + "x".repeat(20_000);
        assertThat(lookup.find(url, filter("evil.example/"))).isEqualTo(perhaps("evil.example/"));
        assertThat(lookup.find(url, filter("b.example/", " a.evil.example/")))
                .isEqualTo(new NotJudged(Unjudgeable.TOO_LONG));
    }

    /// An empty answer for no URL would read as "not listed".
    @Test
    void refusesToAskForNoUrl() {
        UrlFilter filter = filter("evil.example/");
        assertThatThrownBy(() -> lookup.find(filter)).isInstanceOf(IllegalStateException.class);
        assertThat(lookup.read(URL.getBytes(UTF_8), 0, URL.length())).isEmpty();
        assertThat(lookup.find(filter)).containsExactly(new Expression("evil.example/"));
        assertThat(lookup.read("mailto:a".getBytes(UTF_8), 0, 8)).contains(Unjudgeable.SCHEME);
        assertThatThrownBy(() -> lookup.find(filter)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void asksThePackedFilterAboutHitsOfTheFlatOne() {
        try (Arena arena = Arena.ofConfined()) {
            FlatFilter flat = FlatFilter.of(packed("evil.example/", "b.evil.example/"), arena);
            UrlFilter both = UrlFilter.of(SPEC.hash(), flat, packed("b.evil.example/"));
            assertThat(lookup.find(URL, both)).isEqualTo(perhaps("b.evil.example/"));
            assertThat(both.mightContain(new Expression("evil.example/"))).isFalse();
            assertThat(both.mightContain(new Expression("b.evil.example/"))).isTrue();
            UrlFilter none = UrlFilter.of(SPEC.hash(), packed(), packed("b.evil.example/"));
            assertThat(lookup.find(URL, none)).isEqualTo(new NotListed());
        }
    }

    /// The expressions of canonical 1 are among those that are asked.
    @Test
    void asksAListOfCanonicalOne() {
        HashSpec one = new HashSpec(1, SPEC.seed());
        PackedFilter packed = packed("evil.example/");
        assertThat(lookup.find(URL, UrlFilter.of(one, packed, packed))).isEqualTo(perhaps("evil.example/"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 0xffff})
    void refusesAFileOfOtherRules(int canonical) throws Exception {
        HashSpec other = new HashSpec(canonical, 0);
        MutableFilter filter = MutableFilters.of(FilterKind.CLASSIC, 10, 0.01);
        Path path = folder.resolve("other");
        try (FileChannel out = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            FilterFile.writeLibrary(out, other, filter);
        }
        try (FilterFile file = FilterFile.open(path)) {
            assertThatThrownBy(() -> UrlFilter.of(file))
                    .isInstanceOfSatisfying(FormatException.class,
                            e -> assertThat(e.reason()).isEqualTo(canonical == 0 ? Reason.TOO_OLD : Reason.TOO_NEW))
                    .hasMessageContaining("canonical " + canonical);
        }
        assertThatThrownBy(() -> UrlFilter.of(other, filter, filter)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void allocatesNothingForAUrlThatIsNotListed() {
        try (Arena arena = Arena.ofConfined()) {
            PackedFilter packed = packed("other.example/");
            UrlFilter flat = UrlFilter.of(SPEC.hash(), FlatFilter.of(packed, arena), packed);
            byte[] url = URL.getBytes(UTF_8);
            long found = findOften(flat, url);
            long before = Allocation.ofThisThread();
            found += findOften(flat, url);
            assertThat(Allocation.ofThisThread() - before).isLessThan(1000);
            assertThat(found).isZero();
        }
    }

    private long findOften(UrlFilter filter, byte[] url) {
        long found = 0;
        for (int i = 0; i < 10_000; i++) {
            found += lookup.read(url, 0, url.length).isEmpty() ? lookup.find(filter).size() : 1;
        }
        return found;
    }

    @Test
    void answersAreValues() {
        assertThat(new PerhapsListed(List.of(new Expression("a.example/")))).isEqualTo(perhaps("a.example/"));
    }
}
