package bloomward.server.safebrowsing;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.publish.Office;
import bloomward.server.store.ListRow;
import bloomward.server.store.TestedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The gateway with a PostgreSQL store. Its files are not in the database: each server makes them from the entries there.
final class GatewayOnTwoMachinesTest {

    @TempDir
    private Path folder;

    private static Read update(Office office, DocumentedClient client) throws Exception {
        List<byte[]> versions = client.version().length == 0 ? List.of() : List.of(client.version());
        Read answer = ProtoFile.open("v5.proto")
                .read("HashList",
                        new V5(office.commits().gateway().orElseThrow()).list("mw-4b", versions, 0, 0).toBytes());
        client.applyV5(answer);
        return answer;
    }

    /// The first machine is gone with its folder. A client that has its newest version keeps it; one with an older version
    /// gets the whole list once, because the second machine has never seen that version.
    @Test
    void anotherMachineServesTheSame() throws Exception {
        Office first = new Office(folder.resolve("first"), TestedStore.POSTGRES).serving(CategoryLists.USUAL);
        first.restart();
        ListRow list = first.list("bad");
        first.replace(list, "evil.example", "a.example/%C3%A9", "wide.example");
        first.allow("good.wide.example/");
        first.publishDone();
        DocumentedClient old = new DocumentedClient();
        update(first, old);
        first.clock().advance(Duration.ofMinutes(5));
        first.add(list, "more.example");
        first.publishDone();
        DocumentedClient current = new DocumentedClient();
        update(first, current);
        first.close();

        try (Office second = first.takenOverIn(folder.resolve("second"))) {
            second.serving(CategoryLists.USUAL).restart();

            byte[] version = current.version();
            assertThat(update(second, current).flag("partial_update")).isTrue();
            assertThat(current.version()).isEqualTo(version);
            assertThat(update(second, old).flag("partial_update")).isFalse();
            assertThat(old.version()).isEqualTo(version);
            assertThat(old.has("more.example/")).isTrue();
            assertThat(old.has("wide.example/")).isFalse();

            second.clock().advance(Duration.ofMinutes(10));
            second.add(second.store().<ListRow, Exception>read(tables -> tables.lists().find("bad").orElseThrow()),
                    "third.example");
            second.publishDone();
            assertThat(update(second, current).flag("partial_update")).isTrue();
            assertThat(current.has("third.example/")).isTrue();
        }
    }
}
