package bloomward.server.serve;

import bloomward.server.export.Export;
import bloomward.server.publish.DataFolder;
import bloomward.server.publish.Keeper;
import bloomward.server.publish.PublishJob;
import bloomward.server.publish.PublishOutcome;
import bloomward.server.publish.PublishRefusedException;
import bloomward.server.publish.Published;
import bloomward.server.publish.Publisher;
import bloomward.server.publish.Publishing;
import bloomward.server.publish.RefusedList;
import bloomward.server.report.ReportRetention;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The automatic work of the server: date `latest`, renew, fetch and publish feeds, delete old files, forget reports.
final class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

    private final PublisherStore store;
    private final Publishing publishing;
    private final Publisher publisher;

    Housekeeping(PublisherStore store, Publishing publishing, Publisher publisher) {
        this.store = store;
        this.publishing = publishing;
        this.publisher = publisher;
    }

    void begin(Rounds rounds, FeedRounds feeds, DataFolder folder, Optional<Path> exportDir, Clock clock) {
        Keeper keeper = new Keeper(folder, store, publishing.commits());
        rounds.every(1, TimeUnit.MINUTES, "refresh", publishing.freshness()::refresh);
        rounds.every(20, TimeUnit.SECONDS, "feeds", feeds::begin);
        rounds.every(1, TimeUnit.HOURS, "collect", () -> keeper.collect(clock.instant()));
        rounds.every(1, TimeUnit.HOURS, "reports", () -> ReportRetention.tidy(store, clock.instant()));
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

    /// Publishes changes from feeds, if the keys are here and no person has unpublished changes.
    ///
    /// @return the lists that were refused, which stop no other
    Set<String> publish(Set<String> lists) throws IOException, PublishRefusedException {
        if (lists.isEmpty() || !publishing.commits().holdsPublisherKeys()) {
            return Set.of();
        }
        Set<String> alone = store.read(tables -> {
            Set<String> found = new HashSet<>();
            for (ListRow list : tables.lists().all()) {
                long from = tables.publications().latestVersion(list.id()).map(VersionRow::change).orElse(0L);
                List<String> actors = tables.lists().actors(list.id(), from, tables.lists().lastChange(list.id()));
                boolean isOfFeeds = actors.stream()
                        .allMatch(actor -> actor.startsWith(FeedRounds.ACTOR) || actor.equals(Publisher.SERVER));
                if (lists.contains(list.name()) && !list.needsReview() && from > 0 && isOfFeeds) {
                    found.add(list.name());
                }
            }
            return found;
        });
        if (alone.isEmpty()) {
            return Set.of();
        }
        PublishOutcome outcome = publisher.publish(new PublishJob(alone, false, Publisher.SERVER, "feeds"));
        LOG.info("published {}: {}", alone, outcome);
        if (!(outcome instanceof PublishOutcome.Done done)) {
            return Set.of();
        }
        done.refused().forEach(list -> LOG.warn("list {} stays as it was published: {}", list.name(), list.message()));
        return done.refused().stream().map(RefusedList::name).collect(Collectors.toSet());
    }
}
