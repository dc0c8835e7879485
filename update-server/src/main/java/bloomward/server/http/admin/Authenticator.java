package bloomward.server.http.admin;

import bloomward.format.Digest;
import bloomward.server.admin.Principal;
import java.util.Optional;

/// Looks up tokens. It is called for each request, so it must be fast, and must compare in constant time.
@FunctionalInterface
public interface Authenticator {

    /// @param token SHA-256 of the token as received; a session keeps no more of it
    Optional<Principal> authenticate(Digest token);
}
