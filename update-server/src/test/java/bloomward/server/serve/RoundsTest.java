package bloomward.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class RoundsTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(Rounds.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
    }

    @Test
    void whatTheStopEndsIsNoError() throws Exception {
        CountDownLatch isWriting = new CountDownLatch(1);
        try (Rounds rounds = new Rounds()) {
            rounds.every(1, TimeUnit.MILLISECONDS, "export", () -> {
                isWriting.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException _) {
                    throw new ClosedByInterruptException(); // as channels do
                }
            });
            isWriting.await();
        }
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage()).startsWith("export: ended by the server's stop");
            assertThat(line.getLevel()).isEqualTo(Level.INFO);
            assertThat(line.getThrowableProxy()).isNull();
        });
    }

    @Test
    void whatFailsIsLoggedAndComesRoundAgain() throws Exception {
        CountDownLatch twice = new CountDownLatch(2);
        try (Rounds rounds = new Rounds()) {
            rounds.every(1, TimeUnit.MILLISECONDS, "feeds", () -> {
                twice.countDown();
                throw new IOException("no space");
            });
            twice.await();
        }
        assertThat(lines.list.getFirst().getFormattedMessage()).isEqualTo("feeds: no space");
        assertThat(lines.list.getFirst().getThrowableProxy()).isNotNull();
    }
}
