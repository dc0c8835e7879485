package bloomward.server.http.files;

import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.HttpMetrics;
import bloomward.server.http.JavalinProblems;
import bloomward.server.http.Listening;
import bloomward.server.http.Problems;
import bloomward.server.http.tls.TlsFiles;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/// The public side: read by anybody, changed by nobody.
public final class PublicListener implements AutoCloseable {

    private final Listening listening;

    private PublicListener(Listening listening) {
        this.listening = listening;
    }

    /// Listens from here on.
    ///
    /// @param tls without them it speaks plain HTTP, which is for loopback and behind a proxy
    /// @param registry where it counts
    /// @throws IOException if the address is taken or a TLS file cannot be used; the message names it
    public static PublicListener start(HostPort address, Optional<TlsFiles> tls, PublicFiles files, HttpLimits limits,
            MeterRegistry registry) throws IOException {
        HttpMetrics metrics = new HttpMetrics(registry, "public");
        return new PublicListener(Listening.start("public", address, tls, limits, metrics, new PublicHandler(files),
                config -> config.routes.error(404, "*", ctx -> JavalinProblems.write(ctx, Problems.of(404, "")))));
    }

    /// Where it listens, with the port that was chosen if none was given.
    public URI uri() {
        return listening.uri();
    }

    /// Takes a renewed certificate, if there is one. What cannot be used is logged, and the one before goes on.
    public void lookAtTls() {
        listening.lookAtTls();
    }

    /// Why a renewed certificate is not used, if so.
    public Optional<String> tlsTrouble() {
        return listening.tlsTrouble();
    }

    @Override
    public void close() {
        listening.close();
    }
}
