package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The binary searches give the answers of a set and `endsWith`.
final class HostListProperties {

    /// Few labels, so that hosts are relatives; some with bytes before and behind the dot in their order.
    private static final String[] LABELS = {"a", "b", "ab", "a-b", "-", "a1", "com", "a_b"};

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void familiesAreThoseOfTheNames(long seed) {
        RandomGenerator random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            Set<String> hosts = new HashSet<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                hosts.add(host(random));
            }
            HostList list = HostList.ofCanonical(hosts.stream());
            assertThat(list.hosts()).containsExactlyInAnyOrderElementsOf(hosts);
            for (int i = 0; i < 50; i++) {
                check(list, hosts, host(random), seed);
            }
        }
    }

    private static void check(HostList list, Set<String> hosts, String host, long seed) {
        String what = "seed " + seed + ", " + host + " in " + hosts;
        assertThat(list.contains(host)).as(what).isEqualTo(hosts.contains(host));
        Optional<String> below = list.atOrBelow(host);
        assertThat(below.isPresent()).as(what).isEqualTo(hosts.stream().anyMatch(listed -> isAtOrBelow(listed, host)));
        below.ifPresent(listed -> assertThat(isAtOrBelow(listed, host)).as(what).isTrue());
        if (hosts.contains(host)) {
            assertThat(below).as(what).contains(host);
        }
        Optional<String> above = list.atOrAbove(host);
        assertThat(above).as(what)
                .isEqualTo(hosts.stream()
                        .filter(listed -> isAtOrBelow(host, listed))
                        .max((one, other) -> Integer.compare(one.length(), other.length())));
    }

    private static boolean isAtOrBelow(String host, String above) {
        return host.equals(above) || host.endsWith("." + above);
    }

    private static String host(RandomGenerator random) {
        String[] labels = new String[1 + random.nextInt(4)];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = LABELS[random.nextInt(LABELS.length)];
        }
        return String.join(".", labels);
    }
}
