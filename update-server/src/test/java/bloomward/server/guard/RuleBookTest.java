package bloomward.server.guard;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import bloomward.server.feed.Entry;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.ListLimits;
import bloomward.server.feed.ListOutcome;
import bloomward.server.feed.ListReader;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.feed.syntax.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The default treatment of each finding of an importer: a row of the rule book, a test.
final class RuleBookTest {

    private static final Guards GUARDS = Guards.standard();

    private final List<Entry> entries = new ArrayList<>();

    private ListOutcome read(FeedScope scope, Optional<FeedFormat> format, String text) throws IOException {
        return new ListReader(scope, format, ListLimits.DEFAULT)
                .read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), entries::add);
    }

    private static Judgement host(String host) {
        return GUARDS.judge(new Expression(host + "/"));
    }

    private static void assertHeld(Judgement judgement, HoldReason reason, boolean secondPerson) {
        assertThat(judgement).isInstanceOfSatisfying(Judgement.Held.class, held -> {
            assertThat(held.reason()).isEqualTo(reason);
            assertThat(held.needsSecondPerson()).isEqualTo(secondPerson);
        });
    }

    @Test
    void whatCannotBeAnEntryIsDroppedAndCounted() throws IOException {
        ListOutcome outcome = read(FeedScope.AUTO, Optional.of(FeedFormat.URLS), """
                http://a.test/
                mailto:b@c.test
                http://192.168.0.1/
                http://127.0.0.1/
                """);
        assertThat(outcome).isInstanceOfSatisfying(ListOutcome.Read.class, read -> {
            assertThat(read.count().rejected()).containsOnlyKeys(RejectReason.SCHEME, RejectReason.PRIVATE_ADDRESS);
            assertThat(read.count().rejectedInAll()).isEqualTo(3);
        });
        assertThat(entries).hasSize(1);
    }

    @Test
    void aBodyThatIsNoListIsRefusedAsAWhole() throws IOException {
        assertThat(
                read(FeedScope.AUTO, Optional.of(FeedFormat.DOMAINS), "<!DOCTYPE html><html><body>Sorry</body></html>"))
                .isInstanceOf(ListOutcome.Unusable.class);
        assertThat(read(FeedScope.AUTO, Optional.of(FeedFormat.DOMAINS), "a.test\nwe are\nso sorry\nfor this\n"))
                .isInstanceOf(ListOutcome.MostlyUnreadable.class);
    }

    @Test
    void aFeedThatFallsOrRisesMuchIsHeldAsAWhole() {
        assertThat(FeedChange.of(1000, 800, 800))
                .hasValueSatisfying(held -> assertHeld(held, HoldReason.FEED_SHRANK, false));
        assertThat(FeedChange.of(1000, 1300, 1000))
                .hasValueSatisfying(held -> assertHeld(held, HoldReason.FEED_GREW, false));
    }

    @Test
    void aSuffixOfARegistryWaitsForASecondPerson() {
        assertHeld(host("co.uk"), HoldReason.PUBLIC_SUFFIX, true);
    }

    @Test
    void aSuffixOfAnOwnerIsHeldAndThePathIsSuggested() {
        Judgement judgement = host("github.io");
        assertHeld(judgement, HoldReason.PRIVATE_SUFFIX, false);
        assertThat(HoldReason.PRIVATE_SUFFIX.remedy()).isEqualTo("list the site or the page below it");
    }

    @Test
    void aSuffixByAWildcardRuleOnlyIsWarnedOf() {
        assertThat(host("site.raw.icp0.io")).isInstanceOfSatisfying(Judgement.Warned.class,
                warned -> assertThat(warned.reason()).isEqualTo(HoldReason.WILDCARD_SUFFIX));
    }

    @Test
    void aPopularHostAndItsParentsAreHeld() {
        assertHeld(host("wikipedia.org"), HoldReason.POPULAR_HOST, false);
        assertHeld(host("nlm.nih.gov"), HoldReason.POPULAR_HOST, false);
    }

    @Test
    void aProtectedHostIsRefused() {
        assertThat(host("ocsp.digicert.com")).isInstanceOf(Judgement.Rejected.class);
        Guards own = Guards.of(Guards.standardSuffixes(), HostList.empty(), HostList.of(List.of("school.test")),
                HostList.empty());
        assertThat(own.judge(new Expression("school.test/"))).isInstanceOf(Judgement.Rejected.class);
        assertThat(own.judge(new Expression("lists.school.test/v1/"))).isInstanceOf(Judgement.Rejected.class);
    }

    @Test
    void aRootPageOfASharedHostStaysThatPageUnlessTheFeedSaysHost() throws IOException {
        assertThat(read(FeedScope.EXACT, Optional.of(FeedFormat.URLS), "https://github.io/\n"))
                .isInstanceOf(ListOutcome.Read.class);
        assertThat(entries.getFirst().expression().scope()).isEqualTo(Scope.EXACT);
        assertThat(GUARDS.judge(entries.getFirst().expression())).isEqualTo(new Judgement.Passed());
        entries.clear();
        assertThat(read(FeedScope.HOST, Optional.of(FeedFormat.URLS), "https://github.io/\n"))
                .isInstanceOf(ListOutcome.Read.class);
        assertHeld(GUARDS.judge(entries.getFirst().expression()), HoldReason.PRIVATE_SUFFIX, false);
    }

    @Test
    void aShortenerOrRedirectorAsAWholeIsHeld() {
        assertHeld(host("tinyurl.com"), HoldReason.SHORTENER, false);
        assertHeld(host("urldefense.com"), HoldReason.SHORTENER, false);
    }

    @Test
    void whatIsAlsoAllowedIsShown() {
        assertThat(AllowConflicts.of(List.of(new Expression("good.test/"))).hiding(new Expression("a.good.test/")))
                .contains(new Expression("good.test/"));
    }
}
