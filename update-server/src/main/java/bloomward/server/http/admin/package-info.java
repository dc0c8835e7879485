/// The listener of the Admin API: requests are admitted, routed, and answered as JSON.
///
/// ```
/// Jetty -> BrowserGuard -> probes?
///                       -> Admission: token, rate, role -> Route -> Result -> JSON
///                                                              \-> ErrorMap -> problem+json
/// ```
///
/// In: a table of routes and an authenticator. Out: answers. Nothing here depends on the actions behind the routes.
///
/// Trust: a request is untrusted until its token is known, and treated as a web page's until its headers show
/// otherwise.
///
/// May import: `admin`, `config`, `format`, `http`, `http.console`, `http.tls`, `com.fasterxml.jackson`, `io.javalin`, `io.micrometer`,
/// `jakarta.servlet`, `org.eclipse.jetty`, `org.slf4j`.
/// Called by: `api`, `mirror`, `serve`.
@NullMarked
package bloomward.server.http.admin;

import org.jspecify.annotations.NullMarked;
