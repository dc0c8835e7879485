/// The Admin API: a table of routes, each with its role, its limits and the use case behind it.
///
/// ```
/// http.admin: a request that was let in -> Route -> use case of admin -> record -> JSON
/// ```
///
/// In: the use cases. Out: the routes that the admin listener serves, the OpenAPI description of them, and the tokens of the
/// store as the listener's authenticator. The table is all that the administration can be asked.
///
/// May import: `admin`, `http`, `http.admin`, `publish`, `com.fasterxml.jackson`.
/// Called by: `serve`.
@NullMarked
package bloomward.server.api;

import org.jspecify.annotations.NullMarked;
