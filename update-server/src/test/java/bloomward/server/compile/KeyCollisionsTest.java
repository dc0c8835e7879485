package bloomward.server.compile;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Expression;
import bloomward.server.compile.KeyCollisions.Collision;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class KeyCollisionsTest {

    /// Keys so short that collisions are found in no time.
    private static final KeySpec SPEC = new KeySpec(1, 16, 7);
    private static final String POPULAR = "www.popular.example/";

    private static long key(String expression) {
        return SPEC.keyOf(SPEC.keyHash().of(expression));
    }

    private static String crafted() {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "n" + i + ".example/")
                .filter(name -> key(name) == key(POPULAR))
                .findFirst()
                .orElseThrow();
    }

    private static WatchedExpressions all(String... expressions) {
        return WatchedExpressions.of(Stream.of(expressions).map(Expression::new).iterator());
    }

    private static PackedFilter version(String... expressions) {
        long[] keys = List.of(expressions).stream().mapToLong(KeyCollisionsTest::key).sorted().distinct().toArray();
        return PackedFilter.of(SPEC, 1, keys, keys.length);
    }

    private static Optional<Collision> sharing(KeyCollisions collisions, String entry) {
        byte[] bytes = (" " + entry + "/").getBytes(US_ASCII);
        return collisions.sharing(bytes, 1, entry.length());
    }

    @Test
    void findsTheEntryThatWasMadeToHitAPopularHost() {
        String crafted = crafted();
        PackedFilter version = version("evil.test/", crafted);
        KeyCollisions collisions = KeyCollisions.of(version, all("a.example/", POPULAR), _ -> false);
        assertThat(collisions.isEmpty()).isFalse();
        assertThat(collisions.size()).isEqualTo(1);
        assertThat(sharing(collisions, crafted)).contains(new Collision(new Expression(POPULAR), key(POPULAR)));
        assertThat(sharing(collisions, "evil.test/")).isEmpty();
    }

    @Test
    void whatIsListedCollidesWithNothing() {
        PackedFilter version = version("evil.test/", POPULAR, crafted());
        KeyCollisions collisions = KeyCollisions.of(version, all(POPULAR, "other.example/"),
                listed -> listed.text().equals(POPULAR));
        assertThat(collisions.isEmpty()).isTrue();
        assertThat(sharing(collisions, crafted())).isEmpty();
    }

    @Test
    void namesTheFirstOfSeveralWhateverTheirOrder() {
        PackedFilter version = version(POPULAR);
        for (List<String> order : List.of(List.of(POPULAR, crafted()), List.of(crafted(), POPULAR))) {
            KeyCollisions collisions = KeyCollisions.of(version, all(order.toArray(String[]::new)), _ -> false);
            assertThat(sharing(collisions, POPULAR).map(Collision::expression)).contains(new Expression(crafted()));
        }
    }
}
