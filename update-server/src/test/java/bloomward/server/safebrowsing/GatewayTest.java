package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bloomward.format.confirm.Category;
import bloomward.server.publish.Keeper;
import bloomward.server.publish.Office;
import bloomward.server.safebrowsing.Edition.Counts;
import bloomward.server.safebrowsing.RefusedException.Reason;
import bloomward.server.store.ListRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Publications to what a client of the documents makes of them: real store, real files.
final class GatewayTest {

    private static final Category PHISHING = new Category("phishing");

    @TempDir
    private Path root;
    private Office office;
    private ProtoFile proto;

    @BeforeEach
    void open() throws Exception {
        proto = ProtoFile.open("v5.proto");
        office = new Office(root).serving(CategoryLists.USUAL);
        office.restart();
    }

    @AfterEach
    void close() throws IOException {
        office.close();
    }

    private Gateway gateway() {
        return office.commits().gateway().orElseThrow();
    }

    private V5 v5() {
        return new V5(gateway());
    }

    private Read list(String name, byte[]... versions) throws Exception {
        return proto.read("HashList", v5().list(name, List.of(versions), 0, 0).toBytes());
    }

    private DocumentedClient update(DocumentedClient client, String name) throws Exception {
        client.applyV5(client.version().length == 0 ? list(name) : list(name, client.version()));
        return client;
    }

    private List<String> found(String text) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII));
        Read answer = proto.read("SearchHashesResponse", v5().search(List.of(Arrays.copyOf(hash, 4))).toBytes());
        assertThat(answer.inner("cache_duration").number("seconds")).isEqualTo(300);
        List<String> threats = new ArrayList<>();
        for (Read full : answer.all("full_hashes")) {
            if (Arrays.equals(full.bytes("full_hash"), hash)) {
                full.all("full_hash_details").forEach(detail -> threats.add("" + detail.number("threat_type")));
            }
        }
        return threats;
    }

    @Test
    void beforeTheFirstPublicationItIsUnavailable() {
        assertThat(catchThrowableOfType(RefusedException.class, () -> v5().list("se-4b", List.of(), 0, 0)).reason())
                .isEqualTo(Reason.UNAVAILABLE);
        assertThat(catchThrowableOfType(RefusedException.class, () -> v5().search(List.of(new byte[4]))).reason())
                .isEqualTo(Reason.UNAVAILABLE);
    }

    @Test
    void eachCategoryHasItsList() throws Exception {
        office.replace(office.list("bad"), "evil.example", "a.example/b/");
        office.replace(office.list("phish", PHISHING), "bank.example");
        office.publishDone();

        DocumentedClient malware = update(new DocumentedClient(), "mw-4b");
        DocumentedClient phishing = update(new DocumentedClient(), "se-4b");

        assertThat(malware.has("evil.example/")).isTrue();
        assertThat(malware.has("a.example/b/")).isTrue();
        assertThat(malware.has("bank.example/")).isFalse();
        assertThat(phishing.has("bank.example/")).isTrue();
        assertThat(malware.has("malware.listed.bloomward.test/")).isTrue();
        assertThat(found("evil.example/")).containsExactly("1");
        assertThat(found("bank.example/")).containsExactly("2");
        assertThat(found("good.example/")).isEmpty();
        for (String empty : List.of("uws-4b", "uwsa-4b", "pha-4b", "mwb-4b", "gc-32b", "csdda-32b")) {
            assertThat(update(new DocumentedClient(), empty).prefixes()).isEmpty();
        }
    }

    @Test
    void anUpdateAddsAndRemoves() throws Exception {
        ListRow list = office.list("bad");
        office.replace(list, "stays.example", "goes.example");
        office.publishDone();
        DocumentedClient client = update(new DocumentedClient(), "mw-4b");
        office.replace(list, "stays.example", "comes.example");
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();

        Read update = list("mw-4b", client.version());
        client.applyV5(update);

        assertThat(update.flag("partial_update")).isTrue();
        assertThat(update.inner("compressed_removals").number("entries_count")).isZero();
        assertThat(client.has("comes.example/")).isTrue();
        assertThat(client.has("stays.example/")).isTrue();
        assertThat(client.has("goes.example/")).isFalse();
        assertThat(found("goes.example/")).isEmpty();
        assertThat(update.inner("minimum_wait_duration").number("seconds")).isEqualTo(300);

        Read again = list("mw-4b", client.version());
        assertThat(again.flag("partial_update")).isTrue();
        assertThat(again.has("additions_four_bytes") || again.has("compressed_removals")).isFalse();
        client.applyV5(again);
    }

    @Test
    void eachKeptVersionHasAWayToTheNewest() throws Exception {
        ListRow list = office.list("bad");
        Random random = new Random(11);
        TreeSet<Integer> hosts = new TreeSet<>();
        List<DocumentedClient> clients = new ArrayList<>();
        random.ints(2_000, 0, 2_000).forEach(hosts::add);
        for (int step = 0; step < 6; step++) {
            random.ints(80, 0, 2_000).forEach(hosts::add);
            random.ints(60, 0, 2_000).forEach(hosts::remove);
            office.replace(list, hosts.stream().map(host -> "h" + host + ".example").toArray(String[]::new));
            office.clock().advance(Duration.ofMinutes(1));
            office.publishDone();
            clients.add(update(new DocumentedClient(), "mw-4b"));
        }
        office.restart();

        for (DocumentedClient client : clients) {
            assertThat(list("mw-4b", client.version()).flag("partial_update")).isTrue();
            assertThat(update(client, "mw-4b").prefixes()).hasSize(hosts.size() + 1);
            assertThat(IntStream.range(0, 2_000).allMatch(host -> {
                try {
                    return client.has("h" + host + ".example/") == hosts.contains(host);
                } catch (GeneralSecurityException e) {
                    throw new AssertionError(e);
                }
            })).isTrue();
        }
    }

    @Test
    void whoeverHasWhatIsNotKeptGetsTheWholeList() throws Exception {
        ListRow list = office.list("bad");
        office.replace(list, "one.example");
        office.publishDone();
        byte[] first = update(new DocumentedClient(), "mw-4b").version();
        office.replace(list, "two.example");
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();
        Keeper keeper = new Keeper(office.folder(), office.store(), office.commits());

        keeper.collect(office.clock().instant().plus(Duration.ofDays(6)));
        assertThat(list("mw-4b", first).flag("partial_update")).isTrue();
        keeper.collect(office.clock().instant().plus(Duration.ofDays(8)));
        office.restart(); // or the answer is remembered

        for (byte[] version : List.of(first, new byte[0], new byte[] {1, 2, 3}, new byte[34], new byte[5_000])) {
            Read whole = list("mw-4b", version);
            assertThat(whole.flag("partial_update")).isFalse();
            new DocumentedClient().applyV5(whole);
        }
        byte[] ofAnother = update(new DocumentedClient(), "se-4b").version();
        assertThat(list("mw-4b", ofAnother).flag("partial_update")).isFalse();
    }

    @Test
    void aDamagedEarlierListIsNotUsed() throws Exception {
        ListRow list = office.list("bad");
        office.replace(list, "one.example");
        office.publishDone();
        byte[] first = update(new DocumentedClient(), "mw-4b").version();
        try (Stream<Path> files = Files.list(office.folder().safeBrowsing().resolve("prefixes/mw-4b"))) {
            Files.write(files.findAny().orElseThrow(), new byte[8]);
        }
        office.replace(list, "two.example");
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();

        assertThat(list("mw-4b", first).flag("partial_update")).isFalse();
    }

    @Test
    void whatTheProtocolCannotSayIsCounted() throws Exception {
        ListRow list = office.list("bad");
        office.replace(list, "evil.example", "wide.example", "b.example/%C3%A9/x", "scam.example/");
        office.listAlone(list, "http://page.example/a?b");
        office.replace(office.list("odd", new Category("gambling")), "bets.example");
        office.allow("good.wide.example/");
        office.allow(" elsewhere.example/");
        office.publishDone();

        assertThat(gateway().current().orElseThrow().counts()).isEqualTo(new Counts(1, 1, 1, 2));
        DocumentedClient client = update(new DocumentedClient(), "mw-4b");
        assertThat(client.has("page.example/a?b")).isTrue();
        assertThat(client.has(" page.example/a?b")).isFalse();
        assertThat(client.has("b.example/%C3%A9/x")).isTrue();
        assertThat(client.has("b.example/%c3%a9/x")).isTrue();
        assertThat(client.has("wide.example/")).isFalse();
        assertThat(found("wide.example/")).isEmpty();
        assertThat(found("page.example/a?b")).containsExactly("1");
        assertThat(found("bets.example/")).isEmpty();
    }

    /// An allow entry alone is a publication, too, and its end is another one.
    @Test
    void allowingLaterTakesTheListedOneOut() throws Exception {
        office.replace(office.list("bad"), "wide.example", "other.example/a/", "other.example/b/");
        office.publishDone();
        DocumentedClient client = update(new DocumentedClient(), "mw-4b");
        assertThat(client.has("wide.example/")).isTrue();

        office.allow("deep.good.wide.example/x/y?z");
        office.allow("other.example/a/b/c");
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();

        update(client, "mw-4b");
        assertThat(client.has("wide.example/")).isFalse();
        assertThat(client.has("other.example/a/")).isFalse();
        assertThat(client.has("other.example/b/")).isTrue();
        assertThat(gateway().current().orElseThrow().counts().allowedAway()).isEqualTo(2);
    }

    /// Agents ask the allow file first, so an entry below something allowed lists nothing.
    @Test
    void whatIsAllowedAsAWholeIsLeftOut() throws Exception {
        office.replace(office.list("bad"), "evil.example", "sub.ours.example", "http://ours.example/a/",
                "http://site.example/x/y", "http://site.example/z/%C3%A9", "ours.example.evil.example");
        office.publishDone();
        DocumentedClient client = update(new DocumentedClient(), "mw-4b");

        office.allow("ours.example/");
        office.allow("site.example/x/");
        office.allow("site.example/z/");
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();

        update(client, "mw-4b");
        assertThat(client.has("sub.ours.example/")).isFalse();
        assertThat(client.has("ours.example/a/")).isFalse();
        assertThat(client.has("site.example/x/y")).isFalse();
        assertThat(client.has("site.example/z/%C3%A9") || client.has("site.example/z/%c3%a9")).isFalse();
        assertThat(client.has("evil.example/")).isTrue();
        assertThat(client.has("ours.example.evil.example/")).isTrue();
        assertThat(found("sub.ours.example/")).isEmpty();
        assertThat(gateway().current().orElseThrow().counts().allowedAway()).isEqualTo(4);
    }

    @Test
    void aSettingLeadsOtherCategoriesToLists() throws Exception {
        office.replace(office.list("odd", new Category("gambling")), "bets.example");
        office.replace(office.list("bad"), "evil.example");
        office.publishDone();
        assertThat(update(new DocumentedClient(), "uws-4b").prefixes()).isEmpty();

        office.serving(CategoryLists.of(List.of("gambling=uws-4b", "malware=se-4b")));
        office.restart();

        assertThat(update(new DocumentedClient(), "uws-4b").has("bets.example/")).isTrue();
        assertThat(update(new DocumentedClient(), "se-4b").has("evil.example/")).isTrue();
        assertThat(update(new DocumentedClient(), "mw-4b").prefixes()).isEmpty();
    }

    /// Files of publications made without the gateway are made from the store, and are the same.
    @Test
    void switchedOnLaterItServesTheSame() throws Exception {
        office.replace(office.list("bad"), "evil.example", "a.example/%C3%A9", "[2001:db8::1]");
        office.replace(office.list("phish", PHISHING), "bank.example");
        office.publishDone();
        byte[] malware = v5().list("mw-4b", List.of(), 0, 0).toBytes();
        byte[] phishing = v5().list("se-4b", List.of(), 0, 0).toBytes();
        List<Path> before = office.files();
        office.stop();
        GatewayFolder.deleteTree(office.folder().safeBrowsing());

        office.open();

        assertThat(v5().list("mw-4b", List.of(), 0, 0).toBytes()).isEqualTo(malware);
        assertThat(v5().list("se-4b", List.of(), 0, 0).toBytes()).isEqualTo(phishing);
        assertThat(office.files()).isEqualTo(before);
        assertThat(gateway().trouble()).isEmpty();
    }

    @Test
    void rollingBackLeadsBackToTheSameVersion() throws Exception {
        ListRow list = office.list("bad");
        office.replace(list, "one.example");
        office.publishDone();
        byte[] first = update(new DocumentedClient(), "mw-4b").version();
        office.replace(list, "two.example");
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();
        byte[] second = update(new DocumentedClient(), "mw-4b").version();
        office.replace(list, "one.example");
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();

        assertThat(update(new DocumentedClient(), "mw-4b").version()).isEqualTo(first).isNotEqualTo(second);
        assertThat(list("mw-4b", first).flag("partial_update")).isTrue();
        assertThat(list("mw-4b", second).flag("partial_update")).isTrue();
    }

    /// The publication stands; clients keep what they have, and get it with the next try.
    @Test
    void aFailureKeepsTheOldOneServed() throws Exception {
        ListRow list = office.list("bad");
        office.replace(list, "one.example");
        office.publishDone();
        Path prefixes = office.folder().safeBrowsing().resolve("prefixes/mw-4b");
        Path aside = prefixes.resolveSibling("aside");
        Files.move(prefixes, aside);
        office.replace(list, "two.example");
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();
        assertThat(gateway().trouble()).isPresent();
        assertThat(found("one.example/")).containsExactly("1");
        assertThat(update(new DocumentedClient(), "mw-4b").has("one.example/")).isTrue();

        Files.move(aside, prefixes);
        office.clock().advance(Duration.ofHours(2));
        office.publishing().freshness().refresh();

        assertThat(gateway().trouble()).isEmpty();
        assertThat(found("two.example/")).containsExactly("1");
    }

    /// Whatever the order of import and the parts of the list.
    @Test
    void theSameEntriesMakeTheSameList(@TempDir Path other) throws Exception {
        List<String> lines = IntStream.range(0, 3_000).mapToObj(i -> "h" + i + ".example/%C3" + i).toList();
        office.replace(office.list("bad"), lines.toArray(String[]::new));
        office.publishDone();
        byte[] version = update(new DocumentedClient(), "mw-4b").version();
        try (Office second = new Office(other).serving(CategoryLists.USUAL)) {
            second.restart();
            second.replace(second.list("one"), lines.subList(1_000, 3_000).reversed().toArray(String[]::new));
            second.replace(second.list("two"), lines.subList(0, 1_500).toArray(String[]::new));
            second.publishDone();

            assertThat(proto
                    .read("HashList",
                            new V5(second.commits().gateway().orElseThrow()).list("mw-4b", List.of(), 0, 0).toBytes())
                    .bytes("version")).isEqualTo(version);
        }
    }

    @Test
    void onlyTheHashesThatAreServedAreKept() throws Exception {
        ListRow list = office.list("bad");
        for (int i = 0; i < 3; i++) {
            office.replace(list, "h" + i + ".example");
            office.clock().advance(Duration.ofMinutes(1));
            office.publishDone();
        }

        try (Stream<Path> versions = Files.list(office.folder().safeBrowsing().resolve("hashes-1/bad"))) {
            assertThat(versions).hasSize(1);
        }
    }
}
