/// The paths of Safe Browsing on the public listener, `/v4/` and `/v5/`, where the operator has switched the gateway on.
///
/// ```
/// Jetty -> SafeBrowsingHandler: another path? -> the next handler
///            v5: GET, question in the address        -> V5 --+
///            v4: POST, or GET with the body in `$req` -> V4 -+-> message | error of the protocol
/// ```
///
/// In: requests of strangers. Out: protocol buffers; errors as Google's APIs write them. Questions for full hashes hint at the
/// page that somebody visits, so no address is logged for them.
///
/// May import: `http`, `safebrowsing`, `org.eclipse.jetty`, `org.slf4j`.
/// Called by: `http.files`.
@NullMarked
package bloomward.server.http.safebrowsing;

import org.jspecify.annotations.NullMarked;
