package bloomward.server.http.report;

import bloomward.server.http.Conversations;
import bloomward.server.http.Conversations.Manner;
import bloomward.server.http.Conversations.Question;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// As for files: each request about a report gets its answer to the end, whatever was asked before on the connection, and a
/// request for a file behind it gets its own.
final class EveryReportAnswerEndsTest {

    private static final int SOME = 520;
    private static final int MANY = 10_000;
    private static final String REPORT = ReportOffice.report(ReportOffice.NUMBER, "http://evil.example/");

    private ReportOffice office;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        office = ReportOffice.open(folder);
        office.ask(ReportOffice.post(REPORT)); // so that each one after it is known
    }

    @AfterEach
    void stop() throws Exception {
        office.close();
    }

    private static Question post(int status, String body, String... headers) {
        return new Question(ReportOffice.post(body, headers), status);
    }

    private static Question chunked(int status, String body) {
        return new Question("POST /v1/report HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length()) + "\r\n" + body
                + "\r\n0\r\n\r\n", status);
    }

    static List<Question> questions() {
        return List.of(post(200, REPORT), chunked(200, REPORT),
                post(409, ReportOffice.report(ReportOffice.NUMBER, "http://other.example/")), post(400, "{}"),
                post(400, ""), chunked(400, "{\"v\":2}"), post(403, REPORT, "Origin: https://evil.example"),
                post(403, REPORT, "Sec-Fetch-Site: cross-site"), post(415, REPORT, "Content-Encoding: gzip"),
                new Question("POST /v1/report HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", 415),
                Question.of(413, "POST /v1/report", "Content-Type: application/json", "Content-Length: 4097"),
                chunked(413, "x".repeat(4097)), Question.of(405, "GET /v1/report"), Question.of(405, "HEAD /v1/report"),
                Question.of(405, "OPTIONS /v1/report"), Question.of(405, "PUT /v1/report", "Content-Length: 5"),
                Question.of(200, "GET /v1/report/" + ReportOffice.NUMBER),
                Question.of(200, "HEAD /v1/report/" + ReportOffice.NUMBER),
                Question.of(404, "GET /v1/report/" + ReportOffice.number(7)),
                Question.of(404, "HEAD /v1/report/" + ReportOffice.number(7)), Question.of(404, "GET /v1/report/x"),
                Question.of(404, "GET /v1/report/"), Question.of(404, "GET /v1/reports"),
                Question.of(404, "GET /v1/report?x=1"), Question.of(404, "POST /v1/reportx", "Content-Length: 5"),
                Question.of(413, "GET /v1/report/" + ReportOffice.NUMBER, "Content-Length: 1"),
                Question.of(405, "DELETE /v1/report/" + ReportOffice.NUMBER), Question.of(200, "GET /v1/latest"),
                Question.of(405, "POST /v1/latest"));
    }

    @ParameterizedTest
    @MethodSource("questions")
    void overKeptConnections(Question question) throws Exception {
        Conversations.repeat(office.uri(), question, Manner.KEPT, SOME);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void overPipelinedConnections(Question question) throws Exception {
        Conversations.repeat(office.uri(), question, Manner.PIPELINED, SOME);
    }

    @Test
    void overSharedConnections() throws Exception {
        Conversations.mix(office.uri(), questions(), MANY);
    }

    @ParameterizedTest
    @MethodSource("questions")
    @Tag("long")
    void tenThousandTimesOverPipelinedConnections(Question question) throws Exception {
        Conversations.repeat(office.uri(), question, Manner.PIPELINED, MANY);
    }
}
