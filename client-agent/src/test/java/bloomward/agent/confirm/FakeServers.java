package bloomward.agent.confirm;

import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.wire.PublicPath;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Servers that answer for the versions they are given, or as they are told.
final class FakeServers implements Transport {

    static final URI ONE = URI.create("https://one.test");
    static final URI OTHER = URI.create("https://other.test");

    /// A server's way to treat a question.
    @FunctionalInterface
    interface Way {

        Reply answer(PublicPath.Confirm question) throws FetchException, InterruptedException;
    }

    private final Map<ConfirmRoot, ListVersion> versions = new ConcurrentHashMap<>();
    private final Map<URI, Way> ways = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    FakeServers serve(ListVersion version) {
        versions.put(version.release().confirmRoot(), version);
        return this;
    }

    void forget(ListVersion version) {
        versions.remove(version.release().confirmRoot());
    }

    void let(URI server, Way way) {
        ways.put(server, way);
    }

    void beWell(URI server) {
        ways.remove(server);
    }

    void fail(URI server) {
        let(server, _ -> {
            throw new FetchException(FetchException.Reason.NOT_REACHED, server + " is down");
        });
    }

    void fail(URI server, Duration retryAfter) {
        let(server, _ -> {
            throw new FetchException(FetchException.Reason.NOT_SERVED, server + " is busy", Optional.of(retryAfter));
        });
    }

    /// Every question: host and path.
    List<String> asked() {
        return List.copyOf(asked);
    }

    Reply honest(PublicPath.Confirm question) {
        ListVersion version = versions.get(question.root());
        return version == null
                ? new Reply.Missing()
                : new Reply.Content(version.answer(question.bucket()), Optional.empty());
    }

    @Override
    public Reply get(URI address, PublicPath path, int maxLength, Optional<String> etag) throws FetchException {
        asked.add(address.getHost() + path);
        try {
            return ways.getOrDefault(address, this::honest).answer((PublicPath.Confirm) path);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean download(URI address, PublicPath path, long length, Path to) {
        throw new UnsupportedOperationException();
    }
}
