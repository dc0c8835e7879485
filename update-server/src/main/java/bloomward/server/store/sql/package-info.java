/// The tables of the contract that every database keeps alike, and what they need of a connection.
///
/// In: a [bloomward.server.store.sql.Sql], which is one connection, lent for one work by a
/// [bloomward.server.store.sql.SqlSession]. Out: rows of the contract.
///
/// Entries are not among them: millions of rows are changed and read in the way that each database does best.
///
/// May import: `format`, `store`, `store.history`, `store.sort`, `format.confirm`, `format.key`, `format.release`,
/// `format.url`.
/// Called by: `store.postgres`, `store.sqlite`.
@NullMarked
package bloomward.server.store.sql;

import org.jspecify.annotations.NullMarked;
