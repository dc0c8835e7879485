package bloomward.server.http.tls;

import java.nio.file.Path;

/// The files of `--tls-cert` and `--tls-key`.
///
/// @param certificates PEM, the server's own certificate first, then those that lead to its issuer
/// @param key PEM, unencrypted: PKCS#8, PKCS#1 (RSA) or SEC 1 (EC)
public record TlsFiles(Path certificates, Path key) {}
