/// Feeds: where lists come from, when to ask for them again, and how to get them whole or not at all.
///
/// In: definitions as TOML files ([bloomward.server.fetch.FeedDefinition]), and what a publisher's server sends. Out: the
/// last good body of each feed as a file ([bloomward.server.fetch.Fetcher], [bloomward.server.fetch.FetchOutcome]) and the
/// time of the next question ([bloomward.server.fetch.FetchSchedule]).
///
/// ```
/// feeds/*.toml -> FeedDefinition --> FetchSchedule: when?
///                       |                  |
///                       +--> Fetcher <-----+
///                               | If-None-Match, key, limits
///                               v
///                 304: nothing new   200: body -> NAME.new -> sync -> NAME    else: NAME stays, wait longer
/// ```
///
/// A publisher's server is not trusted: whoever runs it decides what is offered to be listed, but not how much is read,
/// how long that takes, nor where a key is sent. The body is kept as it came; whether it is a list at all is said by the
/// reader of lists, and whether it may be published by the guards.
///
/// May import: `feed`, `guard`, `format.confirm`, `program.http`, `program.text`, `program.toml`.
/// Called by: `admin`, `serve`.
@NullMarked
package bloomward.server.fetch;

import org.jspecify.annotations.NullMarked;
