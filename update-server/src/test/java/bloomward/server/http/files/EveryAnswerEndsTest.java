package bloomward.server.http.files;

import bloomward.server.config.HostPort;
import bloomward.server.http.Conversations.Question;
import bloomward.server.http.EveryAnswerEnds;
import bloomward.server.http.HttpLimits;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

final class EveryAnswerEndsTest extends EveryAnswerEnds {

    private static final String NO_MATCH = "If-None-Match: \"l1\"";

    private final Logger inside = (Logger) LoggerFactory.getLogger(PublicHandler.class);
    @SuppressWarnings("NullAway.Init") // by start
    private PublicListener listener;

    @Override
    protected URI start(Path folder) throws IOException {
        inside.setLevel(Level.OFF); // some answers are failures, and each is logged with its stack
        listener = PublicListener.start(new HostPort("127.0.0.1", 0), Optional.empty(), new SampleFiles(20_000),
                HttpLimits.DEFAULT, new SimpleMeterRegistry());
        return listener.uri();
    }

    @Override
    protected void stop() {
        listener.close();
        inside.setLevel(null);
    }

    @Override
    protected List<Question> questions() {
        return List.of(Question.of(200, "GET /v1/latest"), Question.of(200, "GET /healthz"),
                Question.of(200, "HEAD /v1/latest"), Question.of(304, "GET /v1/latest", NO_MATCH),
                Question.of(304, "HEAD /v1/latest", NO_MATCH), Question.of(412, "GET /v1/latest", "If-Match: \"l0\""),
                Question.of(412, "HEAD /v1/latest", "If-Match: \"l0\""), Question.of(404, "GET /v1/root/7"),
                Question.of(404, "HEAD /v1/root/7"), Question.of(404, "GET /v1/manifest/" + SampleFiles.DIGEST),
                Question.of(200, "GET " + SampleFiles.PACKED), Question.of(200, "HEAD " + SampleFiles.PACKED),
                Question.of(206, "GET " + SampleFiles.PACKED, "Range: bytes=9999-10000"),
                Question.of(206, "GET " + SampleFiles.PACKED, "Range: bytes=-1"),
                Question.of(206, "GET " + SampleFiles.PACKED, "Range: bytes=100-"),
                Question.of(200, "GET " + SampleFiles.PACKED, "Range: bytes=0-1,3-4"),
                Question.of(200, "GET " + SampleFiles.PACKED, "Range: bytes=5-9", "If-Range: \"x\""),
                Question.of(416, "GET " + SampleFiles.PACKED, "Range: bytes=20000-"),
                Question.of(304, "GET " + SampleFiles.PACKED, "If-None-Match: *", "Range: bytes=0-1"),
                Question.of(410, "GET /v1/flat/" + SampleFiles.GONE),
                Question.of(410, "HEAD /v1/allow/" + SampleFiles.GONE), Question.of(200, "GET /v1/delta/list/1/2"),
                Question.of(304, "GET /v1/delta/list/1/2", "If-None-Match: W/\"empty\""),
                Question.of(500, "GET /v1/bloom/list/flat"), Question.of(500, "HEAD /v1/bloom/list/packed"),
                Question.of(200, "GET " + SampleFiles.CONFIRM), Question.of(200, "HEAD " + SampleFiles.CONFIRM),
                Question.of(304, "GET " + SampleFiles.CONFIRM, "If-None-Match: \"b\""),
                Question.of(404, "GET /v1/latest?x=1"), Question.of(404, "GET /elsewhere"),
                Question.of(404, "HEAD /elsewhere"), Question.of(405, "POST /v1/latest"),
                Question.of(405, "OPTIONS /elsewhere"), Question.of(413, "GET /v1/latest", "Content-Length: 1"),
                Question.of(400, "GET /v1/%2e%2e/etc/passwd"));
    }
}
