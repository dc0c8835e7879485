package bloomward.cookbook;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.CuckooFilter;
import bloomward.format.key.KeyHash;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// *Was this page crawled lately?* Pages link to each other in circles, and each is to be fetched again after a while.
///
/// Kind: cuckoo, 17.9 bits a page at 0.01 %. Pages fetched long ago are removed, so that they may be fetched again, and
/// at low rates a cuckoo filter is the smallest that can remove. Only added pages are ever removed: a page that merely
/// seemed to be there was not added, and taking it out would take out another.
final class CrawlerTest {

    private static final KeyHash HASH = KeyHash.seeded(5);
    private static final int PAGES = 3_000;
    private static final int REMEMBERED = 1_000;

    @Test
    void fetchesEachPageOnceUntilItIsForgotten() {
        CuckooFilter crawled = CuckooFilter.of(REMEMBERED, 1e-4);
        ArrayDeque<Integer> oldestFirst = new ArrayDeque<>();
        ArrayDeque<Integer> linksToFollow = new ArrayDeque<>(List.of(0));
        List<Integer> fetched = new ArrayList<>();
        while (fetched.size() < 5_000 && !linksToFollow.isEmpty()) {
            int page = linksToFollow.remove();
            long hash = HASH.of("https://example.test/page/" + page);
            if (crawled.mightContain(hash)) {
                continue;
            }
            crawled.add(hash);
            oldestFirst.add(page);
            fetched.add(page);
            linksToFollow.add((page + 1) % PAGES); // every page links to the next
            linksToFollow.add(page / 2); // and back to one that was before
            if (oldestFirst.size() > REMEMBERED) {
                assertThat(crawled.remove(HASH.of("https://example.test/page/" + oldestFirst.remove()))).isTrue();
            }
        }
        assertThat(fetched).hasSize(5_000);
        assertThat(crawled.estimatedCount()).isEqualTo(REMEMBERED);
        assertThat(fetched.stream().distinct().count()).as("and some of them again").isBetween(2_000L, 3_000L);
        for (int i = 0; i + REMEMBERED <= fetched.size(); i += REMEMBERED) {
            assertThat(fetched.subList(i, i + REMEMBERED)).as("within a memory's length").doesNotHaveDuplicates();
        }
    }
}
