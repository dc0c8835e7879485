package bloomward.server.notify;

import bloomward.server.config.NoticeKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One message: all that there is to tell at one time, bounded in length.
///
/// @param id of this message, 32 hexadecimal digits
/// @param publication the origin of the publication
/// @param isTest whether a person asked for it
/// @param events the first of them
/// @param more the number of further events
/// @param open the number of conditions of each kind that last
record Message(String id, Instant at, String publication, boolean isTest, List<Event> events, int more,
        Map<NoticeKind, Integer> open) {

    /// Events that a message spells out.
    static final int MOST = 50;

    Message {
        events = List.copyOf(events);
        open = Map.copyOf(open);
    }

    static Message of(String id, Instant at, String publication, List<Event> events, Map<NoticeKind, Integer> open) {
        return new Message(id, at, publication, false, events.stream().limit(MOST).toList(),
                Math.max(0, events.size() - MOST), open);
    }

    static Message test(String id, Instant at, String publication) {
        return new Message(id, at, publication, true, List.of(), 0, Map.of());
    }

    /// One line, such as `2 raised, 1 resolved: feed-failing urlhaus, ...`.
    String summary() {
        if (isTest) {
            return "test message";
        }
        String counts = Stream.of(Event.State.values())
                .filter(state -> count(state) > 0)
                .map(state -> count(state) + " " + state.label())
                .collect(Collectors.joining(", "));
        String rest = more > 0 ? " and " + more + " more" : "";
        String further = events.size() > 1 || more > 0 ? ", ..." : "";
        return counts + rest + ": " + events.getFirst().condition().name() + further;
    }

    private long count(Event.State state) {
        return events.stream().filter(event -> event.state() == state).count();
    }
}
