/// Parsing of lists: text to entries, line by line, with nothing lost silently.
///
/// In: the bytes of a list, plain or gzip, in any format of [bloomward.server.feed.syntax.FeedFormat]. Out: entries, each a
/// canonical expression with its scope, and a count in which every line is accounted for
/// ([bloomward.server.feed.ListReader], [bloomward.server.feed.ImportCount]).
///
/// ```
/// bytes -> gzip -> head --> FormatGuess --> FeedFormat
///                   |                          |
///                   +--> lines or JSON --> LineParser --> ParsedLine --> canonical, scope --> seen? --> Entry
///                                              |                            |                  |
///                                              +------- rejected {reason} --+              duplicates
/// ```
///
/// Trust: a list is not trusted. Its author decides what it lists, but cannot exhaust memory or time, manipulate a
/// terminal or falsify counts. Whether an entry *should* be listed is decided later, by the guards.
///
/// May import: `feed.syntax`, `format.io`, `format.key`, `format.url`, `program.text`, `com.fasterxml.jackson`.
/// Called by: `admin`, `draft`, `fetch`, `serve`.
@NullMarked
package bloomward.server.feed;

import org.jspecify.annotations.NullMarked;
