package bloomward.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Locale;
import org.eclipse.jetty.http.HttpStatus;

/// Makes problems that say no more than their status, and encodes all problems.
public final class Problems {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private Problems() {}

    /// The code is the name of the status: `404` is `not-found`.
    public static Problem of(int status, String detail) {
        String title = HttpStatus.getMessage(status);
        String code = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return Problem.of(status, code, title, detail);
    }

    static byte[] bytes(Problem problem) {
        try {
            return JSON.writeValueAsBytes(problem);
        } catch (JsonProcessingException e) {
            throw new AssertionError("a record of texts and numbers is always writable", e);
        }
    }
}
