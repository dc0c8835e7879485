package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.http.EnvironmentProxy;
import bloomward.server.admin.view.FeedReports.FeedWorth;
import bloomward.server.admin.view.FeedReports.NewFeed;
import bloomward.server.admin.view.HoldReports;
import bloomward.server.admin.view.HoldReports.HoldDecision;
import bloomward.server.admin.view.ListReports;
import bloomward.server.draft.search.SourceComparison;
import bloomward.server.draft.search.SourceWorth;
import bloomward.server.fetch.FeedFolder;
import bloomward.server.fetch.Fetcher;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.WorkCount;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The worth of each feed, beside other feeds and people, over several lists.
final class FeedComparisonTest {

    private final Map<String, String> bodies = new ConcurrentHashMap<>();
    private Bureau bureau;
    private HttpServer web;
    private FeedFolder folder;
    private Fetcher fetcher;
    private FeedAdmin feeds;

    @BeforeEach
    void open(@TempDir Path data) throws Exception {
        bureau = new Bureau(data);
        bureau.list("phishing", false);
        bureau.list("malware", false);
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = Optional.ofNullable(bodies.get(exchange.getRequestURI().getPath()))
                        .orElseThrow()
                        .getBytes(UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        web.start();
        folder = new FeedFolder(bureau.office.folder().feeds());
        fetcher = new Fetcher(folder, data.resolve("secrets"), "test", EnvironmentProxy.of(Map.of()),
                bureau.office.clock());
        feeds = feedsOn(bureau.store);
    }

    @AfterEach
    void close() throws Exception {
        fetcher.close();
        web.stop(0);
        bureau.close();
    }

    private FeedAdmin feedsOn(PublisherStore store) {
        return new FeedAdmin(store, bureau.entries, fetcher, folder, (_, _) -> Optional.empty(), bureau.office.clock());
    }

    private void add(String name, String list) throws Exception {
        feeds.add(Bureau.ADMIN, new NewFeed("""
                name = "%s"
                title = "t"
                url = "http://127.0.0.1:%d/%s"
                format = "domains"
                scope = "host"
                category = "phishing"
                interval = "1h"
                licence = "CC0-1.0"
                attribution = "a"
                homepage = "https://a.test/"
                private-network = true
                change = { lost-percent = 100, gained-percent = 1000 }
                """.formatted(name, web.getAddress().getPort(), name), list));
    }

    private void fetch(String name, String... hosts) throws Exception {
        bodies.put("/" + name, String.join("\n", hosts) + "\n");
        feeds.fetch(Bureau.EDITOR, name);
    }

    private FeedWorth worth(String name) throws Exception {
        return feeds.compare(30).feeds().stream().filter(feed -> feed.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void tellsWhatOnlyOneFeedHasAndWhatFeedsShare() throws Exception {
        add("one", "phishing");
        add("two", "phishing");
        add("three", "malware");
        fetch("one", "a.example", "b.example", "c.example", "d.example");
        fetch("two", "b.example", "x.example");
        fetch("three", "b.example", "c.example", "www.a.example");
        bureau.add("malware", "d.example");
        assertThat(worth("one")).extracting(FeedWorth::list, FeedWorth::entries, FeedWorth::alone, FeedWorth::shared)
                .containsExactly("phishing", 4L, 1L,
                        Map.of("phishing/two", 1L, "malware/three", 2L, "malware/people", 1L));
        assertThat(worth("two")).extracting(FeedWorth::entries, FeedWorth::alone, FeedWorth::shared)
                .containsExactly(2L, 1L, Map.of("phishing/one", 1L, "malware/three", 1L));
        assertThat(worth("three")).extracting(FeedWorth::entries, FeedWorth::alone, FeedWorth::shared)
                .containsExactly(3L, 1L, Map.of("phishing/one", 2L, "phishing/two", 1L));
    }

    @Test
    void countsWhatComesAndGoesWithinThePeriodOnly() throws Exception {
        add("one", "phishing");
        fetch("one", "a.example", "b.example", "c.example");
        assertThat(worth("one")).extracting(FeedWorth::added, FeedWorth::removed)
                .as("the first fetch is no change")
                .containsExactly(0L, 0L);
        fetch("one", "a.example", "b.example", "d.example");
        assertThat(worth("one")).extracting(FeedWorth::added, FeedWorth::removed).containsExactly(1L, 1L);
        bureau.office.clock().advance(Duration.ofDays(31));
        assertThat(worth("one")).extracting(FeedWorth::added, FeedWorth::removed).containsExactly(0L, 0L);
        fetch("one", "a.example", "c.example");
        assertThat(worth("one")).extracting(FeedWorth::added, FeedWorth::removed).containsExactly(1L, 2L);
        assertThat(feeds.compare(60).feeds().getFirst()).extracting(FeedWorth::added, FeedWorth::removed)
                .containsExactly(2L, 3L);
    }

    @Test
    void otherTermsAreNeitherAnAdditionNorARemoval() throws Exception {
        bureau.add("phishing", "a.example", "b.example");
        bureau.office.clock().advance(Duration.ofDays(3));
        bureau.entries.add(Bureau.EDITOR, "phishing",
                new ListReports.Entries(List.of("a.example"), "auto", "seen again", ""));
        Instant begin = bureau.office.clock().instant().minus(Duration.ofDays(3));
        List<SourceWorth> worths = bureau.store.read(tables -> SourceComparison.of(tables, begin));
        assertThat(worths).singleElement()
                .extracting(SourceWorth::entries, SourceWorth::added, SourceWorth::removed, SourceWorth::median)
                .containsExactly(2L, 0L, 0L, Optional.of(begin));
    }

    @Test
    void tellsTheAgeOfEntries() throws Exception {
        add("one", "phishing");
        assertThat(worth("one").median()).isEmpty();
        String begin = bureau.office.clock().instant().toString();
        fetch("one", "a.example", "b.example");
        bureau.office.clock().advance(Duration.ofDays(3));
        String later = bureau.office.clock().instant().toString();
        fetch("one", "a.example", "b.example", "c.example", "d.example", "e.example");
        assertThat(worth("one")).extracting(FeedWorth::oldest, FeedWorth::median, FeedWorth::lastChange)
                .containsExactly(begin, later, later);
    }

    @Test
    void countsWhatPeopleHadToCorrect() throws Exception {
        add("one", "phishing");
        fetch("one", "a.example", "www.b.example", "popular.example", "co.uk", "github.io");
        FeedWorth before = worth("one");
        assertThat(before.held()).isPositive();
        assertThat(before).extracting(FeedWorth::rejected, FeedWorth::allowed).containsExactly(0L, 0L);
        bureau.holds.decide(Bureau.REVIEWER,
                HoldDecision.of(List.of(bureau.held("phishing", "open").getFirst().id()), false, "no"));
        bureau.allowed.allow(Bureau.REVIEWER, Bureau.allowing("b.example"));
        bureau.holds.decide(Bureau.REVIEWER,
                HoldDecision.of(bureau.held("", "open")
                        .stream()
                        .filter(hold -> hold.list().isEmpty())
                        .map(HoldReports.HoldView::id)
                        .toList(), true, "wrong"));
        FeedWorth after = worth("one");
        assertThat(after.held()).isEqualTo(before.held() - 1);
        assertThat(after).extracting(FeedWorth::rejected, FeedWorth::allowed).containsExactly(1L, 1L);
    }

    @Test
    void onlyReads() throws Exception {
        add("one", "phishing");
        fetch("one", "a.example");
        WorkCount counted = new WorkCount(bureau.store);
        assertThat(feedsOn(counted).compare(30).feeds()).hasSize(1);
        assertThat(counted.writes()).isZero();
    }

    @Test
    void showsAFeedThatWasNeverFetched() throws Exception {
        add("one", "phishing");
        assertThat(worth("one")).extracting(FeedWorth::entries, FeedWorth::enabled, FeedWorth::lastChange)
                .containsExactly(0L, true, "");
    }
}
