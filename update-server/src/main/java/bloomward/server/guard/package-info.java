/// Judgement of changes before publication: each entry, and each new reading of a feed.
///
/// In: canonical expressions with their scope, and the earlier and new number of a feed's entries. Out: a judgement
/// that passes, warns, holds or rejects, with the reason ([bloomward.server.guard.Guards],
/// [bloomward.server.guard.FeedChange], [bloomward.server.guard.AllowConflicts]).
///
/// ```
/// Entry --> Guards --> protected host?  --> rejected
///                      public suffix?   --> held, ICANN: until a second person agrees
///                      shortener?       --> held
///                      popular host?    --> held
///                      wildcard suffix? --> warned
///                      otherwise        --> passed
/// ```
///
/// Nothing here decides in place of a person, and nothing is dropped: callers enforce the roles for a release and write
/// the audit log. The built-in lists are a start and can be replaced. The Public Suffix List is Mozilla's data under
/// the MPL 2.0, included unchanged at build time.
///
/// May import: `format.io`, `format.url`, `program.text`.
/// Called by: `admin`, `cli.server`, `draft`, `draft.search`, `fetch`, `publish`, `serve`.
@NullMarked
package bloomward.server.guard;

import org.jspecify.annotations.NullMarked;
