package bloomward.server.serve;

import bloomward.server.draft.Persons;
import bloomward.server.publish.Commits;
import bloomward.server.publish.PublishJob;
import bloomward.server.publish.PublishOutcome;
import bloomward.server.publish.PublishRefusedException;
import bloomward.server.publish.Publisher;
import bloomward.server.publish.RefusedList;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PublicationRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Publishes the changes of feeds and the ends of allow entries without a person, and says of each list why they wait. Safe
/// for all threads.
///
/// The store says what is unpublished, so nothing is missed: what a stopped server, a full disk or a manual change has held up
/// is published by the next call after the obstacle is gone.
final class FeedPublisher {

    private static final Logger LOG = LoggerFactory.getLogger(FeedPublisher.class);
    /// A refused draft is compiled again after this time, or as soon as it changes.
    private static final Duration AGAIN = Duration.ofHours(1);

    private final PublisherStore store;
    private final Commits commits;
    private final Publisher publisher;
    private final Clock clock;
    private final AllowedEnds allowedEnds;
    /// The last attempts that ended without a publication, by list.
    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
    /// The reasons in the log, each once.
    private final Map<String, String> logged = new ConcurrentHashMap<>();

    FeedPublisher(PublisherStore store, DataFolder folder, Commits commits, Publisher publisher, Clock clock) {
        this.allowedEnds = new AllowedEnds(folder);
        this.store = store;
        this.commits = commits;
        this.publisher = publisher;
        this.clock = clock;
    }

    /// @param change the last one of the draft then
    /// @param refusal empty where nothing differed
    private record Attempt(long change, Instant at, Optional<String> refusal) {}

    /// The reason why changes of feeds in the draft of a list are not published automatically; empty if there are none, or
    /// they are published within a minute.
    Optional<String> waitsFor(Tables tables, ListRow list) throws IOException {
        long published = tables.publications().latestVersion(list.id()).map(VersionRow::change).orElse(0L);
        long last = tables.lists().lastChange(list.id());
        List<String> actors = tables.lists().actors(list.id(), published, last);
        if (actors.stream().noneMatch(FeedPublisher::isFeed)) {
            return list.needsReview() ? Optional.empty() : refusal(list, last);
        }
        if (list.needsReview()) {
            return Optional.of("the list needs review: approve and publish");
        }
        if (published == 0) {
            return Optional.of("the list was never published: a person publishes it first");
        }
        List<String> persons = actors.stream()
                .filter(actor -> !isFeed(actor) && !actor.equals(Publisher.SERVER))
                .toList();
        if (!persons.isEmpty()) {
            return Optional.of("unpublished changes by " + String.join(", ", persons) + ": publish them");
        }
        if (!commits.holdsPublisherKeys()) {
            return Optional.of("the publisher's key is not on the server: publish with --key");
        }
        return refusal(list, last);
    }

    private Optional<String> refusal(ListRow list, long last) {
        return Optional.ofNullable(attempts.get(list.name()))
                .filter(attempt -> attempt.change() == last)
                .flatMap(Attempt::refusal)
                .map(message -> "refused: " + message);
    }

    private static boolean isFeed(String actor) {
        return actor.startsWith(Persons.FEED);
    }

    /// Publishes the lists whose drafts only feeds have changed, and takes expired allow entries out of the allow file. To be
    /// called after each fetch, and often: after a fetch by hand nobody else does.
    synchronized void publish() throws IOException, PublishRefusedException {
        Set<String> ready = store.read(this::ready);
        if (ready.isEmpty()) {
            endAllowed();
            return;
        }
        try {
            PublishOutcome outcome = publisher.publish(new PublishJob(ready, false, Publisher.SERVER, "feeds"));
            LOG.info("published {}: {}", ready, outcome);
            List<RefusedList> refused = outcome instanceof PublishOutcome.Done done ? done.refused() : List.of();
            for (String list : ready) {
                note(list,
                        refused.stream()
                                .filter(each -> each.name().equals(list))
                                .map(RefusedList::message)
                                .findFirst());
            }
        } catch (PublishRefusedException e) {
            for (String list : ready) {
                note(list, Optional.of(String.valueOf(e.getMessage())));
            }
        }
    }

    /// Agents end an allow entry by themselves; older ones, and what people see, need the publication.
    private void endAllowed() throws IOException, PublishRefusedException {
        Instant now = clock.instant();
        Optional<PublicationRow> latest = store
                .read(tables -> tables.publications().latest().filter(_ -> commits.holdsPublisherKeys())); // with keys elsewhere, people publish
        if (latest.isEmpty() || store.read(tables -> tables.publications().pending()).isPresent()) {
            return;
        }
        if (allowedEnds.hasEnded(latest.get().allowFiles().getLast(), now)
                || store.read(tables -> tables.allowed().hasExpired(now))) {
            PublishOutcome outcome = publisher.publish(PublishJob.ofAllowed(Publisher.SERVER, "allow entries expired"));
            LOG.info("expired allow entries: {}", outcome);
        }
    }

    private void note(String list, Optional<String> refusal) throws IOException {
        Optional<ListRow> there = store.read(tables -> tables.lists().find(list));
        if (there.isEmpty()) {
            return; // deleted meanwhile
        }
        long change = store.read(tables -> tables.lists().lastChange(there.get().id()));
        attempts.put(list, new Attempt(change, clock.instant(), refusal));
        refusal.ifPresent(message -> log(list, "refused: " + message));
    }

    private Set<String> ready(Tables tables) throws IOException {
        Set<String> ready = new HashSet<>();
        for (ListRow list : tables.lists().all()) {
            Optional<VersionRow> version = tables.publications().latestVersion(list.id());
            long last = tables.lists().lastChange(list.id());
            if (version.isEmpty() || version.get().change() == last) {
                logged.remove(list.name());
                continue;
            }
            Optional<String> reason = waitsFor(tables, list);
            reason.ifPresent(words -> log(list.name(), words));
            if (isTried(list, last)) {
                continue;
            }
            boolean isOfFeeds = tables.lists()
                    .actors(list.id(), version.get().change(), last)
                    .stream()
                    .anyMatch(FeedPublisher::isFeed);
            boolean isObstacle = reason.isPresent() && refusal(list, last).isEmpty();
            if (isOfFeeds && !isObstacle) {
                ready.add(list.name());
            }
        }
        return ready;
    }

    private boolean isTried(ListRow list, long last) {
        return Optional.ofNullable(attempts.get(list.name()))
                .filter(attempt -> attempt.change() == last && clock.instant().isBefore(attempt.at().plus(AGAIN)))
                .isPresent();
    }

    private void log(String list, String reason) {
        if (!reason.equals(logged.put(list, reason))) {
            LOG.warn("list {}: changes of feeds are not published automatically: {}", list, reason);
        }
    }
}
