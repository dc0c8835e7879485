package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.config.HostPort;
import bloomward.server.http.files.PublicListener;
import bloomward.server.http.files.SampleFiles;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class AccessLogTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger("bloomward.access");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(lines);
    }

    @AfterEach
    void restore() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    private List<String> log(String... requests) throws IOException {
        try (PublicListener listener = PublicListener.start(new HostPort("127.0.0.1", 0), Optional.empty(),
                new SampleFiles(1000), HttpLimits.DEFAULT, new SimpleMeterRegistry())) {
            for (String request : requests) {
                RawClient.ask(listener.uri(), request.split(" ", 2)[0], request.split(" ", 2)[1]);
            }
        }
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void aConfirmQuestionHasNoAddressAndNoBucket() throws IOException {
        assertThat(log("GET " + SampleFiles.CONFIRM)).singleElement()
                .asString()
                .matches("GET /v1/confirm/\\{root}/\\{bucket} 200 8 \\d+ us -");
    }

    @Test
    void norHasOneThatIsMisspelt() throws IOException {
        List<String> log = log("GET " + SampleFiles.CONFIRM + "?q", "GET /" + SampleFiles.CONFIRM,
                "GET " + SampleFiles.CONFIRM + "/", "GET /v1/confirm%2f" + SampleFiles.DIGEST + "/77");
        assertThat(log).allSatisfy(line -> assertThat(line).doesNotContain("/77").doesNotContain(SampleFiles.DIGEST));
    }

    @Test
    void othersAreLoggedByPatternWithTheirAddress() throws IOException {
        assertThat(log("GET " + SampleFiles.PACKED, "GET /v1/latest", "BREW /v1/latest")).satisfiesExactlyInAnyOrder(
                line -> assertThat(line).matches("GET /v1/packed/\\{sha256} 200 1000 \\d+ us 127.0.0.1"),
                line -> assertThat(line).matches("GET /v1/latest 200 7 \\d+ us 127.0.0.1"),
                line -> assertThat(line).matches("other other 405 \\d+ \\d+ us 127.0.0.1"));
    }
}
