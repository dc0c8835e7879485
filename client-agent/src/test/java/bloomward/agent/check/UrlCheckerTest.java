package bloomward.agent.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Allowed;
import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.Verdict.Reason;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.confirm.Confirmation;
import bloomward.agent.confirm.Confirmer;
import bloomward.agent.store.ListFilter;
import bloomward.agent.store.Protection;
import bloomward.format.confirm.Category;
import bloomward.format.filter.FlatFilter;
import bloomward.format.release.Floor;
import bloomward.format.release.Freshness;
import bloomward.format.testing.SetClock;
import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UrlCheckerTest {

    private static final Confirmer NEVER_ASKED = (list, _) -> {
        throw new AssertionError("asked about " + list.name());
    };

    @TempDir
    private Path folder;

    private static UrlChecker checker(Confirmer confirmer) {
        return checker(CheckPolicy.DEFAULT, confirmer, SampleSet.FRESH);
    }

    private static UrlChecker checker(CheckPolicy policy, Confirmer confirmer, Instant now) {
        return new UrlChecker(policy, confirmer, Clock.fixed(now, ZoneOffset.UTC));
    }

    private static Verdict check(UrlChecker checker, Protection protection, String url) {
        byte[] bytes = ("<" + url + ">").getBytes(UTF_8);
        return checker.check(protection, bytes, 1, bytes.length - 2);
    }

    private static Match unconfirmed(String list, String expression) {
        return new Match(list, 7, new Expression(expression), Optional.empty(), false);
    }

    private static Match confirmed(String list, String expression, String category) {
        return new Match(list, 7, new Expression(expression), Optional.of(new Category(category)), true);
    }

    @Test
    void privateSendsNothingForWhatNoFilterFinds() {
        UrlChecker checker = checker(NEVER_ASKED);
        Protection protection = new SampleSet().list("phishing", "evil.example/").build();
        assertThat(check(checker, protection, "https://good.example/page?q")).isEqualTo(new Clean());
        assertThat(checker.freshness()).contains(Freshness.FRESH);
        assertThat(checker.url().canonical()).isEqualTo("https://good.example/page?q");
    }

    @Test
    void aListedHostStaysListedWhateverFollowsIt() {
        Protection protection = new SampleSet().list("phishing", "evil.example/", "good.example/a/").build();
        for (String behind : List.of("/?" + "x".repeat(16_400),
                "/" + IntStream.range(0, 33).mapToObj(i -> i + "%2F..%2F").collect(Collectors.joining()))) {
            UrlChecker checker = checker(SampleConfirmer.knowing("evil.example/"));
            assertThat(check(checker, protection, "http://www.evil.example" + behind))
                    .isEqualTo(new Listed(confirmed("phishing", "evil.example/", "sample"), List.of()));
            assertThat(checker.hasCanonical()).isFalse();
            assertThat(check(checker(NEVER_ASKED), protection, "http://good.example" + behind)).isInstanceOfSatisfying(
                    Unknown.class, unknown -> assertThat(unknown.reason()).isEqualTo(Reason.UNJUDGEABLE));
        }
    }

    @Test
    void privateAsksForNothingMoreOnceAListingIsConfirmed() {
        String[] entries = {"evil.example/", "a.evil.example/", "evil.example/dir/", " a.evil.example/dir/x"};
        SampleConfirmer confirmer = SampleConfirmer.knowing(entries);
        Protection protection = new SampleSet().list("one", entries).list("two", "evil.example/").build();
        Verdict verdict = check(checker(confirmer), protection, "http://a.evil.example/dir/x");
        assertThat(confirmer.questions()).containsExactly("one evil.example/");
        assertThat(verdict).isEqualTo(new Listed(confirmed("one", "evil.example/", "sample"),
                List.of(unconfirmed("one", "a.evil.example/"), unconfirmed("one", "evil.example/dir/"),
                        unconfirmed("one", " a.evil.example/dir/x"), unconfirmed("two", "evil.example/"))));
    }

    @Test
    void asksListByListAndTheShortestExpressionFirst() {
        String[] entries = {"evil.example/x", "a.evil.example/x", " a.evil.example/x", "evil.example/"};
        SampleConfirmer confirmer = SampleConfirmer.knowing(entries).answering(_ -> SampleConfirmer.notListed());
        Protection protection = new SampleSet().list("b", entries).list("a", "a.evil.example/x").build();
        assertThat(check(checker(confirmer), protection, "a.evil.example/x")).isEqualTo(new Clean());
        assertThat(confirmer.questions()).containsExactly("a a.evil.example/x", "b evil.example/", "b evil.example/x",
                "b a.evil.example/x", "b  a.evil.example/x");
    }

    @Test
    void honestDropsWhatIsRefutedAndKeepsWhatNobodyAnsweredFor() {
        String[] entries = {"evil.example/", "evil.example/a", "evil.example/a?b"};
        SampleConfirmer confirmer = SampleConfirmer.knowing(entries).answering(expression -> switch (expression) {
            case "evil.example/" -> SampleConfirmer.silent();
            case "evil.example/a" -> SampleConfirmer.notListed();
            default -> SampleConfirmer.listed(expression);
        });
        Protection protection = new SampleSet().list("one", entries).build();
        assertThat(check(checker(confirmer), protection, "evil.example/a?b")).isEqualTo(new Listed(
                confirmed("one", "evil.example/a?b", "sample"), List.of(unconfirmed("one", "evil.example/"))));
    }

    @Test
    void whatIsAllowedForOneListIsListedByTheOthers() {
        SampleConfirmer confirmer = SampleConfirmer.knowing("evil.example/");
        Protection protection = new SampleSet().list("one", "evil.example/")
                .list("two", "evil.example/")
                .allow("evil.example/", "one", Optional.empty())
                .build();
        assertThat(check(checker(confirmer), protection, "http://www.evil.example/a"))
                .isEqualTo(new Listed(confirmed("two", "evil.example/", "sample"), List.of()));
        assertThat(confirmer.questions()).as("nothing is asked about what is allowed")
                .containsExactly("two evil.example/");
    }

    @Test
    void allowedForEveryListThatHasItIsAllowed() {
        Protection protection = new SampleSet().list("one", "evil.example/")
                .list("two", "other.example/")
                .allow("evil.example/", "one", Optional.empty())
                .build();
        assertThat(check(checker(NEVER_ASKED), protection, "evil.example"))
                .isEqualTo(new Allowed(new Expression("evil.example/")));
        assertThat(check(checker(NEVER_ASKED), protection, "good.example")).isEqualTo(new Clean());
    }

    @Test
    void aRefutedHitOfAnotherListLeavesItAllowed() {
        SampleConfirmer confirmer = SampleConfirmer.knowing("evil.example/")
                .answering(_ -> SampleConfirmer.notListed());
        Protection protection = new SampleSet().list("one", "evil.example/")
                .list("two", "evil.example/")
                .allow("evil.example/", "one", Optional.empty())
                .build();
        assertThat(check(checker(confirmer), protection, "evil.example"))
                .isEqualTo(new Allowed(new Expression("evil.example/")));
    }

    /// The publisher may be away when the time comes.
    @Test
    void anAllowEntryEndsByTheClock() {
        Instant end = SampleSet.FRESH.plusSeconds(60);
        Protection protection = new SampleSet().list("one", "evil.example/")
                .allow("evil.example/", "", Optional.of(end))
                .build();
        assertThat(check(checker(CheckPolicy.DEFAULT, NEVER_ASKED, end.minusSeconds(1)), protection, "evil.example"))
                .isEqualTo(new Allowed(new Expression("evil.example/")));
        assertThat(check(checker(CheckPolicy.DEFAULT, SampleConfirmer.knowing("evil.example/"), end), protection,
                "evil.example")).isInstanceOf(Listed.class);
    }

    /// A clock that was set back does not bring back what has ended.
    @Test
    void anAllowEntryEndsByTheLastSignedTimeToo() {
        Protection whole = new SampleSet().list("one", "evil.example/")
                .allow("evil.example/", "", Optional.of(SampleSet.FRESH))
                .build();
        Floor floor = new Floor(whole.floor().rootVersion(), 0, SampleSet.FRESH);
        Protection protection = new Protection(whole.root(), floor, whole.manifest(), whole.latest(), whole.lists(),
                whole.allow());
        Instant before = SampleSet.ISSUED.minusSeconds(3600);
        assertThat(check(checker(CheckPolicy.DEFAULT, SampleConfirmer.knowing("evil.example/"), before), protection,
                "evil.example")).isInstanceOf(Listed.class);
    }

    @Test
    void aListThatCannotBeReadIsUnknownUnlessTheUrlIsAllowedForIt() {
        Protection whole = new SampleSet().list("one", "evil.example/")
                .allow("evil.example/", "one", Optional.empty())
                .allow("good.example/", "two", Optional.empty())
                .build();
        Protection damaged = new Protection(whole.root(), whole.floor(), whole.manifest(), whole.latest(),
                whole.lists(), whole.allow(), List.of("two"), false);
        assertThat(check(checker(NEVER_ASKED), damaged, "evil.example")).isInstanceOfSatisfying(Unknown.class,
                unknown -> assertThat(unknown.message()).contains("list two"));
        assertThat(check(checker(NEVER_ASKED), damaged, "good.example"))
                .isEqualTo(new Allowed(new Expression("good.example/")));
    }

    @Test
    void tellsAllReasonsOfAListing() {
        SampleConfirmer confirmer = SampleConfirmer.knowing("evil.example/")
                .answering(_ -> new Confirmation.Confirmed(
                        List.of(new Confirmation.Listing(Scope.HOST, new Category("malware")),
                                new Confirmation.Listing(Scope.HOST, new Category("phishing")))));
        Protection protection = new SampleSet().list("one", "evil.example/").build();
        assertThat(check(checker(confirmer), protection, "evil.example")).isEqualTo(new Listed(
                confirmed("one", "evil.example/", "malware"), List.of(confirmed("one", "evil.example/", "phishing"))));
    }

    /// One reading of the path is the listed directory, the other the allowed page.
    @Test
    void neverWeakerAllowsNothingThatIsAllowedInOneReadingOnly() {
        SampleConfirmer confirmer = SampleConfirmer.knowing("host.example/~mallory/");
        Protection protection = new SampleSet().list("one", "host.example/~mallory/")
                .allow("host.example/ok")
                .allow("host.example/docs/")
                .build();
        for (String url : List.of("/~mallory/x%2F..%2F..%2Fok", "/~mallory/i.php/%252e%252e/%252e%252e/ok",
                "/~mallory/%252e%252e/docs/x", "/docs%2F..%2F~mallory/%252e%252e/ok")) {
            assertThat(check(checker(confirmer), protection, "http://host.example" + url)).as(url)
                    .isEqualTo(new Listed(confirmed("one", "host.example/~mallory/", "sample"), List.of()));
        }
        assertThat(check(checker(NEVER_ASKED), protection, "http://host.example/ok")).isEqualTo(new Clean());
    }

    /// Hosts of up to twelve labels and directories of up to eight levels cover all that is below them.
    @Test
    void noMissBelowDeepHostsAndDirectories() {
        String host = "a.b.c.d.e.f.g.h.i.j.evil.example/";
        String directory = "host.example/1/2/3/4/5/6/7/8/";
        SampleConfirmer confirmer = SampleConfirmer.knowing(host, directory);
        Protection protection = new SampleSet().list("one", host, directory).build();
        for (String url : List.of("http://x.y.z." + host + "page", "http://www." + directory + "9/10/11/page?q")) {
            assertThat(check(checker(confirmer), protection, url)).as(url).isInstanceOf(Listed.class);
        }
    }

    @Test
    void allowWinsOverEverythingAndAsksNobody() {
        for (String allowed : List.of("good.example/", "good.example/dir/", " www.good.example/dir/page?q")) {
            Protection protection = new SampleSet().list("one", "good.example/", "www.good.example/dir/page")
                    .allow(allowed)
                    .build();
            assertThat(check(checker(NEVER_ASKED), protection, "http://www.good.example/dir/page?q"))
                    .isEqualTo(new Allowed(new Expression(allowed)));
        }
        Protection protection = new SampleSet().list("one", "good.example/").allow(" good.example/other").build();
        assertThat(check(checker(SampleConfirmer.knowing("good.example/")), protection, "good.example/"))
                .isInstanceOf(Listed.class);
    }

    /// Every combination of freshness, policy, hit and answering server.
    @Test
    void neverWeakerThanTheVerdictTable() {
        Protection protection = new SampleSet().list("one", "evil.example/").build();
        for (Instant now : List.of(SampleSet.FRESH, SampleSet.STALE, SampleSet.EXPIRED)) {
            for (boolean unconfirmedIsListed : List.of(true, false)) {
                for (boolean staleIsClean : List.of(true, false)) {
                    CheckPolicy policy = new CheckPolicy(unconfirmedIsListed, staleIsClean);
                    String notFound = now.equals(SampleSet.FRESH)
                            ? "Clean"
                            : now.equals(SampleSet.EXPIRED) ? "EXPIRED" : staleIsClean ? "Clean" : "STALE";
                    assertThat(judged(policy, now, protection, "good.example", SampleConfirmer.silent()))
                            .isEqualTo(notFound);
                    assertThat(judged(policy, now, protection, "evil.example", SampleConfirmer.notListed()))
                            .isEqualTo(notFound);
                    assertThat(judged(policy, now, protection, "evil.example", SampleConfirmer.silent()))
                            .isEqualTo(unconfirmedIsListed ? "Listed false" : "UNCONFIRMED");
                    assertThat(judged(policy, now, protection, "evil.example", SampleConfirmer.listed("evil.example/")))
                            .isEqualTo("Listed true");
                }
            }
        }
    }

    private static String judged(CheckPolicy policy, Instant now, Protection protection, String url,
            Confirmation answer) {
        SampleConfirmer confirmer = SampleConfirmer.knowing("evil.example/").answering(_ -> answer);
        return switch (check(checker(policy, confirmer, now), protection, url)) {
            case Clean _ -> "Clean";
            case Listed(Match match, List<Match> others) -> {
                assertThat(others).isEmpty();
                yield "Listed " + match.confirmed();
            }
            case Allowed _ -> "Allowed";
            case Unknown(Reason reason, String message) -> {
                assertThat(message).isNotEmpty();
                yield reason.name();
            }
        };
    }

    @Test
    void saysWhenTheDataBecomesOld() {
        SetClock clock = new SetClock();
        UrlChecker checker = new UrlChecker(new CheckPolicy(true, false), NEVER_ASKED, clock);
        Protection protection = new SampleSet().list("one", "evil.example/").build();
        assertThat(check(checker, protection, "good.example")).isEqualTo(new Clean());
        clock.advance(Duration.ofDays(1).minusMillis(1));
        assertThat(check(checker, protection, "good.example")).isEqualTo(new Clean());
        clock.advance(Duration.ofMillis(1));
        assertThat(check(checker, protection, "good.example")).isInstanceOf(Unknown.class);
        assertThat(checker.freshness()).contains(Freshness.STALE);
        clock.advance(Duration.ofDays(6));
        assertThat(check(checker, protection, "good.example")).isInstanceOf(Unknown.class);
        assertThat(checker.freshness()).contains(Freshness.EXPIRED);
    }

    @Test
    void asksTheSetThatItIsGiven() {
        UrlChecker checker = checker(SampleConfirmer.knowing("evil.example/"));
        Protection without = new SampleSet().list("a", "x.example/").build();
        Protection with = new SampleSet().list("a", "x.example/").list("b", "evil.example/").build();
        assertThat(check(checker, without, "evil.example")).isEqualTo(new Clean());
        assertThat(check(checker, with, "evil.example")).isInstanceOf(Listed.class);
        assertThat(check(checker, without, "evil.example")).isEqualTo(new Clean());
    }

    /// As a publication leaves it whose last list was deleted.
    @Test
    void neverCallsAUrlCleanByNoList() {
        assertThat(check(checker(NEVER_ASKED), new SampleSet().build(), "evil.example"))
                .isEqualTo(new Unknown(Reason.NO_DATA, "no lists are installed"));
    }

    @Test
    void saysWhyAUrlCannotBeJudged() {
        UrlChecker checker = checker(NEVER_ASKED);
        Protection protection = new SampleSet().list("one", "evil.example/").build();
        assertThat(check(checker, protection, "mailto:evil.example"))
                .isEqualTo(new Unknown(Reason.UNJUDGEABLE, "scheme is not http, https, ws, wss or ftp"));
        assertThat(checker.hasCanonical()).isFalse();
        assertThat(check(checker, protection, "")).isEqualTo(new Unknown(Reason.UNJUDGEABLE, "empty"));
        assertThat(check(checker, protection, "good.example/" + "x".repeat(20_000)))
                .isEqualTo(new Unknown(Reason.UNJUDGEABLE, "longer than 16384 bytes"));
    }

    @Test
    void knowsNothingWithoutData() {
        UrlChecker checker = checker(NEVER_ASKED);
        byte[] url = "http://evil.example/".getBytes(UTF_8);
        assertThat(checker.checkWithoutData(url, 0, url.length)).isInstanceOfSatisfying(Unknown.class,
                unknown -> assertThat(unknown.reason()).isEqualTo(Reason.NO_DATA));
        assertThat(checker.freshness()).isEmpty();
        assertThat(checker.hasCanonical()).isTrue();
        assertThat(checker.checkWithoutData(url, 0, 0)).isEqualTo(new Unknown(Reason.UNJUDGEABLE, "empty"));
    }

    @Test
    void neverWeakerThoughAMappedFileIsCutShort() throws IOException {
        Protection whole = new SampleSet().list("a", "evil.example/").list("b", "other.example/").build();
        Path file = folder.resolve("flat");
        Files.write(file, new byte[1 << 16]);
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment mapped = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
            ListFilter list = whole.lists().getFirst();
            FlatFilter cut = FlatFilter.over(list.flat().spec(), list.flat().entries(), mapped);
            Protection damaged = new Protection(whole.root(), whole.floor(), whole.manifest(), whole.latest(),
                    List.of(new ListFilter(list.release(), cut, list.packed()), whole.lists().getLast()),
                    whole.allow());
            channel.truncate(0);
            UrlChecker checker = checker(SampleConfirmer.knowing("other.example/"));
            for (int round = 0; round < 3; round++) {
                assertThat(check(checker, damaged, "http://evil.example/")).isInstanceOfSatisfying(Unknown.class,
                        unknown -> assertThat(unknown.reason()).isEqualTo(Reason.DAMAGED));
                assertThat(check(checker, damaged, "http://other.example/")).isInstanceOf(Listed.class);
            }
            byte[] url = "evil.example".getBytes(UTF_8);
            assertThat(checker.explain(damaged, url, 0, url.length).steps())
                    .anyMatch(CheckStep.Unreadable.class::isInstance);
        }
    }

    @Test
    void neverWeakerThoughAListIsMissing() {
        Protection whole = new SampleSet().list("one", "evil.example/").allow("good.example/").build();
        Protection damaged = new Protection(whole.root(), whole.floor(), whole.manifest(), whole.latest(),
                whole.lists(), whole.allow(), List.of("two"), false);
        UrlChecker checker = checker(SampleConfirmer.knowing("evil.example/"));
        assertThat(check(checker, damaged, "evil.example")).isInstanceOf(Listed.class);
        assertThat(check(checker, damaged, "other.example")).isInstanceOfSatisfying(Unknown.class, unknown -> {
            assertThat(unknown.reason()).isEqualTo(Reason.DAMAGED);
            assertThat(unknown.message()).endsWith("list two");
        });
        assertThat(check(checker, damaged, "www.good.example")).isEqualTo(new Allowed(new Expression("good.example/")));
    }

    @Test
    void explainsEachStep() {
        Protection protection = new SampleSet().list("one", "evil.example/").allow("good.example/").build();
        byte[] url = "EVIL.example/x".getBytes(UTF_8);
        UrlChecker checker = checker(SampleConfirmer.knowing("evil.example/"));
        UrlChecker.Explanation explanation = checker.explain(protection, url, 0, url.length);
        assertThat(explanation.verdict()).isEqualTo(checker.check(protection, url, 0, url.length));
        assertThat(explanation.steps()).containsExactly(new CheckStep.Canonical("http://evil.example/x"),
                new CheckStep.Candidate(new Expression("evil.example/x")),
                new CheckStep.Candidate(new Expression("evil.example/")),
                new CheckStep.Candidate(new Expression(" evil.example/x")),
                new CheckStep.Filters("one", 7, new Expression("evil.example/x"), false, false),
                new CheckStep.Filters("one", 7, new Expression("evil.example/"), true, true),
                new CheckStep.Filters("one", 7, new Expression(" evil.example/x"), false, false),
                new CheckStep.Allow(List.of()),
                new CheckStep.Confirm("one", new Expression("evil.example/"), SampleConfirmer.listed("evil.example/")));
        assertThat(checker.explain(protection, url, 0, 0).steps()).containsExactly(new CheckStep.Unjudgeable("empty"));
    }
}
