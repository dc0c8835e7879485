package bloomward.agent.fetch;

import bloomward.agent.fetch.FetchException.Reason;
import bloomward.agent.fetch.Watch.Progress;
import bloomward.format.wire.PublicPath;
import bloomward.program.http.EnvironmentProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;

/// The transport by HTTP, directly or through a proxy.
///
/// ```
/// get, download -> Watch (time limits) -> Exchange (request, head, body) -> Connector (HttpURLConnection)
/// ```
///
/// Only a plain answer to the request is accepted: no redirection, no content coding, no web page.
public final class HttpTransport implements Transport, Endpoint {

    private static final Pattern JSON = Pattern.compile("application/(problem\\+)?json\\b", Pattern.CASE_INSENSITIVE);

    private final Connector connector;
    private final Watch watch;
    private final Clock clock;

    private HttpTransport(Connector connector, Watch watch, Clock clock) {
        this.connector = connector;
        this.watch = watch;
        this.clock = clock;
    }

    /// For a process that goes on, such as the agent.
    ///
    /// If a proxy requires Basic authentication before it opens a tunnel to an `https` address, the JDK sends the
    /// password only if the JVM was started with `-Djdk.http.auth.tunneling.disabledSchemes=`.
    ///
    /// @param environment names proxies, see [EnvironmentProxy]
    /// @param caFile certificates to trust instead of the system's, in PEM
    /// @param version of this program
    /// @throws IOException if the file of certificates cannot be used; the message names it
    /// @throws IllegalArgumentException if a named proxy cannot be used
    public static HttpTransport of(Map<String, String> environment, Optional<Path> caFile, FetchLimits limits,
            String version, Clock clock) throws IOException {
        return new HttpTransport(connector(environment, caFile, limits, version), Watch.ofService(limits), clock);
    }

    /// Like [#of], for a command: a process that ends after a few requests ends at once.
    public static HttpTransport ofCommand(Map<String, String> environment, Optional<Path> caFile, FetchLimits limits,
            String version, Clock clock) throws IOException {
        return new HttpTransport(connector(environment, caFile, limits, version), Watch.ofCommand(limits), clock);
    }

    private static Connector connector(Map<String, String> environment, Optional<Path> caFile, FetchLimits limits,
            String version) throws IOException {
        EnvironmentProxy proxies = EnvironmentProxy.withPasswords(environment);
        Optional<SSLSocketFactory> sockets = Optional.empty();
        if (caFile.isPresent()) {
            sockets = Optional.of(TrustedCertificates.sockets(caFile.get()));
        }
        return new Connector(proxies, new ProxyPassword(proxies), sockets, limits.connectTime(),
                "bloomward/" + version);
    }

    @Override
    public Reply get(URI address, PublicPath path, int maxLength, Optional<String> etag) throws FetchException {
        URI url = url(address, path);
        Map<String, String> headers = etag.filter(HttpTransport::isEtag)
                .map(known -> Map.of("If-None-Match", known))
                .orElse(Map.of());
        return watch.run(url, progress -> get(url, maxLength, headers, progress));
    }

    private Reply get(URI url, int maxLength, Map<String, String> headers, Progress progress) throws FetchException {
        try (Exchange exchange = Exchange.send(connector, url, headers, progress)) {
            int status = exchange.status();
            if (status == 304 && !headers.isEmpty()) {
                return new Reply.NotModified();
            }
            return switch (status) {
                case 200 -> content(exchange, maxLength);
                case 404, 410 -> new Reply.Missing();
                default -> throw exchange.notServed(clock);
            };
        }
    }

    private static Reply.Content content(Exchange exchange, int maxLength) throws FetchException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        exchange.body(maxLength, (chunk, length) -> bytes.write(chunk, 0, length));
        return new Reply.Content(bytes.toByteArray(), exchange.header("ETag").filter(HttpTransport::isEtag));
    }

    @Override
    public boolean download(URI address, PublicPath path, long length, Path to) throws FetchException {
        URI url = url(address, path);
        try (PartialFile file = new PartialFile(to)) {
            return watch.run(url, progress -> new Download(connector, clock, url, length, file).run(progress));
        }
    }

    @Override
    public StatusReply post(URI address, String path, byte[] json, int maxLength) throws FetchException {
        return reply(url(address, path), Map.of("Content-Type", "application/json"), json, maxLength);
    }

    @Override
    public StatusReply get(URI address, String path, int maxLength) throws FetchException {
        return reply(url(address, path), Map.of(), new byte[0], maxLength);
    }

    private StatusReply reply(URI url, Map<String, String> headers, byte[] body, int maxLength) throws FetchException {
        return watch.run(url, progress -> {
            try (Exchange exchange = Exchange.send(connector, url, headers, body, progress)) {
                return reply(exchange, maxLength);
            }
        });
    }

    private StatusReply reply(Exchange exchange, int maxLength) throws FetchException {
        int status = exchange.status();
        boolean isJson = exchange.header("Content-Type").filter(type -> JSON.matcher(type).lookingAt()).isPresent();
        if (status / 100 == 2) {
            byte[] body = content(exchange, maxLength).bytes();
            return new StatusReply(status, isJson, new String(body, StandardCharsets.UTF_8));
        }
        return switch (status) {
            case 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 501 -> new StatusReply(status, isJson, "");
            default -> throw exchange.notServed(clock);
        };
    }

    private static URI url(URI address, Object path) throws FetchException {
        boolean isWeb = "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
        if (!isWeb || address.getHost() == null || address.getRawUserInfo() != null) {
            throw new FetchException(Reason.NOT_SERVED, address + ": not the http or https address of a server");
        }
        return URI.create(address.toString() + path);
    }

    /// Whether a text is an entity tag (RFC 9110 8.8.3) and short. Nothing else from a server is sent back to it.
    private static boolean isEtag(String text) {
        return text.matches("(W/)?\"[!#-~]{0,200}\"");
    }
}
