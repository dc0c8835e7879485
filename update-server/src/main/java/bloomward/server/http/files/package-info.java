/// The public listener: immutable files by their digests, one small note, and before them the handler of reports.
///
/// ```
/// path -> PublicPath -> PublicFiles -> Answer -> conditions, range -> Reply -> PartsWriter -> socket
/// ```
///
/// In: requests from anyone, and a snapshot of the publication. Out: bytes, sent without a waiting thread.
///
/// Trust: requests are not trusted, and cannot change anything here.
///
/// May import: `config`, `http`, `http.report`, `http.safebrowsing`, `http.tls`, `safebrowsing`, `format.wire`, `io.javalin`,
/// `io.micrometer`, `org.eclipse.jetty`, `org.slf4j`.
/// Called by: `mirror`, `serve`.
@NullMarked
package bloomward.server.http.files;

import org.jspecify.annotations.NullMarked;
