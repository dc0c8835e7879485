/// The store in a PostgreSQL database, which several machines can reach and which outlives each of them.
///
/// ```
/// PostgresStore -> store.sql.SqlSession -> PostgresDb (one connection) -> PostgresTables -> store.sql: small tables
///       |                                                                          +-> PostgresEntries, PostgresFiles
///       |                    staging: store.sort.Sorter -> merge with what stands -> PostgresWriter -> COPY
///       +-> PostgresDatabase (address, settings, tables)    ServerLock (servers together, a move alone)
/// LastCommit: the outcome of a commit without an answer
/// PostgresPulse (a connection of its own): the lease of the leader, news
/// ```
///
/// Each work has one snapshot; writers take turns by a lock that they take before it. Texts are ordered by their bytes
/// whatever the collation of the database. Schema changes are Flyway migrations beside this package.
///
/// Trust: write access to the database decides the next publication. The password is read from a file, and no message or log
/// has it.
///
/// May import: `format`, `store`, `store.cluster`, `store.history`, `store.migrate`, `store.sort`, `store.sql`,
/// `store.work`, `format.io`, `format.url`, `org.postgresql`, `org.slf4j`.
/// Called by: `store.place`.
@NullMarked
package bloomward.server.store.postgres;

import org.jspecify.annotations.NullMarked;
