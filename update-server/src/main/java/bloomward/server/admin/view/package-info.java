/// The records of the Admin API, as they cross the wire: what use cases are told, and what they answer.
///
/// In and out: JSON. A field is a promise to scripts; `openapi.json` describes each.
///
/// May import: `com.fasterxml.jackson.annotation`.
/// Called by: `admin`, `api`, `cli.admin`, `cli.client`, `cli.keys`, `cli.server`, `history`, `serve`, `setup`.
@NullMarked
package bloomward.server.admin.view;

import org.jspecify.annotations.NullMarked;
