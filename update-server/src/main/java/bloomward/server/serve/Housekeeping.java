package bloomward.server.serve;

import bloomward.server.cluster.Lead;
import bloomward.server.export.Export;
import bloomward.server.publish.Keeper;
import bloomward.server.publish.Published;
import bloomward.server.publish.Publishing;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.report.ReportRetention;
import bloomward.server.store.PublisherStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// The automatic work of the server: date `latest`, renew, fetch and publish feeds, delete old files, forget reports.
final class Housekeeping {

    private final PublisherStore store;
    private final Publishing publishing;
    private final FeedPublisher feedPublisher;

    Housekeeping(PublisherStore store, Publishing publishing, FeedPublisher feedPublisher) {
        this.store = store;
        this.publishing = publishing;
        this.feedPublisher = feedPublisher;
    }

    void begin(Rounds rounds, Lead lead, FeedRounds feeds, DataFolder folder, Optional<Path> exportDir, Clock clock) {
        Keeper keeper = new Keeper(folder, store, publishing.commits());
        // More often than an hour needs it: another server may lead since, and has to date what the last one has not.
        rounds.everyOfLeader(lead, 60, 60, TimeUnit.SECONDS, "refresh", publishing.freshness()::refresh);
        rounds.everyOfLeader(lead, 20, 20, TimeUnit.SECONDS, "feeds", feeds::begin);
        // At once, what a stop has missed; then also what people fetched by hand.
        rounds.everyOfLeader(lead, 0, 20, TimeUnit.SECONDS, "publish feeds", feedPublisher::publish);
        rounds.every(1, TimeUnit.HOURS, "collect", () -> {
            if (!lead.<Exception>run(() -> keeper.collect(clock.instant()))) {
                keeper.tidy(clock.instant());
            }
        });
        rounds.every(0, 60, TimeUnit.SECONDS, "confirm answers", publishing::makeLeaves);
        rounds.everyOfLeader(lead, 1, 1, TimeUnit.HOURS, "reports", () -> ReportRetention.tidy(store, clock.instant()));
        exportDir.ifPresent(target -> rounds.every(1, TimeUnit.SECONDS, "export", exporting(folder, target)));
    }

    /// Updates an exported folder after each publication.
    private Rounds.Chore exporting(DataFolder folder, Path target) {
        AtomicReference<Optional<Published>> exported = new AtomicReference<>(Optional.empty());
        return () -> {
            Published now = publishing.commits().current();
            if (now.newest().isPresent() && !exported.get().equals(Optional.of(now))) {
                Export.refresh(folder, now, publishing.commits().confirm(), target);
                exported.set(Optional.of(now));
            }
        };
    }
}
