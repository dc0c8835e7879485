package bloomward.server.http;

import bloomward.server.http.Conversations.Manner;
import bloomward.server.http.Conversations.Question;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The stalled proxy: a connection that is kept or shared gets an answer to each request, whatever was asked before. Once,
/// one answer in 64 could come from a second thread, and a 304 of that kind was the last of its connection.
///
/// Every listener passes this. The build asks all questions together, in any order; each question alone, and ten thousand
/// times, is asked by the long run.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EveryAnswerEnds {

    private static final int SOME = 4_000;
    private static final int MANY = 10_000;

    private URI uri = URI.create("");

    /// Starts the listener.
    protected abstract URI start(Path folder) throws Exception;

    protected abstract void stop() throws Exception;

    /// One for each verb, kind of body and status.
    protected abstract List<Question> questions();

    @BeforeAll
    protected void begin(@TempDir Path folder) throws Exception {
        uri = start(folder);
    }

    @AfterAll
    protected void end() throws Exception {
        stop();
    }

    @Test
    protected void overKeptConnections() throws Exception {
        Conversations.mix(uri, questions(), Manner.KEPT, SOME);
    }

    @Test
    protected void overPipelinedConnections() throws Exception {
        Conversations.mix(uri, questions(), Manner.PIPELINED, SOME);
    }

    @ParameterizedTest
    @MethodSource("questions")
    @Tag("long")
    protected void tenThousandTimesOverKeptConnections(Question question) throws Exception {
        Conversations.mix(uri, List.of(question), Manner.KEPT, MANY);
    }

    @ParameterizedTest
    @MethodSource("questions")
    @Tag("long")
    protected void tenThousandTimesOverPipelinedConnections(Question question) throws Exception {
        Conversations.mix(uri, List.of(question), Manner.PIPELINED, MANY);
    }

    @Test
    @Tag("long")
    protected void tenThousandTimesEachOverSharedConnections() throws Exception {
        Conversations.mix(uri, questions(), Manner.KEPT, MANY * questions().size());
    }
}
