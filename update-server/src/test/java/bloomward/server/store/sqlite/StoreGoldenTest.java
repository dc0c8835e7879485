package bloomward.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.FileRef;
import bloomward.format.url.Expression;
import bloomward.server.store.AllowKey;
import bloomward.server.store.AllowRow;
import bloomward.server.store.EntryTable;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.TokenTable.TokenRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store that a program with the first tables has left is brought up to date, and nothing of it is lost.
final class StoreGoldenTest {

    /// A list with an entry, a feed that was never fetched, one publication.
    private static final Path FIRST = Path.of("src/test/resources/golden/v1/store.db.gz");

    /// The same, with three expressions that are allowed, one of which waits for a person.
    private static final Path ALLOWED = Path.of("src/test/resources/golden/v1/store-with-allowed.db.gz");

    @TempDir
    private Path folder;

    @Test
    void bringsTheFirstTablesUpToDate() throws Exception {
        Path file = folder.resolve("store.db");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(FIRST))) {
            Files.copy(in, file);
        }
        assertThat(version(file)).isEqualTo(1);
        try (SqliteStore store = SqliteStore.open(file)) {
            assertThat(store.<String, IOException>read(tables -> tables.lists().all().getFirst().name()))
                    .isEqualTo("phishing");
            assertThat(store.<String, IOException>read(tables -> tables.feeds().all().getFirst().name()))
                    .isEqualTo("sample");
            assertThat(store.<Long, IOException>read(tables -> tables.publications().latest().orElseThrow().sequence()))
                    .isEqualTo(1_795_030_893L);
            long list = store.<Long, IOException>read(tables -> tables.lists().find("phishing").orElseThrow().id());
            assertThat(store.<Long, IOException>read(tables -> tables.entries().count(list, EntryTable.NOW))).isOne();
            assertThat(store.<List<TokenRow>, IOException>read(tables -> tables.tokens().all())).isNotEmpty()
                    .allSatisfy(token -> assertThat(token.madeBy()).isEmpty());
            assertThat(store.<Long, IOException>read(tables -> tables.reports().countReceipts())).isZero();
        }
        assertThat(version(file)).isEqualTo(Schema.NEWEST);
    }

    /// What was allowed before lists and names could be said is allowed for every list, and a hold of it can be released.
    @Test
    void whatWasAllowedIsAllowedForEveryList() throws Exception {
        Path file = folder.resolve("store.db");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(ALLOWED))) {
            Files.copy(in, file);
        }
        try (SqliteStore store = SqliteStore.open(file)) {
            Instant at = Instant.parse("2026-11-01T00:00:00Z");
            assertThat(store.<List<AllowRow>, IOException>read(tables -> tables.allowed().all())).containsExactly(
                    new AllowRow(new Expression(" shop.example/page"), 0, "", "for a while", "bob", at.plusMillis(1),
                            Optional.of(at.plus(Duration.ofDays(1))), false),
                    new AllowRow(new Expression("evil.example/"), 0, "", "hides something", "bob", at.plusMillis(2),
                            Optional.empty(), true),
                    new AllowRow(new Expression("good.example/"), 0, "", "ours", "anna", at, Optional.empty(), false));
            HoldRow hold = store.<List<HoldRow>, IOException>read(tables -> tables.holds().all(0, HoldState.OPEN, 9))
                    .getFirst();
            assertThat(hold.allowKey()).isEqualTo(new AllowKey(new Expression("evil.example/"), 0));
            assertThat(hold.allowName()).isEmpty();
            assertThat(store.<Optional<FileRef>, IOException>read(
                    tables -> tables.publications().latest().orElseThrow().allowV2())).isEmpty();
            long again = store.write(tables -> tables.holds()
                    .put(HoldRow.ofAllowed(tables.allowed().find(hold.allowKey()).orElseThrow(), "r", "d")));
            assertThat(again).as("the same hold").isEqualTo(hold.id());
        }
    }

    private static int version(Path file) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
            return rows.getInt(1);
        }
    }
}
