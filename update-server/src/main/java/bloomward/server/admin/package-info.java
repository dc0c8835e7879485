/// What people who look after lists can ask of the server: each use case a method, each question and answer a record.
///
/// In: who asks ([bloomward.server.admin.Principal]) and what. Out: the records that the Admin API sends as JSON and that
/// the command line prints. Every use case checks the role, does its work through `draft` and `publish`, and leaves a
/// row in the audit log.
///
/// May import: everything but `http`, `cli`, `config`, `compile` and `serve`. Called by: `http`; the records are read by `cli`.
@NullMarked
package bloomward.server.admin;

import org.jspecify.annotations.NullMarked;
