package bloomward.agent.service;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.store.CurrentSet;
import bloomward.agent.store.Store;
import bloomward.format.testing.SetClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Files that are written over while an agent has them mapped: the mapping goes with its file.
@Timeout(120)
final class DamagedMappingTest {

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();

    private Publisher publisher() throws Exception {
        return Publisher.start(folder.resolve("server"), clock)
                .list("phishing")
                .add("phishing", "evil.example")
                .publish();
    }

    /// Empties every filter in its place, as a bad disk would.
    private void wipe() throws IOException {
        try (var files = Files.list(folder.resolve("store/files"))) {
            for (Path file : files.toList()) {
                int half = (int) (Files.size(file) / 2);
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.write(ByteBuffer.allocate(half), half);
                }
            }
        }
    }

    @Test
    void isNotAnsweredFromOnceTheFileIsHealed() throws Exception {
        try (Publisher publisher = publisher();
                Agent agent = new Agents(folder, clock).at(publisher).start();
                SocketClient client = Agents.connect(agent)) {
            client.update();
            assertThat(Agents.check(agent, "evil.example").verdict()).isInstanceOf(Listed.class);
            wipe();
            client.update();
            assertThat(Agents.check(agent, "evil.example").verdict()).isInstanceOf(Listed.class);
            assertThat(agent.status().damages()).isEmpty();
        }
    }

    @Test
    void isDroppedAtTheNextGlanceThoughNothingCanHealIt() throws Exception {
        try (Publisher publisher = publisher();
                Agent agent = new Agents(folder, clock).at(publisher).start();
                SocketClient client = Agents.connect(agent)) {
            client.update();
        }
        try (InUse inUse = new InUse(Store.at(folder.resolve("store")), List.of())) {
            inUse.refresh(false);
            assertThat(inUse.now().damages()).isEmpty();
            wipe();
            inUse.refresh(false);
            assertThat(inUse.now().damages()).isNotEmpty();
            try (CurrentSet.Lease lease = inUse.current().lease().orElseThrow()) {
                assertThat(lease.protection().missing()).containsExactly("phishing");
            }
        }
    }
}
