/// The two listeners of the server: the public side, which anybody may ask, and the shell of the administration.
///
/// In: requests of strangers, and what can be served ([bloomward.server.http.PublicFiles]) or done
/// ([bloomward.server.http.Route]). Out: answers, counts, and a log in which no confirm question stands beside an address.
///
/// ```
/// socket -> connection cap -> watch: slow heads, stalled readers -> Jetty -+-> PublicHandler -> PublicFiles -> Answer
///                                                                          +-> Javalin -> Route -> administration
/// ```
///
/// Whoever connects is not trusted: no bound here depends on good manners, and what is slow costs only itself.
///
/// May import: Javalin, Jetty, Jackson, Micrometer; of the server `admin`, and of `config` where to listen. Called by: `serve`.
@NullMarked
package bloomward.server.http;

import org.jspecify.annotations.NullMarked;
