package bloomward.server.notify;

import bloomward.server.config.NoticeKind;
import java.util.List;
import java.util.Set;

/// All conditions at one moment.
///
/// @param unknown kinds that could not be observed: their conditions neither begin nor end
public record Observation(List<Condition> conditions, Set<NoticeKind> unknown) {

    public Observation {
        conditions = List.copyOf(conditions);
        unknown = Set.copyOf(unknown);
    }
}
