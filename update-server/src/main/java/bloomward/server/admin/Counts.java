package bloomward.server.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;

/// Counts as the store keeps them: a flat JSON object of numbers.
final class Counts {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Counts() {}

    static Map<String, Long> parse(String json) {
        try {
            return JSON.readValue(json, new TypeReference<>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("written by this program: " + json, e);
        }
    }
}
