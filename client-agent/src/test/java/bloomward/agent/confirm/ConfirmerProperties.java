package bloomward.agent.confirm;

import static bloomward.agent.confirm.FakeServers.ONE;
import static bloomward.agent.confirm.FakeServers.OTHER;
import static bloomward.agent.confirm.ListVersion.PHISHING;
import static bloomward.agent.confirm.ListVersion.hash;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.confirm.Confirmation.Confirmed;
import bloomward.agent.confirm.Confirmation.Listing;
import bloomward.agent.confirm.Confirmation.NoAnswer;
import bloomward.agent.confirm.Confirmation.Refuted;
import bloomward.agent.fetch.Reply;
import bloomward.format.url.Scope;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Properties of a confirmer under any behaviour of servers: it says of a hit exactly as much as was published, or
/// nothing.
@Timeout(60)
final class ConfirmerProperties {

    private static final Duration DAY = Duration.ofDays(1);
    private static final int EXPRESSIONS = 24;

    private final FakeServers servers = new FakeServers();
    private final AtomicLong nanos = new AtomicLong();
    private final ServerConfirmer confirmer = new ServerConfirmer(servers, () -> List.of(ONE, OTHER),
            new ConfirmLimits(10, 40, 8, Duration.ofSeconds(30), 400), () -> {}, nanos::get);
    /// When an expression was last said to be listed, unless it was refuted since.
    private final Map<String, Long> lastListed = new HashMap<>();
    private final Set<String> now = new HashSet<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void onlySaysWhatWasPublished(long seed) {
        Random random = new Random(seed);
        ListVersion version = publish(1, random);
        long[] counts = new long[3];
        for (int step = 0; step < 3000; step++) {
            switch (random.nextInt(40)) {
                case 0 -> version = publish(version.release().version() + 1, random);
                case 1 -> change(ONE, random, version);
                case 2 -> change(OTHER, random, version);
                case 3 -> nanos.addAndGet(random.nextLong(Duration.ofHours(5).toNanos()));
                default -> nanos.addAndGet(random.nextLong(Duration.ofMillis(300).toNanos()));
            }
            String expression = "h" + random.nextInt(EXPRESSIONS) + ".test/x";
            Confirmation said = confirmer.confirm(version.release(), hash(expression));
            String where = "seed " + seed + ", step " + step + ", " + expression;
            switch (said) {
                case Refuted _ -> {
                    assertThat(now).as(where).doesNotContain(expression);
                    lastListed.remove(expression);
                    counts[0]++;
                }
                case Confirmed(List<Listing> why) -> {
                    assertThat(why).containsExactly(new Listing(Scope.PREFIX, PHISHING));
                    if (now.contains(expression)) {
                        lastListed.put(expression, nanos.get());
                    } else {
                        long since = nanos.get() - lastListed.getOrDefault(expression, Long.MIN_VALUE / 2);
                        assertThat(since).as(where).isLessThan(DAY.toNanos());
                    }
                    counts[1]++;
                }
                case NoAnswer _ -> counts[2]++;
            }
        }
        assertThat(Arrays.stream(counts).min().orElseThrow()).as("each happens").isGreaterThan(50);
        ConfirmCounts counted = confirmer.counts();
        assertThat(List.of(counted.refuted(), counted.confirmed(), counted.noAnswer())).containsExactly(counts[0],
                counts[1], counts[2]);
        assertThat(counted.sent()).isEqualTo(servers.asked().size());
        assertThat(counted.lies()).isPositive();
        assertThat(counted.fromMemory()).isPositive();
    }

    private ListVersion publish(long number, Random random) {
        now.clear();
        for (int i = 0; i < EXPRESSIONS; i++) {
            if (random.nextBoolean()) {
                now.add("h" + i + ".test/x");
            }
        }
        ListVersion version = ListVersion.of(number, 2, now.toArray(String[]::new));
        servers.serve(version);
        return version;
    }

    private void change(URI server, Random random, ListVersion version) {
        int other = random.nextInt(4);
        switch (random.nextInt(6)) {
            case 0 -> servers.fail(server);
            case 1 -> servers.let(server, _ -> new Reply.Missing());
            case 2 -> servers.let(server, _ -> new Reply.Content(version.answer(other), Optional.empty()));
            case 3 -> servers.let(server,
                    question -> new Reply.Content(ListVersion.of(1, 2).answer(question.bucket()), Optional.empty())); // "nothing is listed"
            default -> servers.beWell(server);
        }
    }
}
