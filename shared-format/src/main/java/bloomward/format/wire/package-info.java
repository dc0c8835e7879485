/// The public paths on the way between server and agent (FORMAT.md 18). The bodies are files and notes, which `file`,
/// `delta`, `confirm` and `release` define.
///
/// In: a path, or the thing it names. Out: the thing named by a path, or its only spelling. Independent of HTTP.
///
/// May import: `confirm`, `format`, `release`.
/// Called by: the programs.
@NullMarked
package bloomward.format.wire;

import org.jspecify.annotations.NullMarked;
