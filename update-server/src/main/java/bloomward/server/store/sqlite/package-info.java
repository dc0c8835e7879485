/// The store in one SQLite file.
///
/// ```
/// SqliteStore -> store.sql.SqlSession -> Db (one connection) -> SqliteTables -> store.sql: small tables
///                                                                          +-> SqliteEntries
///                              staging: store.sort.Sorter -> merge with what stands -> StagedWriter
/// ```
///
/// One process writes, held by a lock file; many connections read, each on one consistent state. Large changes are
/// sorted outside the database and merged in the order of the key. Schema changes are Flyway migrations beside this
/// package.
///
/// May import: `format`, `store`, `store.cluster`, `store.history`, `store.migrate`, `store.sort`, `store.sql`,
/// `store.work`, `format.io`, `format.url`, `org.slf4j`, `org.sqlite`.
/// Called by: `backup`, `store.place`.
@NullMarked
package bloomward.server.store.sqlite;

import org.jspecify.annotations.NullMarked;
