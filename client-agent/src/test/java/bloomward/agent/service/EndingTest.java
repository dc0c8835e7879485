package bloomward.agent.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class EndingTest {

    private static Log log(OutputStream to) {
        return new Log(new PrintStream(to, true, UTF_8), Clock.systemUTC(), Log.Level.ERROR, Map.of());
    }

    @Test
    void saysWhyTheAgentCannotGoOn() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Ending ending = new Ending(log(said));
        ending.fault("at the socket", new OutOfMemoryError("http://secret.example/"));
        assertThat(ending.await()).isFalse();
        assertThat(said.toString(UTF_8)).contains("at the socket: java.lang.OutOfMemoryError", "the agent ends")
                .doesNotContain("secret");
    }

    @Test
    void comesThoughNothingCanBeSaid() throws Exception {
        Ending ending = new Ending(log(new OutputStream() {
            @Override
            public void write(int b) {
                throw new OutOfMemoryError("again");
            }
        }));
        try {
            ending.fault("at the socket", new OutOfMemoryError());
        } catch (OutOfMemoryError _) {
            // the thread ends with it
        }
        assertThat(ending.await()).isFalse();
    }

    @Test
    void isNoFaultWhereTheAgentWasClosed() throws Exception {
        Ending ending = new Ending(log(new ByteArrayOutputStream()));
        ending.close();
        assertThat(ending.await()).isTrue();
    }
}
