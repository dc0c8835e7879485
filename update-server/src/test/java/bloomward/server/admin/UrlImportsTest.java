package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.http.EnvironmentProxy;
import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.ListReports.FetchedList;
import bloomward.server.admin.view.ListReports.ListFetch;
import bloomward.server.fetch.FeedFolder;
import bloomward.server.fetch.Fetcher;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UrlImportsTest {

    private Bureau bureau;
    private HttpServer web;
    private Fetcher fetcher;
    private UrlImports imports;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile String body = "bait.example\nworse.example\n";

    @BeforeEach
    void open(@TempDir Path data) throws Exception {
        bureau = new Bureau(data);
        bureau.list("phishing", false);
        bureau.list("malware", false);
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            try (exchange) {
                asked.incrementAndGet();
                byte[] bytes = body.getBytes(UTF_8);
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        web.start();
        FeedFolder folder = new FeedFolder(bureau.office.folder().feeds());
        fetcher = new Fetcher(folder, data.resolve("secrets"), "test", EnvironmentProxy.of(Map.of()),
                bureau.office.clock());
        FeedAdmin feeds = new FeedAdmin(bureau.store, bureau.entries, fetcher, folder, (_, _) -> Optional.empty(),
                bureau.office.clock());
        imports = new UrlImports(feeds, bureau.entries, bureau.office.folder().scratch(), new Random(1),
                bureau.office.clock());
    }

    @AfterEach
    void close() throws Exception {
        fetcher.close();
        web.stop(0);
        bureau.close();
    }

    private FetchedList fetch() throws Exception {
        String url = "http://127.0.0.1:" + web.getAddress().getPort() + "/lists/Bait.txt";
        return imports.fetch(Bureau.ADMIN, "phishing", new ListFetch(url, "", "auto", "", true));
    }

    private long take(Principal who, String list, String id) throws Exception {
        return imports.take(who, list, id, new ImportRequest("s", "", "", false, "", "", "")).added();
    }

    private List<String> kept() throws Exception {
        try (Stream<Path> files = Files.list(bureau.office.folder().scratch())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void importsWhatWasFetchedAndShownOnce() throws Exception {
        FetchedList fetched = fetch();
        assertThat(fetched.source()).isEqualTo("127-0-0-1-bait");
        assertThat(fetched.format()).isEqualTo("domains");
        assertThat(fetched.lines()).isEqualTo(2);
        assertThat(fetched.bytes()).isEqualTo(body.length());
        assertThat(fetched.examples()).containsExactly("bait.example/", "worse.example/");
        assertThat(bureau.lists.list("phishing").entries()).isZero();
        body = "other.example\n";
        assertThat(take(Bureau.ADMIN, "phishing", fetched.id())).isEqualTo(2);
        assertThat(asked).hasValue(1);
        assertThat(bureau.entries.search("phishing", new EntryAdmin.EntryQuery("", "", "", "", 0, ""), 9).entries())
                .extracting(entry -> entry.expression())
                .containsExactly("bait.example/", "worse.example/");
        bureau.refused(Code.NO_SUCH_FETCH, () -> take(Bureau.ADMIN, "phishing", fetched.id()));
        assertThat(kept()).isEmpty();
    }

    @Test
    void keepsItForItsPersonAndListAndAFewMinutes() throws Exception {
        FetchedList fetched = fetch();
        bureau.refused(Code.NO_SUCH_FETCH, () -> take(Bureau.EDITOR, "phishing", fetched.id()));
        bureau.refused(Code.NO_SUCH_FETCH, () -> take(Bureau.ADMIN, "malware", fetched.id()));
        bureau.refused(Code.NO_SUCH_FETCH, () -> take(Bureau.ADMIN, "phishing", "../admin.token"));
        bureau.office.clock().advance(Duration.ofMinutes(11));
        bureau.refused(Code.NO_SUCH_FETCH, () -> take(Bureau.ADMIN, "phishing", fetched.id()));
        assertThat(kept()).isEmpty();
    }

    @Test
    void keepsTheNewestFour() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ids.add(fetch().id());
        }
        assertThat(kept()).hasSize(4);
        bureau.refused(Code.NO_SUCH_FETCH, () -> take(Bureau.ADMIN, "phishing", ids.get(1)));
        assertThat(take(Bureau.ADMIN, "phishing", ids.get(2))).isEqualTo(2);
    }

    @Test
    void keepsNothingThatIsNoList() throws Exception {
        body = "<html><p>Please log in</p></html>\n";
        assertThat(bureau.refused(Code.UNREADABLE_LIST, this::fetch)).hasMessageContaining("HTML");
        assertThat(kept()).isEmpty();
        assertThat(
                bureau.refused(Code.FORBIDDEN,
                        () -> imports.fetch(Bureau.EDITOR, "phishing",
                                new ListFetch("http://127.0.0.1/", "", "auto", "", true))))
                .hasMessageContaining("role admin");
        assertThat(
                bureau.refused(Code.FETCH_FAILED,
                        () -> imports.fetch(Bureau.EDITOR, "phishing",
                                new ListFetch("http://127.0.0.1/", "", "auto", "", false))))
                .hasMessageContaining("127.0.0.1");
    }
}
