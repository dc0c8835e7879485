/// Fetching of feeds: their definitions, their schedule, and complete downloads.
///
/// In: definitions as TOML files ([bloomward.server.fetch.FeedDefinition]), and the answers of publishers' servers.
/// Out: the last good body of each feed as a file ([bloomward.server.fetch.Fetcher],
/// [bloomward.server.fetch.FetchOutcome]) and the time of the next fetch ([bloomward.server.fetch.FetchSchedule]).
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
/// Trust: a publisher's server is not trusted. It decides which entries it offers, but not how much is read, how long
/// that takes, or where a key is sent. The body is kept as received; the list reader decides whether it is a list, and
/// the guards whether it may be published.
///
/// May import: `feed`, `feed.syntax`, `guard`, `format.confirm`, `program.http`, `program.text`, `program.toml`.
/// Called by: `admin`, `serve`.
@NullMarked
package bloomward.server.fetch;

import org.jspecify.annotations.NullMarked;
