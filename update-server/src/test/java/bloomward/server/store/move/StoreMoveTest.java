package bloomward.server.store.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.Digest;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.KeySpec;
import bloomward.format.release.FileRef;
import bloomward.format.url.Expression;
import bloomward.server.store.AllowRow;
import bloomward.server.store.Approval;
import bloomward.server.store.AuditLog.Verification;
import bloomward.server.store.Change;
import bloomward.server.store.EntryTable;
import bloomward.server.store.FeedRow;
import bloomward.server.store.HoldRow;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublicationTable.UnsignedPublication;
import bloomward.server.store.PublicationTable.VersionContent;
import bloomward.server.store.PublicationTable.VersionCounts;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportRow;
import bloomward.server.store.ReportState;
import bloomward.server.store.ReportTable.Correction;
import bloomward.server.store.ReportText;
import bloomward.server.store.SourceKind;
import bloomward.server.store.SourceRow;
import bloomward.server.store.StoredTable;
import bloomward.server.store.TestedStore;
import bloomward.server.store.TokenTable.TokenRow;
import bloomward.server.store.history.HistoryTable.FetchRow;
import bloomward.server.store.history.ReviewTable;
import bloomward.server.store.history.ReviewTable.ReviewRow;
import bloomward.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store with something in every table, from SQLite to PostgreSQL and back.
final class StoreMoveTest {

    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final String ODD = "tab\t line\n back\\slash \\N quote' \"\u0001 \u00e4 \ud83d\ude00 ";

    @TempDir
    private Path folder;

    private static Digest digest(int number) {
        return Digest.of(new byte[] {(byte) number});
    }

    private static VersionRow version(long list, long version, long sequence, long change) {
        return new VersionRow(list, version, sequence, change, new VersionCounts(50, 49, 6, 7), new KeySpec(1, 36, -7),
                new VersionContent(new FileRef(digest(8), 80), new FileRef(digest(9), 90), new ConfirmRoot(digest(10)),
                        new BucketBits(11)),
                List.of(new Category("malware")), T0, Optional.empty(), true);
    }

    /// Something in every table, with values present and absent.
    private static void fill(PublisherStore store) throws IOException {
        store.<Boolean, IOException>write(tables -> {
            ListRow list = tables.lists()
                    .create(new ListRow(0, "bad", new Category("malware"), new KeySpec(1, 36, Long.MIN_VALUE), 1000,
                            true, 1, T0));
            SourceRow source = tables.lists().source(list.id(), "s", SourceKind.IMPORT, Optional.empty());
            tables.lists().source(list.id(), "t", SourceKind.FEED, Optional.of(new Category("phishing")));
            long first = tables.lists().begin(new Change(0, list.id(), T0, "anna", ODD));
            EntryTable.Staging staging = tables.entries().stage(list.id(), source.id());
            for (int i = 0; i < 10_000; i++) {
                staging.add(new Expression("h" + i + ".example/"), Optional.empty(), Optional.empty());
            }
            staging.add(new Expression(" h_.example/a?b=\\N"), Optional.of(T0), Optional.of(ODD));
            staging.add(new Expression("h-.example/"), Optional.empty(), Optional.of(""));
            staging.apply(first, true);
            long second = tables.lists().begin(new Change(0, list.id(), T0, "anna", "removes"));
            tables.entries().remove(list.id(), source.id(), List.of(new Expression("h7.example/")), second);
            tables.lists().setHistoryFrom(list.id(), 1);
            ListRow gone = tables.lists()
                    .create(new ListRow(0, "gone", new Category("malware"), new KeySpec(1, 36, 1), 1000, false, 1, T0,
                            ODD, Optional.empty()));
            tables.lists().delete(gone.id(), T0);
            TokenRow token = tables.tokens()
                    .create(new TokenRow(0, "anna", "admin", digest(1), T0, Optional.empty(), Optional.empty()));
            tables.tokens()
                    .create(new TokenRow(0, "bob", "admin", digest(2), T0, Optional.of(T0), Optional.of("anna")));
            tables.lists().approve(list.id(), digest(3), new Approval(token.id(), T0));
            long hold = tables.holds()
                    .put(HoldRow.ofEntry(source, new Expression("held.example/"), "popular", ODD, 3, Optional.of(T0),
                            Optional.of("why"), "anna", T0));
            tables.holds()
                    .put(HoldRow.ofAllowed(new AllowRow(new Expression("a.example/"), list.id(), "group", "r", "anna",
                            T0, Optional.empty(), true), "listed", ""));
            tables.allowed()
                    .put(new AllowRow(new Expression("a.example/"), list.id(), ODD, "r", "anna", T0, Optional.of(T0),
                            true));
            UnsignedPublication publication = new UnsignedPublication(10, new FileRef(digest(7), 70),
                    Optional.of(new FileRef(digest(17), 170)), 3, T0, T0.plusSeconds(9), "anna", ODD, false);
            tables.publications()
                    .add(publication.signed(digest(4)), List.of(version(list.id(), 1, 10, second)), List.of());
            tables.publications()
                    .putPending(
                            new PendingRow(
                                    "note\n", new UnsignedPublication(11, new FileRef(digest(7), 70), Optional.empty(),
                                            3, T0, T0, "anna", "", true),
                                    List.of(version(list.id(), 2, 11, second)), T0));
            tables.publications().setSequenceFloor(12);
            tables.feeds()
                    .put(new FeedRow("f", list.id(), ODD, true, Optional.of(T0), Optional.empty(), Optional.empty(), 2,
                            Optional.of(ODD), Optional.empty()));
            ReportRow report = tables.reports()
                    .receive(digest(20), digest(21), new ReportText(ReportKind.WRONG, "http://a.example/\u00e4",
                            "a.example/", ODD, "listed", Optional.of("bad"), Optional.empty(), OptionalLong.of(1)), T0);
            tables.reports().await(report.id(), OptionalLong.of(hold));
            ReportRow decided = tables.reports()
                    .receive(digest(22), digest(23), new ReportText(ReportKind.MISSED, "http://b.example/",
                            "b.example/", "", "clean", Optional.empty(), Optional.empty(), OptionalLong.empty()), T0);
            tables.reports()
                    .decide(decided.id(), ReportState.ACCEPTED, new ReportRow.Decision("anna", T0, "yes"),
                            List.of(new Correction(list.id(), second)));
            tables.reviews().add(new ReviewRow(list.id(), digest(50), ReviewTable.Kind.REQUEST, "anna", T0, ODD));
            tables.history().keep(list.id(), 1, Map.of(source.id(), 7L));
            tables.history().fetched(new FetchRow("s", T0, "failed", 0, 0, 0, 0, 0, 0, ODD));
            tables.history().add(T0, "poll current", 5);
            for (int i = 0; i < 3; i++) {
                tables.audit().append(T0, "anna", "import", "bad", ODD + i);
            }
            return true;
        });
        // The highest numbers are gone with their rows, and must not come again.
        store.<Boolean, IOException>write(tables -> {
            tables.reports()
                    .receive(
                            digest(30), digest(31), new ReportText(ReportKind.MISSED, "http://c.example/", "c.example/",
                                    "", "clean", Optional.empty(), Optional.empty(), OptionalLong.empty()),
                            T0.minusSeconds(9));
            return tables.reports().remove(T0.minusSeconds(1), T0.minusSeconds(100)) == 1;
        });
    }

    private PublisherStore open(TestedStore kind, String name) throws IOException {
        return kind.at(folder.resolve(name).resolve("bloomward.db")).openToFill();
    }

    private void make(String... names) throws IOException {
        for (String name : names) {
            Files.createDirectories(folder.resolve(name));
        }
    }

    @Test
    void isTheSameInBothKindsOfStores() throws Exception {
        make("one", "two", "three");
        try (PublisherStore one = open(TestedStore.SQLITE, "one");
                PublisherStore two = open(TestedStore.POSTGRES, "two");
                PublisherStore three = open(TestedStore.SQLITE, "three")) {
            fill(one);
            StoreMove.Copied there = StoreMove.copy(one, two);
            StoreMove.Copied back = StoreMove.copy(two, three);
            assertThat(back).isEqualTo(there);
            assertThat(there.tables().keySet()).containsExactly(StoredTable.values());
            assertThat(there.tables().values()).extracting(StoreMove.Content::rows).doesNotContain(0L);
            assertThat(there.tables()).hasEntrySatisfying(StoredTable.ENTRY,
                    content -> assertThat(content.rows()).isEqualTo(10_002));
            assertThat(two.<Verification, IOException>read(tables -> tables.audit().verify()))
                    .isEqualTo(new Verification.Intact(3, there.audit()));
            for (PublisherStore store : List.of(one, two, three)) {
                goesOn(store);
            }
        }
    }

    /// Numbers follow those that were given before, also to what is gone.
    private static void goesOn(PublisherStore store) throws IOException {
        store.<Boolean, IOException>write(tables -> {
            ListRow list = tables.lists().find("bad").orElseThrow();
            assertThat(list.spec().seed()).isEqualTo(Long.MIN_VALUE);
            assertThat(tables.lists().begin(new Change(0, list.id(), T0, "anna", "next"))).isEqualTo(3);
            assertThat(tables.lists().source(list.id(), "u", SourceKind.FEED, Optional.empty()).id()).isEqualTo(3);
            assertThat(tables.reports()
                    .receive(digest(40), digest(41),
                            new ReportText(ReportKind.MISSED, "http://d.example/", "d.example/", "", "clean",
                                    Optional.empty(), Optional.empty(), OptionalLong.empty()),
                            T0)
                    .id()).isGreaterThanOrEqualTo(4);
            assertThat(tables.entries().count(list.id(), EntryTable.NOW)).isEqualTo(10_001);
            assertThat(tables.feeds().find("f").orElseThrow().definition()).isEqualTo(ODD);
            tables.reviews().add(new ReviewRow(list.id(), digest(51), ReviewTable.Kind.REQUEST, "anna", T0, "next"));
            assertThat(tables.reviews().since(list.id(), T0)).hasSize(2);
            tables.history().fetched(new FetchRow("s", T0, "failed", 0, 0, 0, 0, 0, 0, "next"));
            assertThat(tables.history().fetches("s", T0, 3)).hasSize(2);
            return true;
        });
    }

    @Test
    void refusesATargetWithSomethingInIt() throws Exception {
        make("one", "two");
        try (PublisherStore one = open(TestedStore.SQLITE, "one");
                PublisherStore two = open(TestedStore.POSTGRES, "two")) {
            fill(one);
            two.<Object, IOException>write(tables -> tables.audit().append(T0, "anna", "x", "", ""));
            assertThatThrownBy(() -> StoreMove.copy(one, two)).isInstanceOf(TargetNotEmptyException.class)
                    .hasMessageContaining("table audit has rows; nothing was copied");
            assertThat(two.<Integer, IOException>read(tables -> tables.lists().all().size())).isZero();
        }
    }

    /// PostgreSQL cannot keep every text that SQLite can: then nothing is copied at all.
    @Test
    void leavesTheTargetEmptyWhereARowDoesNotFit() throws Exception {
        make("one", "two");
        try (PublisherStore one = open(TestedStore.SQLITE, "one");
                PublisherStore two = open(TestedStore.POSTGRES, "two")) {
            fill(one);
            one.<Object, IOException>write(tables -> tables.audit().append(T0, "anna", "x", "", "nul \0"));
            assertThatThrownBy(() -> StoreMove.copy(one, two)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("U+0000 at 4");
            assertThat(two.<Integer, IOException>read(tables -> tables.lists().all().size())).isZero();
        }
    }

    private static final List<String> OF_NO_COPY = List.of("store", "write_lock", "last_commit", "file", "shared_file",
            "server", "lead", "lease", "revision", "flyway_schema_history", "sqlite_sequence", "sqlite_stat1",
            "sqlite_stat4");

    @Test
    void namesEveryColumnOfBothKinds() throws Exception {
        Map<String, SortedSet<String>> expected = new TreeMap<>();
        for (StoredTable table : StoredTable.values()) {
            SortedSet<String> columns = new TreeSet<>();
            table.columns().forEach(column -> columns.add(column.name()));
            expected.put(table.label(), columns);
        }
        make("one");
        open(TestedStore.SQLITE, "one").close();
        try (Connection connection = DriverManager
                .getConnection("jdbc:sqlite:" + folder.resolve("one").resolve("bloomward.db"))) {
            assertThat(columns(connection, """
                    SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
                    WHERE m.type = 'table'""")).isEqualTo(expected);
        }
        try (Connection connection = TestPostgres.shared().connection(TestPostgres.shared().database())) {
            assertThat(columns(connection, """
                    SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"""))
                    .isEqualTo(expected);
        }
    }

    private static Map<String, SortedSet<String>> columns(Connection connection, String sql) throws SQLException {
        Map<String, SortedSet<String>> columns = new TreeMap<>();
        try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                columns.computeIfAbsent(rows.getString(1), _ -> new TreeSet<>()).add(rows.getString(2));
            }
        }
        new ArrayList<>(columns.keySet()).stream().filter(OF_NO_COPY::contains).forEach(columns::remove);
        return columns;
    }
}
