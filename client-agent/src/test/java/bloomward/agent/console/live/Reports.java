package bloomward.agent.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.HttpURLConnection;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.Map;

/// Reports of people, as their agents send them.
final class Reports {

    private Reports() {}

    static void send(Office office, String url, String comment, String kind) throws Exception {
        HttpURLConnection report = (HttpURLConnection) office.publisher.address()
                .resolve("/v1/report")
                .toURL()
                .openConnection();
        report.setDoOutput(true);
        report.setRequestProperty("Content-Type", "application/json");
        String number = "%032x".formatted((url + comment).hashCode() & 0xFFFFFFFFL);
        report.getOutputStream()
                .write(Office.JSON.writeValueAsBytes(Map.of("v", 1, "number", number, "kind", kind, "url", url,
                        "comment", comment, "verdict", kind.equals("wrong") ? "listed" : "clean")));
        assertThat(report.getResponseCode()).as(url).isEqualTo(201);
    }

    /// Puts many into the store of a server that stands still meanwhile: its limits are made against so many.
    static void store(Office office, int count) throws Exception {
        office.publisher.stop();
        String url = "jdbc:sqlite:" + office.publisher.data().resolve("bloomward.db");
        try (Connection store = DriverManager.getConnection(url)) {
            store.setAutoCommit(false);
            try (PreparedStatement row = store.prepareStatement(
                    "INSERT INTO report (kind, url, canonical, comment, verdict, at, last_at, count, state)"
                            + " VALUES (?, ?, ?, ?, 'listed', ?, ?, 1, 'OPEN')")) {
                for (int i = 0; i < count; i++) {
                    String page = "shop-" + i / 3 + ".example/page-" + i;
                    row.setString(1, i % 4 == 0 ? "MISSED" : "WRONG");
                    row.setString(2, "http://" + page);
                    row.setString(3, page);
                    row.setString(4, "report " + i);
                    row.setLong(5, 1_795_000_000_000L + i);
                    row.setLong(6, 1_795_000_000_000L + i);
                    row.addBatch();
                }
                row.executeBatch();
            }
            store.commit();
        }
        office.publisher.start();
    }
}
