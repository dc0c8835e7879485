package bloomward.server.http.admin;

import bloomward.server.admin.Principal;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/// One request to a [Route], after it was let in.
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

    /// Who asks; there is somebody on each route that needs a role.
    public Principal principal() {
        return principal.orElseThrow();
    }

    /// A parameter of the route's path, unescaped, not checked.
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

    /// Reads the body as JSON. Its records say what they take; `Optional` fields may be left out, all others not.
    ///
    /// @throws IOException if it does not fit, is too long or too slow; leave it to the listener, which says where
    public <T> T body(Class<T> type) throws IOException {
        return json.readValue(body, type);
    }

    /// The body of a route that takes bytes; ends with an exception at the route's bound.
    public InputStream stream() {
        return body;
    }
}
