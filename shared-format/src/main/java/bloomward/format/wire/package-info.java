/// What server and agent must spell alike on the way between them (FORMAT.md 18): the public paths, and how the
/// environment names a proxy. The bodies are files and notes, which `file`, `delta`, `confirm` and `release` know.
///
/// In: a path, or what is wanted. Out: what a path names, or its only spelling. Knows no HTTP.
///
/// May import: `confirm`, `format`, `release`.
/// Called by: the programs.
@NullMarked
package bloomward.format.wire;

import org.jspecify.annotations.NullMarked;
