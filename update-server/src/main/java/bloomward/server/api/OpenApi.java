package bloomward.server.api;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;

/// The OpenAPI description of the Admin API, as served.
final class OpenApi {

    private OpenApi() {}

    static JsonNode document() throws IOException {
        try (InputStream in = requireNonNull(OpenApi.class.getResourceAsStream("openapi.json"))) {
            return JsonMapper.builder().build().readTree(in);
        }
    }
}
