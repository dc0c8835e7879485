package bloomward.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A crowd at the door of an agent: as many connections as may wait to be accepted do so.
@Timeout(60)
final class KnockTest {

    @TempDir
    private Path folder;

    private final List<SocketChannel> crowd = new ArrayList<>();
    private Path path;
    @SuppressWarnings("NullAway.Init") // before each test
    private ServerSocketChannel server;

    @BeforeEach
    void fill() throws IOException {
        Path own = Files.createDirectory(folder.resolve("own"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        path = own.resolve("agent.sock");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(path), 1);
        Knock last;
        do {
            SocketChannel one = SocketChannel.open(StandardProtocolFamily.UNIX);
            crowd.add(one);
            one.configureBlocking(false);
            last = Knock.at(path, one);
        } while (last == Knock.IN);
        assertThat(last).isEqualTo(Knock.CROWDED);
    }

    @AfterEach
    void disperse() throws IOException {
        for (SocketChannel one : crowd) {
            one.close();
        }
        server.close();
    }

    @Test
    void anAgentThatIsTooBusyToAcceptLives() {
        assertThat(SocketFile.answers(path)).isTrue();
        assertThatThrownBy(() -> SocketFile.listen(path, Access.OWNER)).isInstanceOf(AlreadyRunningException.class);
    }

    @Test
    void aClientWaitsForItsPlace() throws IOException {
        AtomicInteger pauses = new AtomicInteger();
        Optional<ClientStream> connected = ClientStream.connect(path, () -> {
            if (pauses.incrementAndGet() == 3) {
                crowd.add(accept());
            }
        });
        connected.orElseThrow().close();
        assertThat(pauses).hasValue(3);
    }

    @Test
    void aClientGivesUpWhereThereIsNone() {
        AtomicInteger pauses = new AtomicInteger();
        assertThat(ClientStream.connect(path, pauses::incrementAndGet)).isEmpty();
        assertThat(pauses.get()).isBetween(10, 100);
    }

    private SocketChannel accept() {
        try {
            return server.accept();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
