/// The two listeners of the server: the public side, which anybody may ask, and the shell of the administration.
///
/// In: requests of strangers, and what can be served ([bloomward.server.http.files.PublicFiles]) or done
/// ([bloomward.server.http.admin.Route]). Out: answers, counts, and a log in which no confirm question stands beside an address.
///
/// ```
/// socket -> connection cap -> watch: slow heads, stalled readers -> Jetty -+-> PublicHandler -> PublicFiles -> Answer
///                                                                          +-> Javalin -> Route -> administration
/// ```
///
/// Whoever connects is not trusted: no bound here depends on good manners, and what is slow costs only itself.
///
/// May import: `config`, `http.tls`, `com.fasterxml.jackson`, `io.javalin`, `io.micrometer`, `org.eclipse.jetty`,
/// `org.slf4j`.
/// Called by: `api`, `http.admin`, `http.files`, `serve`.
@NullMarked
package bloomward.server.http;

import org.jspecify.annotations.NullMarked;
