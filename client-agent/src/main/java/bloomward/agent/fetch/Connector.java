package bloomward.agent.fetch;

import java.io.IOException;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/// Makes connections that do as they are told and no more.
///
/// [HttpURLConnection] because it is the smallest client in memory that the JDK has. What it would do by itself is off: it
/// follows no redirection, asks no person for a password, takes no proxy from system properties. Cookies and
/// a cache it has only where a program installs them, and this one does not; `setUseCaches(false)` would tell caches
/// on the way not to answer, and they shall. It keeps connections for the next request. Of a request that
/// fails before an answer begins it makes a second one, once, which nothing but an interrupt prevents: that is what
/// a kept connection needs that the server closed meanwhile, and no harm to a GET; [Watch] bounds both together. Of an
/// answer that nobody reads to its end it may read up to 512 KiB in the background, to keep the connection; with
/// `-Dhttp.KeepAlive.remainingData=0` it does not.
///
/// @param proxies which proxy is asked
/// @param passwords for those that want one
/// @param sockets for TLS, if not the system's
record Connector(ProxySelector proxies, Authenticator passwords, Optional<SSLSocketFactory> sockets,
        Duration connectTime, String userAgent) {

    Proxy proxy(URI url) {
        return proxies.select(url).getFirst();
    }

    /// Nothing is sent yet.
    HttpURLConnection open(URI url) throws IOException {
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
