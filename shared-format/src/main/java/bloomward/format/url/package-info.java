/// URL text to expressions: the strings under which a URL could be listed.
///
/// In: the bytes of a URL as anybody wrote it. Out: its canonical form, and as ranges of one buffer the
/// host suffixes with a path prefix and the exact form ([bloomward.format.url.UrlExpressions]), each of which is an
/// [bloomward.format.url.Expression] with its [bloomward.format.url.Scope]; or why the text cannot be judged ([bloomward.format.url.Unjudgeable]). The rules are FORMAT.md 2, "canonical 2".
///
/// ```
/// text -> clean -> split -> host  (unescape and UTS #46 by turns, IPv6, dots, IPv4) --+
///                        -> path  (dots = as requested, unescape, dots, slashes)    --+-> " host/path?query" -> ranges
///                        -> query (unescape)                                        --+
/// ```
///
/// May import: `com.ibm.icu`.
/// Called by: `confirm`, `key`, `lookup`.
@NullMarked
package bloomward.format.url;

import org.jspecify.annotations.NullMarked;
