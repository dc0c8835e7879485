/// A URL to the entries that it hits: the one face of the library for programs that ask.
///
/// ```
/// URL -> url -> expressions -> key -> hashes -> flat -> packed -> the expressions that are perhaps entries
/// ```
///
/// In: a URL, and filters as files hold them ([bloomward.format.lookup.UrlFilter]). Out: the expressions under which the URL
/// is perhaps listed, that it is certainly not, or that it cannot be judged ([bloomward.format.lookup.UrlLookup]).
///
/// May import: `file`, `filter`, `format`, `key`, `url`.
/// Called by: the programs.
@NullMarked
package bloomward.format.lookup;

import org.jspecify.annotations.NullMarked;
