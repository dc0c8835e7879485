package bloomward.server.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.http.EnvironmentProxy;
import bloomward.server.admin.EntryAdmin;
import bloomward.server.admin.FeedAdmin;
import bloomward.server.admin.GuardLists;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Role;
import bloomward.server.admin.view.FeedReports.NewFeed;
import bloomward.server.cluster.Lead;
import bloomward.server.draft.Importer;
import bloomward.server.draft.KeptImports;
import bloomward.server.feed.ListLimits;
import bloomward.server.fetch.FeedFolder;
import bloomward.server.fetch.Fetcher;
import bloomward.server.publish.Office;
import bloomward.server.store.ListRow;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The feed that takes its time: its publisher sends a byte now and again, and all other lists grow old meanwhile.
@Timeout(300)
final class FeedRoundsTest {

    private static final Principal ADMIN = new Principal("ann", Role.ADMIN);

    @TempDir
    private Path data;

    private final CountDownLatch slowEnds = new CountDownLatch(1);
    private final CountDownLatch slowAsked = new CountDownLatch(1);
    private final BlockingQueue<String> slowQuestions = new LinkedBlockingQueue<>();
    private final BlockingQueue<Set<String>> published = new LinkedBlockingQueue<>();
    private final ExecutorService answering = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer web;
    private final Map<String, Long> seen = new HashMap<>();
    private Office office;
    private Fetcher fetcher;
    private FeedAdmin feeds;
    private FeedRounds rounds;

    @BeforeEach
    void open() throws Exception {
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.setExecutor(answering);
        web.createContext("/quick", exchange -> answer(exchange, "bait.example\n"));
        web.createContext("/slow", exchange -> {
            slowQuestions.add(exchange.getRequestURI().getPath());
            slowAsked.countDown();
            try {
                slowEnds.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            answer(exchange, "slow.example\n");
        });
        web.start();
        office = new Office(data);
        office.list("phishing");
        office.list("malware");
        FeedFolder folder = new FeedFolder(office.folder().feeds());
        fetcher = new Fetcher(folder, data.resolve("secrets"), "test", EnvironmentProxy.of(Map.of()), office.clock());
        Importer importer = new Importer(office.store(), GuardLists.open(office.folder().guards(), List.of()),
                new KeptImports(office.folder().kept()), ListLimits.DEFAULT, office.clock());
        feeds = new FeedAdmin(office.store(), new EntryAdmin(office.store(), importer, office.clock()), fetcher, folder,
                (_, _) -> Optional.empty(), office.clock());
        rounds = new FeedRounds(feeds, () -> published.add(newlyChanged()), Lead.ofOne());
    }

    /// The lists with changes that were not seen before.
    private synchronized Set<String> newlyChanged() throws IOException {
        return office.store().read(tables -> {
            Set<String> lists = new TreeSet<>();
            for (ListRow list : tables.lists().all()) {
                Long last = tables.lists().lastChange(list.id());
                if (!last.equals(seen.put(list.name(), last)) && last > 0) {
                    lists.add(list.name());
                }
            }
            return lists;
        });
    }

    @AfterEach
    void close() throws Exception {
        slowEnds.countDown();
        rounds.close();
        fetcher.close();
        office.close();
        web.stop(0);
        answering.close();
    }

    private static void answer(HttpExchange exchange, String body) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, body.length());
            exchange.getResponseBody().write(body.getBytes(UTF_8));
        }
    }

    private void add(String name, String path, String list) throws Exception {
        feeds.add(ADMIN, new NewFeed("""
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
                """.formatted(name, web.getAddress().getPort(), path), list));
    }

    private Set<String> nextPublished() throws InterruptedException {
        return published.take();
    }

    @Test
    void aSlowFeedStarvesNoOther() throws Exception {
        add("a-slow", "slow", "malware");
        add("b-quick", "quick", "phishing");
        office.clock().advance(Duration.ofMinutes(11)); // past the spread of the first fetches
        rounds.begin();
        slowAsked.await();
        assertThat(nextPublished()).containsExactly("phishing");
        slowEnds.countDown();
        assertThat(nextPublished()).containsExactly("malware");
    }

    @Test
    void aFeedIsFetchedOnceAtATime() throws Exception {
        add("a-slow", "slow", "malware");
        office.clock().advance(Duration.ofMinutes(11));
        rounds.begin();
        slowAsked.await();
        rounds.begin();
        add("b-quick", "quick", "phishing");
        office.clock().advance(Duration.ofMinutes(11));
        rounds.begin();
        assertThat(nextPublished()).containsExactly("phishing");
        assertThat(slowQuestions).hasSize(1);
        slowEnds.countDown();
        assertThat(nextPublished()).containsExactly("malware");
        assertThat(slowQuestions).hasSize(1);
    }

    /// More slow feeds than places: they wait for each other, and all of them come.
    @Test
    void noMoreThanSomeAreFetchedAtOnce() throws Exception {
        int count = FeedRounds.AT_ONCE + 3;
        for (int i = 0; i < count; i++) {
            add("slow-" + i, "slow", "malware");
        }
        office.clock().advance(Duration.ofMinutes(11));
        rounds.begin();
        for (int i = 0; i < FeedRounds.AT_ONCE; i++) {
            slowQuestions.take();
        }
        assertThat(slowQuestions).isEmpty();
        slowEnds.countDown();
        for (int i = FeedRounds.AT_ONCE; i < count; i++) {
            slowQuestions.take();
        }
    }
}
