package bloomward.agent.fetch;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/// A factory of connections without automatic behaviour.
///
/// [HttpURLConnection] needs the least memory of the JDK's clients. Its automatic features are off: it follows no
/// redirection, asks no person for a password, and takes no proxy from system properties. It uses cookies and a cache
/// only where a program installs them, and this one does not; `setUseCaches(false)` would tell caches on the way not to
/// answer, but their answers are welcome. It keeps connections for the next request. A request that fails before an
/// answer begins is sent again, once, and only an interrupt prevents that: a kept connection that the server has closed
/// needs it, and it does no harm to a GET, nor to a POST that may come twice ([Endpoint]); [Watch] bounds both together. If an answer is not read to its end, up to
/// 512 KiB may be read in the background, to keep the connection; `-Dhttp.KeepAlive.remainingData=0` turns that off.
///
/// @param proxies chooses the proxy
/// @param passwords for proxies that require one
/// @param sockets for TLS, if not the system's
record Connector(ProxySelector proxies, ProxyPassword passwords, Optional<SSLSocketFactory> sockets,
        Duration connectTime, String userAgent) {

    Proxy proxy(URI url) {
        return proxies.select(url).getFirst();
    }

    /// Prepares a connection; nothing is sent yet.
    HttpURLConnection open(URI url) throws IOException {
        passwords.begin();
        HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection(proxy(url));
        connection.setInstanceFollowRedirects(false);
        connection.setAllowUserInteraction(false);
        connection.setAuthenticator(passwords);
        connection.setConnectTimeout((int) Math.min(Integer.MAX_VALUE, connectTime.toMillis()));
        connection.setRequestProperty("User-Agent", userAgent);
        connection.setRequestProperty("Accept", "*/*");
        connection.setRequestProperty("Accept-Encoding", "identity");
        if (connection instanceof HttpsURLConnection tls && sockets.isPresent()) {
            tls.setSSLSocketFactory(sockets.get());
        }
        return connection;
    }
}
