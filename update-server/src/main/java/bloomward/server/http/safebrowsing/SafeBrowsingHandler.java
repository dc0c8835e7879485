package bloomward.server.http.safebrowsing;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.server.http.AccessLog;
import bloomward.server.http.CacheRule;
import bloomward.server.http.Exchange;
import bloomward.server.http.PartsWriter;
import bloomward.server.http.ProblemWriter;
import bloomward.server.safebrowsing.Gateway;
import bloomward.server.safebrowsing.RefusedException;
import bloomward.server.safebrowsing.RefusedException.Reason;
import bloomward.server.safebrowsing.V4;
import bloomward.server.safebrowsing.V5;
import bloomward.server.safebrowsing.Written;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the paths of Safe Browsing; every other path is passed on untouched.
public final class SafeBrowsingHandler extends Handler.Wrapper {

    /// The most bytes of a request of version 4. One for all lists has a few hundred, one about a page a few thousand.
    static final int MOST_BODY_IN_BYTES = 64 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(SafeBrowsingHandler.class);
    private static final String LIST_PATH = "/v5/hashList/";
    private static final String PROTOBUF = "application/x-protobuf";

    /// Requests with a long body, or one of unknown length, that are read at once. Browsers send none; a slow sender may
    /// take a minute over one, and on all connections they would need much memory.
    static final int MOST_LONG_BODIES = 128;
    static final int LONG_BODY_IN_BYTES = 4096;

    private final Optional<Protocols> protocols;
    private final Semaphore longBodies = new Semaphore(MOST_LONG_BODIES);

    /// Both versions.
    private record Protocols(V4 v4, V5 v5) {}

    /// An answer, and whether the next one to the same address may be the same for half a minute. Answers about pages are not
    /// for caches: browsers put random prefixes into their questions, so none would be used again, and a cache on a disk
    /// would keep what hints at visits.
    private record Sent(Written message, CacheRule cache) {}

    /// @param gateway empty where it is switched off
    public SafeBrowsingHandler(Optional<Gateway> gateway, Handler next) {
        super(next);
        this.protocols = gateway.map(each -> new Protocols(new V4(each), new V5(each)));
    }

    /// The routes, by their paths. A route's name is its pattern in log and metrics.
    private enum Route {
        LISTS("/v5/hashLists", false), LIST(LIST_PATH + "{name}", false), SEVERAL("/v5/hashLists:batchGet", false),
        SEARCH(AccessLog.SEARCH, false), V4_LISTS("/v4/threatLists", false),
        V4_UPDATES("/v4/threatListUpdates:fetch", true), V4_FIND(AccessLog.FIND, true);

        private final String pattern;
        private final boolean takesMessage;

        Route(String pattern, boolean takesMessage) {
            this.pattern = pattern;
            this.takesMessage = takesMessage;
        }

        static Optional<Route> of(String path) {
            if (path.startsWith(LIST_PATH)) {
                return Optional.of(LIST);
            }
            for (Route route : values()) {
                if (route.pattern.equals(path)) {
                    return Optional.of(route);
                }
            }
            return Optional.empty();
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        if (protocols.isEmpty() || (!path.startsWith("/v5/") && !path.startsWith("/v4/"))) {
            return super.handle(request, response, callback);
        }
        Optional<Route> route = Route.of(path.replaceFirst("%3[aA]", ":"));
        try {
            if (route.isEmpty()) {
                throw new RefusedException(Reason.NOT_FOUND, "there is no such method");
            }
            Exchange.take(request, route.get().pattern);
            boolean isGet = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
            if (!isGet && !(route.get().takesMessage && request.getMethod().equals("POST"))) {
                response.getHeaders().put(HttpHeader.ALLOW, route.get().takesMessage ? "GET, HEAD, POST" : "GET, HEAD");
                write(response, 405, "INVALID_ARGUMENT", "method not allowed", hasBody(request), callback);
                return true;
            }
            if (isGet && hasBody(request)) {
                throw new RefusedException(Reason.OUT_OF_RANGE, "a GET must not have a body");
            }
            Sent sent = answer(protocols.get(), route.get(), path, isGet, request);
            response.setStatus(200);
            response.getHeaders()
                    .put(HttpHeader.CACHE_CONTROL, sent.cache().header())
                    .put(HttpHeader.CONTENT_TYPE, PROTOBUF)
                    .put(ProblemWriter.NO_SNIFFING)
                    .put(HttpHeader.CONTENT_LENGTH, sent.message().length());
            PartsWriter.write(response, sent.message().parts(), 0, sent.message().length(),
                    Callback.from(sent.message()::close, callback));
        } catch (RefusedException e) {
            boolean isBodyLeft = hasBody(request)
                    && (!request.getMethod().equals("POST") || e.reason() == Reason.OUT_OF_RANGE
                            || e.reason() == Reason.UNAVAILABLE || route.isEmpty() || !route.get().takesMessage);
            write(response, e.reason().status(), e.reason().name(), String.valueOf(e.getMessage()), isBodyLeft,
                    callback);
        } catch (RuntimeException e) { // here, because Jetty would log the whole path
            LOG.error("cannot answer {}", route.map(each -> each.pattern).orElse("a path of Safe Browsing"), e);
            write(response, 500, "INTERNAL", "internal error", true, callback);
        }
        return true;
    }

    private Sent answer(Protocols protocols, Route route, String path, boolean isGet, Request request)
            throws RefusedException {
        Query query = Query.of(Optional.ofNullable(request.getHttpURI().getQuery()).orElse(""));
        V5 v5 = protocols.v5();
        return switch (route) {
            case LISTS -> new Sent(v5.lists(), CacheRule.LATEST);
            case LIST -> new Sent(v5.list(path.substring(LIST_PATH.length()), query.bytes("version"), mostUpdate(query),
                    mostList(query)), CacheRule.LATEST);
            case SEVERAL ->
                new Sent(v5.lists(query.all("names"), query.bytes("version"), mostUpdate(query), mostList(query)),
                        CacheRule.LATEST);
            case SEARCH -> new Sent(v5.search(query.bytes("hashPrefixes", "hash_prefixes")), CacheRule.NEVER);
            case V4_LISTS -> new Sent(protocols.v4().lists(), CacheRule.LATEST);
            case V4_UPDATES -> new Sent(protocols.v4().updates(message(isGet, query, request)),
                    isGet ? CacheRule.LATEST : CacheRule.NEVER);
            case V4_FIND -> new Sent(protocols.v4().fullHashes(message(isGet, query, request)), CacheRule.NEVER);
        };
    }

    private static long mostUpdate(Query query) throws RefusedException {
        return query.number("sizeConstraints.maxUpdateEntries", "size_constraints.max_update_entries");
    }

    private static long mostList(Query query) throws RefusedException {
        return query.number("sizeConstraints.maxDatabaseEntries", "size_constraints.max_database_entries");
    }

    /// The message of a request: its body, or in the address where a browser sends no POST.
    private byte[] message(boolean isGet, Query query, Request request) throws RefusedException {
        if (isGet) {
            List<byte[]> given = query.bytes("$req");
            if (given.size() != 1) {
                throw new RefusedException(Reason.INVALID_ARGUMENT, "a GET needs its message as $req");
            }
            return given.getFirst();
        }
        if (request.getLength() > MOST_BODY_IN_BYTES) {
            throw tooLong();
        }
        if (request.getLength() >= 0 && request.getLength() <= LONG_BODY_IN_BYTES) {
            return body(request);
        }
        if (!longBodies.tryAcquire()) {
            throw new RefusedException(Reason.UNAVAILABLE, "too many long requests are being read");
        }
        try {
            return body(request);
        } finally {
            longBodies.release();
        }
    }

    private static byte[] body(Request request) throws RefusedException {
        byte[] body;
        try {
            body = Content.Source.asInputStream(request).readNBytes(MOST_BODY_IN_BYTES + 1);
        } catch (IOException _) { // connection lost, or silent for too long
            throw new RefusedException(Reason.INVALID_ARGUMENT, "the body is incomplete");
        }
        if (body.length > MOST_BODY_IN_BYTES) {
            throw tooLong();
        }
        return body;
    }

    private static RefusedException tooLong() {
        return new RefusedException(Reason.OUT_OF_RANGE, "more than " + MOST_BODY_IN_BYTES + " bytes");
    }

    private static boolean hasBody(Request request) {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /// Writes an error as Google's APIs do. The words are our own, so nothing needs escaping.
    ///
    /// @param closes the connection, because a body comes that is not read
    private static void write(Response response, int status, String name, String message, boolean closes,
            Callback callback) {
        byte[] body = "{\"error\":{\"code\":%d,\"message\":\"%s\",\"status\":\"%s\"}}\n"
                .formatted(status, message, name.toUpperCase(Locale.ROOT))
                .getBytes(UTF_8);
        response.setStatus(status);
        response.getHeaders()
                .put(HttpHeader.CACHE_CONTROL, CacheRule.NEVER.header())
                .put(HttpHeader.CONTENT_TYPE, "application/json")
                .put(ProblemWriter.NO_SNIFFING)
                .put(HttpHeader.CONTENT_LENGTH, body.length);
        if (status == 503) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, "60");
        }
        if (closes) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
