package bloomward.server.http.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.Category;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.RawClient;
import bloomward.server.http.RawClient.Received;
import bloomward.server.http.files.PublicListener;
import bloomward.server.http.files.SampleFiles;
import bloomward.server.publish.Office;
import bloomward.server.safebrowsing.CategoryLists;
import bloomward.server.safebrowsing.DocumentedClient;
import bloomward.server.safebrowsing.Made;
import bloomward.server.safebrowsing.ProtoFile;
import bloomward.server.safebrowsing.Read;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/// The paths of Safe Browsing on the wire, good and bad.
final class SafeBrowsingListenerTest {

    private static final String UPDATES = "/v4/threatListUpdates:fetch";
    private static final String FIND = "/v4/fullHashes:find";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path root;
    private Office office;
    private PublicListener listener;
    private ProtoFile v4;
    private ProtoFile v5;

    @BeforeEach
    void open() throws Exception {
        v4 = ProtoFile.open("v4.proto");
        v5 = ProtoFile.open("v5.proto");
        office = new Office(root).serving(CategoryLists.USUAL);
        office.restart();
        listener = PublicListener.start(new HostPort("127.0.0.1", 0), Optional.empty(), new SampleFiles(1_000),
                Optional.empty(), office.commits().gateway(), HttpLimits.DEFAULT, new SimpleMeterRegistry());
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
        office.close();
    }

    private void publish(String... entries) throws Exception {
        if (office.store().read(tables -> tables.lists().all()).isEmpty()) {
            office.list("phish", new Category("phishing"));
        }
        office.replace(office.store().read(tables -> tables.lists().all()).getFirst(), entries);
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();
    }

    private Received get(String path) throws IOException {
        return RawClient.ask(listener.uri(), "GET", path);
    }

    private Received post(String path, byte[] body, String... headers) throws IOException {
        try (RawClient client = RawClient.to(listener.uri())) {
            client.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length + "\r\n"
                    + Arrays.stream(headers).map(line -> line + "\r\n").collect(Collectors.joining()) + "\r\n"
                    + new String(body, ISO_8859_1));
            return client.receive(false);
        }
    }

    /// Asks again until the answer has this status, or the patience is at its end.
    private Received postUntil(int status, String path, byte[] body) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Received answer = post(path, body);
        while (answer.status() != status && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            answer = post(path, body);
        }
        return answer;
    }

    private static String base64(byte[] bytes) {
        return URLEncoder.encode(Base64.getEncoder().encodeToString(bytes), US_ASCII);
    }

    private static byte[] hash(String text) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII));
    }

    private Made asked(int threat, byte[] state, int... compressions) {
        Made constraints = v4.make("Constraints");
        for (int compression : compressions) {
            constraints.with("supported_compressions", compression);
        }
        return v4.make("ListUpdateRequest")
                .with("threat_type", threat)
                .with("platform_type", 2)
                .with("threat_entry_type", 1)
                .with("state", state)
                .with("constraints", constraints);
    }

    private Read updates(Made... lists) throws IOException {
        Made request = v4.make("FetchThreatListUpdatesRequest");
        for (Made list : lists) {
            request.with("list_update_requests", list);
        }
        Received answer = post(UPDATES, request.toBytes());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return v4.read("FetchThreatListUpdatesResponse", answer.body());
    }

    @Test
    void severalListsComeInTheirOrder() throws Exception {
        publish("bank.example", "a.example/b");
        Received answer = get("/v5/hashLists:batchGet?key=x&names=mw-4b&names=se-4b&names=gc-32b");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).contains("application/x-protobuf");
        assertThat(answer.header("Cache-Control")).contains("public, max-age=30");
        List<Read> lists = v5.read("HashLists", answer.body()).all("hash_lists");
        assertThat(lists).extracting(list -> list.text("name")).containsExactly("mw-4b", "se-4b", "gc-32b");
        DocumentedClient client = new DocumentedClient();
        client.applyV5(lists.get(1));
        assertThat(client.has("bank.example/")).isTrue();

        publish("bank.example", "c.example");
        Read next = v5
                .read("HashLists",
                        get("/v5/hashLists%3AbatchGet?names=se-4b&version=" + base64(client.version()) + "&names=mw-4b")
                                .body())
                .all("hash_lists")
                .getFirst();
        assertThat(next.flag("partial_update")).isTrue();
        client.applyV5(next);
        assertThat(client.has("c.example/")).isTrue();
    }

    /// Base64 as it is, with `+` and `/`, is what Firefox sends.
    @Test
    void versionsAreReadInEachSpelling() throws Exception {
        for (int i = 0; i < 8; i++) {
            publish("h" + i + ".example");
            DocumentedClient client = new DocumentedClient();
            client.applyV5(v5.read("HashList", get("/v5/hashList/se-4b").body()));
            for (String spelling : List.of(Base64.getEncoder().encodeToString(client.version()),
                    Base64.getUrlEncoder().encodeToString(client.version()),
                    Base64.getUrlEncoder().withoutPadding().encodeToString(client.version()),
                    base64(client.version()))) {
                Received answer = get("/v5/hashList/se-4b?version=" + spelling);
                assertThat(v5.read("HashList", answer.body()).flag("partial_update")).as(spelling).isTrue();
            }
        }
    }

    @Test
    void allListsAreNamed() throws Exception {
        publish("bank.example");

        Read all = v5.read("HashLists", get("/v5/hashLists").body());

        assertThat(all.all("hash_lists")).extracting(list -> list.text("name"))
                .containsExactly("se-4b", "mw-4b", "uws-4b", "uwsa-4b", "pha-4b", "mwb-4b", "gc-32b", "csdda-32b");
        assertThat(all.all("hash_lists").getFirst().inner("metadata").numbers("threat_types")).containsExactly(2L);
        assertThat(v4.read("ListThreatListsResponse", get("/v4/threatLists").body()).all("threat_lists")).hasSize(5);
    }

    @Test
    void aSearchAnswersForAThousandPrefixes() throws Exception {
        publish("bank.example");
        Random random = new Random(6);
        StringBuilder path = new StringBuilder("/v5/hashes:search?key=x");
        for (int i = 0; i < 1_000; i++) {
            byte[] prefix = i == 500 ? Arrays.copyOf(hash("bank.example/"), 4) : new byte[4];
            if (i != 500) {
                random.nextBytes(prefix);
            }
            path.append("&hashPrefixes=").append(base64(prefix));
        }

        Received answer = get(path.toString());
        Received tooMany = get(path + "&hashPrefixes=AAAAAA%3D%3D");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        List<Read> found = v5.read("SearchHashesResponse", answer.body()).all("full_hashes");
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().bytes("full_hash")).isEqualTo(hash("bank.example/"));
        assertThat(tooMany.status()).isEqualTo(400);
        assertThat(tooMany.text()).contains("1001 prefixes");
    }

    @ParameterizedTest
    @CsvSource({"RICE, 2", "RAW, 1"})
    void versionFourUpdatesInBothForms(String form, int compression) throws Exception {
        publish("bank.example", "stays.example", "goes.example");
        DocumentedClient client = new DocumentedClient();
        Read first = updates(asked(5, new byte[0], compression), asked(1, new byte[0], compression));
        Read list = first.all("list_update_responses").getFirst();
        assertThat(list.number("threat_type")).isEqualTo(5);
        assertThat(list.number("platform_type")).isEqualTo(2);
        assertThat(list.number("response_type")).isEqualTo(2);
        assertThat(first.all("list_update_responses")).hasSize(2);
        assertThat(first.inner("minimum_wait_duration").number("seconds")).isEqualTo(300);
        assertThat(list.all("additions").getFirst().number("compression_type")).as(form).isEqualTo(compression);
        client.applyV4(list);
        assertThat(client.has("goes.example/")).isTrue();

        publish("bank.example", "stays.example", "comes.example", "too.example");
        Read next = updates(asked(5, client.version(), compression)).all("list_update_responses").getFirst();
        assertThat(next.number("response_type")).isEqualTo(1);
        client.applyV4(next);
        assertThat(client.has("comes.example/")).isTrue();
        assertThat(client.has("goes.example/")).isFalse();

        DocumentedClient ofV5 = new DocumentedClient();
        ofV5.applyV5(v5.read("HashList", get("/v5/hashList/se-4b").body()));
        assertThat(ofV5.prefixes()).isEqualTo(client.prefixes());
        assertThat(ofV5.version()).isEqualTo(client.version());
    }

    /// As Firefox sends it: a GET with the message in the address.
    @Test
    void versionFourTakesItsMessageFromTheAddress() throws Exception {
        publish("bank.example");
        byte[] request = v4.make("FetchThreatListUpdatesRequest")
                .with("list_update_requests", asked(5, new byte[0], 2))
                .with("list_update_requests", asked(7, new byte[0], 2))
                .with("list_update_requests", asked(9, new byte[0], 2))
                .toBytes();

        Received answer = RawClient.ask(listener.uri(), "GET",
                UPDATES + "?$ct=application/x-protobuf&key=x&$httpMethod=POST&$req="
                        + Base64.getUrlEncoder().encodeToString(request),
                "X-HTTP-Method-Override: POST");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        List<Read> lists = v4.read("FetchThreatListUpdatesResponse", answer.body()).all("list_update_responses");
        assertThat(lists).extracting(list -> list.number("threat_type")).containsExactly(5L);
    }

    private byte[] question(byte[] prefix, int... threats) {
        Made info = v4.make("ThreatInfo")
                .with("platform_types", 2)
                .with("platform_types", 6)
                .with("threat_entry_types", 1)
                .with("threat_entries", v4.make("ThreatEntry").with("hash", prefix));
        for (int threat : threats) {
            info.with("threat_types", threat);
        }
        return v4.make("FindFullHashesRequest").with("threat_info", info).toBytes();
    }

    @Test
    void versionFourFindsFullHashes() throws Exception {
        publish("bank.example");
        for (int length : new int[] {4, 7, 32}) {
            Received answer = post(FIND, question(Arrays.copyOf(hash("bank.example/"), length), 5, 2, 1));
            Read found = v4.read("FindFullHashesResponse", answer.body());
            assertThat(found.all("matches")).hasSize(4)
                    .allSatisfy(
                            match -> assertThat(match.inner("threat").bytes("hash")).isEqualTo(hash("bank.example/")));
            assertThat(found.all("matches")).extracting(match -> match.number("threat_type")).containsOnly(5L, 2L);
            assertThat(found.inner("negative_cache_duration").number("seconds")).isEqualTo(300);
            assertThat(found.all("matches").getFirst().inner("cache_duration").number("seconds")).isEqualTo(300);
        }
        Read none = v4.read("FindFullHashesResponse", post(FIND, question(new byte[4], 5)).body());
        assertThat(none.all("matches")).isEmpty();
    }

    @Test
    void badQuestionsGetTheProtocolsError() throws Exception {
        publish("bank.example", "two.example");
        for (String question : """
                /v5/hashList/xx-4b, 404, NOT_FOUND
                /v5/hashList/, 404, NOT_FOUND
                /v5/hashLists:batchGet, 400, INVALID_ARGUMENT
                /v5/hashLists:batchGet?names=se-4b&names=xx, 404, NOT_FOUND
                /v5/hashLists:batchGet?names=se-4b&names=se-4b, 400, INVALID_ARGUMENT
                /v5/hashLists:batchGet?names=se-4b&version=***, 400, INVALID_ARGUMENT
                /v5/hashLists:batchGet?names=se-4b&version=%4, 400, INVALID_ARGUMENT
                /v5/hashList/se-4b?version=AAAA&version=AAAA, 400, INVALID_ARGUMENT
                /v5/hashList/se-4b?sizeConstraints.maxUpdateEntries=5, 400, INVALID_ARGUMENT
                /v5/hashList/se-4b?sizeConstraints.maxUpdateEntries=x, 400, INVALID_ARGUMENT
                /v5/hashList/se-4b?sizeConstraints.maxDatabaseEntries=-1, 400, INVALID_ARGUMENT
                /v5/hashList/se-4b?size_constraints.max_update_entries=5, 400, INVALID_ARGUMENT
                /v5/hashes:search?hashPrefixes=AAAAAA==&hash_prefixes=AAAA, 400, INVALID_ARGUMENT
                /v5/hashList/x/se-4b, 404, NOT_FOUND
                /v5/hashes:search?hashPrefixes=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, 400, INVALID_ARGUMENT
                /v5/hashes:search, 400, INVALID_ARGUMENT
                /v5/hashes:search?hashPrefixes=AAAA, 400, INVALID_ARGUMENT
                /v5/hashes:search?hashPrefixes=AAAAAAA, 400, INVALID_ARGUMENT
                /v5/hashes:search?hashPrefixes=, 400, INVALID_ARGUMENT
                /v5/other, 404, NOT_FOUND
                /v4/encodedUpdates/x, 404, NOT_FOUND
                /v4/threatListUpdates:fetch, 400, INVALID_ARGUMENT
                /v4/threatListUpdates:fetch?$req=%2525, 400, INVALID_ARGUMENT
                /v4/threatListUpdates:fetch?$req=____, 400, INVALID_ARGUMENT
                /v4/fullHashes:find?$req=, 400, INVALID_ARGUMENT
                """.lines().toList()) {
            String[] parts = question.split(", ");
            Received answer = get(parts[0]);
            assertThat(answer.status() + answer.text()).as(question)
                    .startsWith(parts[1])
                    .contains("\"code\":" + parts[1], "\"status\":\"" + parts[2] + "\"")
                    .doesNotContain("Exception");
            assertThat(answer.header("Cache-Control")).as(question).contains("no-store");
        }
    }

    @Test
    void badMessagesGetTheProtocolsError() throws Exception {
        publish("bank.example");
        byte[] hash = hash("bank.example/");

        assertThat(post(FIND, question(Arrays.copyOf(hash, 3), 5)).status()).isEqualTo(400);
        assertThat(post(FIND, question(Arrays.copyOf(hash, 33), 5)).status()).isEqualTo(400);
        assertThat(post(FIND, question(Arrays.copyOf(hash, 4), 99)).status()).isEqualTo(400);
        assertThat(post(FIND, question(Arrays.copyOf(hash, 4))).text()).contains("no threat type");
        assertThat(post(FIND, new byte[0]).status()).isEqualTo(400);
        assertThat(post(UPDATES, new byte[0]).status()).isEqualTo(400);
        assertThat(post(UPDATES, new byte[] {(byte) 0xff, (byte) 0xff}).status()).isEqualTo(400);
        byte[] unknown = v4.make("FetchThreatListUpdatesRequest")
                .with("list_update_requests", asked(99, new byte[0], 2))
                .toBytes();
        assertThat(post(UPDATES, unknown).status()).isEqualTo(400);
        byte[] twice = v4.make("FetchThreatListUpdatesRequest")
                .with("list_update_requests", asked(5, new byte[0], 2))
                .with("list_update_requests", asked(5, new byte[34], 1))
                .toBytes();
        assertThat(post(UPDATES, twice).text()).contains("asked for twice");
        Made many = v4.make("ThreatInfo").with("threat_types", 5);
        Collections.nCopies(1_001, hash)
                .forEach(each -> many.with("threat_entries",
                        v4.make("ThreatEntry").with("hash", Arrays.copyOf(each, 4))));
        assertThat(post(FIND, v4.make("FindFullHashesRequest").with("threat_info", many).toBytes()).text())
                .contains("1001 prefixes");
    }

    /// Never an empty list, which a browser would take for one.
    @Test
    void foreignStatesGetTheWholeList() throws Exception {
        publish("bank.example");
        Random random = new Random(8);
        for (int length : new int[] {1, 33, 34, 35, 38, 39, 1_000}) {
            byte[] state = new byte[length];
            random.nextBytes(state);
            for (int form : new int[] {0, 1, 2}) {
                state[0] = (byte) form;
                Read list = updates(asked(5, state, 2)).all("list_update_responses").getFirst();
                assertThat(list.number("response_type")).isEqualTo(2);
                DocumentedClient client = new DocumentedClient();
                client.applyV4(list);
                assertThat(client.has("bank.example/")).isTrue();
            }
        }
    }

    /// One prefix a thousand times, for every platform: the answer has each match once for each of them.
    @Test
    void aRepeatedPrefixIsAnsweredOnce() throws Exception {
        publish("bank.example");
        Made info = v4.make("ThreatInfo").with("threat_types", 5).with("threat_types", 2);
        for (int i = 0; i < 1_000; i++) {
            info.with("platform_types", i % 9)
                    .with("threat_entries", v4.make("ThreatEntry").with("hash", hash("bank.example/")));
        }

        Received answer = post(FIND, v4.make("FindFullHashesRequest").with("threat_info", info).toBytes());

        assertThat(v4.read("FindFullHashesResponse", answer.body()).all("matches")).hasSize(18);
    }

    /// Nobody between the browser and this server keeps what hints at visits.
    @Test
    void answersAboutPagesAreNotForCaches() throws Exception {
        publish("bank.example");
        String message = Base64.getUrlEncoder().encodeToString(question(new byte[4], 5));
        for (Received answer : List.of(get("/v5/hashes:search?hashPrefixes=AAAAAA=="), get(FIND + "?$req=" + message),
                post(FIND, question(new byte[4], 5)))) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Cache-Control")).contains("no-store");
        }
    }

    @Test
    void hostileMessagesNeverFail() throws Exception {
        publish("bank.example");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger("bloomward.server");
        logger.addAppender(log);
        Random random = new Random(7);
        byte[] good = v4.make("FetchThreatListUpdatesRequest")
                .with("list_update_requests", asked(5, new byte[34], 2, 1))
                .toBytes();
        for (int round = 0; round < 300; round++) {
            byte[] body = round % 2 == 0 ? good.clone() : new byte[random.nextInt(200)];
            if (round % 2 == 0) {
                body[random.nextInt(body.length)] = (byte) random.nextInt();
            } else {
                random.nextBytes(body);
            }
            for (String path : List.of(UPDATES, FIND)) {
                Received answer = post(path, body);
                assertThat(answer.status()).as("round " + round + ": " + answer.text()).isIn(200, 400);
            }
        }
        logger.detachAppender(log);
        assertThat(log.list).filteredOn(event -> event.getLevel() == Level.ERROR).isEmpty();
    }

    /// Groups within groups, as deep as a body allows.
    @Test
    void deepMessagesGetTheProtocolsError() throws Exception {
        publish("bank.example");
        for (int tag : new int[] {0x0b, 0x1b, 0x2b, 0x1a}) {
            byte[] deep = new byte[SafeBrowsingHandler.MOST_BODY_IN_BYTES];
            Arrays.fill(deep, (byte) tag);
            for (String path : List.of(UPDATES, FIND)) {
                Received answer = post(path, deep);
                assertThat(answer.status()).as(path + " " + tag).isEqualTo(400);
                assertThat(answer.text()).contains("INVALID_ARGUMENT");
            }
        }
    }

    /// The memory of each is given back once it is sent, or the client is gone: together they have more than may be on its way.
    @Test
    void longAnswersLeaveNothingBehind() throws Exception {
        publish(IntStream.range(0, 5_000).mapToObj(i -> "h" + i + ".example").toArray(String[]::new));
        Made request = v4.make("FetchThreatListUpdatesRequest");
        for (int list = 0; list < 36; list++) {
            request.with("list_update_requests",
                    v4.make("ListUpdateRequest")
                            .with("threat_type", list % 2 == 0 ? 2 : 5)
                            .with("platform_type", list / 4)
                            .with("threat_entry_type", list / 2 % 2)
                            .with("constraints",
                                    v4.make("Constraints")
                                            .with("max_database_entries", 4_000)
                                            .with("supported_compressions", 1)));
        }
        byte[] body = request.toBytes();
        String head = "POST " + UPDATES + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length + "\r\n\r\n";
        for (int round = 0; round < 60; round++) {
            assertThat(post(UPDATES, body).status()).as("round " + round).isEqualTo(200);
        }
        for (int round = 0; round < 60; round++) {
            try (RawClient gone = RawClient.to(listener.uri())) {
                gone.send(head + new String(body, ISO_8859_1));
            }
        }

        // Until then, the last ones are still on their way.
        assertThat(postUntil(200, UPDATES, body).status()).isEqualTo(200);
    }

    /// What may be asked by GET may be asked by HEAD.
    @Test
    void aHeadHasNoBody() throws Exception {
        publish("bank.example");
        for (String path : List.of("/v5/hashLists", "/v5/hashList/se-4b", "/v4/threatLists",
                "/v5/hashes:search?hashPrefixes=AAAAAA==")) {
            Received get = get(path);
            try (RawClient client = RawClient.to(listener.uri())) {
                client.send("HEAD " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
                Received head = client.receive(true);
                assertThat(head.status()).as(path).isEqualTo(200);
                assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
                assertThat(head.header("Cache-Control")).isEqualTo(get.header("Cache-Control"));
            }
        }
    }

    @Test
    void hugeBodiesAreNotRead() throws Exception {
        publish("bank.example");
        Received declared = post(UPDATES, new byte[0], "X: y");
        assertThat(declared.status()).isEqualTo(400);
        try (RawClient client = RawClient.to(listener.uri())) {
            client.send("POST " + UPDATES + " HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n");
            Received answer = client.receive(false);
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.header("Connection")).contains("close");
        }
        try (RawClient client = RawClient.to(listener.uri())) {
            client.send("POST " + FIND + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < 17; i++) {
                client.send("1000\r\n" + "x".repeat(0x1000) + "\r\n");
            }
            assertThat(client.receive(false).status()).isEqualTo(413);
        }
    }

    /// Bodies that come slowly stay in memory until they are complete. Whoever sends a short one does not notice.
    @Test
    void onlySomeLongBodiesAreReadAtOnce() throws Exception {
        publish("bank.example");
        byte[] body = new byte[SafeBrowsingHandler.LONG_BODY_IN_BYTES + 1];
        List<RawClient> slow = new ArrayList<>();
        try {
            for (int i = 0; i < SafeBrowsingHandler.MOST_LONG_BODIES; i++) {
                RawClient client = RawClient.to(listener.uri());
                slow.add(client);
                client.send("POST " + FIND + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length + "\r\n\r\nx");
            }
            Received refused = postUntil(503, FIND, body); // until then, not all of them have arrived
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Connection")).contains("close");
            assertThat(post(FIND, question(new byte[4], 5)).status()).isEqualTo(200);
        } finally {
            for (RawClient each : slow) {
                each.close();
            }
        }
        // Until then, not all of them are seen to be gone.
        assertThat(postUntil(400, FIND, body).status()).isEqualTo(400);
    }

    @Test
    void otherMethodsAreRefused() throws Exception {
        publish("bank.example");
        Received post = post("/v5/hashLists", new byte[3]);
        assertThat(post.status()).isEqualTo(405);
        assertThat(post.header("Allow")).contains("GET, HEAD");
        assertThat(RawClient.ask(listener.uri(), "DELETE", FIND).status()).isEqualTo(405);
    }

    @Test
    void beforeTheFirstPublicationItIsUnavailable() throws Exception {
        for (String path : List.of("/v5/hashLists", "/v5/hashList/se-4b", "/v5/hashLists:batchGet?names=se-4b",
                "/v5/hashes:search?hashPrefixes=AAAAAA==", "/v4/threatLists")) {
            Received answer = get(path);
            assertThat(answer.status()).as(path).isEqualTo(503);
            assertThat(answer.header("Retry-After")).contains("60");
        }
    }

    @Test
    void withoutTheGatewayThePathsAreNotThere() throws Exception {
        try (PublicListener plain = PublicListener.start(new HostPort("127.0.0.1", 0), Optional.empty(),
                new SampleFiles(1_000), HttpLimits.DEFAULT, new SimpleMeterRegistry())) {
            assertThat(RawClient.ask(plain.uri(), "GET", "/v5/hashLists").status()).isEqualTo(404);
        }
    }

    /// A line is written after the client has its answer: a listener that is closed has written all.
    @Test
    void noAddressIsLoggedForWhatHintsAtAPage() throws Exception {
        publish("bank.example");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger("bloomward.access");
        Level level = logger.getLevel();
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
        get("/v5/hashes:search?hashPrefixes=AAAAAA==");
        post(FIND, question(new byte[4], 5));
        get("/v5/hashLists");
        listener.close();
        logger.detachAppender(log);
        logger.setLevel(level);

        assertThat(log.list).extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.startsWith("GET /v5/hashes:search 200 ") && line.endsWith(" -"))
                .anyMatch(line -> line.startsWith("POST /v4/fullHashes:find 200 ") && line.endsWith(" -"))
                .noneMatch(line -> line.contains("AAAA"));
    }
}
