package bloomward.server.http.admin;

import java.util.Map;
import java.util.Optional;

/// The answer of a route on success.
///
/// @param json the body, usually a record; empty for no body
public record Result(int status, Optional<Object> json, Map<String, String> headers) {

    public Result {
        headers = Map.copyOf(headers);
    }

    public static Result ok(Object json) {
        return new Result(200, Optional.of(json), Map.of());
    }

    /// @param location path of the new resource
    public static Result created(String location, Object json) {
        return new Result(201, Optional.of(json), Map.of("Location", location));
    }

    public static Result done() {
        return new Result(204, Optional.empty(), Map.of());
    }
}
