package bloomward.server.http.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/// Writes events as `text/event-stream`, each at once.
final class EventLines implements EventStream.Out {

    /// After which a receiver that was cut off asks again.
    private static final String RETRY = "retry: 3000\n\n";

    private final Context context;
    private final ObjectMapper json;
    private boolean hasBegun;

    private EventLines(Context context, ObjectMapper json) {
        this.context = context;
        this.json = json;
    }

    static void send(Context context, ObjectMapper json, EventStream stream) throws IOException, ProblemException {
        context.header("X-Accel-Buffering", "no"); // nginx would keep events back
        stream.run(new EventLines(context, json));
    }

    @Override
    public void event(String name, OptionalLong id, Object data) throws IOException {
        String number = id.isPresent() ? "id: " + id.getAsLong() + "\n" : "";
        write(number + "event: " + name + "\ndata: " + json.writeValueAsString(data) + "\n\n"); // JSON has no line end
    }

    @Override
    public void beat() throws IOException {
        write(": beat\n\n");
    }

    private void write(String text) throws IOException {
        // The stream of the response itself: the one of the context does not pass a flush on (Javalin 7.2.3).
        ServletOutputStream out = context.res().getOutputStream();
        if (!hasBegun) {
            hasBegun = true;
            context.contentType("text/event-stream");
            out.write(RETRY.getBytes(StandardCharsets.UTF_8));
        }
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
