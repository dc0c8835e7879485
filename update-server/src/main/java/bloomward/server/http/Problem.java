package bloomward.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/// An error as `application/problem+json` (RFC 9457).
///
/// @param type stable and documented: `urn:bloomward:problem:` followed by the code
/// @param detail the specific error, for a person; empty if the title says it all
/// @param instance the id of the request, as in the log; empty on the public side, which has none
/// @param code stable, for programs: lower-case words with hyphens
/// @param errors places in the body, if there are several
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonPropertyOrder({"type", "title", "status", "code", "detail", "instance", "errors"})
public record Problem(String type, String title, int status, String code, String detail, String instance,
        List<Place> errors) {

    /// The media type of a problem.
    public static final String MEDIA_TYPE = "application/problem+json";

    /// One place in a body.
    ///
    /// @param line counted from 1; 0 if it has none, and then it is not written
    public record Place(@JsonInclude(JsonInclude.Include.NON_DEFAULT) long line, String detail) {}

    public Problem {
        errors = List.copyOf(errors);
    }

    public static Problem of(int status, String code, String title, String detail) {
        return new Problem("urn:bloomward:problem:" + code, title, status, code, detail, "", List.of());
    }

    public Problem withErrors(List<Place> places) {
        return new Problem(type, title, status, code, detail, instance, places);
    }

    public Problem withInstance(String id) {
        return new Problem(type, title, status, code, detail, id, errors);
    }
}
