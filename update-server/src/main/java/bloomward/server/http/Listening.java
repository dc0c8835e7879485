package bloomward.server.http;

import bloomward.server.config.HostPort;
import bloomward.server.http.tls.TlsFiles;
import bloomward.server.http.tls.TlsSetup;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LowResourceMonitor;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A Javalin application that listens behind the guard; the common part of both listeners.
public final class Listening implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Listening.class);

    /// Acceptor, selector and a few spare threads; requests run on virtual threads.
    private static final int PLATFORM_THREADS = 16;

    private final Javalin javalin;
    private final String scheme;
    private final HostPort address;
    private final Optional<TlsSetup> tls;

    private Listening(Javalin javalin, HostPort address, Optional<TlsSetup> tls) {
        this.javalin = javalin;
        this.scheme = tls.isPresent() ? "https" : "http";
        this.address = address;
        this.tls = tls;
    }

    /// @param first handler that sees each request before Javalin
    /// @throws IOException if the address is taken or a TLS file cannot be used
    public static Listening start(String name, HostPort address, Optional<TlsFiles> tls, HttpLimits limits,
            HttpMetrics metrics, Handler.Singleton first, Consumer<JavalinConfig> routes) throws IOException {
        ConnectionGuard guard = new ConnectionGuard(limits, metrics);
        Optional<TlsSetup> secured = tls.isPresent() ? Optional.of(TlsSetup.of(name, tls.get())) : Optional.empty();
        Javalin javalin = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.startupWatcherEnabled = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.http.compressionStrategy = CompressionStrategy.NONE;
            config.jetty.threadPool = threads(name);
            config.jetty.modifyHttpConfiguration(http -> configure(http, limits));
            config.jetty.modifyServer(server -> {
                server.getBeans(LowResourceMonitor.class).forEach(server::removeBean);
                server.setErrorHandler(new ProblemWriter());
                server.setStopTimeout(limits.stopGrace().toMillis());
                server.setHandler(new GracefulHandler(new Gate(first, metrics)));
            });
            config.jetty.modifyServletContextHandler(context -> context.setErrorHandler(new ProblemWriter()));
            config.jetty.addConnector((server, http) -> connector(server, http, address, secured, limits, guard));
            routes.accept(config);
        });
        try {
            javalin.start();
        } catch (JavalinBindException e) {
            javalin.stop();
            throw new IOException("cannot listen on " + address + ": the port is taken or not allowed", e);
        }
        return new Listening(javalin, address, secured);
    }

    private static QueuedThreadPool threads(String name) {
        QueuedThreadPool threads = new QueuedThreadPool(PLATFORM_THREADS, 4);
        threads.setName(name);
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(
                Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-", 0).factory()));
        return threads;
    }

    private static void configure(HttpConfiguration http, HttpLimits limits) {
        http.setRequestHeaderSize(limits.headBytes());
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setUriCompliance(UriCompliance.RFC3986); // no escaped slash or dot, no empty segment
        http.setFormEncodedMethods();
    }

    private static Connector connector(Server server, HttpConfiguration http, HostPort address, Optional<TlsSetup> tls,
            HttpLimits limits, ConnectionGuard guard) {
        List<ConnectionFactory> protocols = new ArrayList<>();
        if (tls.isPresent()) {
            http.addCustomizer(new SecureRequestCustomizer(false));
            protocols.add(new SslConnectionFactory(tls.get().factory(), HttpVersion.HTTP_1_1.asString()));
        }
        protocols.add(new HttpConnectionFactory(http));
        return new GuardedConnector(server, address, limits, guard, protocols.toArray(ConnectionFactory[]::new));
    }

    /// The listening address, with the chosen port if none was given.
    public URI uri() {
        return URI.create(scheme + "://" + new HostPort(address.host(), javalin.port()));
    }

    /// Loads the renewed certificate, if there is one.
    public void lookAtTls() {
        tls.ifPresent(TlsSetup::look);
    }

    /// Why a renewed certificate is not in use; empty if there is none or it is.
    public Optional<String> tlsTrouble() {
        return tls.flatMap(TlsSetup::trouble);
    }

    /// The end of the certificate in use; empty without TLS.
    public Optional<Instant> tlsExpires() {
        return tls.map(TlsSetup::expires);
    }

    /// Stops accepting requests and lets unfinished answers end within the grace of the limits; then they are cut.
    @Override
    public void close() {
        try {
            javalin.jettyServer().server().stop();
        } catch (TimeoutException _) {
            // The grace is over, and Jetty has cut the rest: a client must not make the end of a server a failure.
            LOG.info("{}: answers that took too long were cut", address);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Exception e) { // Jetty names no other
            throw new IllegalStateException("the listener did not stop", e);
        }
    }
}
