/// The state of the server: lists, entries with their sources, holds, publications, and the audit log.
///
/// In: rows. Out: rows, on one consistent state. Behind [bloomward.server.store.PublisherStore] stands SQLite, one file
/// in WAL mode, or a PostgreSQL database; the contract tests run on both.
///
/// ```
/// list --< source --< entry [added, removed)      change: one number for each thing that somebody did to a draft
///   |                                             version: a list's number and the change up to which it was compiled
///   +--< version >-- publication                  draft: everything up to now
/// ```
///
/// Nothing is updated when a version is published: an entry lives from the change that added it to the one that removed
/// it, so a version, a diff and a roll-back are questions and not copies.
///
/// Trust: write access to the database decides the next publication; the published ones are in signed files elsewhere. The
/// audit log shows whether its rows were changed.
///
/// May import: `format`, `store.cluster`, `store.history`, `format.confirm`, `format.key`, `format.release`,
/// `format.url`, `com.fasterxml.jackson`.
/// Called by: `admin`, `api`, `backup`, `cluster`, `config`, `draft`, `draft.search`, `event`, `history`, `publish`,
/// `publish.folder`, `publish.version`, `report`, `serve`, `setup`, `shared`, `store.move`, `store.place`,
/// `store.postgres`, `store.sort`, `store.sql`, `store.sqlite`, `store.work`, `verify`.
@NullMarked
package bloomward.server.store;

import org.jspecify.annotations.NullMarked;
