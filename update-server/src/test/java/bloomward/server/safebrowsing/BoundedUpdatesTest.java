package bloomward.server.safebrowsing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bloomward.server.publish.Office;
import bloomward.server.safebrowsing.RefusedException.Reason;
import bloomward.server.store.ListRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients that set bounds: no update has more entries than they want, no list more than they can hold, and each list that
/// they have on their way has its own checksum.
final class BoundedUpdatesTest {

    private static final int HOSTS = 5_000;

    @TempDir
    private Path root;
    private Office office;
    private ListRow list;
    private ProtoFile v5;
    private ProtoFile v4;

    @BeforeEach
    void publish() throws Exception {
        v5 = ProtoFile.open("v5.proto");
        v4 = ProtoFile.open("v4.proto");
        office = new Office(root).serving(CategoryLists.USUAL);
        office.restart();
        list = office.list("bad");
        publish(0, HOSTS);
    }

    @AfterEach
    void close() throws IOException {
        office.close();
    }

    private void publish(int from, int to) throws Exception {
        office.replace(list, IntStream.range(from, to).mapToObj(i -> "h" + i + ".example").toArray(String[]::new));
        office.clock().advance(Duration.ofMinutes(1));
        office.publishDone();
    }

    private Gateway gateway() {
        return office.commits().gateway().orElseThrow();
    }

    private Read update(DocumentedClient client, long mostUpdate, long mostList) throws Exception {
        Read answer = v5.read("HashList",
                new V5(gateway())
                        .list("mw-4b", client.version().length == 0 ? List.of() : List.of(client.version()), mostUpdate,
                                mostList)
                        .toBytes());
        client.applyV5(answer);
        return answer;
    }

    private static long entries(Read answer) {
        return Stream.of("additions_four_bytes", "compressed_removals")
                .filter(answer::has)
                .mapToLong(field -> answer.inner(field).number("entries_count") + 1)
                .sum();
    }

    /// Brings a client to where updates of this size lead.
    ///
    /// @return how many it took
    private int follow(DocumentedClient client, long mostUpdate, long mostList) throws Exception {
        for (int count = 1; count < 100; count++) {
            byte[] before = client.version();
            Read answer = update(client, mostUpdate, mostList);
            assertThat(entries(answer)).isLessThanOrEqualTo(mostUpdate);
            if (Arrays.equals(before, client.version())) {
                assertThat(entries(answer)).isZero();
                return count;
            }
        }
        throw new AssertionError("never complete");
    }

    private DocumentedClient whole() throws Exception {
        DocumentedClient client = new DocumentedClient();
        update(client, 0, 0);
        return client;
    }

    /// So many prefixes, all of the whole list. AssertJ would compare each with each.
    private void assertHasSome(DocumentedClient client, int count) throws Exception {
        assertThat(client.prefixes()).hasSize(count);
        assertThat(whole().prefixes().containsAll(client.prefixes())).isTrue();
    }

    @Test
    void aListArrivesInUpdatesOfTheWantedSize() throws Exception {
        DocumentedClient client = new DocumentedClient();

        int updates = follow(client, 1_024, 0);

        assertThat(updates).isEqualTo(HOSTS / 1_024 + 2); // the last one changes nothing
        assertThat(client.prefixes()).isEqualTo(whole().prefixes());
        assertThat(client.version()).isEqualTo(whole().version());
    }

    @Test
    void aListIsNoLongerThanWanted() throws Exception {
        DocumentedClient client = new DocumentedClient();
        update(client, 0, 2_000);
        assertThat(client.prefixes()).hasSize(2_000)
                .isEqualTo(new TreeSet<>(whole().prefixes()).stream().limit(2_000).collect(Collectors.toSet()));

        publish(100, HOSTS + 100);
        Read next = update(client, 0, 2_000);

        assertThat(next.flag("partial_update")).isTrue();
        assertThat(entries(next)).isBetween(1L, 300L);
        assertHasSome(client, 2_000);
        assertThat(entries(update(client, 0, 2_000))).isZero();
    }

    @Test
    void bothBoundsHold() throws Exception {
        DocumentedClient client = new DocumentedClient();

        follow(client, 1_024, 3_000);

        assertHasSome(client, 3_000);
    }

    @Test
    void aLaterVersionIsReachedFromTheMiddle() throws Exception {
        DocumentedClient client = new DocumentedClient();
        update(client, 1_024, 0);
        update(client, 1_024, 0);
        publish(200, HOSTS + 200);

        Read next = update(client, 1_024, 0);
        assertThat(next.flag("partial_update")).isTrue();
        assertThat(client.prefixes()).hasSizeGreaterThan(2 * 1_024);
        follow(client, 1_024, 0);

        assertThat(client.prefixes()).isEqualTo(whole().prefixes());
    }

    /// What goes and comes is more than an update may have, wherever it stops.
    @Test
    void whatCannotBeReachedBeginsAnew() throws Exception {
        DocumentedClient client = new DocumentedClient();
        updateV4(client, 0, 0);
        assertThat(client.prefixes()).isEqualTo(whole().prefixes());
        publish(200, HOSTS + 200);

        Read next = updateV4(client, 100, 0);

        assertThat(next.number("response_type")).isEqualTo(2);
        assertHasSome(client, 100);
        updateV4(client, 100, 0);
        assertHasSome(client, 200);
    }

    @Test
    void whoDropsTheBoundsGetsTheRest() throws Exception {
        DocumentedClient client = new DocumentedClient();
        update(client, 0, 1_500);

        Read next = update(client, 0, 0);

        assertThat(next.flag("partial_update")).isTrue();
        assertThat(entries(next)).isEqualTo(HOSTS + 1 - 1_500); // with the test entry
        assertThat(client.version()).isEqualTo(whole().version());
    }

    @Test
    void wideBoundsChangeNothing() throws Exception {
        DocumentedClient client = new DocumentedClient();

        update(client, 1 << 20, 1 << 20);

        assertThat(client.version()).isEqualTo(whole().version());
    }

    /// A number of prefixes that the version has not is no version of ours.
    @Test
    void aCraftedBeginningGetsTheWholeList() throws Exception {
        byte[] whole = whole().version();
        for (int count : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, HOSTS + 2}) {
            byte[] crafted = ByteBuffer.allocate(whole.length + 4).put(whole).putInt(count).array();
            crafted[0] = 2;
            Read answer = v5.read("HashList", new V5(gateway()).list("mw-4b", List.of(crafted), 0, 0).toBytes());
            assertThat(answer.flag("partial_update")).as("%s", count).isFalse();
            assertThat(entries(answer)).isEqualTo(HOSTS + 1);
        }
    }

    @Test
    void smallerUpdatesThanTheDocumentsAllowAreRefused() {
        for (long[] bounds : new long[][] {{1_023, 0}, {-1, 0}, {0, -1}}) {
            assertThat(catchThrowableOfType(RefusedException.class,
                    () -> new V5(gateway()).list("mw-4b", List.of(), bounds[0], bounds[1])).reason())
                    .isEqualTo(Reason.INVALID_ARGUMENT);
        }
    }

    /// Such a list is made for one client. If as many as ask had one, slow readers could take all memory.
    @Test
    void theMemoryOfListsOnTheirWayHasABound() throws Exception {
        V5 all = new V5(gateway());
        List<Written> onTheirWay = new ArrayList<>();
        long bytes = 0;
        Optional<Reason> refused = Optional.empty();
        while (refused.isEmpty() && bytes < 2L * OwnMemory.MOST_BYTES) {
            try {
                Written list = all.list("mw-4b", List.of(), 0, HOSTS - onTheirWay.size() % 10);
                onTheirWay.add(list);
                bytes += list.length();
            } catch (RefusedException e) {
                refused = Optional.of(e.reason());
            }
        }

        assertThat(refused).contains(Reason.UNAVAILABLE);
        assertThat(bytes).isBetween(OwnMemory.MOST_BYTES - onTheirWay.getFirst().length(), (long) OwnMemory.MOST_BYTES);
        assertThat(whole().prefixes()).as("others are served").hasSize(HOSTS + 1);
        assertThat(catchThrowableOfType(RefusedException.class,
                () -> all.lists(List.of("se-4b", "mw-4b"), List.of(), 0, HOSTS)).reason())
                .isEqualTo(Reason.UNAVAILABLE);
        onTheirWay.getFirst().close();
        onTheirWay.getFirst().close();
        all.list("mw-4b", List.of(), 0, HOSTS - 100).close();
        all.list("mw-4b", List.of(), 0, HOSTS - 100);
        assertThat(catchThrowableOfType(RefusedException.class, () -> all.list("mw-4b", List.of(), 0, HOSTS)).reason())
                .isEqualTo(Reason.UNAVAILABLE);
    }

    @Test
    void versionFourHasThemToo() throws Exception {
        DocumentedClient client = new DocumentedClient();
        for (int i = 0; i < 3; i++) {
            updateV4(client, 1_024, 2_048);
            assertHasSome(client, Math.min(2, i + 1) * 1_024);
        }
    }

    private Read updateV4(DocumentedClient client, int mostUpdate, int mostList) throws Exception {
        byte[] request = v4.make("FetchThreatListUpdatesRequest")
                .with("list_update_requests",
                        v4.make("ListUpdateRequest")
                                .with("threat_type", 1)
                                .with("state", client.version())
                                .with("constraints",
                                        v4.make("Constraints")
                                                .with("max_update_entries", mostUpdate)
                                                .with("max_database_entries", mostList)
                                                .with("supported_compressions", 2)))
                .toBytes();
        Read answer = v4.read("FetchThreatListUpdatesResponse", new V4(gateway()).updates(request).toBytes())
                .all("list_update_responses")
                .getFirst();
        client.applyV4(answer);
        return answer;
    }
}
