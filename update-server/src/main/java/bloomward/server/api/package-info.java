/// The Admin API: a table of routes, each with its role, its limits and the use case behind it.
///
/// ```
/// http.admin: an admitted request -> Route -> use case of admin -> record -> JSON
/// ```
///
/// In: the use cases. Out: the routes of the admin listener, their OpenAPI description, and an authenticator with the
/// tokens of the store. The table is complete.
///
/// May import: `admin`, `admin.view`, `event`, `format`, `history`, `http`, `http.admin`, `job`, `progress`, `publish`, `store`,
/// `format.io`, `com.fasterxml.jackson`, `org.slf4j`.
/// Called by: `serve`.
@NullMarked
package bloomward.server.api;

import org.jspecify.annotations.NullMarked;
