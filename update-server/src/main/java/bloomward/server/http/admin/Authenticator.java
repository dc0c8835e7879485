package bloomward.server.http.admin;

import bloomward.server.admin.Principal;

import java.util.Optional;

/// Looks up tokens. It is called for each request, so it must be fast, and must compare in constant time.
@FunctionalInterface
public interface Authenticator {

    /// @param token as received, at most 512 visible ASCII characters
    Optional<Principal> authenticate(String token);
}
