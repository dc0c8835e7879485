/// Migrations of the tables of a store, by Flyway.
///
/// In: the names of the files beside a package. Out: tables of the newest version ([bloomward.server.store.migrate.Migrations]).
///
/// May import: `org.flywaydb`.
/// Called by: `store.postgres`, `store.sqlite`.
@NullMarked
package bloomward.server.store.migrate;

import org.jspecify.annotations.NullMarked;
