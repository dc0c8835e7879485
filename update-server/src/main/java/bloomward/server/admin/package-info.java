/// The use cases of the administration: each one a method, each question and answer a record.
///
/// In: a question, and its [bloomward.server.admin.Principal]. Out: the records that the Admin API sends as JSON and
/// that the command line prints. Every use case checks the role, does its work through `draft` and `publish`, and
/// leaves a row in the audit log.
///
/// May import: `admin.view`, `draft`, `draft.search`, `feed`, `feed.syntax`, `fetch`, `format`, `guard`, `publish`,
/// `publish.folder`, `publish.version`, `safebrowsing`, `shared`, `store`, `store.cluster`, `store.history`,
/// `format.confirm`, `format.io`, `format.key`, `format.release`, `format.sign`, `format.url`, `format.wire`,
/// `program.text`.
/// Called by: `api`, `cli`, `cli.admin`, `cli.client`, `cli.server`, `event`, `history`, `http.admin`, `job`,
/// `serve`, `setup`.
@NullMarked
package bloomward.server.admin;

import org.jspecify.annotations.NullMarked;
