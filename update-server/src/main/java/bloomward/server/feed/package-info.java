/// List text to entries: whatever a publisher writes, read line by line, and nothing lost silently.
///
/// In: the bytes of a list, plain or gzip, in any format of [bloomward.server.feed.FeedFormat]. Out: entries, each a
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
/// A list is not trusted: whoever writes it decides what is listed, but not how much memory or time that takes, what a
/// terminal shows, nor how much is counted. Whether an entry *should* be listed is asked later, of the guards.
///
/// May import: `format.io`, `format.key`, `format.url`, `program.text`, `com.fasterxml.jackson`.
/// Called by: `admin`, `draft`, `fetch`.
@NullMarked
package bloomward.server.feed;

import org.jspecify.annotations.NullMarked;
