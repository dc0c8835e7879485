package bloomward.server.http.admin;

import bloomward.server.admin.Role;

import java.io.IOException;
import java.util.Optional;

/// One line of the table of what the administration can be asked. The table is all there is: what is documented is
/// compared with it.
///
/// @param path with parameters in braces, `/admin/v1/lists/{list}`
/// @param role that is needed; empty for none, and then not even a token
/// @param body what it takes
/// @param maxBody in bytes, as sent
public record Route(Verb verb, String path, Optional<Role> role, Body body, long maxBody, Handler handler) {

    /// What a request brings.
    public enum Body {
        /// Nothing; a body is refused.
        NONE,
        /// `application/json`, and nothing else.
        JSON,
        /// A stream of any type: lists.
        BYTES
    }

    /// Does what is asked. Runs on a virtual thread of its own, so it may wait.
    @FunctionalInterface
    public interface Handler {

        /// @throws ProblemException for what the sender is told
        /// @throws IOException also if the sender goes away
        Result handle(Call call) throws ProblemException, IOException;
    }

    public Route {
        if (!path.startsWith("/") || (body == Body.NONE) != (maxBody == 0) || (verb == Verb.GET && maxBody > 0)) {
            throw new IllegalArgumentException("a route that cannot be: " + verb + " " + path);
        }
    }

    public static Route get(String path, Role role, Handler handler) {
        return new Route(Verb.GET, path, Optional.of(role), Body.NONE, 0, handler);
    }

    /// A route that takes JSON.
    public static Route json(Verb verb, String path, Role role, long maxBody, Handler handler) {
        return new Route(verb, path, Optional.of(role), Body.JSON, maxBody, handler);
    }
}
