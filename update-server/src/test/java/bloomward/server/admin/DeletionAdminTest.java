package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import bloomward.program.http.EnvironmentProxy;
import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.AllowReports.AllowRequest;
import bloomward.server.admin.view.AllowReports.AllowView;
import bloomward.server.admin.view.FeedReports.NewFeed;
import bloomward.server.admin.view.HoldReports.HoldDecision;
import bloomward.server.admin.view.HoldReports.HoldReopening;
import bloomward.server.admin.view.ListReports.Deletion;
import bloomward.server.admin.view.ListReports.DeletionReport;
import bloomward.server.admin.view.ListReports.Match;
import bloomward.server.admin.view.PublishReports.PublishRequest;
import bloomward.server.admin.view.PublishReports.RollbackRequest;
import bloomward.server.draft.EntryRetention;
import bloomward.server.draft.KeptImports;
import bloomward.server.draft.ListDeletion;
import bloomward.server.fetch.FeedFolder;
import bloomward.server.fetch.Fetcher;
import bloomward.server.publish.PublishOutcome;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeletionAdminTest {

    private Bureau bureau;
    private HttpServer web;
    private Fetcher fetcher;
    private FeedAdmin feeds;
    private DeletionAdmin deletions;

    @BeforeEach
    void open(@TempDir Path data) throws Exception {
        bureau = new Bureau(data);
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            try (exchange) {
                byte[] body = "bait.example\n".getBytes(UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        web.start();
        FeedFolder folder = new FeedFolder(bureau.office.folder().feeds());
        fetcher = new Fetcher(folder, data.resolve("secrets"), "test", EnvironmentProxy.of(Map.of()),
                bureau.office.clock());
        feeds = new FeedAdmin(bureau.store, bureau.entries, fetcher, folder, (_, _) -> Optional.empty(),
                bureau.office.clock());
        deletions = new DeletionAdmin(bureau.store, feeds,
                new ListDeletion(new KeptImports(bureau.office.folder().kept())), bureau.office.clock());
    }

    @AfterEach
    void close() throws Exception {
        fetcher.close();
        web.stop(0);
        bureau.close();
    }

    private DeletionReport delete(Principal who, String list) throws Exception {
        return deletions.delete(who, list, new Deletion("now part of another one"));
    }

    private List<String> published() {
        return bureau.office.commits()
                .current()
                .newest()
                .orElseThrow()
                .manifest()
                .lists()
                .stream()
                .map(list -> list.name())
                .toList();
    }

    private void addFeed(String name, String list) throws Exception {
        feeds.add(Bureau.ADMIN, new NewFeed("""
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
                """.formatted(name, web.getAddress().getPort()), list));
    }

    private static String[] hosts(int count) {
        return IntStream.range(0, count).mapToObj(i -> "host" + i + ".example").toArray(String[]::new);
    }

    @Test
    void leavesThePublicationAndNothingElse() throws Exception {
        bureau.list("old", false);
        bureau.list("kept", false);
        bureau.add("old", "evil.example");
        bureau.add("kept", "bad.example");
        bureau.office.publishDone();
        assertThat(delete(Bureau.ADMIN, "old")).isEqualTo(new DeletionReport("old", false, 1, 1, 0, List.of()));
        assertThat(bureau.lists.lists()).extracting(list -> list.name()).containsExactly("kept");
        assertThat(bureau.lists.leaving()).containsExactly("old");
        assertThat(published()).as("until the next publication").containsExactly("kept", "old");
        assertThat(bureau.drafts.diff(List.of(), bureau.office.commits().current()).leaving()).containsExactly("old");
        bureau.office.publishing().freshness().renew("alice");
        assertThat(published()).as("a renewal is of the same content").containsExactly("kept", "old");
        PublishOutcome.Done done = bureau.office.publishDone();
        assertThat(done.leaving()).containsExactly("old");
        assertThat(done.lists()).isEmpty();
        assertThat(published()).containsExactly("kept");
        assertThat(bureau.lists.leaving()).isEmpty();
        assertThat(bureau.office.publish()).isEqualTo(new PublishOutcome.Nothing());
        bureau.add("kept", "worse.example");
        assertThat(bureau.office.publishDone().leaving()).isEmpty();
        assertThat(published()).containsExactly("kept");
        assertThat(bureau.publications.history(9)).last()
                .satisfies(first -> assertThat(first.lists()).extracting(version -> version.name())
                        .containsExactlyInAnyOrder("old", "kept"));
    }

    @Test
    void aPublicationOfAnotherListLeavesItOut() throws Exception {
        bureau.list("old", false);
        bureau.list("kept", false);
        bureau.office.publishDone();
        delete(Bureau.ADMIN, "old");
        bureau.add("kept", "bad.example");
        assertThat(bureau.publications
                .publish(Bureau.PUBLISHER, new PublishRequest(List.of("kept"), false, true, "", List.of()))
                .leaving()).containsExactly("old");
        assertThat(bureau.office.publishDone("kept").leaving()).containsExactly("old");
        assertThat(published()).containsExactly("kept");
    }

    @Test
    void endsHoldsFeedsAndKeptImports() throws Exception {
        bureau.list("old", false);
        bureau.list("kept", false);
        bureau.replace("old", "csirt", hosts(100));
        bureau.replace("old", "csirt", hosts(300));
        bureau.add("old", "wikipedia.org");
        bureau.add("kept", "wikipedia.org");
        assertThat(bureau.held("old", "open")).hasSize(2);
        addFeed("bait", "old");
        addFeed("other", "kept");
        feeds.fetch(Bureau.EDITOR, "bait");
        assertThat(delete(Bureau.ADMIN, "old")).isEqualTo(new DeletionReport("old", false, 101, 0, 2, List.of("bait")));
        assertThat(bureau.held("", "open")).extracting(hold -> hold.list()).containsExactly("kept");
        assertThat(bureau.held("", "withdrawn")).extracting(hold -> hold.list()).containsOnly("old");
        assertThat(feeds.feeds()).extracting(feed -> feed.name()).containsExactly("other");
        assertThat(feeds.due()).doesNotContain("bait");
        try (Stream<Path> files = Files.list(bureau.office.folder().feeds())) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("bait"));
        }
        try (Stream<Path> files = Files.list(bureau.office.folder().kept())) {
            assertThat(files).isEmpty();
        }
        assertThat(bureau.audit.rows(OptionalLong.of(1), 1000).getLast()).satisfies(row -> {
            assertThat(row.action()).isEqualTo("list delete");
            assertThat(row.subject()).isEqualTo("old");
            assertThat(row.detail()).isEqualTo(
                    "{\"reason\":\"now part of another one\",\"entries\":101,\"holds\":2," + "\"feeds\":\"bait\"}");
        });
    }

    @Test
    void endsAllowEntriesForTheListAlone() throws Exception {
        bureau.list("old", false);
        bureau.list("kept", false);
        bureau.add("old", "evil.example");
        bureau.add("kept", "evil.example", "bad.example");
        for (AllowRequest request : List.of(new AllowRequest(List.of("evil.example"), "auto", "", "", "old", ""),
                new AllowRequest(List.of("good.example"), "auto", "", "", "old", ""),
                new AllowRequest(List.of("good.example"), "auto", "", "", "kept", ""),
                new AllowRequest(List.of("fine.example"), "auto", "", "", "", ""))) {
            bureau.allowed.allow(Bureau.REVIEWER, request);
        }
        assertThat(bureau.held("", "open")).hasSize(1);
        bureau.office.publishDone();
        delete(Bureau.ADMIN, "old");
        assertThat(bureau.held("", "open")).as("what was to be allowed for it").isEmpty();
        assertThat(bureau.allowedNow()).extracting(AllowView::expression, AllowView::list)
                .containsExactly(tuple("fine.example/", "*"), tuple("good.example/", "kept"));
        assertThat(bureau.drafts.diff(List.of(), bureau.office.commits().current()).allowRemoved())
                .containsExactly("good.example/ for list old");
        assertThat(bureau.office.publishDone().leaving()).containsExactly("old");
    }

    @Test
    void nothingIsDoneToADeletedList() throws Exception {
        bureau.list("old", false);
        bureau.list("kept", false);
        bureau.add("old", "wikipedia.org");
        long hold = bureau.held("old", "open").getFirst().id();
        bureau.holds.decide(Bureau.REVIEWER, new HoldDecision(List.of(hold), false, "", "", "", 0, false, "no"));
        bureau.office.publishDone();
        long sequence = bureau.publications.history(1).getFirst().sequence();
        delete(Bureau.ADMIN, "old");
        assertThat(bureau.refused(Code.NO_SUCH_LIST, () -> bureau.add("old", "evil.example")))
                .hasMessageContaining("was deleted at");
        bureau.refused(Code.NO_SUCH_LIST, () -> delete(Bureau.ADMIN, "old"));
        bureau.refused(Code.NO_SUCH_LIST, () -> bureau.publications.publish(Bureau.PUBLISHER,
                new PublishRequest(List.of("old"), false, false, "", List.of())));
        assertThat(bureau.refused(Code.NAME_TAKEN, () -> bureau.list("old", false)))
                .hasMessageContaining("deleted list");
        assertThat(bureau.refused(Code.CANNOT_BE_UNDONE,
                () -> bureau.holds.reopen(Bureau.REVIEWER, new HoldReopening(List.of(hold), "yes"))))
                .hasMessageContaining("was deleted");
        bureau.refused(Code.NO_SUCH_LIST,
                () -> bureau.publications.rollback(Bureau.PUBLISHER, new RollbackRequest("old", 1, "")));
        bureau.office.clock().advance(Duration.ofMinutes(1));
        bureau.add("kept", "bad.example");
        bureau.office.publishDone();
        bureau.office.clock().advance(Duration.ofMinutes(1));
        assertThat(bureau.publications.rollback(Bureau.PUBLISHER, new RollbackRequest("", sequence, "")).message())
                .isEqualTo("deleted since, and not brought back: old");
        assertThat(published()).containsExactly("kept");
        assertThat(bureau.lists.list("kept").entries()).isZero();
    }

    @Test
    void anImportThatIsUnderWayEntersNothing() throws Exception {
        bureau.list("old", false);
        assertThatThrownBy(() -> bureau.entries.read(Bureau.EDITOR, "old",
                new ImportRequest("csirt", "", "", false, "", "", ""), () -> {
                    deleteUnchecked("old");
                    return new ByteArrayInputStream("evil.example\n".getBytes(UTF_8));
                })).isInstanceOf(Refusal.class).hasMessage("list 'old' was deleted while its entries were read");
        assertThat(bureau.drafts.explain("http://evil.example/").matches()).isEmpty();
    }

    private void deleteUnchecked(String list) throws IOException {
        try {
            delete(Bureau.ADMIN, list);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aListWithReviewNeedsTwoPersons() throws Exception {
        bureau.list("old", true);
        bureau.people(Bureau.ADMIN, Bureau.REVIEWER);
        bureau.refused(Code.FORBIDDEN, () -> delete(Bureau.REVIEWER, "old"));
        assertThat(delete(Bureau.ADMIN, "old").waiting()).isTrue();
        assertThat(delete(Bureau.ADMIN, "old").waiting()).as("the same person again").isTrue();
        assertThat(bureau.lists.list("old").name()).isEqualTo("old");
        bureau.office.clock().advance(Duration.ofDays(8));
        bureau.refused(Code.FORBIDDEN, () -> delete(Bureau.REVIEWER, "old"));
        delete(Bureau.ADMIN, "old");
        assertThat(delete(Bureau.REVIEWER, "old").waiting()).isFalse();
        assertThat(bureau.lists.lists()).isEmpty();
        assertThat(bureau.audit.rows(OptionalLong.of(1), 1000)).filteredOn(row -> row.action().equals("list delete"))
                .last()
                .satisfies(row -> assertThat(row.detail()).contains("\"proposedBy\":\"adam\""));
        bureau.list("other", false);
        bureau.refused(Code.FORBIDDEN, () -> delete(Bureau.REVIEWER, "other"));
    }

    @Test
    void explainsUntilTheEntriesAreForgotten() throws Exception {
        bureau.list("old", false);
        bureau.list("kept", false);
        bureau.add("old", "evil.example");
        bureau.office.publishDone();
        bureau.office.clock().advance(Duration.ofHours(1));
        delete(Bureau.ADMIN, "old");
        assertThat(bureau.drafts.explain("http://evil.example/")).satisfies(told -> {
            assertThat(told.now()).isEqualTo("listed");
            assertThat(told.next()).isEqualTo("clean");
            assertThat(told.matches()).extracting(Match::state, Match::decidedBy, Match::decisionReason)
                    .containsExactly(tuple("leaving", "adam", "list deleted"));
        });
        bureau.office.publishDone();
        assertThat(bureau.drafts.explain("http://evil.example/")).satisfies(told -> {
            assertThat(told.now()).isEqualTo("clean");
            assertThat(told.matches()).extracting(Match::state).containsExactly("removed");
        });
        EntryRetention retention = new EntryRetention(bureau.store);
        Duration keep = Duration.ofDays(30);
        assertThat(retention.look(bureau.office.clock().instant(), keep)).extracting(kept -> kept.list())
                .containsExactly("kept");
        bureau.office.clock().advance(Duration.ofDays(32));
        assertThat(retention.run("server", bureau.office.clock().instant(), keep))
                .filteredOn(kept -> kept.list().equals("old"))
                .singleElement()
                .satisfies(kept -> assertThat(kept.removable()).isEqualTo(1));
        assertThat(bureau.drafts.explain("http://evil.example/").matches()).isEmpty();
        assertThat(retention.look(bureau.office.clock().instant(), keep)).extracting(kept -> kept.list())
                .containsExactly("kept");
    }
}
