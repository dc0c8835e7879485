package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

/// The exit code and output of a command.
///
/// @param command for messages
/// @param out standard output
/// @param err the error stream
record Told(String command, int exitCode, String out, String err) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    Told done() {
        return endedWith(0);
    }

    Told refused() {
        return endedWith(1);
    }

    Told failed() {
        return endedWith(2);
    }

    private Told endedWith(int expected) {
        assertThat(exitCode).as("%s%nsaid: %s%ncomplained: %s", command, out, err).isEqualTo(expected);
        return this;
    }

    /// Standard output, which must be one JSON value.
    JsonNode json() {
        try {
            return JSON.readTree(out);
        } catch (JsonProcessingException e) {
            throw new AssertionError(command + " printed no JSON: " + out, e);
        }
    }
}
