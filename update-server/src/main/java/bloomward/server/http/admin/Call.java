package bloomward.server.http.admin;

import bloomward.server.admin.Principal;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// One admitted request to a [Route].
public final class Call {

    private final Context context;
    private final Optional<Principal> principal;
    private final InputStream body;
    private final Map<String, String> path;
    private final ObjectMapper json;
    private final BooleanSupplier isStillAdmitted;

    /// @param isStillAdmitted asks again whose token or session it is
    Call(Context context, Optional<Principal> principal, InputStream body, ObjectMapper json,
            BooleanSupplier isStillAdmitted) {
        this.isStillAdmitted = isStillAdmitted;
        this.path = Map.copyOf(context.pathParamMap()); // a job reads it after the answer
        this.context = context;
        this.principal = principal;
        this.body = body;
        this.json = json;
    }

    /// The caller; present on each route that needs a role.
    public Principal principal() {
        return principal.orElseThrow();
    }

    /// A parameter of the route's path, unescaped and unchecked.
    public String path(String name) {
        return Optional.ofNullable(path.get(name)).orElseThrow();
    }

    /// A parameter of the query; the first if there are several.
    public Optional<String> query(String name) {
        return Optional.ofNullable(context.queryParam(name));
    }

    /// All parameters of the query with this name.
    public List<String> queries(String name) {
        return context.queryParams(name);
    }

    /// Reads the body as JSON. `Optional` fields of its record may be left out; all others are required.
    ///
    /// @throws IOException if it does not fit, is too long or too slow; the listener answers with the place
    public <T> T body(Class<T> type) throws IOException {
        return json.readValue(body, type);
    }

    /// The body of a route that takes bytes; reading beyond the route's limit throws.
    public InputStream stream() {
        return body;
    }

    /// Whether the caller would rather have an answer at once, and the outcome later (RFC 7240).
    public boolean prefersAsync() {
        return Optional.ofNullable(context.header("Prefer"))
                .filter(wishes -> wishes.toLowerCase(Locale.ROOT).contains("respond-async"))
                .isPresent();
    }

    /// The id of the last event that a receiver of events has.
    public Optional<String> lastEvent() {
        return Optional.ofNullable(context.header("Last-Event-ID"));
    }

    /// Whether the caller would be admitted now, too. For answers that last.
    public boolean isStillAdmitted() {
        return isStillAdmitted.getAsBoolean();
    }
}
