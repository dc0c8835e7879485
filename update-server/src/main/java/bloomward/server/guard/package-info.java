/// What must not be published without a person having looked: each entry is judged, and each new reading of a feed.
///
/// In: canonical expressions with their scope, and how many entries a feed had and has. Out: a judgement, which passes,
/// warns, holds or refuses and says why ([bloomward.server.guard.Guards], [bloomward.server.guard.FeedChange],
/// [bloomward.server.guard.AllowConflicts]).
///
/// ```
/// Entry --> Guards --> protected host?  --> refused
///                      public suffix?   --> held, ICANN: until a second person agrees
///                      shortener?       --> held
///                      popular host?    --> held
///                      wildcard suffix? --> warned
///                      otherwise        --> passed
/// ```
///
/// Nothing here decides for a person and nothing is dropped: who may release what is held, and that it stands in the
/// audit log, is the business of whoever asks. The lists that come with the program are a beginning and can be replaced.
/// The Public Suffix List is Mozilla's data under the MPL 2.0 and is taken as it is when the program is built.
///
/// May import: `format.url`, `program.text`.
/// Called by: `admin`, `cli.server`, `draft`, `fetch`, `publish`, `serve`.
@NullMarked
package bloomward.server.guard;

import org.jspecify.annotations.NullMarked;
