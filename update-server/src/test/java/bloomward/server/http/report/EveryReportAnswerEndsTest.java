package bloomward.server.http.report;

import bloomward.server.http.Conversations.Question;
import bloomward.server.http.EveryAnswerEnds;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/// Requests about reports, and for files behind them.
final class EveryReportAnswerEndsTest extends EveryAnswerEnds {

    private static final String REPORT = ReportOffice.report(ReportOffice.NUMBER, "http://evil.example/");

    @SuppressWarnings("NullAway.Init") // by start
    private ReportOffice office;

    @Override
    protected URI start(Path folder) throws Exception {
        office = ReportOffice.open(folder);
        office.ask(ReportOffice.post(REPORT)); // so that each one after it is known
        return office.uri();
    }

    @Override
    protected void stop() throws Exception {
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

    @Override
    protected List<Question> questions() {
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
}
