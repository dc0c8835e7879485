package bloomward.server.http.admin;

import bloomward.server.admin.Principal;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/// One admitted request to a [Route].
public final class Call {

    private final Context context;
    private final Optional<Principal> principal;
    private final InputStream body;
    private final ObjectMapper json;

    Call(Context context, Optional<Principal> principal, InputStream body, ObjectMapper json) {
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
        return context.pathParam(name);
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
}
