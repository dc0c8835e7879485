/// Look-up of URLs in filters: the library's interface for programs that check URLs.
///
/// ```
/// URL -> url -> expressions -> key -> hashes -> flat -> packed -> the expressions that might be entries
/// ```
///
/// In: a URL, and filters from files ([bloomward.format.lookup.UrlFilter]). Out: the expressions under which the URL
/// might be listed, or that it is certainly not listed, or that it cannot be judged
/// ([bloomward.format.lookup.UrlLookup]).
///
/// May import: `file`, `filter`, `format`, `key`, `url`.
/// Called by: the programs.
@NullMarked
package bloomward.format.lookup;

import org.jspecify.annotations.NullMarked;
