/// TLS from two PEM files, loaded again when they change.
///
/// In: a certificate and a key in PEM form. Out: the TLS configuration of a listener.
///
/// May import: `format`, `org.eclipse.jetty`, `org.slf4j`.
/// Called by: `cli.server`, `http`, `http.admin`, `http.files`, `mirror`, `serve`.
@NullMarked
package bloomward.server.http.tls;

import org.jspecify.annotations.NullMarked;
