package bloomward.server.http.admin;

import bloomward.server.config.HostPort;
import bloomward.server.http.HttpMetrics;
import bloomward.server.http.Listening;
import bloomward.server.http.tls.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;

/// The administration: for those with a token, and for what watches the server.
public final class AdminListener implements AutoCloseable {

    private final Listening listening;

    private AdminListener(Listening listening) {
        this.listening = listening;
    }

    /// Listens from here on.
    ///
    /// @param tls needed in earnest wherever the address is not loopback: tokens travel
    /// @throws IOException if the address is taken or a TLS file cannot be used; the message names it
    public static AdminListener start(HostPort address, Optional<TlsFiles> tls, AdminSetup setup) throws IOException {
        AdminRoutes routes = new AdminRoutes(setup, address);
        HttpMetrics metrics = new HttpMetrics(setup.metrics(), "admin");
        return new AdminListener(Listening.start("admin", address, tls, setup.limits(), metrics, new Handler.Wrapper(),
                routes::register));
    }

    /// Where it listens, with the port that was chosen if none was given.
    public URI uri() {
        return listening.uri();
    }

    /// Takes a renewed certificate, if there is one. What cannot be used is logged, and the one before goes on.
    public void lookAtTls() {
        listening.lookAtTls();
    }

    @Override
    public void close() {
        listening.close();
    }
}
