package bloomward.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.url.Expression;
import bloomward.server.store.FaultyStore.When;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Contract of every store, for any content of its tables.
@OnEachStore
final class PublisherStoreContractTest extends PublisherStoreContract {

    private static final class Refusal extends Exception {

        private static final long serialVersionUID = 1;
    }

    @Test
    void doesNothingWhenTheWorkThrows() throws IOException {
        long list = newList("bad");
        long source = newSource(list, "s");
        add(list, source, "a.example/");
        assertThatThrownBy(() -> store.<Void, Refusal>write(tables -> {
            tables.lists().create(list("other"));
            stage(tables, list, source, List.of("b.example/")).apply(begin(tables, list), true);
            throw new Refusal();
        })).isInstanceOf(Refusal.class);
        assertThat(read((Tables tables) -> tables.lists().all())).hasSize(1);
        assertThat(scan(list, EntryTable.NOW)).containsExactly("a.example/=" + source);
        add(list, source, "c.example/");
        assertThat(scan(list, EntryTable.NOW)).hasSize(2);
    }

    @Test
    void refusesEveryWriteInsideARead() throws IOException {
        long list = newList("bad");
        long source = newSource(list, "s");
        long change = add(list, source, "a.example/");
        Instant now = T0;
        List<Action> writes = List.of(tables -> tables.lists().create(list("x")),
                tables -> tables.lists().setSpec(list, SPEC, 1), tables -> tables.lists().setCompileFrom(list, 2),
                tables -> tables.lists().setReview(list, false),
                tables -> tables.lists().disapprove(list, SmallTablesContractTest.digest(1)),
                tables -> tables.feeds().remove("f"),
                tables -> tables.lists().source(list, "s", SourceKind.FEED, Optional.empty()),
                tables -> begin(tables, list),
                tables -> tables.lists().approve(list, SmallTablesContractTest.digest(1), new Approval(1, now)),
                tables -> tables.entries().stage(list, source).apply(change, true),
                tables -> tables.entries().remove(list, source, List.of(), change),
                tables -> tables.entries().removeOfAll(list, List.of(), change),
                tables -> tables.entries().expire(list, now, change),
                tables -> tables.entries().revert(list, 0, change),
                tables -> tables.holds()
                        .put(new HoldRow(0, list, source, Optional.empty(), "", "", 0, Optional.empty(),
                                Optional.empty(), Optional.empty(), "", now, HoldState.OPEN, Optional.empty())),
                tables -> tables.holds().decide(1, HoldState.RELEASED, new HoldRow.Decision("", now, "")),
                tables -> tables.holds().reopen(1), tables -> tables.holds().withdraw(list, source, List.of()),
                tables -> tables.holds().withdrawAllowed(List.of()),
                tables -> tables.allowed()
                        .put(new AllowRow(new Expression("a.example/"), 0, "", "", "", now, Optional.empty(), false)),
                tables -> tables.allowed().remove(new AllowKey(new Expression("a.example/"), 0)),
                tables -> tables.allowed().expire(now), tables -> tables.publications().forgetFiles(list, 1),
                tables -> tables.publications().removePending(), tables -> tables.publications().setSequenceFloor(1),
                tables -> tables.feeds()
                        .put(new FeedRow("f", list, "", true, Optional.empty(), Optional.empty(), Optional.empty(), 0,
                                Optional.empty(), Optional.empty())),
                tables -> tables.tokens().revoke(1, now), tables -> tables.audit().append(now, "", "", "", ""));
        for (int i = 0; i < writes.size(); i++) {
            Action write = writes.get(i);
            assertThatThrownBy(() -> store.<Boolean, RuntimeException>read(tables -> {
                write.on(tables);
                return true;
            })).as("write " + i).isInstanceOf(IllegalStateException.class);
        }
        assertThat(scan(list, EntryTable.NOW)).hasSize(1);
    }

    @Test
    void readersSeeTheStateTheyBeganWith() throws Exception {
        long list = newList("bad");
        long source = newSource(list, "s");
        add(list, source, "a.example/");
        CountDownLatch hasLooked = new CountDownLatch(1);
        CountDownLatch hasWritten = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<Long>> counts = threads.submit(() -> store.<List<Long>, InterruptedException>read(tables -> {
                long before = tables.entries().count(list, EntryTable.NOW);
                hasLooked.countDown();
                hasWritten.await();
                return List.of(before, tables.entries().count(list, EntryTable.NOW), tables.lists().lastChange(list));
            }));
            hasLooked.await();
            long change = add(list, source, "b.example/");
            hasWritten.countDown();
            assertThat(counts.get()).containsExactly(1L, 1L, change - 1);
        }
        assertThat(scan(list, EntryTable.NOW)).hasSize(2);
    }

    @Test
    void readersDoNotWaitForAWriterAndSeeNothingOfIt() throws Exception {
        long list = newList("bad");
        long source = newSource(list, "s");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            change(tables -> {
                stage(tables, list, source, List.of("a.example/")).apply(begin(tables, list), false);
                assertThat(tables.entries().count(list, EntryTable.NOW)).isEqualTo(1);
                Future<List<String>> seen = threads.submit(() -> scan(list, EntryTable.NOW));
                try {
                    assertThat(seen.get()).isEmpty();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
        assertThat(scan(list, EntryTable.NOW)).hasSize(1);
    }

    @Test
    void writersWaitForEachOther() throws Exception {
        long list = newList("bad");
        List<Future<?>> works = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                works.add(threads.submit(() -> write(tables -> {
                    long before = tables.lists().lastChange(list);
                    long change = begin(tables, list);
                    tables.audit().append(T0, "anna", "change", "bad", "" + change);
                    return change - before;
                })));
                works.add(threads.submit(() -> read(tables -> tables.audit().newest(5))));
            }
            for (Future<?> work : works) {
                work.get();
            }
        }
        assertThat(read((Tables tables) -> tables.audit().verify())).isInstanceOfSatisfying(
                AuditLog.Verification.Intact.class, intact -> assertThat(intact.rows()).isEqualTo(40));
    }

    @Test
    void tablesEndWithTheirWork() throws IOException {
        Tables after = read(tables -> tables);
        assertThatThrownBy(() -> after.lists().all()).isInstanceOf(IllegalStateException.class);
        long list = newList("bad");
        long source = newSource(list, "s");
        EntryTable.Staging staging = read(tables -> tables.entries().stage(list, source));
        assertThatThrownBy(staging::diff).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void tablesBelongToTheirThread() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            change(tables -> assertThatThrownBy(() -> threads.submit(() -> tables.lists().all()).get())
                    .hasCauseInstanceOf(IllegalStateException.class));
        }
    }

    @Test
    void worksAreNotNested() throws IOException {
        assertThatThrownBy(() -> change(_ -> newList("x"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> change(_ -> scan(1, 1))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> read(_ -> scan(1, 1))).isInstanceOf(IllegalStateException.class);
        assertThat(newList("x")).isEqualTo(1);
    }

    @Test
    void doesNothingOnceClosed() throws IOException {
        store.close();
        assertThatThrownBy(() -> scan(1, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> newList("x")).isInstanceOf(IllegalStateException.class);
        store.close();
    }

    @Test
    void failsOnRequest() throws IOException {
        FaultyStore before = new FaultyStore(store, When.BEFORE_APPLIED, 2);
        FaultyStore after = new FaultyStore(store, When.AFTER_APPLIED, 1);
        before.write(tables -> tables.lists().create(list("one")));
        assertThatThrownBy(() -> before.write(tables -> tables.lists().create(list("two"))))
                .isInstanceOf(FaultyStore.Fault.class);
        assertThatThrownBy(() -> after.write(tables -> tables.lists().create(list("three"))))
                .isInstanceOf(FaultyStore.Fault.class);
        assertThatThrownBy(() -> after.write(tables -> tables.lists().create(list("four"))))
                .isInstanceOf(FaultyStore.Fault.class);
        assertThat(after.<List<ListRow>, RuntimeException>read(tables -> tables.lists().all()))
                .extracting(ListRow::name)
                .containsExactly("one", "three");
        assertThat(before.writes()).isEqualTo(2);
    }
}
