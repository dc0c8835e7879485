package bloomward.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.store.PublisherStore;
import bloomward.server.store.StoreInUseException;
import bloomward.server.store.StoredRows;
import bloomward.server.store.StoredTable;
import bloomward.server.store.cluster.Beat;
import bloomward.server.store.cluster.Fence;
import bloomward.server.store.cluster.NotLeadingException;
import bloomward.server.store.cluster.ServerRow;
import bloomward.server.store.cluster.ServerState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lease of the leader, and the fence that ends with it. The end of a lease is set in the database, where its clock
/// counts.
final class LeaseTest {

    private static final long PATIENCE_IN_SECONDS = 120;
    private static final Instant STARTED = Instant.parse("2026-11-01T00:00:00Z");

    @TempDir
    private Path folder;
    private TestPostgres server;
    private String database = "";
    private final List<Node> nodes = new ArrayList<>();
    private Node a;
    private Node b;

    /// A server: its store and its pulse.
    private final class Node {

        private final UUID id = UUID.randomUUID();
        private final String name;
        private final PublisherStore store;
        private final PostgresPulse pulse;

        Node(String name) throws IOException {
            this.name = name;
            PostgresStore opened = PostgresStore.open(server.connect(database), folder, id);
            this.store = opened;
            this.pulse = new PostgresPulse(server.connect(database), opened.id());
            nodes.add(this);
        }

        Beat beat(boolean wantsLead) throws IOException {
            return pulse.beat(new ServerState(id, name, "1", STARTED, 0, Optional.empty(), wantsLead, true, ""),
                    wantsLead);
        }

        boolean leads() throws IOException {
            return beat(true).fence().isPresent();
        }

        void writeAs(Fence fence) throws IOException {
            store.<Boolean, IOException>write(tables -> {
                tables.servers().orElseThrow().requireLead(fence);
                tables.audit().append(STARTED, name, "led", "", "");
                return true;
            });
        }

        void close() throws IOException {
            pulse.close();
            store.close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        server = TestPostgres.shared();
        database = server.database();
        a = new Node("a");
        b = new Node("b");
    }

    @AfterEach
    void close() throws IOException {
        for (Node node : nodes) {
            node.close();
        }
    }

    private void endLease() throws IOException {
        server.run(database, "UPDATE lease SET until = now_millis() - 1");
    }

    private void endConnections() throws IOException {
        server.run("postgres",
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" + database + "'");
    }

    private long written() throws IOException {
        return Long.parseLong(server.ask(database, "SELECT count(*) FROM audit"));
    }

    @Test
    void oneLeadsWhileItBeats() throws IOException {
        assertThat(a.leads()).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(b.beat(true).fence()).isEmpty();
            assertThat(b.beat(true).leader()).contains("a");
            assertThat(a.leads()).isTrue();
        }
    }

    @Test
    void anotherLeadsWhenTheLeaseHasEnded() throws IOException {
        Fence first = a.beat(true).fence().orElseThrow();
        endLease();
        Fence second = b.beat(true).fence().orElseThrow();
        assertThat(second.number()).isGreaterThan(first.number());
        assertThat(a.beat(true).fence()).isEmpty();
        assertThat(a.beat(true).leader()).contains("b");
    }

    @Test
    void aLeaderThatWasLateLeadsOnIfNobodyElseDoes() throws IOException {
        Fence first = a.beat(true).fence().orElseThrow();
        endLease();
        assertThat(a.beat(true).fence()).contains(first);
        assertThat(b.beat(true).fence()).isEmpty();
    }

    @Test
    void anotherLeadsAtOnceWhenTheLeaderSignsOff() throws IOException {
        assertThat(a.leads()).isTrue();
        assertThat(b.leads()).isFalse();
        a.pulse.resign();
        assertThat(b.leads()).isTrue();
        assertThat(b.store.<List<ServerRow>, IOException>read(tables -> tables.servers().orElseThrow().all()))
                .singleElement()
                .satisfies(row -> assertThat(row.state().name()).isEqualTo("b"));
    }

    @Test
    void whoeverMayNotLeadNeverDoes() throws IOException {
        assertThat(a.beat(false).fence()).isEmpty();
        assertThat(a.beat(false).leader()).isEmpty();
        assertThat(b.leads()).isTrue();
        assertThat(b.beat(false).fence()).isEmpty(); // its key is gone
        assertThat(a.leads()).isTrue();
    }

    @Test
    void aLeaderOfThePastWritesNothing() throws IOException {
        Fence first = a.beat(true).fence().orElseThrow();
        a.writeAs(first);
        endLease();
        a.writeAs(first); // nobody else leads
        Fence second = b.beat(true).fence().orElseThrow();
        assertThatThrownBy(() -> a.writeAs(first)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> a.writeAs(first)).isInstanceOf(NotLeadingException.class)
                .hasMessageContaining("another server leads now");
        assertThatThrownBy(() -> a.writeAs(new Fence(a.id, second.number()))).isInstanceOf(NotLeadingException.class);
        b.writeAs(second);
        assertThat(written()).isEqualTo(3);
    }

    /// As a process that was stopped by a signal, or a machine that was frozen: its connection stands, and so do its locks.
    @Test
    void anotherLeadsAlthoughTheLeaderStoppedInTheMiddleOfAWrite() throws Exception {
        Fence first = a.beat(true).fence().orElseThrow();
        CountDownLatch isStopped = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Boolean> stopped = () -> a.store.<Boolean, Exception>write(tables -> {
                tables.servers().orElseThrow().requireLead(first);
                tables.audit().append(STARTED, "a", "led", "", "");
                isStopped.countDown();
                goesOn.await();
                tables.audit().append(STARTED, "a", "led on", "", "");
                return true;
            });
            Future<Boolean> write = threads.submit(stopped);
            isStopped.await();
            endLease();
            Fence second = b.beat(true).fence().orElseThrow();
            b.writeAs(second);
            goesOn.countDown();
            assertThatThrownBy(write::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IOException.class);
        }
        assertThat(server.ask(database, "SELECT string_agg(actor, ',') FROM audit")).isEqualTo("b");
        assertThatThrownBy(() -> a.writeAs(first)).isInstanceOf(NotLeadingException.class);
    }

    /// The database waits for more rows as long as the connection stands, and no time-out of a transaction ends that.
    @Test
    void aServerThatStoppedWhileItHandedOverRowsHoldsNobodyUp() throws Exception {
        Fence fence = a.beat(true).fence().orElseThrow();
        b.beat(true);
        CountDownLatch isStopped = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Boolean> stopped = () -> b.store.<Boolean, Exception>write(tables -> {
                try (StoredRows.Adding adding = tables.rows().add(StoredTable.SETTING)) {
                    for (int i = 0; i < 10_000; i++) {
                        adding.take(List.of(Optional.of("setting " + i), Optional.of(1L)));
                    }
                    isStopped.countDown();
                    goesOn.await();
                }
                return true;
            });
            Future<Boolean> write = threads.submit(stopped);
            isStopped.await();
            server.run(database, "UPDATE server SET seen = seen - 31000 WHERE name = 'b'");
            a.beat(true);
            Callable<Boolean> waiting = () -> {
                a.writeAs(fence);
                return true;
            };
            try {
                assertThat(threads.submit(waiting).get(PATIENCE_IN_SECONDS, TimeUnit.SECONDS)).isTrue();
            } finally {
                goesOn.countDown();
            }
            assertThatThrownBy(write::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IOException.class);
        }
        assertThat(server.ask(database, "SELECT count(*) FROM setting")).isEqualTo("0");
    }

    /// The clock of the database was set back, or another machine has it now.
    @Test
    void noLeaseIsLongerThanOneThatIsTakenNow() throws Exception {
        a.beat(true);
        server.run(database, "UPDATE lease SET until = now_millis() + 3600000");
        assertThat(b.leads()).isTrue();
        assertThat(a.leads()).isFalse();
    }

    /// A server that was not asked to write since the database was started again is a server still.
    @Test
    void keepsAMoveAwayByItsBeats() throws Exception {
        b.close();
        nodes.remove(b);
        a.beat(true);
        endConnections();
        assertThatThrownBy(() -> a.beat(true)).isInstanceOf(IOException.class);
        a.beat(true);
        assertThatThrownBy(() -> PostgresStore.openAlone(server.connect(database), folder))
                .isInstanceOf(StoreInUseException.class);
    }

    /// No publication, however long it writes, makes the lease of its server end.
    @Test
    void beatsWhileItWrites() throws Exception {
        Fence fence = a.beat(true).fence().orElseThrow();
        a.store.<Boolean, IOException>write(tables -> {
            tables.servers().orElseThrow().requireLead(fence);
            assertThat(a.beat(true).fence()).contains(fence);
            assertThat(b.beat(true).fence()).isEmpty();
            return true;
        });
    }

    @Test
    void goesOnAfterItsConnectionWasLost() throws Exception {
        Fence fence = a.beat(true).fence().orElseThrow();
        endConnections();
        assertThatThrownBy(() -> a.beat(true)).isInstanceOf(IOException.class);
        assertThat(a.beat(true).fence()).contains(fence);
    }

    @Test
    void hearsOfChanges() throws Exception {
        long before = b.beat(true).revision();
        assertThat(b.pulse.awaitNews(Duration.ofMillis(1))).isFalse();
        a.store.<Long, IOException>write(tables -> tables.servers().orElseThrow().advance());
        assertThat(b.pulse.awaitNews(Duration.ofSeconds(PATIENCE_IN_SECONDS))).isTrue();
        assertThat(b.beat(true).revision()).isEqualTo(before + 1);
    }

    @Test
    void showsTheServers() throws Exception {
        a.beat(true);
        b.beat(true);
        server.run(database, "UPDATE server SET seen = seen - 7000 WHERE name = 'b'");
        assertThat(a.store.<List<ServerRow>, IOException>read(tables -> tables.servers().orElseThrow().all()))
                .extracting(row -> row.state().name() + " " + row.isThere() + " " + row.leads())
                .containsExactly("a true true", "b false false");
        new Node("b").beat(true); // started again
        assertThat(a.store.<List<ServerRow>, IOException>read(tables -> tables.servers().orElseThrow().all()))
                .extracting(row -> row.state().name() + " " + row.isThere())
                .containsExactly("a true", "b true");
    }

    @Test
    void refusesAnotherStoreBehindTheSameAddress() throws Exception {
        a.beat(true);
        server.run(database, "UPDATE store SET id = gen_random_uuid()");
        endConnections();
        assertThatThrownBy(() -> a.beat(true)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> a.beat(true)).hasMessageContaining("another store than before");
    }
}
