package bloomward.agent.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Allowed;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.store.Protection;
import bloomward.format.url.Expression;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class UrlCheckerProperties {

    private static final Clock CLOCK = Clock.fixed(SampleSet.FRESH, ZoneOffset.UTC);
    private static final int LISTS = 3;

    /// Every entry of every list is found under every spelling, and only entries that are there are found.
    @Test
    void noMissHoweverAUrlIsSpelt() {
        for (long seed = 0; seed < 20; seed++) {
            Set<String> all = new RandomEntries(seed).next(300);
            Protection protection = dealt(all, new SampleSet()).build();
            Respelling respelling = new Respelling(seed);
            UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, SampleConfirmer.knowing(all), CLOCK);
            Set<String> different = new HashSet<>();
            for (String entry : all) {
                for (int spelling = 0; spelling < 10; spelling++) {
                    byte[] url = respelling.of(entry);
                    different.add(new String(url, UTF_8));
                    assertThat(checker.check(protection, url, 0, url.length))
                            .as("seed %d: '%s' as '%s'", seed, entry, new String(url, UTF_8))
                            .isInstanceOfSatisfying(Listed.class, listed -> {
                                assertThat(listed.match().confirmed()).isTrue();
                                assertThat(all).contains(listed.match().expression().text());
                            });
                }
            }
            assertThat(different).hasSizeGreaterThan(all.size() * 9);
        }
    }

    /// Keys so short that strangers hit: refuted, a stranger is clean, and not asked about it is listed.
    @Test
    void privateAsksOnlyWhatHitsAndHonestBelievesTheAnswer() {
        Set<String> all = new RandomEntries(1).next(300);
        Protection protection = dealt(all, new SampleSet().keysOfBits(16)).build();
        SampleConfirmer confirmer = SampleConfirmer.knowing(all);
        UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, confirmer, CLOCK);
        int urls = 20_000;
        for (int i = 0; i < urls; i++) {
            byte[] url = ("http://stranger" + i + ".invalid/" + i).getBytes(UTF_8);
            assertThat(checker.check(protection, url, 0, url.length)).isEqualTo(new Clean());
        }
        // 100 of 65,536 keys in each of three lists, five expressions and forms a URL.
        assertThat(confirmer.questions()).hasSizeBetween(urls / 200, urls / 25).allMatch(q -> q.endsWith("?"));
    }

    @Test
    void allowAlwaysWins() {
        for (long seed = 0; seed < 10; seed++) {
            Set<String> all = new RandomEntries(seed).next(200);
            List<String> entries = new ArrayList<>(all);
            String allowed = entries.get(new Random(seed).nextInt(entries.size()));
            Protection protection = dealt(all, new SampleSet()).allow(allowed).build();
            UrlChecker checker = new UrlChecker(new CheckPolicy(false, false),
                    (_, _) -> SampleConfirmer.listed(allowed), CLOCK);
            Respelling respelling = Respelling.escapingOnce(seed);
            for (int spelling = 0; spelling < 50; spelling++) {
                byte[] url = respelling.of(allowed);
                assertThat(checker.check(protection, url, 0, url.length))
                        .as("seed %d: %s", seed, new String(url, UTF_8))
                        .isEqualTo(new Allowed(new Expression(allowed)));
            }
        }
    }

    @Test
    void explainsAsItJudges() {
        Set<String> all = new RandomEntries(3).next(100);
        Protection protection = dealt(all, new SampleSet()).build();
        UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, SampleConfirmer.knowing(all), CLOCK);
        Respelling respelling = new Respelling(3);
        for (String entry : all) {
            byte[] url = respelling.of(entry);
            UrlChecker.Explanation explanation = checker.explain(protection, url, 0, url.length);
            assertThat(explanation.verdict()).isEqualTo(checker.check(protection, url, 0, url.length));
            assertThat(explanation.steps()).contains(new CheckStep.Canonical(checker.url().canonical()));
        }
    }

    @Test
    void allocatesNothingForACleanUrl() {
        Protection protection = dealt(new RandomEntries(1).next(300), new SampleSet()).build();
        UrlChecker checker = new UrlChecker(CheckPolicy.DEFAULT, (_, _) -> SampleConfirmer.silent(), CLOCK);
        byte[][] urls = new byte[1000][];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = ("https://www.site" + i + ".example/a/b/page.html?q=" + i).getBytes(UTF_8);
        }
        int clean = 0;
        for (int round = 0; round < 30; round++) {
            clean = round(checker, protection, urls);
        }
        assertThat(clean).isEqualTo(urls.length);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        round(checker, protection, urls);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isZero();
    }

    private static int round(UrlChecker checker, Protection protection, byte[][] urls) {
        int clean = 0;
        for (byte[] url : urls) {
            clean += checker.check(protection, url, 0, url.length) instanceof Clean ? 1 : 0;
        }
        return clean;
    }

    private static SampleSet dealt(Set<String> entries, SampleSet set) {
        List<String> all = new ArrayList<>(entries);
        for (int list = 0; list < LISTS; list++) {
            int from = all.size() * list / LISTS;
            set.list("list" + list, all.subList(from, all.size() * (list + 1) / LISTS));
        }
        return set;
    }
}
