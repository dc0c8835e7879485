package bloomward.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.benchmarks.contender.Contender;
import bloomward.benchmarks.contender.Contenders;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ContendersTest {

    private static final int KEYS = 50_000;

    static Set<String> filters() {
        Set<String> names = new HashSet<>(Contenders.names());
        names.remove("(hash alone)");
        return names;
    }

    @ParameterizedTest
    @MethodSource("filters")
    void findsItsKeysAndFewOthers(String name) throws IOException {
        byte[][] keys = Keys.urls(0, 1, KEYS);
        try (Contender contender = Contenders.named(name).build(keys)) {
            assertThat(Arrays.stream(keys)).allMatch(contender::mightContain);
            byte[][] strangers = Keys.urls(1L << 40, 1, 200_000);
            assertThat(Arrays.stream(strangers).filter(contender::mightContain).count()).isLessThan(300);
        }
    }
}
