package bloomward.server.http.admin;

import java.util.Optional;
import java.util.function.Supplier;

/// A condition for the server to be useful: the store, a key, a current version.
///
/// @param trouble empty when all is well; called for each `/readyz`, by several threads at once
public record ReadinessCheck(String name, Supplier<Optional<String>> trouble) {}
