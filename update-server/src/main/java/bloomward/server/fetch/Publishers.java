package bloomward.server.fetch;

import bloomward.server.fetch.FetchOutcome.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// Connections to publishers' servers. A name is resolved once for each connection, and the socket connects to the very
/// address that was checked, so a name that changes its address a moment later leads nowhere else.
///
/// Behind a proxy, the proxy resolves names, and only literal addresses in a URL are checked here.
final class Publishers {

    /// Resolves names to addresses.
    @FunctionalInterface
    interface Resolver {

        InetAddress[] resolve(String host) throws IOException;
    }

    /// Receives each socket before it connects, so that another thread can close it when the time is over.
    @FunctionalInterface
    interface Opened {

        void opened(Socket socket) throws IOException;
    }

    private static final int CONNECT_MILLIS = 20_000;

    private final ProxySelector proxies;
    private final SSLSocketFactory tls;
    private final Resolver resolver;
    private final Predicate<InetAddress> isPublic;

    Publishers(ProxySelector proxies, SSLSocketFactory tls, Resolver resolver, Predicate<InetAddress> isPublic) {
        this.proxies = proxies;
        this.tls = tls;
        this.resolver = resolver;
        this.isPublic = isPublic;
    }

    static Publishers through(ProxySelector proxies) {
        try {
            return new Publishers(proxies, SSLContext.getDefault().getSocketFactory(), InetAddress::getAllByName,
                    PublicNetwork::isPublic);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no TLS on this machine", e);
        }
    }

    /// Whether the request goes to a proxy that needs the whole URL in it.
    boolean needsWholeAddress(URI at) {
        return at.getScheme().equals("http") && proxy(at).isPresent();
    }

    static int port(URI at) {
        return at.getPort() >= 0 ? at.getPort() : at.getScheme().equals("https") ? 443 : 80;
    }

    /// Connects, with TLS if the scheme is https.
    ///
    /// @param mayBePrivate whether the definition allows servers outside the public network
    Socket connect(URI at, boolean mayBePrivate, Opened opened) throws IOException {
        String host = at.getHost().replaceAll("^\\[|]$", "");
        Optional<InetSocketAddress> proxy = proxy(at);
        Socket socket;
        if (proxy.isPresent()) {
            refusePrivateLiteral(host, mayBePrivate);
            socket = connect(List.of(InetAddress.getByName(proxy.get().getHostString())), proxy.get().getPort(),
                    opened);
        } else {
            socket = connect(addresses(host, mayBePrivate), port(at), opened);
        }
        if (!at.getScheme().equals("https")) {
            return socket;
        }
        if (proxy.isPresent()) {
            tunnel(socket, at.getHost() + ":" + port(at));
        }
        SSLSocket secured = (SSLSocket) tls.createSocket(socket, host, port(at), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private Optional<InetSocketAddress> proxy(URI at) {
        return proxies.select(at)
                .stream()
                .filter(found -> found.type() == Proxy.Type.HTTP)
                .map(found -> (InetSocketAddress) found.address())
                .findFirst();
    }

    private void refusePrivateLiteral(String host, boolean mayBePrivate) throws FetchException {
        InetAddress literal;
        try {
            literal = InetAddress.ofLiteral(host);
        } catch (IllegalArgumentException _) {
            return; // a name
        }
        if (!mayBePrivate && !isPublic.test(literal)) {
            throw refused(host, literal);
        }
    }

    private List<InetAddress> addresses(String host, boolean mayBePrivate) throws IOException {
        List<InetAddress> found = List.of(resolver.resolve(host));
        List<InetAddress> allowed = new ArrayList<>(found);
        if (!mayBePrivate) {
            allowed.removeIf(isPublic.negate());
        }
        if (allowed.isEmpty() && !found.isEmpty()) {
            throw refused(host, found.getFirst());
        }
        return allowed;
    }

    private static FetchException refused(String host, InetAddress address) {
        String at = address.getHostAddress();
        return new FetchException(Reason.PRIVATE, (host.equals(at) ? at : host + " is " + at + ", which")
                + " is not on the public network; if that is intended, add private-network = true");
    }

    private static Socket connect(List<InetAddress> addresses, int port, Opened opened) throws IOException {
        IOException problem = new ConnectException("no address");
        for (InetAddress address : addresses) {
            Socket socket = new Socket();
            opened.opened(socket);
            try {
                socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
                return socket;
            } catch (IOException e) {
                socket.close();
                problem = e;
            }
        }
        throw problem;
    }

    private static void tunnel(Socket socket, String authority) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        int status = AnswerHead.read(socket.getInputStream()).status();
        if (status / 100 != 2) {
            throw new ConnectException("the proxy answers " + status);
        }
    }
}
