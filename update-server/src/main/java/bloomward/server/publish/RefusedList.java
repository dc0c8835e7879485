package bloomward.server.publish;

import bloomward.server.publish.PublishRefusedException.Reason;
import java.util.List;
import java.util.stream.Collectors;

/// A list that stays as it was published, while others are published.
public record RefusedList(String name, Reason reason, String message) {

    static RefusedList of(String name, PublishRefusedException e) {
        return new RefusedList(name, e.reason(), String.valueOf(e.getMessage()));
    }

    /// The refusal of everything, where nothing is left to publish.
    static PublishRefusedException all(List<RefusedList> refused) {
        return new PublishRefusedException(refused.getFirst().reason(),
                refused.stream().map(RefusedList::message).collect(Collectors.joining("; ")));
    }
}
