/// Questions about drafts: which entries are there, why a URL is listed, and what each source contributes.
///
/// In: the tables of the store, and words of people. Out: answers. Everything here only reads.
///
/// May import: `guard`, `store`, `format.confirm`, `format.release`, `format.url`.
/// Called by: `admin`.
@NullMarked
package bloomward.server.draft.search;

import org.jspecify.annotations.NullMarked;
