package bloomward.server.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.url.Expression;
import bloomward.server.guard.HoldReason;
import bloomward.server.store.EntryRow;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImporterTest {

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

    @Test
    void accountsForEveryLine() throws Exception {
        ImportResult result = drafting.read(Drafting.people("alice"), "evil.example", "EVIL.example.",
                "http://evil.example/", "10.0.0.1", "co.uk", "popular.example", "short.example", "protected.example",
                "http://protected.example/page", "other.example/page", "github.io");
        assertThat(result.lines()).isEqualTo(11);
        assertThat(result.accepted()).isEqualTo(2);
        assertThat(result.duplicates()).isEqualTo(2);
        assertThat(result.held())
                .isEqualTo(Map.of("public-suffix", 1L, "private-suffix", 1L, "popular-host", 1L, "shortener", 1L));
        assertThat(result.rejected()).isEqualTo(Map.of("private-address", 1L, "protected-host", 2L));
        assertThat(drafting.draft()).containsExactly("evil.example/", "other.example/page");
        assertThat(result.added()).isEqualTo(2);
    }

    @Test
    void readsListsWhoseEndIsWrittenInAnotherWay() throws Exception {
        String[] lines = Stream
                .concat(Stream.of(Drafting.hosts(0, 9000)),
                        Stream.of("||evil.example/page^$all", "||worse.example/page$all"))
                .toArray(String[]::new);
        ImportResult result = drafting.read(Drafting.feed(), lines);
        assertThat(result.rejected()).isEmpty();
        assertThat(result.accepted()).isEqualTo(9002);
        assertThat(drafting.draft()).contains("evil.example/page", "worse.example/page");
    }

    @Test
    void accountsForEveryLineOfAnyMixture() throws Exception {
        String[] kinds = {"evil%d.example", "evil%d.example/page?q=1", "10.0.0.%d", "popular.example", "co.uk",
            "*.pattern%d.example*", "# comment %d", "http://protected.example/%d", "short.example", "", "xn--%d"};
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            List<String> lines = new ArrayList<>(List.of("good.example", "better.example"));
            for (int i = random.nextInt(60); i > 0; i--) {
                lines.add(kinds[random.nextInt(kinds.length)].formatted(random.nextInt(8)));
            }
            try {
                ImportResult result = drafting.read(random.nextBoolean() ? Drafting.feed() : Drafting.people("alice"),
                        lines.toArray(String[]::new));
                // the result itself requires that they add up; here: no line is lost before it is counted
                long counted = lines.stream().filter(line -> !line.isBlank() && !line.startsWith("#")).count();
                assertThat(result.lines()).as("seed %d", seed).isEqualTo(counted);
            } catch (UnreadableListException e) {
                assertThat(e).as("seed %d", seed).hasMessageContaining("most lines");
            }
        }
    }

    @Test
    void takesNothingOfAListThatCannotBeRead() throws Exception {
        drafting.read(Drafting.feed(), "evil.example");
        long change = drafting.lastChange();
        assertThatThrownBy(() -> drafting.read(Drafting.feed(), "new.example", "<html>", "<body>", "<p>", "</p>"))
                .isInstanceOf(UnreadableListException.class);
        assertThat(drafting.draft()).containsExactly("evil.example/");
        assertThat(drafting.lastChange()).isEqualTo(change);
        assertThat(drafting.open()).isEmpty();
    }

    @Test
    void holdsAnEntryOnceHoweverOftenItIsListed() throws Exception {
        drafting.read(Drafting.feed(), "evil.example", "popular.example");
        drafting.read(Drafting.feed(), "evil.example", "popular.example");
        assertThat(drafting.open()).extracting(HoldRow::reason).containsExactly("popular-host");
    }

    @Test
    void takesWhatWasReleasedWhenItIsListedAgain() throws Exception {
        drafting.read(Drafting.feed(), "evil.example", "popular.example");
        drafting.decideAll(HoldState.RELEASED, "bob");
        assertThat(drafting.draft()).containsExactly("evil.example/", "popular.example/");
        ImportResult again = drafting.read(Drafting.feed(), "evil.example", "popular.example");
        assertThat(again.accepted()).isEqualTo(2);
        assertThat(drafting.draft()).containsExactly("evil.example/", "popular.example/");
    }

    @Test
    void rejectsWhatWasRejectedBefore() throws Exception {
        drafting.read(Drafting.feed(), "evil.example", "popular.example");
        drafting.decideAll(HoldState.REJECTED, "bob");
        ImportResult again = drafting.read(Drafting.feed(), "evil.example", "popular.example");
        assertThat(again.rejected()).isEqualTo(Map.of("rejected-before", 1L));
        assertThat(drafting.open()).isEmpty();
        assertThat(drafting.draft()).containsExactly("evil.example/");
    }

    @Test
    void withdrawsHoldsOfWhatASourceNoLongerLists() throws Exception {
        drafting.read(Drafting.feed(), "evil.example", "popular.example");
        drafting.read(Drafting.feed(), "evil.example");
        assertThat(drafting.open()).isEmpty();
        assertThat(drafting.holds(HoldState.WITHDRAWN)).hasSize(1);
    }

    @Test
    void keepsHoldsOfAPersonWhoAddsMore() throws Exception {
        drafting.read(Drafting.people("alice"), "popular.example");
        drafting.read(Drafting.people("alice"), "evil.example");
        assertThat(drafting.open()).hasSize(1);
    }

    @Test
    void holdsAFeedThatShrankAndAppliesItWhenReleased() throws Exception {
        drafting.read(Drafting.feed(), Drafting.hosts(0, 100));
        ImportResult result = drafting.read(Drafting.feed(), Drafting.hosts(0, 80));
        assertThat(result.held()).isEqualTo(Map.of("feed-shrank", 80L));
        assertThat(result.accepted()).isZero();
        assertThat(drafting.draft()).hasSize(100);
        HoldDecisions.Outcome outcome = drafting.decideAll(HoldState.RELEASED, "bob");
        assertThat(outcome.decided()).isEqualTo(1);
        assertThat(drafting.draft()).hasSize(80);
    }

    @Test
    void holdsAFeedThatGrewAndAppliesItWhenReleased() throws Exception {
        drafting.read(Drafting.feed(), Drafting.hosts(0, 100));
        ImportResult result = drafting.read(Drafting.feed(), Drafting.hosts(0, 150));
        assertThat(result.held()).isEqualTo(Map.of("feed-grew", 150L));
        assertThat(drafting.draft()).hasSize(100);
        assertThat(drafting.decideAll(HoldState.RELEASED, "bob").added()).isEqualTo(50);
        assertThat(drafting.draft()).hasSize(150);
    }

    @Test
    void keepsAFeedAsItWasWhereItsChangeIsRejected() throws Exception {
        drafting.read(Drafting.feed(), Drafting.hosts(0, 100));
        drafting.read(Drafting.feed(), Drafting.hosts(0, 150));
        drafting.decideAll(HoldState.REJECTED, "bob");
        assertThat(drafting.draft()).hasSize(100);
    }

    @Test
    void withdrawsTheHoldOfAFeedThatIsWellAgain() throws Exception {
        drafting.read(Drafting.feed(), Drafting.hosts(0, 100));
        drafting.read(Drafting.feed(), Drafting.hosts(0, 150));
        drafting.read(Drafting.feed(), Drafting.hosts(0, 101));
        assertThat(drafting.open()).isEmpty();
        assertThat(drafting.draft()).hasSize(101);
    }

    @Test
    void keepsOnlyTheLastOfManyHeldImports() throws Exception {
        drafting.read(Drafting.feed(), Drafting.hosts(0, 100));
        for (int i = 0; i < 10; i++) {
            drafting.read(Drafting.feed(), Drafting.hosts(0, 150 + i));
        }
        try (Stream<Path> files = Files.list(drafting.keptFolder)) {
            assertThat(files).hasSizeLessThanOrEqualTo(2);
        }
        drafting.decideAll(HoldState.RELEASED, "bob");
        assertThat(drafting.draft()).hasSize(159);
    }

    @Test
    void keepsWhatWasReleasedByItselfWhenTheHeldImportIsReleasedAfterIt() throws Exception {
        drafting.read(Drafting.feed(), Drafting.hosts(0, 100));
        List<String> lines = new ArrayList<>(List.of(Drafting.hosts(0, 150)));
        Collections.addAll(lines, "popular.example", "short.example", "known.example");
        drafting.read(Drafting.feed(), lines.toArray(String[]::new));
        drafting.decide(HoldState.RELEASED, "bob", hold("popular.example/"));
        drafting.decide(HoldState.REJECTED, "bob", hold("short.example/"));
        HoldRow whole = drafting.open().stream().filter(row -> row.body().isPresent()).findFirst().orElseThrow();
        drafting.decide(HoldState.RELEASED, "bob", whole);
        assertThat(drafting.draft()).hasSize(151)
                .contains("popular.example/")
                .doesNotContain("short.example/", "known.example/");
    }

    @Test
    void takesAReasonForEntriesOfWhichNonePasses() throws Exception {
        ImportResult result = drafting.read(Drafting.people("alice", Optional.empty(), Optional.of("ticket 7")),
                "popular.example");
        assertThat(result.held()).isEqualTo(Map.of("popular-host", 1L));
    }

    @Test
    void givesListedEntriesTheirNewExpiry() throws Exception {
        drafting.read(Drafting.people("alice", Optional.of(Drafting.NOW.plusSeconds(60)), Optional.empty()),
                "evil.example");
        drafting.read(Drafting.people("alice"), "evil.example");
        assertThat(entry("evil.example/").expires()).isEmpty();
        drafting.read(Drafting.people("alice", Optional.of(Drafting.NOW.plusSeconds(90)), Optional.of("why")),
                "evil.example");
        assertThat(entry("evil.example/").expires()).contains(Drafting.NOW.plusSeconds(90));
        assertThat(entry("evil.example/").reason()).contains("why");
    }

    @Test
    void anotherExpiryIsAnotherDraft() throws Exception {
        drafting.read(Drafting.people("alice"), "evil.example");
        long change = drafting.lastChange();
        drafting.read(Drafting.people("mallory", Optional.of(Drafting.NOW.plusSeconds(1)), Optional.empty()),
                "evil.example");
        // an approval of the draft does not cover its end in a second
        assertThat(drafting.lastChange()).isGreaterThan(change);
    }

    @Test
    void holdsWhatCollidedForAsLongAsNobodyDecides() throws Exception {
        drafting.read(Drafting.feed(), "evil.example", "collides.example");
        hideForCollision("collides.example/");
        ImportResult again = drafting.read(Drafting.feed(), "evil.example", "collides.example");
        assertThat(again.held()).isEqualTo(Map.of("key-collision", 1L));
        assertThat(drafting.open()).hasSize(1);
        assertThat(drafting.draft()).containsExactly("evil.example/");
        drafting.decideAll(HoldState.RELEASED, "bob");
        assertThat(drafting.draft()).contains("collides.example/");
        assertThat(drafting.read(Drafting.feed(), "evil.example", "collides.example").accepted()).isEqualTo(2);
    }

    @Test
    void rejectsWhatCollidedAndWasRejected() throws Exception {
        drafting.read(Drafting.feed(), "evil.example", "collides.example");
        hideForCollision("collides.example/");
        drafting.decideAll(HoldState.REJECTED, "bob");
        ImportResult again = drafting.read(Drafting.feed(), "evil.example", "collides.example");
        assertThat(again.rejected()).isEqualTo(Map.of("rejected-before", 1L));
        assertThat(drafting.draft()).containsExactly("evil.example/");
    }

    private void hideForCollision(String expression) throws Exception {
        drafting.store.write(tables -> HoldDecisions.holdListed(tables, drafting.list,
                Map.of(new Expression(expression), "has the key of another"), HoldReason.KEY_COLLISION,
                Set.of("server"), Drafting.NOW));
    }

    private HoldRow hold(String expression) throws Exception {
        return drafting.open()
                .stream()
                .filter(row -> row.expression().equals(Optional.of(new Expression(expression))))
                .findFirst()
                .orElseThrow();
    }

    private EntryRow entry(String expression) throws Exception {
        return drafting.store.read(tables -> tables.entries().history(drafting.list.id(), new Expression(expression)))
                .getLast();
    }
}
