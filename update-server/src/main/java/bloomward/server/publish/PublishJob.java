package bloomward.server.publish;

import bloomward.format.Digest;
import java.util.Set;

/// A request to publish.
///
/// @param lists by name; empty for all
/// @param isDryRun compile it and throw it away
/// @param note for the history
/// @param drafts digests of the drafts that are meant: no other is published; needed for a list with review
public record PublishJob(Set<String> lists, boolean isDryRun, String actor, String note, Set<Digest> drafts) {

    public PublishJob {
        lists = Set.copyOf(lists);
        drafts = Set.copyOf(drafts);
    }

    /// Whatever the drafts are.
    public PublishJob(Set<String> lists, boolean isDryRun, String actor, String note) {
        this(lists, isDryRun, actor, note, Set.of());
    }

    /// Publishes what is allowed, and no draft.
    public static PublishJob ofAllowed(String actor, String note) {
        return new PublishJob(Set.of("no list: *"), false, actor, note); // which no list can be named
    }

    boolean isForAll() {
        return lists.isEmpty();
    }

    boolean includes(String list) {
        return lists.isEmpty() || lists.contains(list);
    }
}
