package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.http.EnvironmentProxy;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.FeedReports.FeedSettings;
import bloomward.server.admin.view.FeedReports.FeedView;
import bloomward.server.admin.view.FeedReports.NewFeed;
import bloomward.server.draft.Persons;
import bloomward.server.fetch.FeedFolder;
import bloomward.server.fetch.Fetcher;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FeedAdminTest {

    private Bureau bureau;
    private HttpServer web;
    private Fetcher fetcher;
    private FeedAdmin feeds;
    private volatile String body = "bait.example\n";

    @BeforeEach
    void open(@TempDir Path data) throws Exception {
        bureau = new Bureau(data);
        bureau.list("phishing", false);
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, body.length());
                exchange.getResponseBody().write(body.getBytes(UTF_8));
            }
        });
        web.start();
        FeedFolder folder = new FeedFolder(bureau.office.folder().feeds());
        fetcher = new Fetcher(folder, data.resolve("secrets"), "test", EnvironmentProxy.of(Map.of()),
                bureau.office.clock());
        feeds = new FeedAdmin(bureau.store, bureau.entries, fetcher, folder, (_, _) -> Optional.empty(),
                bureau.office.clock());
    }

    @AfterEach
    void close() throws Exception {
        fetcher.close();
        web.stop(0);
        bureau.close();
    }

    private NewFeed feed(String name) {
        return new NewFeed("""
                name = "%s"
                title = "t"
                url = "http://127.0.0.1:%d/list"
                format = "domains"
                scope = "host"
                category = "phishing"
                interval = "1h"
                licence = "CC0-1.0"
                attribution = "a"
                homepage = "https://a.test/"
                private-network = true
                """.formatted(name, web.getAddress().getPort()), "phishing");
    }

    private FeedView only() throws Exception {
        assertThat(feeds.feeds()).hasSize(1);
        return feeds.feeds().getFirst();
    }

    @Test
    void whatIsFetchedIsInTheDraft() throws Exception {
        feeds.add(Bureau.ADMIN, feed("bait"));
        assertThat(feeds.fetch(Bureau.EDITOR, "bait").added()).isEqualTo(1);
        assertThat(bureau.lists.list("phishing").entries()).isEqualTo(1);
        assertThat(only().lastSuccess()).isEqualTo(bureau.office.clock().instant().toString());
        assertThat(only().counts()).containsEntry("lines", 1L).containsEntry("accepted", 1L);
    }

    /// A fetch by the server is the work of the person who defined the feed.
    @Test
    void isNotApprovedByThePersonWhoDefinedIt() throws Exception {
        bureau.list("scam", true);
        bureau.people(Bureau.ADMIN, Bureau.REVIEWER);
        feeds.add(Bureau.ADMIN, new NewFeed(feed("bait").definition(), "scam"));
        feeds.fetch(new Principal(Persons.FEED + "bait", Role.EDITOR), "bait");
        assertThat(bureau.refused(Code.NEEDS_APPROVAL, () -> bureau.approve(Bureau.ADMIN, "scam")))
                .hasMessageContaining("feed:bait");
        assertThat(bureau.approve(Bureau.REVIEWER, "scam").approvals()).containsExactly("rita");
    }

    @Test
    void isApprovedByThePersonWhoseDefinitionAnotherOneReplaced() throws Exception {
        bureau.list("scam", true);
        bureau.people(Bureau.ADMIN, Bureau.REVIEWER);
        feeds.add(Bureau.ADMIN, new NewFeed(feed("bait").definition(), "scam"));
        feeds.add(new Principal("ada", Role.ADMIN), new NewFeed(feed("bait").definition(), "scam"));
        feeds.fetch(new Principal(Persons.FEED + "bait", Role.EDITOR), "bait");
        assertThat(bureau.approve(Bureau.ADMIN, "scam").approvals()).containsExactly("adam");
    }

    @Test
    void aFailureIsRememberedAndLeavesTheEntries() throws Exception {
        feeds.add(Bureau.ADMIN, feed("bait"));
        feeds.fetch(Bureau.EDITOR, "bait");
        web.stop(0);
        assertThat(bureau.refused(Code.FETCH_FAILED, () -> feeds.fetch(Bureau.EDITOR, "bait")))
                .hasMessageStartingWith("feed 'bait': ");
        assertThat(only().failures()).isEqualTo(1);
        assertThat(only().lastError()).isNotEmpty();
        assertThat(bureau.lists.list("phishing").entries()).isEqualTo(1);
    }

    @Test
    void aDisabledFeedIsNotDue() throws Exception {
        feeds.add(Bureau.ADMIN, feed("bait"));
        bureau.office.clock().advance(Duration.ofHours(2));
        assertThat(feeds.due()).containsExactly("bait");
        feeds.set(Bureau.ADMIN, "bait", new FeedSettings(false));
        assertThat(feeds.due()).isEmpty();
        assertThat(only().nextFetch()).isEmpty();
        assertThat(feeds.fetch(Bureau.EDITOR, "bait").added()).as("by a person").isEqualTo(1);
    }

    @Test
    void anotherDefinitionKeepsHistory() throws Exception {
        feeds.add(Bureau.ADMIN, feed("bait"));
        feeds.fetch(Bureau.EDITOR, "bait");
        String before = only().lastSuccess();
        feeds.add(Bureau.ADMIN, feed("bait"));
        assertThat(only().lastSuccess()).isEqualTo(before).isNotEmpty();
    }

    @Test
    void refusesUnknownFeedsAndListsAndBadDefinitions() throws Exception {
        bureau.refused(Code.NO_SUCH_FEED, () -> feeds.fetch(Bureau.EDITOR, "bait"));
        bureau.refused(Code.NO_SUCH_FEED, () -> feeds.set(Bureau.ADMIN, "bait", new FeedSettings(true)));
        bureau.refused(Code.NO_SUCH_LIST,
                () -> feeds.add(Bureau.ADMIN, new NewFeed(feed("bait").definition(), "malware")));
        bureau.refused(Code.BAD_REQUEST, () -> feeds.add(Bureau.ADMIN, new NewFeed("name = 1", "phishing")));
        assertThat(feeds.feeds()).isEmpty();
    }
}
