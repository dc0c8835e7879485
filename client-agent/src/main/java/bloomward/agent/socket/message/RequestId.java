package bloomward.agent.socket.message;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;

/// The name that a program gave its request, returned with the answer: a string or a whole number.
public sealed interface RequestId {

    int MAX_LENGTH = 256;

    record Text(String value) implements RequestId {}

    record Whole(long value) implements RequestId {}

    static Optional<RequestId> of(JsonObject line) throws RequestException {
        try {
            return line.number("id").map(Whole::new);
        } catch (RequestException _) {
            String text = line.text("id").orElse("");
            if (text.length() > MAX_LENGTH) {
                throw new RequestException(RequestException.Code.REQUEST,
                        "id: " + text.length() + " characters, at most " + MAX_LENGTH);
            }
            return Optional.of(new Text(text));
        }
    }

    default void writeTo(JsonGenerator json) throws IOException {
        switch (this) {
            case Text(String value) -> json.writeStringField("id", value);
            case Whole(long value) -> json.writeNumberField("id", value);
        }
    }
}
