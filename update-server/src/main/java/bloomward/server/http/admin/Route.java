package bloomward.server.http.admin;

import bloomward.server.admin.Role;

import java.io.IOException;
import java.util.Optional;

/// One line of the table of Admin API routes. The table is complete, and a test compares the documentation with it.
///
/// @param path with parameters in braces, `/admin/v1/lists/{list}`
/// @param role the required role; empty for a route that needs no token
/// @param body the kind of body accepted
/// @param maxBody in bytes, as sent
public record Route(Verb verb, String path, Optional<Role> role, Body body, long maxBody, Handler handler) {

    /// The body of a request.
    public enum Body {
        /// Nothing; a body is refused.
        NONE,
        /// `application/json`, and nothing else.
        JSON,
        /// A stream of any type: lists.
        BYTES
    }

    /// Handles a request. Runs on a virtual thread of its own, so it may block.
    @FunctionalInterface
    public interface Handler {

        /// @throws ProblemException with the answer for the sender
        /// @throws IOException also if the sender disconnects
        Result handle(Call call) throws ProblemException, IOException;
    }

    public Route {
        if (!path.startsWith("/") || (body == Body.NONE) != (maxBody == 0) || (verb == Verb.GET && maxBody > 0)) {
            throw new IllegalArgumentException("impossible route: " + verb + " " + path);
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
