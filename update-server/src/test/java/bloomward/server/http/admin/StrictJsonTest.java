package bloomward.server.http.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import bloomward.server.admin.Role;
import bloomward.server.http.Problem;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StrictJsonTest {

    public record Inner(int count) {}

    public record Body(String name, long size, Role role, Optional<Inner> inner, List<String> tags) {}

    private final ObjectMapper mapper = StrictJson.mapper();

    @Test
    void readsAndWritesRecords() throws IOException {
        String text = "{\"name\":\"a\",\"size\":5,\"role\":\"EDITOR\",\"inner\":{\"count\":3},\"tags\":[\"x\"]}";
        Body body = mapper.readValue(text, Body.class);
        assertThat(body).isEqualTo(new Body("a", 5, Role.EDITOR, Optional.of(new Inner(3)), List.of("x")));
        assertThat(mapper.writeValueAsString(body)).isEqualTo(text);
    }

    @Test
    void onlyWhatIsOptionalMayBeLeftOut() throws IOException {
        Body without = new Body("a", 5, Role.EDITOR, Optional.empty(), List.of());
        String rest = "{\"name\":\"a\",\"size\":5,\"role\":\"EDITOR\",\"tags\":[]";
        assertThat(mapper.readValue(rest + "}", Body.class)).isEqualTo(without);
        assertThat(mapper.readValue(rest + ",\"inner\":null}", Body.class)).isEqualTo(without);
        assertThat(mapper.writeValueAsString(without)).contains("\"inner\":null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{\"name\":\"a\",\"size\":5,\"role\":\"EDITOR\",\"tags\":[],\"x\":1}|invalid-body|x is unknown",
        "{\"size\":5,\"role\":\"EDITOR\",\"tags\":[]}|invalid-body|name is missing or invalid",
        "{\"name\":null,\"size\":5,\"role\":\"EDITOR\",\"tags\":[]}|invalid-body|name is missing or invalid",
        "{\"name\":\"a\",\"size\":null,\"role\":\"EDITOR\",\"tags\":[]}|invalid-body|size is missing or invalid",
        "{\"name\":\"a\",\"size\":5.5,\"role\":\"EDITOR\",\"tags\":[]}|invalid-body|size is missing or invalid",
        "{\"name\":\"a\",\"size\":\"5\",\"role\":\"EDITOR\",\"tags\":[]}|invalid-body|size is missing or invalid",
        "{\"name\":5,\"size\":5,\"role\":\"EDITOR\",\"tags\":[]}|invalid-body|name is missing or invalid",
        "{\"name\":\"a\\u0000\",\"size\":5,\"role\":\"EDITOR\",\"tags\":[]}|invalid-body|name is missing or invalid",
        "{\"name\":\"a\\ud83d\",\"size\":5,\"role\":\"EDITOR\",\"tags\":[]}|invalid-body|name is missing or invalid",
        "{\"name\":\"a\",\"size\":5,\"role\":\"EDITOR\",\"tags\":[\"\\u0000\"]}|invalid-body|tags.[0] is missing or invalid",
        "{\"name\":\"a\",\"size\":5,\"role\":\"KING\",\"tags\":[]}|invalid-body|role is missing or invalid",
        "{\"name\":\"a\",\"size\":5,\"role\":1,\"tags\":[]}|invalid-body|role is missing or invalid",
        "{\"name\":\"a\",\"size\":5,\"role\":\"EDITOR\",\"inner\":{},\"tags\":[]}|invalid-body|inner.count is missing or invalid",
        "[]|invalid-body|the body is invalid", "{\"name\":\"a\"|malformed-json|the body ends too soon",
        "{name:1}|malformed-json|not JSON from this place on",
        "{\"name\":\"a\",\"name\":\"b\",\"size\":5,\"role\":\"EDITOR\",\"tags\":[]}|malformed-json|not JSON from this place on",
        "{\"name\":\"a\",\"size\":5,\"role\":\"EDITOR\",\"tags\":[]} 1|invalid-body|the body is invalid"})
    void saysWhatDoesNotFitAndNothingOfTheInside(String text, String code, String detail) {
        IOException thrown = catchThrowableOfType(IOException.class, () -> mapper.readValue(text, Body.class));
        Problem problem = ErrorMap.expected(thrown).orElseThrow();
        assertThat(problem.status()).isEqualTo(400);
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.detail()).isEqualTo(detail);
        assertThat(problem.toString()).doesNotContain("bloomward.server").doesNotContain("java.");
    }
}
