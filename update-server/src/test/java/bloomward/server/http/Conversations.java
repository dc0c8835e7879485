package bloomward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.http.RawClient.Received;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Many requests over few connections, as a proxy sends them. Each answer is read to its end and compared with the first
/// one; an answer that never ends becomes a time-out of the client.
public final class Conversations {

    /// At the same time: a stall that needs two threads in one place was never seen with fewer.
    private static final int CONNECTIONS = 8;
    private static final int IN_A_PIPELINE = 65;

    /// A request, and the answer that it gets each time.
    ///
    /// @param text the whole request with its body
    public record Question(String text, int status) {

        /// With lines of headers and no body.
        public static Question of(int status, String methodAndPath, String... headers) {
            StringBuilder text = new StringBuilder(methodAndPath).append(" HTTP/1.1\r\nHost: localhost\r\n");
            for (String header : headers) {
                text.append(header).append("\r\n");
            }
            return new Question(text.append("\r\n").toString(), status);
        }

        boolean isHead() {
            return text.startsWith("HEAD ");
        }

        @Override
        public String toString() {
            return status + " " + text.strip().replaceAll("\\s+", " ");
        }
    }

    /// How the requests come.
    public enum Manner {
        /// Each after the answer to the one before.
        KEPT,
        /// Many before the first answer is read.
        PIPELINED
    }

    private Conversations() {}

    /// Asks one question so many times, over several connections.
    public static void repeat(URI uri, Question question, Manner manner, int times) throws Exception {
        Received first = first(uri, question);
        boolean isLast = first.header("Connection").filter("close"::equals).isPresent();
        int atOnce = manner == Manner.KEPT || isLast ? 1 : IN_A_PIPELINE;
        onEachConnection(number -> {
            RawClient client = RawClient.to(uri);
            try {
                for (int done = 0; done < times / CONNECTIONS; done += atOnce) {
                    client.send(question.text().repeat(atOnce));
                    for (int i = 0; i < atOnce; i++) {
                        assertSame(first, client.receive(question.isHead()), question);
                    }
                    if (isLast) {
                        client.close();
                        client = RawClient.to(uri);
                    }
                }
            } finally {
                client.close();
            }
        });
    }

    /// Asks all questions in any order over shared connections, so many in all.
    public static void mix(URI uri, List<Question> questions, int times) throws Exception {
        List<Received> firsts = new ArrayList<>();
        for (Question question : questions) {
            firsts.add(first(uri, question));
        }
        onEachConnection(number -> {
            Random random = new Random(number);
            RawClient client = RawClient.to(uri);
            try {
                for (int done = 0; done < times / CONNECTIONS; done++) {
                    int chosen = random.nextInt(questions.size());
                    client.send(questions.get(chosen).text());
                    Received received = client.receive(questions.get(chosen).isHead());
                    assertSame(firsts.get(chosen), received, questions.get(chosen));
                    if (received.header("Connection").isPresent()) {
                        client.close();
                        client = RawClient.to(uri);
                    }
                }
            } finally {
                client.close();
            }
        });
    }

    private static Received first(URI uri, Question question) throws IOException {
        try (RawClient client = RawClient.to(uri)) {
            client.send(question.text());
            Received first = client.receive(question.isHead());
            assertThat(first.status()).as(question.toString()).isEqualTo(question.status());
            return first;
        }
    }

    private static void assertSame(Received first, Received received, Question question) {
        assertThat(received.status()).as(question.toString()).isEqualTo(first.status());
        assertThat(received.latin1().length()).as(question.toString()).isEqualTo(first.latin1().length());
    }

    private interface Talk {
        void over(int number) throws IOException;
    }

    private static void onEachConnection(Talk talk) throws Exception {
        List<Future<?>> talks = new ArrayList<>();
        try (ExecutorService talkers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CONNECTIONS; i++) {
                int number = i;
                talks.add(talkers.submit(() -> {
                    talk.over(number);
                    return true;
                }));
            }
        }
        for (Future<?> each : talks) {
            try {
                each.get();
            } catch (ExecutionException e) {
                throw new AssertionError("an answer that did not come to its end: " + e.getCause(), e.getCause());
            }
        }
    }
}
