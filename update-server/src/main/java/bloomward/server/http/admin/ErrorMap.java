package bloomward.server.http.admin;

import bloomward.server.http.Problem;
import bloomward.server.http.Problems;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.javalin.http.HttpResponseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The one translation of exceptions to problems. Nothing internal is disclosed: no class name, and no message of a
/// library that might quote one.
final class ErrorMap {

    private ErrorMap() {}

    /// Empty if the fault is the server's own.
    static Optional<Problem> expected(Exception thrown) {
        return switch (thrown) {
            case ProblemException told -> Optional.of(told.problem());
            case RequestBody.RefusedBodyException body -> Optional.of(Problems.of(body.status(), text(body)));
            case HttpResponseException refused -> Optional.of(Problems.of(refused.getStatus(), ""));
            case JsonEOFException json -> Optional.of(malformed(json, "the body ends too soon"));
            case JsonParseException json -> Optional.of(malformed(json, "not JSON from this place on"));
            case StreamConstraintsException json -> Optional.of(malformed(json, "nested too deeply or too long"));
            case JsonMappingException json -> Optional.of(invalid(json));
            default -> Optional.empty();
        };
    }

    private static String text(Exception thrown) {
        String message = thrown.getMessage();
        return message == null ? "" : message;
    }

    private static Problem malformed(JsonProcessingException json, String why) {
        return Problem.of(400, "malformed-json", "Malformed JSON", why).withErrors(places(json.getLocation(), why));
    }

    private static Problem invalid(JsonMappingException json) {
        String path = json.getPath()
                .stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .collect(Collectors.joining("."));
        String why = json instanceof UnrecognizedPropertyException ? "is unknown" : "is missing or invalid";
        String detail = path.isEmpty() ? "the body is invalid" : path + " " + why;
        return Problem.of(400, "invalid-body", "Invalid body", detail).withErrors(places(json.getLocation(), detail));
    }

    private static List<Problem.Place> places(JsonLocation location, String detail) {
        return location == null || location.getLineNr() < 1
                ? List.of()
                : List.of(new Problem.Place(location.getLineNr(), "column " + location.getColumnNr() + ": " + detail));
    }
}
