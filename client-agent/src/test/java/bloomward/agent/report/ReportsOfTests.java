package bloomward.agent.report;

import bloomward.format.url.Expression;
import bloomward.format.wire.ReportNumber;
import java.time.Instant;
import java.util.Optional;

/// Reports that tests make.
final class ReportsOfTests {

    static final String ORIGIN = "lists.example";
    static final Instant NOW = Instant.parse("2026-11-19T12:00:00Z");
    static final String URL = "http://evil.example/secret?x=1";

    private ReportsOfTests() {}

    static Report report(String comment) {
        return new Report(ReportKind.WRONG, URL, comment, "listed", Optional.of("phishing"),
                Optional.of(new Expression("evil.example/")), Optional.of(12L));
    }

    static FiledReport filed(long number, String user) {
        return FiledReport.of(report("c" + number), new ReportNumber(7, number), NOW.plusSeconds(number), user, ORIGIN);
    }
}
