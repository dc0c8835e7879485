/// The Admin API: a table of routes, each with its role, its limits and the use case behind it.
///
/// ```
/// http.admin: an admitted request -> Route -> use case of admin -> record -> JSON
/// ```
///
/// In: the use cases. Out: the routes of the admin listener, their OpenAPI description, and an authenticator with the
/// tokens of the store. The table is complete.
///
/// May import: `admin`, `admin.view`, `format`, `http`, `http.admin`, `publish`, `com.fasterxml.jackson`.
/// Called by: `serve`.
@NullMarked
package bloomward.server.api;

import org.jspecify.annotations.NullMarked;
