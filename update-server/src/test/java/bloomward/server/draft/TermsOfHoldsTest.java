package bloomward.server.draft;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import bloomward.server.feed.FeedScope;
import bloomward.server.guard.HoldReason;
import bloomward.server.store.EntryRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.SourceKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Terms of an entry: those given when it was brought in are still there after it was held.
final class TermsOfHoldsTest {

    private static final Optional<Instant> EXPIRES = Optional.of(Drafting.NOW.plus(Duration.ofDays(30)));
    private static final Optional<String> REASON = Optional.of("case 4711");

    @TempDir
    private Path folder;

    private Drafting drafting;

    @BeforeEach
    void open() throws Exception {
        drafting = new Drafting(folder);
    }

    @AfterEach
    void close() throws Exception {
        drafting.close();
    }

    private EntryRow entry(String expression) throws IOException {
        return drafting.store
                .<List<EntryRow>, RuntimeException>read(
                        tables -> tables.entries().history(drafting.list.id(), new Expression(expression)))
                .getLast();
    }

    private void assertHasTerms(String expression) throws IOException {
        EntryRow entry = entry(expression);
        assertThat(entry.removed()).isEmpty();
        assertThat(entry.expires()).isEqualTo(EXPIRES);
        assertThat(entry.reason()).isEqualTo(REASON);
    }

    @Test
    void ofASingleEntry() throws Exception {
        drafting.read(Drafting.people("alice", EXPIRES, REASON), "popular.example");
        drafting.decideAll(HoldState.RELEASED, "bob");
        assertHasTerms("popular.example/");
    }

    @Test
    void asTheyWereSaidLast() throws Exception {
        drafting.read(Drafting.people("alice"), "popular.example");
        drafting.read(Drafting.people("alice", EXPIRES, REASON), "popular.example");
        drafting.decideAll(HoldState.RELEASED, "bob");
        assertHasTerms("popular.example/");
    }

    @Test
    void ofAWholeImport() throws Exception {
        drafting.read(file(), Drafting.hosts(0, 100));
        drafting.read(file(), Drafting.hosts(0, 200));
        assertThat(drafting.open()).extracting(hold -> hold.reason()).containsExactly(HoldReason.FEED_GREW.label());
        drafting.decideAll(HoldState.RELEASED, "bob");
        assertHasTerms("host0150.example/");
    }

    private static ImportJob file() {
        return new ImportJob("file", SourceKind.FEED, Optional.empty(), FeedScope.AUTO, Optional.empty(), true, EXPIRES,
                REASON, "alice");
    }

    @Test
    void ofWhatWasListedAndThenHeld() throws Exception {
        drafting.read(Drafting.people("alice", EXPIRES, REASON), "unlucky.example");
        drafting.store.write(tables -> HoldDecisions.holdListed(tables, drafting.list,
                Map.of(new Expression("unlucky.example/"), "has the key of another"), HoldReason.KEY_COLLISION,
                Set.of("server"), Drafting.NOW));
        assertThat(entry("unlucky.example/").removed()).isPresent();
        drafting.decideAll(HoldState.RELEASED, "bob");
        assertHasTerms("unlucky.example/");
    }
}
