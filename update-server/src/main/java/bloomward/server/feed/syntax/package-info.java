/// The formats of lists, line by line.
///
/// In: one line, or the name of a JSON array, of a list in a [bloomward.server.feed.syntax.FeedFormat]. Out: the text of an
/// entry with its meaning in that format, or the reason why the line makes none
/// ([bloomward.server.feed.syntax.ParsedLine], [bloomward.server.feed.syntax.RejectReason]). URLs are not examined here.
///
/// May import: `format.url`.
/// Called by: `admin`, `draft`, `feed`, `fetch`.
@NullMarked
package bloomward.server.feed.syntax;

import org.jspecify.annotations.NullMarked;
