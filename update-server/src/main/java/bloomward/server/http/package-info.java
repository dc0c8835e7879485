/// The basis of the server's two listeners: the public side, open to everyone, and the Admin API.
///
/// In: requests, and the content that can be served ([bloomward.server.http.files.PublicFiles]) or actions that can be
/// done ([bloomward.server.http.admin.Route]). Out: answers, counts, and a log without client addresses for confirm
/// requests.
///
/// ```
/// socket -> connection cap -> watch: slow heads, stalled readers -> Jetty -+-> PublicHandler -> PublicFiles -> Answer
///                                                                          +-> ReportHandler -> intake of reports
///                                                                          +-> Javalin -> Route -> administration
/// ```
///
/// Trust: clients are not trusted. No limit relies on their cooperation, and a slow client delays only itself.
///
/// May import: `config`, `http.tls`, `com.fasterxml.jackson`, `io.javalin`, `io.micrometer`, `org.eclipse.jetty`,
/// `org.slf4j`.
/// Called by: `api`, `cli.server`, `http.admin`, `http.files`, `http.report`, `http.safebrowsing`, `mirror`, `serve`.
@NullMarked
package bloomward.server.http;

import org.jspecify.annotations.NullMarked;
