package bloomward.server.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import bloomward.format.url.Expression;
import bloomward.server.draft.search.Explainer;
import bloomward.server.draft.search.Explainer.Match;
import bloomward.server.draft.search.Explainer.State;
import bloomward.server.feed.FeedScope;
import bloomward.server.store.AllowKey;
import bloomward.server.store.HoldState;
import bloomward.server.store.SourceKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests that people make by hand: removing, allowing, looking, deciding.
final class WishesTest {

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

    private Removals.Outcome remove(FeedScope scope, String... words) throws Exception {
        List<Removals.Named> named = Removals.named(List.of(words), scope);
        return drafting.store.<Removals.Outcome, Exception>write(
                tables -> Removals.remove(tables, drafting.list, named, "", "alice", Drafting.NOW));
    }

    private Explainer.Explanation explain(String url) throws Exception {
        return drafting.store.read(tables -> Explainer.explain(tables, _ -> List.of(), url));
    }

    @Test
    void removesUnderAnySpellingAndScope() throws Exception {
        drafting.read(Drafting.people("alice"), "evil.example", "other.example/page", "http://third.example/a?b=1");
        assertThat(remove(FeedScope.AUTO, "HTTP://EVIL.example.:80/", "http://other.example/x/../page",
                "third.example/a?b=1")).isEqualTo(new Removals.Outcome(3, List.of()));
        assertThat(drafting.draft()).isEmpty();
    }

    @Test
    void removesOneWordTwiceWithoutComplaint() throws Exception {
        drafting.read(Drafting.people("alice"), "evil.example");
        assertThat(remove(FeedScope.AUTO, "evil.example", "EVIL.example"))
                .isEqualTo(new Removals.Outcome(1, List.of()));
    }

    @Test
    void removesAnEntryOfBothScopes() throws Exception {
        drafting.read(Drafting.people("alice"), "evil.example/page");
        drafting.read(new ImportJob("exact", SourceKind.IMPORT, Optional.empty(), FeedScope.EXACT, TypedEntries.FORMAT,
                false, Optional.empty(), Optional.empty(), "alice"), "http://evil.example/page");
        assertThat(drafting.draft()).containsExactly(" evil.example/page", "evil.example/page");
        assertThat(remove(FeedScope.AUTO, "evil.example/page").removed()).isEqualTo(2);
        assertThat(drafting.draft()).isEmpty();
    }

    @Test
    void saysWhatWasNotListed() throws Exception {
        assertThat(remove(FeedScope.AUTO, "good.example")).isEqualTo(new Removals.Outcome(0, List.of("good.example")));
    }

    @Test
    void refusesToRemoveWhatAFeedListsAndNamesAllowing() throws Exception {
        drafting.read(Drafting.feed(), "evil.example", "worse.example");
        drafting.read(Drafting.people("alice"), "own.example");
        assertThatThrownBy(() -> remove(FeedScope.AUTO, "own.example", "evil.example"))
                .isInstanceOf(Removals.ListedByFeedException.class)
                .hasMessageContaining("allow add evil.example")
                .hasMessageContaining("feed");
        assertThat(drafting.draft()).contains("own.example/", "evil.example/");
    }

    @Test
    void refusesWordsThatAreNoHosts() {
        assertThatThrownBy(() -> remove(FeedScope.AUTO, "")).isInstanceOf(UnreadableListException.class);
        assertThatThrownBy(() -> remove(FeedScope.AUTO, "a.example\nb.example"))
                .isInstanceOf(UnreadableListException.class);
        assertThatThrownBy(() -> drafting.allow("10.0.0.1")).isInstanceOf(UnreadableListException.class);
    }

    @Test
    void allowsAtOnceWhatHidesNothing() throws Exception {
        assertThat(drafting.allow("good.example").added()).isEqualTo(1);
        assertThat(drafting.allowed()).containsExactly("good.example/");
    }

    @Test
    void holdsAllowingThatHidesListedEntries() throws Exception {
        drafting.read(Drafting.feed(), "bad.host.example", "host.example/page", "other.example");
        Allowing.Outcome outcome = drafting.allow("host.example");
        assertThat(outcome.added()).isZero();
        assertThat(outcome.held().getFirst()).contains("hides 2 listed entries");
        assertThat(drafting.allowed()).isEmpty();
        drafting.decideAll(HoldState.RELEASED, "bob");
        assertThat(drafting.allowed()).containsExactly("host.example/");
    }

    @Test
    void forgetsAllowingThatWasRejected() throws Exception {
        drafting.read(Drafting.feed(), "host.example");
        drafting.allow("host.example");
        drafting.decideAll(HoldState.REJECTED, "bob");
        boolean isForgotten = drafting.store.read(tables -> tables.allowed().all().isEmpty());
        assertThat(isForgotten).isTrue();
    }

    @Test
    void keepsAllowedWhatWasAllowedBeforeItWasListed() throws Exception {
        drafting.allow("host.example");
        drafting.read(Drafting.feed(), "host.example");
        drafting.allow("host.example"); // with a better reason, perhaps
        assertThat(drafting.allowed()).containsExactly("host.example/");
        assertThat(drafting.open()).isEmpty();
    }

    @Test
    void closesTheHoldOfWhatIsNoLongerToBeAllowed() throws Exception {
        drafting.read(Drafting.feed(), "host.example");
        drafting.allow("host.example");
        Set<Expression> forms = TypedEntries.allForms(List.of("host.example"), FeedScope.AUTO);
        List<AllowKey> keys = forms.stream().map(form -> new AllowKey(form, 0)).toList();
        long removed = drafting.store.write(tables -> Allowing.disallow(tables, keys));
        assertThat(removed).isEqualTo(1);
        assertThat(drafting.open()).isEmpty();
    }

    @Test
    void explainsEveryStateOfTheDraft() throws Exception {
        drafting.read(Drafting.people("alice"), "evil.example", "gone.example", "popular.example", "short.example");
        drafting.decide(HoldState.REJECTED, "bob",
                drafting.open()
                        .stream()
                        .filter(hold -> hold.expression().orElseThrow().text().startsWith("short"))
                        .findFirst()
                        .orElseThrow());
        remove(FeedScope.AUTO, "gone.example");
        drafting.allow("good.example");
        assertThat(explain("http://www.evil.example/any")).matches(found -> found.is(State.DRAFT));
        assertThat(explain("gone.example").matches()).extracting(Match::state).containsExactly(State.REMOVED);
        assertThat(explain("popular.example").matches()).extracting(Match::state).containsExactly(State.HELD);
        assertThat(explain("short.example").matches()).extracting(Match::state).containsExactly(State.REJECTED);
        assertThat(explain("good.example").matches()).extracting(Match::state).containsExactly(State.ALLOWED_IN_DRAFT);
        assertThat(explain("nobody.example").matches()).isEmpty();
        assertThat(explain("mailto:a").problem()).isPresent();
        Match match = explain("evil.example").matches().getFirst();
        assertThat(match.list()).isEqualTo("malware");
        assertThat(match.source()).isEqualTo("people");
        assertThat(match.by()).isEqualTo("alice");
        assertThat(match.since()).isEqualTo(Drafting.NOW);
    }

    @Test
    void explainsAnEntryForOnePageAlone() throws Exception {
        drafting.read(new ImportJob("pages", SourceKind.IMPORT, Optional.empty(), FeedScope.EXACT, TypedEntries.FORMAT,
                false, Optional.empty(), Optional.empty(), "alice"), "http://evil.example/page?x=1");
        assertThat(explain("https://evil.example/page?x=1").matches()).extracting(Match::expression, Match::state)
                .containsExactly(tuple(new Expression(" evil.example/page?x=1"), State.DRAFT));
        assertThat(explain("https://evil.example/page").matches()).isEmpty();
    }

    @Test
    void countsWhatADraftWouldChange() throws Exception {
        drafting.read(Drafting.people("alice"), "evil.example", "popular.example");
        drafting.read(Drafting.feed(), "evil.example", "worse.example");
        drafting.decideAll(HoldState.RELEASED, "bob");
        DraftDiff diff = drafting.diff();
        assertThat(diff.added()).isEqualTo(3);
        assertThat(diff.removed()).isZero();
        assertThat(diff.unchanged()).isZero();
        assertThat(diff.fromVersion()).isZero();
        assertThat(diff.hits()).containsExactly("popular.example");
        assertThat(diff.sample()).containsExactly("+evil.example/", "+popular.example/", "+worse.example/");
        assertThat(diff.bySource())
                .isEqualTo(Map.of("people", new DraftDiff.Counts(2, 0, 0), "feed", new DraftDiff.Counts(1, 0, 0)));
        assertThat(diff.packedBytes()).isPositive();
    }

    @Test
    void needsASecondPersonForAPublicSuffixWhereListsAreReviewed() throws Exception {
        drafting.close();
        drafting = new Drafting(folder.resolve("reviewed"), true);
        drafting.read(Drafting.people("alice"), "co.uk", "popular.example");
        HoldDecisions.Outcome own = drafting.decideAll(HoldState.RELEASED, "alice");
        assertThat(own.decided()).isEqualTo(1);
        assertThat(own.needOther()).hasSize(1);
        assertThat(drafting.draft()).containsExactly("popular.example/");
        assertThat(drafting.decideAll(HoldState.RELEASED, "bob").decided()).isEqualTo(1);
        assertThat(drafting.draft()).contains("co.uk/");
    }

    @Test
    void needsASecondPersonHoweverOftenTheFirstBringsItIn() throws Exception {
        drafting.close();
        drafting = new Drafting(folder.resolve("reviewed"), true);
        drafting.read(Drafting.people("bob"), "co.uk");
        drafting.read(Drafting.people("alice"), "co.uk");
        // bob brought it in, and alice brought it in again: neither is a second person
        assertThat(drafting.decideAll(HoldState.RELEASED, "bob").needOther()).hasSize(1);
        drafting.decideAll(HoldState.REJECTED, "bob");
        assertThat(drafting.draft()).isEmpty();
    }
}
