package bloomward.agent.socket.message;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Writes the answers to one request, each a line. Closing it flushes them.
public final class Answers implements AutoCloseable {

    private final JsonGenerator json;
    private final Optional<RequestId> id;

    public Answers(OutputStream out, Optional<RequestId> id) throws IOException {
        this.json = JsonObject.FACTORY.createGenerator(out, JsonEncoding.UTF8);
        this.id = id;
        json.setRootValueSeparator(null); // lines end themselves
    }

    public void check(CheckAnswer answer) throws IOException {
        begin();
        CheckJson.write(answer, json);
        end();
    }

    public void status(AgentStatus status) throws IOException {
        begin();
        StatusJson.write(status, json);
        end();
    }

    public void news(AgentStatus status) throws IOException {
        begin();
        json.writeStringField("event", "status");
        StatusJson.write(status, json);
        end();
    }

    public void poll(AgentStatus.PastPoll poll) throws IOException {
        begin();
        StatusJson.write(poll, json);
        end();
    }

    public void welcome(Welcome welcome, AgentStatus status) throws IOException {
        begin();
        BrowserJson.write(welcome, json);
        json.writeObjectFieldStart("status");
        StatusJson.write(status, json);
        json.writeEndObject();
        end();
    }

    public void exemption(Exemption exemption) throws IOException {
        begin();
        BrowserJson.write(exemption, json);
        end();
    }

    public void report(ReportAnswer answer) throws IOException {
        begin();
        ReportJson.write(answer, json);
        end();
    }

    public void reports(List<ReportLine> reports) throws IOException {
        begin();
        ReportJson.write(reports, json);
        end();
    }

    public void error(RequestException e) throws IOException {
        begin();
        json.writeStringField("error", e.code().name().toLowerCase(Locale.ROOT));
        json.writeStringField("message", String.valueOf(e.getMessage()));
        end();
    }

    public void flush() throws IOException {
        json.flush();
    }

    private void begin() throws IOException {
        json.writeStartObject();
        json.writeNumberField("v", Request.VERSION);
        if (id.isPresent()) {
            id.get().writeTo(json);
        }
    }

    private void end() throws IOException {
        json.writeEndObject();
        json.writeRaw('\n');
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
