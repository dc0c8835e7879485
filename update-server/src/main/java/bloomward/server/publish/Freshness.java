package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/// Keeps the publication fresh: dates `latest` anew, and renews the manifest before it expires. Safe for all threads.
public final class Freshness {

    private static final Duration LATEST_EVERY = Duration.ofHours(1);

    private final PublisherStore store;
    private final Commits commits;
    private final Signer signer;

    Freshness(PublisherStore store, Commits commits, Signer signer) {
        this.store = store;
        this.commits = commits;
        this.signer = signer;
    }

    /// Signs the published content again.
    public PublishOutcome renew(String actor) throws IOException, PublishRefusedException {
        return commits.alone(() -> renewAlone(actor));
    }

    /// Inside [Commits#alone].
    PublishOutcome renewAlone(String actor) throws IOException, PublishRefusedException {
        Manifest before = commits.last()
                .map(Committed::manifest)
                .orElseThrow(() -> new PublishRefusedException(Reason.NO_SUCH_VERSION, "nothing is published yet"));
        OptionalLong floor = store.read(tables -> tables.publications().sequenceFloor());
        Manifest manifest = Manifests.following(commits.root(), before, commits.now(), floor.orElse(1));
        return signer
                .sign(new Proposal(manifest, List.of(), List.of(), 0, List.of(), List.of(), actor, "renewed", true));
    }

    /// To be called every few minutes: dates `latest` anew each hour, and renews the manifest at half of its life, or
    /// after a root with other publishers, where the keys for it are here.
    ///
    /// @return whether something was signed
    public boolean refresh() throws IOException, PublishRefusedException {
        return commits.alone(() -> {
            if (commits.last().isEmpty()) {
                return false;
            }
            if (isRenewalDue(commits.last().get()) && commits.holdsPublisherKeys()) {
                renewAlone(Publisher.SERVER);
                return true;
            }
            Instant now = commits.now();
            if (commits.current()
                    .newest()
                    .filter(newest -> now.isBefore(newest.latest().issued().plus(LATEST_EVERY)))
                    .isPresent()) {
                return false;
            }
            commits.signLatest();
            return true;
        });
    }

    private boolean isRenewalDue(Committed last) throws IOException {
        try {
            return commits.now().isAfter(last.manifest().issued().plus(Manifests.VALIDITY.dividedBy(2)))
                    || !last.isSignedUnder(commits.root());
        } catch (FormatException | ReleaseException e) {
            throw Commits.unreadable(e);
        }
    }
}
