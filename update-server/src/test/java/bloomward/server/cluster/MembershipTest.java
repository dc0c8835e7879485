package bloomward.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.store.PostgresAddress;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.cluster.NotLeadingException;
import bloomward.server.store.cluster.Pulse;
import bloomward.server.store.cluster.ServerState;
import bloomward.server.store.postgres.PostgresDatabase;
import bloomward.server.store.postgres.PostgresPulse;
import bloomward.server.store.postgres.PostgresStore;
import bloomward.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.lang.Thread.State;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server among others, on a real database.
final class MembershipTest {

    @TempDir
    private Path folder;
    private TestPostgres server;
    private String database = "";
    private PostgresStore store;
    private final UUID id = UUID.randomUUID();
    private final Followed followed = new Followed();

    /// Takes up what others have done, or cannot.
    private static final class Followed implements Membership.Following {

        private final AtomicLong revision = new AtomicLong();
        private volatile Optional<PostgresStore> from = Optional.empty();
        private volatile Semaphore mayFollow = new Semaphore(Integer.MAX_VALUE);

        @Override
        public void follow() throws IOException {
            mayFollow.acquireUninterruptibly();
            PostgresStore there = from.orElseThrow(() -> new IOException("the disk is full"));
            revision.set(there.<Long, IOException>read(tables -> tables.servers().orElseThrow().revision()));
        }

        @Override
        public long revision() {
            return revision.get();
        }

        @Override
        public boolean hasAll(long number) {
            return revision.get() == number;
        }
    }

    @BeforeEach
    void open() throws IOException {
        server = TestPostgres.shared();
        database = server.database();
        store = PostgresStore.open(server.connect(database), folder, id);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    private Membership join(Clock clock) throws IOException {
        return join(clock, System::nanoTime);
    }

    private Membership join(Clock clock, LongSupplier nanoTime) throws IOException {
        PostgresDatabase there = new PostgresDatabase(PostgresAddress.parse(server.address(database)),
                Optional.of(server.passwordFile()), clock);
        Pulse pulse = new PostgresPulse(there, store.id());
        return Membership.join(pulse,
                () -> new ServerState(id, "a", "1", Instant.EPOCH, 0, Optional.empty(), true, true, ""), followed,
                nanoTime);
    }

    private static void await(BooleanSupplier isSo) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    @Test
    void leadsAtOnceWhereNobodyDoes() throws Exception {
        try (Membership a = join(Clock.systemUTC())) {
            assertThat(a.lead().isHere()).isTrue();
            assertThat(a.trouble()).isEmpty();
            assertThat(a.isCurrent()).isTrue();
        }
    }

    @Test
    void aServerWhoseClockIsWrongDoesNotLead() throws Exception {
        try (Membership a = join(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-1)))) {
            assertThat(a.lead().isHere()).isFalse();
            assertThat(a.lead().<IOException>run(() -> {
                throw new IOException("not to be run");
            })).isFalse();
            assertThat(a.trouble()).get()
                    .asString()
                    .containsPattern("the clock of this machine is (59|60|61) s behind the database's")
                    .contains("does not lead");
        }
        assertThat(server.ask(database, "SELECT fence FROM lead")).isEqualTo("0");
    }

    @Test
    void isBehindUntilItHasTakenUpTheNews() throws Exception {
        try (Membership a = join(Clock.systemUTC())) {
            store.<Long, IOException>write(tables -> tables.servers().orElseThrow().advance());
            await(() -> !a.isCurrent());
            await(() -> a.lag().orElse("").contains("the disk is full"));
            followed.from = Optional.of(store);
            await(a::isCurrent);
            assertThat(a.lag()).isEmpty();
        }
    }

    @Test
    void aRequestForSomethingUnknownLooksForNews() throws Exception {
        followed.from = Optional.of(store);
        try (Membership a = join(Clock.systemUTC())) {
            assertThat(a.look(0)).isFalse();
            store.<Long, IOException>write(tables -> tables.servers().orElseThrow().advance());
            await(() -> a.look(0));
            assertThat(followed.revision()).isEqualTo(1);
        }
    }

    /// What was not here when it was looked for, and came before the look for news, is no more missing than what comes by that.
    @Test
    void aRequestIsToldOfNewsThatCameMeanwhile() throws Exception {
        followed.from = Optional.of(store);
        try (Membership a = join(Clock.systemUTC())) {
            long before = a.revision();
            store.<Long, IOException>write(tables -> tables.servers().orElseThrow().advance());
            await(() -> a.revision() > before);
            assertThat(a.look(before)).isTrue();
            assertThat(a.look(a.revision())).isFalse();
        }
    }

    /// Its time stands still, so it looks for nothing by itself so soon after the first request.
    @Test
    void aRequestWaitsForNewsThatAreBeingTakenUp() throws Exception {
        followed.from = Optional.of(store);
        try (Membership a = join(Clock.systemUTC(), () -> 0)) {
            assertThat(a.look(0)).isFalse();
            followed.mayFollow = new Semaphore(0);
            store.<Long, IOException>write(tables -> tables.servers().orElseThrow().advance());
            await(() -> followed.mayFollow.hasQueuedThreads());
            FutureTask<Boolean> request = new FutureTask<>(() -> a.look(0));
            Thread asking = Thread.ofPlatform().start(request);
            await(() -> asking.getState() == State.TIMED_WAITING || request.isDone());
            followed.mayFollow.release();
            assertThat(request.get()).isTrue();
        }
    }

    /// The right that a chore began with has ended when it writes.
    @Test
    void aChoreThatBeganUnderAnEarlierLeadWritesNothing() throws Exception {
        try (Membership a = join(Clock.systemUTC()); PublisherStore fenced = new FencedStore(store)) {
            assertThat(a.lead()
                    .<IOException>run(() -> fenced.<Object, IOException>write(
                            tables -> tables.audit().append(Instant.EPOCH, "server", "led", "", ""))))
                    .isTrue();
            assertThatThrownBy(() -> a.lead().<IOException>run(() -> {
                server.run(database, "UPDATE lead SET fence = fence + 1, server = gen_random_uuid()",
                        "UPDATE lease SET fence = fence + 1, until = now_millis() + 60000");
                fenced.<Object, IOException>write(
                        tables -> tables.audit().append(Instant.EPOCH, "server", "led on", "", ""));
            })).isInstanceOf(NotLeadingException.class);
            // What a person asks for needs no lead.
            fenced.<Object, IOException>write(tables -> tables.audit().append(Instant.EPOCH, "ann", "asked", "", ""));
        }
        assertThat(server.ask(database, "SELECT string_agg(action, ',' ORDER BY number) FROM audit"))
                .isEqualTo("led,asked");
    }
}
