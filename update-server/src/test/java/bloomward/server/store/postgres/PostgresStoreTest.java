package bloomward.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.Digest;
import bloomward.format.url.Expression;
import bloomward.server.store.AllowRow;
import bloomward.server.store.AuditLog.Verification;
import bloomward.server.store.EntryTable;
import bloomward.server.store.FileTable.FileRow;
import bloomward.server.store.ListRow;
import bloomward.server.store.PostgresAddress;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.PublisherStoreContract;
import bloomward.server.store.StoreFormatException;
import bloomward.server.store.StoreInUseException;
import bloomward.server.store.Tables;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is so because it is a server.
final class PostgresStoreTest extends PublisherStoreContract {

    private TestPostgres server;
    private String database = "";

    @Override
    @BeforeEach
    protected void open() throws IOException {
        server = TestPostgres.shared();
        database = server.database();
        store = open(database);
    }

    private PublisherStore open(String name) throws IOException {
        return PostgresStore.open(server.connect(name), folder, UUID.randomUUID());
    }

    private PublisherStore share() throws IOException {
        return PostgresStore.share(server.connect(database), folder);
    }

    private void reopen() throws IOException {
        store.close();
        store = open(database);
    }

    @Test
    void makesItsTablesInAnEmptyDatabase() throws IOException {
        String empty = server.emptyDatabase();
        try (PublisherStore fresh = open(empty)) {
            assertThat(fresh.<List<ListRow>, RuntimeException>read(tables -> tables.lists().all())).isEmpty();
        }
        assertThat(server.ask(empty, "SELECT version FROM store")).isEqualTo("4");
        open(empty).close();
    }

    @Test
    void remembers() throws IOException {
        long list = newList("bad");
        long source = newSource(list, "s");
        add(list, source, "a.example/");
        reopen();
        assertThat(scan(list, EntryTable.NOW)).containsExactly("a.example/=" + source);
    }

    /// The database's own order is another one: `a-b` would come behind `a.b`.
    @Test
    void ordersByBytesWhateverTheDatabaseDoes() throws IOException {
        assertThat(server.ask(database,
                "SELECT string_agg(x, ' ' ORDER BY x) FROM unnest(ARRAY['a_b', 'a-b', 'B', 'a']) AS x"))
                .isEqualTo("a a_b a-b B");
        long list = newList("bad");
        long source = newSource(list, "s");
        add(list, source, "a_b.example/", "a-b.example/", "B.example/", "a.example/");
        assertThat(scan(list, EntryTable.NOW)).extracting(line -> line.substring(0, line.indexOf('/')))
                .containsExactly("B.example", "a-b.example", "a.example", "a_b.example");
        newList("a_b");
        newList("a-b");
        newList("B");
        assertThat(read((Tables tables) -> tables.lists().all())).extracting(ListRow::name)
                .containsExactly("B", "a-b", "a_b", "bad");
    }

    private static String longExpression(Random random, String end) {
        byte[] bytes = new byte[11_000];
        random.nextBytes(bytes);
        return "long.example/" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + end;
    }

    /// A key of an index holds a sixth of the longest expression, unless that can be compressed.
    @Test
    void keepsExpressionsThatNoKeyOfAnIndexHolds() throws IOException {
        Random random = new Random(7);
        long list = newList("bad");
        long source = newSource(list, "s");
        String base = longExpression(random, "");
        List<String> all = new ArrayList<>(List.of(base + "a", base + "b", base + "-", base, "short.example/"));
        IntStream.range(0, 50).forEach(i -> all.add(longExpression(random, "/" + i)));
        long first = apply(list, source, true, all);
        List<String> sorted = all.stream().sorted().map(text -> text + "=" + source).toList();
        assertThat(scan(list, EntryTable.NOW)).isEqualTo(sorted);
        assertThat(read((Tables tables) -> stage(tables, list, source, List.of(base + "b", base + "c")).diff()))
                .isEqualTo(new EntryTable.StagedDiff(1, 1, all.size() - 1));
        long second = replace(list, source, base + "b", base + "c");
        assertThat(scan(list, EntryTable.NOW)).containsExactly(base + "b=" + source, base + "c=" + source);
        assertThat(diff(list, first, second)).hasSize(all.size()).contains("+" + base + "c=" + source);
        change(tables -> tables.entries().revert(list, first, begin(tables, list)));
        assertThat(scan(list, EntryTable.NOW)).isEqualTo(sorted);
        change(tables -> {
            AllowRow row = new AllowRow(new Expression(base + "a"), 0, "", "r", "anna", T0, Optional.empty(), false);
            tables.allowed().put(row);
            tables.allowed().put(row);
        });
        assertThat(read((Tables tables) -> tables.allowed().all())).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nul \0", "half \ud800", "other half \udc00", "turned \udc00\ud800"})
    void refusesTextsThatWouldNotComeBack(String text) throws IOException {
        long list = newList("bad");
        long source = newSource(list, "s");
        assertThatThrownBy(() -> change(tables -> tables.audit().append(T0, "anna", "import", "bad", text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text.startsWith("nul") ? "U+0000 at 4" : "half of a surrogate pair at ");
        for (boolean replace : List.of(true, false)) {
            assertThatThrownBy(() -> change(tables -> {
                EntryTable.Staging staging = tables.entries().stage(list, source);
                staging.add(new Expression("a.example/"), Optional.empty(), Optional.of(text));
                staging.apply(begin(tables, list), replace);
            })).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(scan(list, EntryTable.NOW)).isEmpty();
    }

    @Test
    void keepsEveryOtherText() throws IOException {
        String text = "tab\t quote' back\\slash \u0001 \u00e4 \ud83d\ude00 \\N ? ?1 ''";
        change(tables -> tables.audit().append(T0, "anna", "import", "bad", text));
        assertThat(read((Tables tables) -> tables.audit().newest(1)).getFirst().detail()).isEqualTo(text);
        assertThat(read((Tables tables) -> tables.audit().verify())).isInstanceOf(Verification.Intact.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UPDATE audit SET actor = 'eve' WHERE number = 2", "DELETE FROM audit WHERE number = 2",
        "TRUNCATE audit"})
    void keepsItsLogFromBeingChanged(String sql) throws IOException {
        change(tables -> {
            for (int i = 0; i < 3; i++) {
                tables.audit().append(T0, "anna", "bad", "", "detail");
            }
        });
        assertThatThrownBy(() -> server.run(database, sql)).hasMessageContaining("the audit log only grows");
        if (!sql.startsWith("TRUNCATE")) {
            server.run(database, "ALTER TABLE audit DISABLE TRIGGER ALL", sql);
            assertThat(read((Tables tables) -> tables.audit().verify())).isInstanceOf(Verification.Broken.class);
        }
    }

    @Test
    void isOpenedByServersAndMovedWithoutThem() throws IOException {
        open(database).close();
        assertThatThrownBy(() -> PostgresStore.openAlone(server.connect(database), folder))
                .isInstanceOf(StoreInUseException.class)
                .hasMessageContaining("in use by another server, at 127.0.0.1 since 20")
                .hasMessageContaining(database);
        store.close();
        try (PublisherStore alone = PostgresStore.openAlone(server.connect(database), folder)) {
            assertThatThrownBy(() -> open(database)).isInstanceOf(StoreInUseException.class);
            assertThat(alone.<List<ListRow>, RuntimeException>read(tables -> tables.lists().all())).isEmpty();
        }
        store = open(database);
    }

    /// Those of an older program would meet tables that they do not know.
    @Test
    void changesNoTablesThatOtherServersUse() throws IOException {
        server.run(database, "UPDATE store SET version = 1");
        assertThatThrownBy(() -> open(database)).isInstanceOf(StoreInUseException.class)
                .hasMessageContaining("its tables are of version 1, this program needs 4, and other servers use them"
                        + ", at 127.0.0.1 since 20")
                .hasMessageContaining("; stop them all, then start this one");
        server.run(database, "UPDATE store SET version = 4");
    }

    @Test
    void isSharedForAMoment() throws IOException {
        change(tables -> tables.audit().append(T0, "server", "first", "", ""));
        try (PublisherStore shared = share()) {
            shared.<Object, RuntimeException>write(tables -> tables.audit().append(T0, "anna", "second", "", ""));
            change(tables -> tables.audit().append(T0, "server", "third", "", ""));
        }
        assertThat(read((Tables tables) -> tables.audit().verify())).isInstanceOfSatisfying(Verification.Intact.class,
                intact -> assertThat(intact.rows()).isEqualTo(3));
    }

    /// Eight writers on connections of their own, each of which reads before it writes.
    @Test
    void writersOnDifferentConnectionsTakeTurns() throws Exception {
        long list = newList("bad");
        List<Future<?>> works = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                works.add(threads.submit(() -> {
                    try (PublisherStore other = share()) {
                        for (int j = 0; j < 10; j++) {
                            other.<Object, RuntimeException>write(tables -> {
                                begin(tables, list);
                                return tables.audit().append(T0, "anna", "change", "bad", "");
                            });
                        }
                    }
                    return true;
                }));
            }
            for (Future<?> work : works) {
                work.get();
            }
        }
        assertThat(read((Tables tables) -> tables.audit().verify())).isInstanceOfSatisfying(Verification.Intact.class,
                intact -> assertThat(intact.rows()).isEqualTo(80));
    }

    @Test
    void goesOnAfterItsConnectionsWereLost() throws Exception {
        long list = newList("bad");
        long source = newSource(list, "s");
        add(list, source, "a.example/");
        assertThat(scan(list, EntryTable.NOW)).hasSize(1);
        endConnections();
        assertThat(scan(list, EntryTable.NOW)).hasSize(1);
        endConnections();
        add(list, source, "b.example/");
        assertThat(scan(list, EntryTable.NOW)).hasSize(2);
        assertThatThrownBy(() -> PostgresStore.openAlone(server.connect(database), folder))
                .isInstanceOf(StoreInUseException.class);
    }

    private void endConnections() throws IOException {
        server.run("postgres",
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '" + database + "'");
    }

    @Test
    void aWriteThatLosesItsConnectionDoesNothing() throws IOException {
        assertThatThrownBy(() -> change(tables -> {
            tables.lists().create(list("lost"));
            endConnections();
            tables.lists().create(list("never"));
        })).isInstanceOf(IOException.class).hasMessageContaining("the database is being stopped or started");
        assertThat(read((Tables tables) -> tables.lists().all())).isEmpty();
        newList("next");
    }

    private static PostgresDatabase through(CutProxy proxy, TestPostgres server, String database) {
        PostgresAddress address = PostgresAddress
                .parse(server.address(database).replace(":" + server.port(), ":" + proxy.port()));
        return new PostgresDatabase(address, Optional.of(server.passwordFile()), Clock.systemUTC());
    }

    /// The commit is sent, and its answer lost: the store finds out that it was done.
    @Test
    void looksUpACommitWhoseAnswerIsLost() throws Exception {
        try (CutProxy proxy = new CutProxy(server.port())) {
            try (PublisherStore shared = PostgresStore.share(through(proxy, server, database), folder)) {
                proxy.loseAnswersTo("COMMIT");
                ListRow made = shared.<ListRow, RuntimeException>write(tables -> tables.lists().create(list("made")));
                assertThat(proxy.cuts()).isEqualTo(1);
                assertThat(read((Tables tables) -> tables.lists().all())).containsExactly(made);
            }
        }
    }

    /// The commit does not even arrive: the store finds out that nothing was done.
    @Test
    void looksUpACommitThatDidNotArrive() throws Exception {
        try (CutProxy proxy = new CutProxy(server.port())) {
            try (PublisherStore shared = PostgresStore.share(through(proxy, server, database), folder)) {
                proxy.loseQuestionsOf("COMMIT");
                assertThatThrownBy(() -> shared
                        .<ListRow, RuntimeException>write(tables -> tables.lists().create(list("not made"))))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("the connection was lost before the commit; nothing was changed");
                assertThat(proxy.cuts()).isEqualTo(1);
                assertThat(read((Tables tables) -> tables.lists().all())).isEmpty();
                shared.<ListRow, RuntimeException>write(tables -> tables.lists().create(list("made")));
            }
        }
        assertThat(read((Tables tables) -> tables.lists().all())).hasSize(1);
    }

    /// The commit is still on its way when the store looks for the first time: it waits for what becomes of it.
    @Test
    void looksUpACommitUntilItIsOver() throws Exception {
        try (CutProxy proxy = new CutProxy(server.port());
                PublisherStore shared = PostgresStore.share(through(proxy, server, database), folder)) {
            proxy.delayQuestionsOf("COMMIT");
            ListRow made = shared.<ListRow, RuntimeException>write(tables -> tables.lists().create(list("made")));
            assertThat(proxy.cuts()).isEqualTo(1);
            assertThat(read((Tables tables) -> tables.lists().all())).containsExactly(made);
        }
    }

    /// The database ends before the commit arrives and, started again, gives the transaction's number to another one, as its log
    /// had not come to the disk: the commit of that one is not taken for this one's.
    @Test
    void takesNoOtherCommitForItsOwnAfterACrash(@TempDir Path cluster) throws Exception {
        try (TestPostgres crashing = TestPostgres.start(cluster); CutProxy proxy = new CutProxy(crashing.port())) {
            String name = crashing.database();
            try (PublisherStore shared = PostgresStore.share(through(proxy, crashing, name), folder)) {
                proxy.loseQuestionsOf("COMMIT", () -> {
                    crashing.stop("immediate");
                    crashing.start();
                    crashing.run(name, Collections.nCopies(100, "SELECT pg_current_xact_id()").toArray(String[]::new));
                });
                assertThatThrownBy(() -> shared
                        .<ListRow, RuntimeException>write(tables -> tables.lists().create(list("not made"))))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("the connection was lost before the commit; nothing was changed");
                assertThat(proxy.cuts()).isEqualTo(1);
                ListRow made = shared.<ListRow, RuntimeException>write(tables -> tables.lists().create(list("made")));
                assertThat(shared.<List<ListRow>, RuntimeException>read(tables -> tables.lists().all()))
                        .containsExactly(made);
            }
        }
    }

    @Test
    void refusesAnotherStoreBehindTheSameAddress() throws IOException {
        newList("bad");
        server.run(database, "UPDATE store SET id = gen_random_uuid()");
        endConnections();
        assertThatThrownBy(() -> newList("other")).isInstanceOf(IOException.class)
                .hasMessageContaining("another store than before");
        assertThatThrownBy(() -> scan(1, 1)).isInstanceOf(IOException.class)
                .hasMessageContaining("another store than before");
    }

    /// One that has lost its connections asks anew before it goes on.
    @Test
    void doesNotGoOnAfterAMove() throws IOException {
        newList("bad");
        server.connect(database).retire("elsewhere");
        endConnections();
        assertThatThrownBy(() -> newList("other")).isInstanceOf(IOException.class)
                .hasMessageContaining("this store was moved to elsewhere");
        assertThatThrownBy(() -> scan(1, 1)).isInstanceOf(IOException.class)
                .hasMessageContaining("this store was moved to elsewhere");
    }

    /// One that waits for the end of a move finds out what it was.
    @Test
    void doesNotBeginAfterAMoveThatItWaitedFor() throws Exception {
        store.close();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<PublisherStore> begun;
            try (PublisherStore alone = PostgresStore.openAlone(server.connect(database), folder)) {
                assertThat(alone.<List<ListRow>, RuntimeException>read(tables -> tables.lists().all())).isEmpty();
                begun = threads.submit(() -> open(database));
                while (!server
                        .ask("postgres",
                                "SELECT count(*) FROM pg_stat_activity WHERE datname = '" + database
                                        + "' AND query LIKE '%pg_try_advisory_lock_shared%'")
                        .equals("1")) {
                    Thread.onSpinWait();
                }
                server.connect(database).retire("elsewhere");
            }
            assertThatThrownBy(begun::get).hasMessageContaining("this store was moved to elsewhere");
        }
        server.run(database, "UPDATE store SET moved_to = NULL");
        store = open(database);
    }

    @Test
    void saysThatThePasswordIsWrong() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong"), "terces\n");
        assertThatThrownBy(
                () -> PostgresStore.open(new PostgresDatabase(PostgresAddress.parse(server.address(database)),
                        Optional.of(wrong), Clock.systemUTC()), folder, UUID.randomUUID()))
                .hasMessageContaining("wrong password; it is read from store-password-file")
                .hasMessageContaining(database)
                .hasMessageNotContaining("terces");
    }

    @Test
    void saysThatThereIsNoSuchDatabase() {
        assertThatThrownBy(() -> open("nowhere")).isInstanceOf(IOException.class)
                .hasMessageContaining("/nowhere: there is no such database; make it with createdb");
    }

    @Test
    void refusesAnotherDatabaseAndLeavesIt() throws IOException {
        String other = server.emptyDatabase();
        server.run(other, "CREATE TABLE entry (a integer)");
        assertRefused(other, StoreFormatException.Reason.NOT_OUR_FILE, "not those of Bloomward");
        assertThat(server.ask(other, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).isEqualTo("1");
        String alike = server.emptyDatabase();
        server.run(alike, "CREATE TABLE store (application text, id uuid, version integer)",
                "INSERT INTO store VALUES ('shop', gen_random_uuid(), 1)");
        assertRefused(alike, StoreFormatException.Reason.NOT_OUR_FILE, "not those of Bloomward");
    }

    @Test
    void refusesAStoreOfANewerProgramAndLeavesIt() throws IOException {
        store.close();
        server.run(database, "UPDATE store SET version = 99");
        assertRefused(database, StoreFormatException.Reason.TOO_NEW, "tables of version 99, known: 1..4");
        assertThat(server.ask(database, "SELECT version FROM store")).isEqualTo("99");
    }

    private void assertRefused(String name, StoreFormatException.Reason reason, String words) {
        assertThatThrownBy(() -> open(name)).isInstanceOfSatisfying(StoreFormatException.class, e -> {
            assertThat(e.reason()).isEqualTo(reason);
            assertThat(e).hasMessageContaining(name).hasMessageContaining(words);
        });
    }

    @Test
    void sharesNoStoreOfAnOlderProgramAndNoEmptyDatabase() throws IOException {
        String empty = server.emptyDatabase();
        assertThatThrownBy(() -> PostgresStore.share(server.connect(empty), folder))
                .hasMessageContaining("empty, not a store");
        server.run(database, "UPDATE store SET version = 0");
        assertThatThrownBy(this::share).hasMessageContaining("written by an older program; start the server once");
    }

    @Test
    void refusesADatabaseThatCannotBeWritten() throws IOException {
        store.close();
        server.run("postgres", "ALTER DATABASE " + database + " SET default_transaction_read_only = on");
        assertThatThrownBy(() -> open(database)).hasMessageContaining("read-only")
                .hasMessageContaining("name the primary server in the address");
    }

    @Test
    void refusesAnEncodingThatCannotHoldEveryText() throws IOException {
        String latin = database + "latin";
        server.run("postgres",
                "CREATE DATABASE " + latin + " TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'");
        assertThatThrownBy(() -> open(latin)).hasMessageContaining("its encoding is LATIN1");
    }

    @Test
    void refusesAClockThatIsApart() {
        Clock wrong = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-3));
        PostgresDatabase late = new PostgresDatabase(PostgresAddress.parse(server.address(database)),
                Optional.of(server.passwordFile()), wrong);
        assertThatThrownBy(() -> PostgresStore.share(late, folder)).hasMessageContaining("its clock shows 20")
                .hasMessageContaining("set both by a time server");
    }

    @Test
    void readsOneSnapshotAndHoldsNoWriterBack() throws Exception {
        long list = newList("bad");
        long source = newSource(list, "s");
        CountDownLatch hasLooked = new CountDownLatch(1);
        CountDownLatch hasWritten = new CountDownLatch(1);
        try (PublisherStore shared = share(); ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<Long>> counts = threads.submit(() -> shared.<List<Long>, Exception>read(tables -> {
                long before = tables.lists().lastChange(list);
                hasLooked.countDown();
                hasWritten.await();
                return List.of(before, tables.lists().lastChange(list));
            }));
            hasLooked.await();
            add(list, source, "a.example/");
            hasWritten.countDown();
            assertThat(counts.get()).containsExactly(0L, 0L);
        }
    }

    @Test
    void keepsFiles() throws IOException {
        byte[] bytes = new byte[3_500_000];
        new Random(3).nextBytes(bytes);
        FileRow large = new FileRow("/v1/packed/x", Digest.of(bytes), bytes.length);
        FileRow empty = new FileRow("/v1/latest", Digest.of(new byte[0]), 0);
        change(tables -> {
            tables.files().orElseThrow().put(large, new ByteArrayInputStream(bytes));
            tables.files().orElseThrow().put(empty, new ByteArrayInputStream(new byte[0]));
        });
        assertThat(read((Tables tables) -> tables.files().orElseThrow().all())).containsExactly(empty, large);
        assertThat(copy(large.path())).isEqualTo(bytes);
        assertThat(copy(empty.path())).isEmpty();
        byte[] other = {1, 2, 3};
        FileRow next = new FileRow("/v1/latest", Digest.of(other), 3);
        change(tables -> tables.files().orElseThrow().put(next, new ByteArrayInputStream(other)));
        assertThat(copy("/v1/latest")).isEqualTo(other);
        assertThat(write((Tables tables) -> tables.files().orElseThrow().remove(List.of("/v1/latest", "/v1/none"))))
                .isEqualTo(1);
        assertThat(read((Tables tables) -> tables.files().orElseThrow().find("/v1/latest"))).isEmpty();
        assertThat(server.ask(database,
                "SELECT attstorage FROM pg_attribute WHERE attrelid = 'file'::regclass" + " AND attname = 'bytes'"))
                .isEqualTo("e");
    }

    @Test
    void keepsNoFileThatIsNotWhatItSays() throws IOException {
        for (byte[] wrong : List.of(new byte[] {1, 2, 4}, new byte[] {1, 2, 3, 4})) {
            assertThatThrownBy(() -> change(tables -> tables.files()
                    .orElseThrow()
                    .put(new FileRow("/v1/latest", Digest.of(new byte[] {1, 2, 3}), 3),
                            new ByteArrayInputStream(wrong))))
                    .isInstanceOf(IOException.class);
        }
        assertThat(read((Tables tables) -> tables.files().orElseThrow().all())).isEmpty();
    }

    @Test
    void noticesAFileThatWasChanged() throws Exception {
        byte[] bytes = {1, 2, 3};
        change(tables -> tables.files()
                .orElseThrow()
                .put(new FileRow("/v1/latest", Digest.of(bytes), 3), new ByteArrayInputStream(bytes)));
        try (PostgresView view = PostgresView.open(server.connect(database), folder)) {
            assertThat(view.integrityCheck()).isEmpty();
            server.run(database, "UPDATE file SET bytes = '\\x010204'");
            assertThat(view.integrityCheck()).singleElement().asString().contains("/v1/latest");
            assertThatThrownBy(() -> view.read(tables -> tables.audit().append(T0, "anna", "x", "", "")))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() -> copy("/v1/latest")).hasMessageContaining("damaged database");
    }

    private byte[] copy(String path) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        store.<Boolean, IOException>read(tables -> {
            tables.files().orElseThrow().copy(path, out);
            return true;
        });
        return out.toByteArray();
    }

    /// A list is read in the order of its index: nothing is sorted as a whole, even in tables that the planner knows nothing
    /// about.
    @Test
    void readsListsFromTheIndex() throws Exception {
        long list = newList("bad");
        long source = newSource(list, "s");
        apply(list, source, true, IntStream.range(0, 20_000).mapToObj(i -> "h" + i + ".example/").toList());
        try (Connection connection = server.connection(database); Statement statement = connection.createStatement()) {
            statement.execute("SET enable_sort = off");
            StringBuilder plan = new StringBuilder();
            try (ResultSet rows = statement.executeQuery("EXPLAIN " + PostgresQueries.SCAN.replace("?1", "" + list)
                    .replace("?2", "9")
                    .replace("COPY (", "")
                    .replace(") TO STDOUT", ""))) {
                while (rows.next()) {
                    plan.append(rows.getString(1)).append('\n');
                }
            }
            assertThat(plan.toString()).contains("Index Scan using entry_key").contains("Incremental Sort");
        }
    }
}
