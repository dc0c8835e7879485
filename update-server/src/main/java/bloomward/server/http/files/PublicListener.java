package bloomward.server.http.files;

import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.HttpMetrics;
import bloomward.server.http.JavalinProblems;
import bloomward.server.http.Listening;
import bloomward.server.http.Problems;
import bloomward.server.http.report.ReportHandler;
import bloomward.server.http.report.ReportSetup;
import bloomward.server.http.safebrowsing.SafeBrowsingHandler;
import bloomward.server.http.tls.TlsFiles;
import bloomward.server.safebrowsing.Gateway;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/// The public listener: open to everyone, and read-only but for reports.
public final class PublicListener implements AutoCloseable {

    /// A question about a thousand prefixes, the most that the protocol allows, stands in one address of 25,000 bytes.
    private static final int GATEWAY_HEAD_BYTES = 32 << 10;

    private final Listening listening;

    private PublicListener(Listening listening) {
        this.listening = listening;
    }

    /// Starts listening.
    ///
    /// @param tls if empty, plain HTTP, which is for loopback and for use behind a proxy
    /// @param reports empty to take none
    /// @param gateway for clients of Safe Browsing; empty for none
    /// @param registry receives the listener's metrics
    /// @throws IOException if the address is taken or a TLS file cannot be used; the message names it
    public static PublicListener start(HostPort address, Optional<TlsFiles> tls, PublicFiles files,
            Optional<ReportSetup> reports, Optional<Gateway> gateway, HttpLimits limits, MeterRegistry registry)
            throws IOException {
        HttpMetrics metrics = new HttpMetrics(registry, "public");
        HttpLimits roomy = gateway.isPresent() ? limits.withHeadBytes(GATEWAY_HEAD_BYTES) : limits;
        return new PublicListener(Listening.start("public", address, tls, roomy, metrics,
                new ReportHandler(reports, new SafeBrowsingHandler(gateway, new PublicHandler(files))),
                config -> config.routes.error(404, "*", ctx -> JavalinProblems.write(ctx, Problems.of(404, "")))));
    }

    /// A listener that serves no clients of Safe Browsing.
    public static PublicListener start(HostPort address, Optional<TlsFiles> tls, PublicFiles files,
            Optional<ReportSetup> reports, HttpLimits limits, MeterRegistry registry) throws IOException {
        return start(address, tls, files, reports, Optional.empty(), limits, registry);
    }

    /// A listener that takes no reports.
    public static PublicListener start(HostPort address, Optional<TlsFiles> tls, PublicFiles files, HttpLimits limits,
            MeterRegistry registry) throws IOException {
        return start(address, tls, files, Optional.empty(), limits, registry);
    }

    /// The listening address, with the chosen port if none was given.
    public URI uri() {
        return listening.uri();
    }

    /// Loads the renewed certificate, if there is one. An unusable one is logged, and the old one stays in use.
    public void lookAtTls() {
        listening.lookAtTls();
    }

    /// Why a renewed certificate is not in use; empty if there is none or it is.
    public Optional<String> tlsTrouble() {
        return listening.tlsTrouble();
    }

    /// The end of the certificate in use; empty without TLS.
    public Optional<Instant> tlsExpires() {
        return listening.tlsExpires();
    }

    @Override
    public void close() {
        listening.close();
    }
}
