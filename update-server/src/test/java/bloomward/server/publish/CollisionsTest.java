package bloomward.server.publish;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.publish.PublishOutcome.Done;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Entries chosen such that a well-known host would be found, which short keys make easy.
final class CollisionsTest {

    @TempDir
    private Path folder;
    private Office office;
    private ListRow list;

    @BeforeEach
    void open() throws Exception {
        office = new Office(folder);
        list = office.list("narrow", 16, false);
    }

    @AfterEach
    void close() throws Exception {
        office.close();
    }

    private long key(String expression) {
        return list.spec().keyOf(list.spec().keyHash().of(expression.getBytes(US_ASCII)));
    }

    private String hostLike(String victim) {
        long wanted = key(victim);
        for (int i = 0;; i++) {
            if (key("c" + i + ".example/") == wanted) {
                return "c" + i + ".example";
            }
        }
    }

    private List<HoldRow> holds() throws Exception {
        return office.store().read(tables -> tables.holds().all(list.id(), HoldState.OPEN, 100));
    }

    @Test
    void holdsAnEntryWithTheKeyOfAPopularHost() throws Exception {
        String crafted = hostLike("popular.example/");
        office.add(list, "evil.example", crafted);
        Done done = office.publishDone();
        assertThat(done.held()).isEqualTo(1);
        assertThat(done.lists().getFirst().entries()).isEqualTo(1);
        assertThat(Served.lists(office, Served.whole(office).lists().getFirst(), "popular.example/")).isFalse();
        assertThat(holds()).singleElement().satisfies(hold -> {
            assertThat(hold.reason()).isEqualTo("key-collision");
            assertThat(hold.detail()).contains(crafted, "popular.example");
        });
    }

    @Test
    void holdsAnEntryWithTheKeyOfTheFrontPageOfAPopularHost() throws Exception {
        office.add(list, "evil.example", hostLike(" popular.example/"));
        assertThat(office.publishDone().held()).isEqualTo(1);
    }

    @Test
    void holdsAnEntryWithTheKeyOfWhatIsAllowed() throws Exception {
        office.allow("good.example/");
        office.add(list, "evil.example", hostLike("good.example/"));
        assertThat(office.publishDone().held()).isEqualTo(1);
        Served.whole(office);
    }

    @Test
    void publishesNothingNewEachTimeAFeedListsItAgain() throws Exception {
        String crafted = hostLike("popular.example/");
        office.replace(list, "evil.example", crafted);
        office.publishDone();
        office.replace(list, "evil.example", crafted);
        assertThat(office.publish()).isEqualTo(new PublishOutcome.Nothing());
        assertThat(holds()).hasSize(1);
    }

    @Test
    void publishesItOnceAPersonReleasedIt() throws Exception {
        String crafted = hostLike("popular.example/");
        office.replace(list, "evil.example", crafted);
        office.publishDone();
        office.release(holds());
        assertThat(office.publishDone().held()).isZero();
        assertThat(Served.lists(office, Served.whole(office).lists().getFirst(), crafted + "/")).isTrue();
    }

    @Test
    void doesNotHoldTheHostItself() throws Exception {
        office.add(list, "popular.example/page", "evil.example");
        assertThat(office.publishDone().held()).isZero();
    }
}
