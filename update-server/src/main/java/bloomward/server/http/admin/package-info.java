/// The listener of the administration: requests are let in, routed, and answered as JSON.
///
/// ```
/// Jetty -> BrowserGuard -> probes?
///                       -> Admission: rate, token, role -> Route -> Result -> JSON
///                                                              \-> ErrorMap -> problem+json
/// ```
///
/// In: a table of routes and an authenticator. Out: answers. Nothing here knows what a route does.
///
/// Trust: a request is a stranger's until its token is known, and a web page's until its headers say otherwise.
///
/// May import: `admin`, `config`, `http`, `http.tls`, `com.fasterxml.jackson`, `io.javalin`, `io.micrometer`,
/// `jakarta.servlet`, `org.eclipse.jetty`, `org.slf4j`.
/// Called by: `api`, `serve`.
@NullMarked
package bloomward.server.http.admin;

import org.jspecify.annotations.NullMarked;
