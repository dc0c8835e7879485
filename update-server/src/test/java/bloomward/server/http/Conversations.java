package bloomward.server.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.http.RawClient.Received;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

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

    /// Asks questions in any order over several connections, so many in all.
    public static void mix(URI uri, List<Question> questions, Manner manner, int times) throws Exception {
        Map<Question, Received> firsts = new HashMap<>();
        for (Question question : questions) {
            firsts.put(question, first(uri, question));
        }
        // Behind the answer to one of the others, the connection ends.
        List<Question> keeping = questions.stream()
                .filter(question -> !isLast(requireNonNull(firsts.get(question))))
                .toList();
        int together = manner == Manner.PIPELINED && !keeping.isEmpty() ? IN_A_PIPELINE : 1;
        onEachConnection(number -> {
            Random random = new Random(number);
            RawClient client = RawClient.to(uri);
            try {
                for (int done = 0; done < times / CONNECTIONS; done += together) {
                    List<Question> asked = new ArrayList<>();
                    for (int i = 1; i < together; i++) {
                        asked.add(any(keeping, random));
                    }
                    asked.add(any(questions, random));
                    client.send(asked.stream().map(Question::text).collect(Collectors.joining()));
                    for (Question question : asked) {
                        receive(client, question, requireNonNull(firsts.get(question)));
                    }
                    if (isLast(requireNonNull(firsts.get(asked.getLast())))) {
                        client.close();
                        client = RawClient.to(uri);
                    }
                }
            } finally {
                client.close();
            }
        });
    }

    private static Question any(List<Question> questions, Random random) {
        return questions.get(random.nextInt(questions.size()));
    }

    private static boolean isLast(Received answer) {
        return answer.header("Connection").filter("close"::equals).isPresent();
    }

    private static Received first(URI uri, Question question) throws IOException {
        try (RawClient client = RawClient.to(uri)) {
            client.send(question.text());
            Received first = client.receive(question.isHead());
            assertThat(first.status()).as(question.toString()).isEqualTo(question.status());
            return first;
        }
    }

    private static void receive(RawClient client, Question question, Received first) throws IOException {
        Received received;
        try {
            received = client.receive(question.isHead());
        } catch (IOException e) {
            throw new IOException(question + ": " + e.getMessage(), e);
        }
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
