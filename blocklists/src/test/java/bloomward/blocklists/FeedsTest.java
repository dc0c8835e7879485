package bloomward.blocklists;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.fetch.FeedDefinition;
import bloomward.server.fetch.FeedDefinitionException;
import bloomward.server.fetch.FetchSchedule;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every feed definition goes through the reader of the server. Nothing is fetched.
final class FeedsTest {

    private static final Path FEEDS = Path.of("feeds");

    private static List<FeedDefinition> feeds() throws IOException, FeedDefinitionException {
        return FeedDefinition.readAll(FEEDS);
    }

    private static FeedDefinition feed(String name) throws IOException, FeedDefinitionException {
        Map<String, FeedDefinition> byName = feeds().stream()
                .collect(Collectors.toMap(FeedDefinition::name, Function.identity()));
        assertThat(byName).containsKey(name);
        return byName.getOrDefault(name, feeds().getFirst());
    }

    @Test
    void theExampleOfThePageIsADefinition() throws Exception {
        String page = Files.readString(Path.of("README.md"));
        int begin = page.indexOf("```toml\n") + "```toml\n".length();
        FeedDefinition example = FeedDefinition.parse("README.md", page.substring(begin, page.indexOf("```", begin)));
        assertThat(example.name()).isEqualTo("example");
        assertThat(FetchSchedule.of(example).name()).isEqualTo("example");
    }

    @Test
    void thereAreFeedsAndNothingElse() throws Exception {
        assertThat(feeds()).hasSizeGreaterThanOrEqualTo(15);
        try (Stream<Path> files = Files.list(FEEDS)) {
            assertThat(files.count()).isEqualTo(feeds().size());
        }
        assertThat(feeds()).extracting(FeedDefinition::url).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("feeds")
    void everyFeedIsSane(FeedDefinition feed) {
        assertThat(feed.url()).startsWith("https://");
        assertThat(feed.homepage()).hasScheme("https");
        assertThat(feed.format()).isPresent();
        assertThat(feed.minimumInterval()).isGreaterThanOrEqualTo(Duration.ofMinutes(5));
        assertThat(feed.interval()).isLessThanOrEqualTo(Duration.ofDays(1));
        assertThat(feed.licence()).isNotBlank();
        assertThat(feed.attribution()).isNotBlank();
        assertThat(feed.note()).endsWith(".");
        assertThat(FetchSchedule.of(feed).name()).isEqualTo(feed.name());
        String host = URI.create(feed.url().replace(FeedDefinition.KEY_PLACE, "key")).getHost();
        assertThat(host).matches("(raw\\.githubusercontent\\.com|malware-filter\\.gitlab\\.io|hole\\.cert\\.pl"
                + "|data\\.phishtank\\.com|urlhaus(-api)?\\.abuse\\.ch)");
    }

    /// The terms that publishers set for everyone, as their pages state them.
    @ParameterizedTest
    @CsvSource({"urlhaus-recent, PT5M, abuse-ch.key, EXACT", "urlhaus-online, PT5M, abuse-ch.key, EXACT",
        "urlhaus-text, PT5M, abuse-ch.key, EXACT", "urlhaus-hosts, PT5M, abuse-ch.key, HOST",
        "phishtank, PT1H, phishtank.key, EXACT", "openphish, PT1H, '', EXACT"})
    void whatThePublisherAsksForIsKept(String name, Duration least, String key, String scope) throws Exception {
        FeedDefinition feed = feed(name);
        assertThat(feed.minimumInterval()).isGreaterThanOrEqualTo(least);
        assertThat(feed.key().map(found -> found.file()).orElse("")).isEqualTo(key);
        assertThat(feed.scope()).hasToString(scope);
    }

    @Test
    void noKeyIsInTheFiles() throws Exception {
        assertThat(feeds()).allSatisfy(feed -> assertThat(feed.url()).doesNotContainPattern("[0-9a-fA-F]{16}"));
        assertThat(feed("phishtank").userAgent()).contains("phishtank/bloomward");
    }
}
