package bloomward.agent.socket;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.crowd.Peer;
import bloomward.agent.crowd.Users;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hoarded places and slow programs of one user: another user still gets in, stays, and is answered. The users are made up,
/// the sockets are not.
@Timeout(60)
final class HoardedPlacesTest {

    private static final Peer MALLORY = Users.peer("mallory");
    private static final Peer ALICE = Users.peer("alice");

    @TempDir
    private Path folder;

    private final AtomicLong now = new AtomicLong();
    private final List<SocketChannel> opened = new ArrayList<>();
    private final Connections connections = new Connections(now::incrementAndGet, Clock.systemUTC(),
            HeardFaults.telling(e -> {
                throw new AssertionError(e);
            }));
    private final FakeAgent agent = new FakeAgent();
    private ServerSocketChannel server;

    /// The program's end of a connection.
    private record Program(SocketChannel channel, Stream stream, Connection connection, boolean isIn) {}

    @BeforeEach
    void listen() throws Exception {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
    }

    @AfterEach
    void close() throws Exception {
        for (SocketChannel channel : opened) {
            channel.close();
        }
        connections.all().forEach(Connection::close);
        server.close();
    }

    private Program program(Peer peer) throws Exception {
        SocketChannel channel = SocketChannel.open(server.getLocalAddress());
        opened.add(channel);
        Stream stream = new Stream(server.accept(), connections::nanoTime);
        Connection connection = new Connection(stream, peer, connections, agent);
        return new Program(channel, stream, connection, connections.add(connection));
    }

    @Test
    void anotherUserGetsInAndStaysIn() throws Exception {
        for (int i = 0; i < 2 * Connections.MAX; i++) {
            assertThat(program(MALLORY).isIn()).isTrue();
        }
        Program alice = program(ALICE);
        assertThat(alice.isIn()).isTrue();
        for (int i = 0; i < Connections.MAX; i++) {
            program(MALLORY);
        }
        assertThat(connections.all()).contains(alice.connection()).hasSizeLessThanOrEqualTo(Connections.MAX);
    }

    @Test
    void aNewUserGetsInWhereManyUsersHaveTakenAllPlaces() throws Exception {
        for (int i = 0; i < 2 * Connections.MAX; i++) {
            assertThat(program(Users.peer("user " + i)).isIn()).isTrue();
        }
        assertThat(program(ALICE).isIn()).isTrue();
        assertThat(connections.all()).hasSizeLessThanOrEqualTo(Connections.MAX);
    }

    @Test
    void oneByteNowAndAgainIsNoLine() throws Exception {
        Program drip = program(MALLORY);
        drip.connection().start();
        LineSender.send(drip.channel(), "{\"op\":");
        LineSender.await(drip.stream()::isInALine);
        for (int i = 0; i < 10; i++) {
            LineSender.send(drip.channel(), "x");
            now.addAndGet(Stream.LINE_TIME.toNanos() / 8);
        }
        drip.connection().dropIfOverdue();
        assertThat(LineSender.isClosed(drip.channel())).isTrue();
    }

    @Test
    void answersThatNobodyTakesEndTheConnection() throws Exception {
        Program silent = program(MALLORY);
        silent.connection().start();
        String line = "{\"op\":\"check\",\"urls\":[" + "\"evil\",".repeat(999) + "\"evil\"]}\n";
        for (int i = 0; i < 20; i++) {
            LineSender.offer(silent.channel(), line);
        }
        LineSender.await(silent.stream()::isWriting);
        LineSender.await(() -> {
            now.addAndGet(Stream.PIECE_TIME.toNanos());
            silent.connection().dropIfOverdue();
            return connections.all().isEmpty();
        });
    }

    /// Each look wakes the processor.
    @Test
    void slowProgramsAreLookedForOnlyWhenOneMayBeOverdue() throws Exception {
        assertThat(connections.dropOverdue()).isEqualTo(Stream.PIECE_TIME);
        Program drip = program(MALLORY);
        drip.connection().start();
        assertThat(connections.dropOverdue()).isEqualTo(Stream.PIECE_TIME);
        LineSender.send(drip.channel(), "{\"op\":");
        LineSender.await(drip.stream()::isInALine);
        assertThat(connections.dropOverdue()).isEqualTo(Stream.PIECE_TIME);
        now.addAndGet(Stream.LINE_TIME.minusSeconds(4).toNanos());
        assertThat(connections.dropOverdue()).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4));
        assertThat(connections.all()).hasSize(1);
        now.addAndGet(Duration.ofSeconds(4).toNanos());
        assertThat(connections.dropOverdue()).isEqualTo(Stream.PIECE_TIME);
        assertThat(LineSender.isClosed(drip.channel())).isTrue();
    }

    @Test
    void silenceBetweenTwoRequestsIsNoFault() throws Exception {
        Program quiet = program(ALICE);
        quiet.connection().start();
        LineSender.send(quiet.channel(), "{\"op\":\"status\"}\n");
        assertThat(LineSender.read(quiet.channel())).contains("\"state\"");
        LineSender.await(() -> !quiet.stream().isWriting() && quiet.connection().waitingSince().isPresent());
        now.addAndGet(1000 * Stream.LINE_TIME.toNanos());
        quiet.connection().dropIfOverdue();
        LineSender.send(quiet.channel(), "{\"op\":\"status\"}\n");
        assertThat(LineSender.read(quiet.channel())).contains("\"state\"");
    }

    @Test
    void manyRequestsOfOneUserHaveFewProcessorsAndAnotherUserIsAnswered() throws Exception {
        int atOnce = Runtime.getRuntime().availableProcessors();
        CountDownLatch working = new CountDownLatch(atOnce);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        agent.beforeCheck = url -> {
            if (url.equals("long")) {
                begun.incrementAndGet();
                working.countDown();
                awaitQuietly(end);
            }
        };
        for (int i = 0; i < 20 * atOnce; i++) {
            Program crowd = program(MALLORY);
            crowd.connection().start();
            LineSender.send(crowd.channel(), "{\"op\":\"check\",\"url\":\"long\"}\n");
        }
        working.await();
        Program alice = program(ALICE);
        alice.connection().start();
        for (int i = 0; i < 100; i++) {
            LineSender.send(alice.channel(), "{\"op\":\"check\",\"url\":\"evil\"}\n");
            assertThat(LineSender.read(alice.channel())).contains("listed");
        }
        assertThat(begun).hasValue(atOnce);
        end.countDown();
    }

    private static void awaitQuietly(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
