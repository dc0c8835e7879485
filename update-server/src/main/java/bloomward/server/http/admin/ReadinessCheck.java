package bloomward.server.http.admin;

import java.util.Optional;
import java.util.function.Supplier;

/// Something without which the server is of no use: the store, a key, a current version.
///
/// @param trouble empty when all is well; asked for each `/readyz`, by several threads at once
public record ReadinessCheck(String name, Supplier<Optional<String>> trouble) {}
