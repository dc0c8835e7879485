package bloomward.server.http.admin;

import java.util.Map;
import java.util.Optional;

/// The answer of a route on success.
///
/// @param json the body, usually a record; empty for no body
/// @param stream events in the place of a body
public record Result(int status, Optional<Object> json, Map<String, String> headers, Optional<EventStream> stream) {

    public Result {
        headers = Map.copyOf(headers);
    }

    public static Result ok(Object json) {
        return new Result(200, Optional.of(json), Map.of(), Optional.empty());
    }

    /// @param location path of the new resource
    public static Result created(String location, Object json) {
        return new Result(201, Optional.of(json), Map.of("Location", location), Optional.empty());
    }

    public static Result done() {
        return new Result(204, Optional.empty(), Map.of(), Optional.empty());
    }

    /// Work that goes on.
    ///
    /// @param location where its outcome will be found
    public static Result accepted(String location, Object json) {
        return new Result(202, Optional.of(json), Map.of("Location", location), Optional.empty());
    }

    /// Events for as long as the receiver listens.
    public static Result events(EventStream stream) {
        return new Result(200, Optional.empty(), Map.of(), Optional.of(stream));
    }
}
