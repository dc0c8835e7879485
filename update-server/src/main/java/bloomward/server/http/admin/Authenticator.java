package bloomward.server.http.admin;

import bloomward.server.admin.Principal;

import java.util.Optional;

/// Knows tokens. Asked for each request, so it has to be fast, and to compare without telling by its time how much of a
/// token was right.
@FunctionalInterface
public interface Authenticator {

    /// @param token as it came, at most 512 visible ASCII characters
    Optional<Principal> authenticate(String token);
}
