package bloomward.agent.socket;

import bloomward.agent.check.Verdict;
import bloomward.agent.door.Door;
import bloomward.agent.report.ReportKind;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckJson;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.JsonObject;
import bloomward.agent.socket.message.ReportAnswer;
import bloomward.agent.socket.message.ReportJson;
import bloomward.agent.socket.message.ReportLine;
import bloomward.agent.socket.message.Request;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.socket.message.StatusJson;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/// A program's way to the agent of its user. One thread.
///
/// Any wait ends: an agent that was stopped in the middle must not stop its clients.
public final class SocketClient implements AutoCloseable {

    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMinutes(30);
    /// A character is at most six in JSON.
    private static final int MAX_URL = 100_000;
    private static final int MAX_BATCH = LineReader.MAX_LENGTH / 6 - 10_000;

    private final ClientStream stream;
    private final LineReader lines;

    private SocketClient(ClientStream stream) {
        this.stream = stream;
        this.lines = new LineReader(stream.in(), LineReader.Room.FREE);
    }

    /// Whether an agent listens there.
    public static boolean isRunning(Path socket) {
        return Door.isAttended(socket);
    }

    /// Whether the agent that listens there answers; an error is an answer, too.
    ///
    /// @param patience how long to wait for it
    public static boolean answers(Path socket, Duration patience) {
        Optional<SocketClient> connected = connect(socket);
        if (connected.isEmpty()) {
            return false;
        }
        try (SocketClient client = connected.get()) {
            client.send("status", _ -> {});
            client.receive(patience);
            return true;
        } catch (RequestException _) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /// Connects to the agent that listens there.
    ///
    /// @return empty if none does
    public static Optional<SocketClient> connect(Path socket) {
        return ClientStream.connect(socket).map(SocketClient::new);
    }

    /// Checks URLs, as many as there are; the answers come in their order.
    ///
    /// @throws RequestException if the agent refuses to answer, in its own words
    public void check(List<String> urls, CheckOptions options, Consumer<CheckAnswer> answers)
            throws IOException, RequestException {
        List<String> batch = new ArrayList<>();
        int size = 0;
        for (String url : urls) {
            boolean isJudgeable = url.length() <= MAX_URL;
            if (!isJudgeable || batch.size() == Request.MAX_URLS || size + url.length() > MAX_BATCH) {
                checkBatch(batch, options, answers);
                batch.clear();
                size = 0;
            }
            if (isJudgeable) {
                batch.add(url);
                size += url.length();
            } else {
                answers.accept(new CheckAnswer(url, Optional.empty(),
                        new Verdict.Unknown(Verdict.Reason.UNJUDGEABLE, "too long"), Optional.empty(), 0));
            }
        }
        checkBatch(batch, options, answers);
    }

    private void checkBatch(List<String> urls, CheckOptions options, Consumer<CheckAnswer> answers)
            throws IOException, RequestException {
        if (urls.isEmpty()) {
            return;
        }
        send("check", json -> {
            writeArray(json, "urls", urls);
            json.writeBooleanField("offline", options.offline());
            writeArray(json, "lists", options.lists());
        });
        for (int i = 0; i < urls.size(); i++) {
            answers.accept(CheckJson.read(receive(ANSWER)));
        }
    }

    private static void writeArray(JsonGenerator json, String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    /// Asks for the agent's status.
    public AgentStatus status() throws IOException, RequestException {
        send("status", _ -> {});
        return StatusJson.read(receive(ANSWER));
    }

    /// Makes the agent poll.
    ///
    /// @return what came of it
    public AgentStatus.PastPoll update() throws IOException, RequestException {
        send("update", _ -> {});
        return StatusJson.readPoll(receive(POLL));
    }

    /// Subscribes: from now on this client only waits for news; see [#nextNews].
    ///
    /// @return how the agent is
    public AgentStatus subscribe() throws IOException, RequestException {
        send("subscribe", _ -> {});
        return StatusJson.read(receive(ANSWER));
    }

    /// Waits until the agent's status changes.
    ///
    /// @param patience how long to wait for that
    public AgentStatus nextNews(Duration patience) throws IOException, RequestException {
        return StatusJson.read(receive(patience));
    }

    /// Reports a mistake of the lists.
    ///
    /// @param isPreview whether it is only to be seen what would be sent
    public ReportAnswer report(ReportKind kind, String url, String comment, boolean isPreview)
            throws IOException, RequestException {
        send("report", json -> {
            json.writeStringField("kind", kind.name().toLowerCase(Locale.ROOT));
            json.writeStringField("url", url);
            json.writeStringField("comment", comment);
            json.writeBooleanField("preview", isPreview);
        });
        return ReportJson.readAnswer(receive(ANSWER));
    }

    /// Asks for the reports of this user, the oldest first.
    public List<ReportLine> reports() throws IOException, RequestException {
        send("reports", _ -> {});
        return ReportJson.readAll(receive(ANSWER));
    }

    private interface Fields {

        void to(JsonGenerator json) throws IOException;
    }

    private void send(String op, Fields fields) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (JsonGenerator json = JsonObject.FACTORY.createGenerator(line)) {
            json.writeStartObject();
            json.writeNumberField("v", Request.VERSION);
            json.writeStringField("op", op);
            fields.to(json);
            json.writeEndObject();
        }
        line.write('\n');
        stream.write(line.toByteArray(), ANSWER);
    }

    private JsonObject receive(Duration patience) throws IOException, RequestException {
        stream.setPatience(patience);
        JsonObject answer = JsonObject.parse(line(), Integer.MAX_VALUE);
        Optional<String> error = answer.text("error");
        if (error.isPresent()) {
            throw new RequestException(code(error.get()), answer.text("message").orElse(error.get()));
        }
        return answer;
    }

    private ByteBuffer line() throws IOException, RequestException {
        try {
            return lines.next().orElseThrow(() -> new IOException("the agent closed the connection"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static RequestException.Code code(String word) {
        try {
            return RequestException.Code.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException _) {
            return RequestException.Code.FAILED; // a newer agent has found another way to fail
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
