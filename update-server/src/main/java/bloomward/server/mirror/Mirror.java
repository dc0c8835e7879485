package bloomward.server.mirror;

import bloomward.format.FormatException;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import bloomward.server.http.admin.AdminListener;
import bloomward.server.http.admin.AdminSetup;
import bloomward.server.http.files.Answer;
import bloomward.server.http.files.PublicFiles;
import bloomward.server.http.files.PublicListener;
import bloomward.server.serve.Parts;
import bloomward.server.serve.PublishedContent;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// A running mirror: its folder, both listeners and the thread that follows the origin. Closing ends all of it.
public final class Mirror implements AutoCloseable {

    private final Parts parts;
    private final URI publicUri;
    private final URI adminUri;

    /// @param parts receives every opened part, even if a later one fails
    private Mirror(Parts parts, MirrorSettings settings, Clock clock)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        this.parts = parts;
        MirrorFolder folder = parts.opened(MirrorFolder.open(settings.dataDir()));
        Origin origin = parts.opened(new Origin(settings.origin(), settings.proxies(), settings.userAgent(), clock));
        Follower follower = Follower.open(folder, settings.root(), origin, clock);
        Rhythm rhythm = new Rhythm(follower, new Keeping(folder), settings.every(), clock);
        PublishedContent files = new PublishedContent(folder.publicFolder(), follower::published,
                (_, _) -> Optional.empty(), _ -> false, clock);
        follower.afterReset(files::forget);
        Content content = new Content(files, new Buckets(folder, origin, follower::kept), rhythm);
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        MirrorHealth health = new MirrorHealth(folder, follower, rhythm, clock);
        health.register(metrics);
        PublicListener open = parts
                .opened(PublicListener.start(settings.listen(), settings.tls(), content, settings.limits(), metrics));
        AdminListener admin = parts
                .opened(AdminListener.start(settings.adminListen(), settings.tls(), AdminSetup.of(_ -> Optional.empty(),
                        List.of(), health.checks(), settings.limits(), metrics, () -> {}, new SecureRandom())));
        this.publicUri = open.uri();
        this.adminUri = admin.uri();
        rhythm.beforeEach(() -> {
            open.lookAtTls();
            admin.lookAtTls();
        });
        parts.opened(rhythm).start();
    }

    /// Opens all parts, and serves at once what an earlier process mirrored.
    public static Mirror start(MirrorSettings settings, Clock clock)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        Parts parts = new Parts();
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(parts::close)) {
            return failure.keep(new Mirror(parts, settings, clock));
        }
    }

    /// The files, and the confirm answers that may have to be fetched first.
    private record Content(PublishedContent files, Buckets buckets, Rhythm rhythm) implements PublicFiles {

        @Override
        public Answer find(PublicPath path) {
            return path instanceof PublicPath.Confirm confirm ? buckets.answer(confirm) : files.find(path);
        }

        @Override
        public boolean isNewest() {
            return files.isNewest() && !rhythm.lags();
        }
    }

    public URI publicUri() {
        return publicUri;
    }

    public URI adminUri() {
        return adminUri;
    }

    /// Stops following first, then the listeners, and gives the folder free last.
    @Override
    public void close() {
        parts.close();
    }

}
