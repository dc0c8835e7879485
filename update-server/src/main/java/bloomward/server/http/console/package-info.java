/// The console in a browser: its files, and the sessions in which people use it.
///
/// ```
/// GET /console/FILE     -> ConsoleFiles -> bytes, the same for everyone
/// POST /console/session -> Sessions: cookie + key, in the place of the token
/// GET /admin/v1/...     -> ConsoleCookie + key -> Sessions -> digest of the token, looked up each time
/// ```
///
/// In: files of `src/main/console`, and the digests of tokens that were shown. Out: pages, and for a request the digest of
/// the token behind its session.
///
/// Trust: cookies do not know ports, so any program that serves a page on another port of the same host is sent the cookie.
/// It alone opens nothing: the key lies in the page's own storage, which belongs to one origin, port included. The files hold
/// no data; everything shown comes from the Admin API and is text.
///
/// May import: `format`, `io.javalin`, `jakarta.servlet`.
/// Called by: `http.admin`, `serve`.
@NullMarked
package bloomward.server.http.console;

import org.jspecify.annotations.NullMarked;
