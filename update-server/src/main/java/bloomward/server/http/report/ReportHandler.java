package bloomward.server.http.report;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.format.wire.ReportNumber;
import bloomward.format.wire.ReportPath;
import bloomward.server.http.AccessLog;
import bloomward.server.http.CacheRule;
import bloomward.server.http.Exchange;
import bloomward.server.http.ProblemWriter;
import bloomward.server.http.Problems;
import bloomward.server.report.ReportIntake.Outcome;
import bloomward.server.report.ReportStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the two paths for reports; every other path is passed on untouched.
public final class ReportHandler extends Handler.Wrapper {

    private static final Logger LOG = LoggerFactory.getLogger(ReportHandler.class);

    private final Optional<ReportDesk> desk;

    /// @param setup empty where the publisher takes no reports
    public ReportHandler(Optional<ReportSetup> setup, Handler next) {
        super(next);
        this.desk = setup.map(ReportDesk::new);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        if (!path.startsWith(ReportPath.SUBMIT)) {
            return super.handle(request, response, callback);
        }
        boolean isPlain = request.getHttpURI().getQuery() == null;
        Optional<ReportNumber> number = isPlain ? ReportPath.parse(path) : Optional.empty();
        boolean isSubmit = isPlain && path.equals(ReportPath.SUBMIT);
        if (desk.isEmpty() || (!isSubmit && number.isEmpty())) {
            refuse(request, response, 404, callback);
            return true;
        }
        Exchange.take(request, isSubmit ? AccessLog.REPORT : AccessLog.REPORT_STATE);
        boolean isPost = request.getMethod().equals("POST");
        boolean isGet = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        if (isSubmit ? !isPost : !isGet) {
            response.getHeaders().put(HttpHeader.ALLOW, isSubmit ? "POST" : "GET, HEAD");
            refuse(request, response, 405, callback);
            return true;
        }
        answer(desk.get(), number, request, response, callback);
        return true;
    }

    private static void answer(ReportDesk desk, Optional<ReportNumber> number, Request request, Response response,
            Callback callback) {
        try {
            if (number.isPresent()) {
                say(response, 200, number.get(), Optional.of(desk.status(number.get(), request)), callback);
            } else {
                ReportDesk.Taken taken = desk.submit(request);
                switch (taken.outcome()) {
                    case Outcome.Received _,Outcome.Counted _ ->
                        say(response, 201, taken.number(), Optional.empty(), callback);
                    case Outcome.Known(ReportStatus status) ->
                        say(response, 200, taken.number(), Optional.of(status), callback);
                    case Outcome.Conflict _ ->
                        ProblemWriter.write(response, Problems.of(409, "another report has this number"), callback);
                    case Outcome.Full _ -> throw new RefusedReportException(429, "too many reports wait for a person",
                            ReportDesk.WHEN_FULL).afterBody();
                }
            }
        } catch (RefusedReportException e) {
            e.retryAfter().ifPresent(wait -> response.getHeaders().put(HttpHeader.RETRY_AFTER, wait.toSeconds() + 1));
            if (e.isBodyRead() || !hasBody(request)) {
                ProblemWriter.write(response, e.problem(), callback);
            } else {
                ProblemWriter.refuse(response, e.problem(), callback);
            }
        } catch (IOException | RuntimeException e) { // here, because Jetty would log the whole path
            LOG.error("cannot answer about a report", e);
            ProblemWriter.refuse(response, Problems.of(500, ""), callback);
        }
    }

    /// A body that comes with it is not read, so the connection ends.
    private static void refuse(Request request, Response response, int status, Callback callback) {
        if (hasBody(request)) {
            ProblemWriter.refuse(response, Problems.of(status, ""), callback);
        } else {
            ProblemWriter.write(response, Problems.of(status, ""), callback);
        }
    }

    static boolean hasBody(Request request) {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /// The words are our own, so nothing needs escaping.
    private static void say(Response response, int status, ReportNumber number, Optional<ReportStatus> known,
            Callback callback) {
        String state = known.map(each -> each.stage()).orElse(ReportStatus.Stage.RECEIVED).label();
        String at = known.map(each -> ",\"at\":\"" + each.at() + "\"").orElse("");
        byte[] body = ("{\"number\":\"" + number + "\",\"state\":\"" + state + "\"" + at + "}\n").getBytes(US_ASCII);
        response.setStatus(status);
        response.getHeaders()
                .put(HttpHeader.CACHE_CONTROL, CacheRule.NEVER.header())
                .put(ProblemWriter.NO_SNIFFING)
                .put(HttpHeader.CONTENT_TYPE, "application/json")
                .put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
