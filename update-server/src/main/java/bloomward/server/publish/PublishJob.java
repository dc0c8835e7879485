package bloomward.server.publish;

import java.util.Set;

/// A request to publish.
///
/// @param lists by name; empty for all
/// @param isDryRun compile it and throw it away
/// @param note for the history
public record PublishJob(Set<String> lists, boolean isDryRun, String actor, String note) {

    public PublishJob {
        lists = Set.copyOf(lists);
    }

    boolean includes(String list) {
        return lists.isEmpty() || lists.contains(list);
    }
}
