/// Keys and hashes: the numbers that represent an expression in a filter and in a question to the server.
///
/// In: the bytes of one expression. Out: its 64-bit hash ([bloomward.format.key.KeyHash]), of which a list keeps the
/// top bits ([bloomward.format.key.KeySpec] says how many), and its [bloomward.format.key.FullHash], which a server
/// confirms.
///
/// May import: `format`, `url`, `com.dynatrace.hash4j`.
/// Called by: `confirm`, `delta`, `file`, `filter`, `lookup`, `release`.
@NullMarked
package bloomward.format.key;

import org.jspecify.annotations.NullMarked;
