package bloomward.server.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.store.EntryTable;
import bloomward.server.store.TokenTable.TokenRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store that a program with the first tables has left is brought up to date, and nothing of it is lost.
final class StoreGoldenTest {

    /// A list with an entry, a feed that was never fetched, one publication.
    private static final Path FIRST = Path.of("src/test/resources/golden/v1/store.db.gz");

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

    private static int version(Path file) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
            return rows.getInt(1);
        }
    }
}
