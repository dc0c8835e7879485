package bloomward.server.http.admin;

import bloomward.server.config.HostPort;
import bloomward.server.http.HttpMetrics;
import bloomward.server.http.Listening;
import bloomward.server.http.tls.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;

/// The listener of the Admin API and of the monitoring paths.
public final class AdminListener implements AutoCloseable {

    private final Listening listening;

    private AdminListener(Listening listening) {
        this.listening = listening;
    }

    /// Starts listening.
    ///
    /// @param tls needed wherever the address is not loopback, as tokens cross the network
    /// @throws IOException if the address is taken or a TLS file cannot be used; the message names it
    public static AdminListener start(HostPort address, Optional<TlsFiles> tls, AdminSetup setup) throws IOException {
        AdminRoutes routes = new AdminRoutes(setup, address);
        HttpMetrics metrics = new HttpMetrics(setup.metrics(), "admin");
        return new AdminListener(Listening.start("admin", address, tls, setup.limits().withStrangersMakingRoom(),
                metrics, new Handler.Wrapper(), routes::register));
    }

    /// The listening address, with the chosen port if none was given.
    public URI uri() {
        return listening.uri();
    }

    /// Loads the renewed certificate, if there is one. An unusable one is logged, and the old one stays in use.
    public void lookAtTls() {
        listening.lookAtTls();
    }

    @Override
    public void close() {
        listening.close();
    }
}
