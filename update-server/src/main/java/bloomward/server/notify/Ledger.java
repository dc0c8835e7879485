package bloomward.server.notify;

import bloomward.server.config.NoticeKind;
import bloomward.server.notify.Event.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The conditions that last or lasted lately, and what each way has told of them. There is no queue of messages: a message is
/// made of the difference between the two when it can be sent, so a receiver that was away for a week gets one message.
///
/// A condition is told when it begins, again with the daily reminder, and when it has ended. It has ended when it was not seen
/// for an hour; each time that it comes back within a day, that time doubles, up to [#LONGEST_QUIET]. So a feed that comes and
/// goes is told a few times and not at each change.
///
/// Safe for all threads; all fields are guarded by the object's lock.
final class Ledger {

    static final Duration QUIET = Duration.ofHours(1);
    static final Duration LONGEST_QUIET = Duration.ofHours(24);
    static final Duration REMINDER = Duration.ofHours(24);
    /// Conditions that are kept; further ones wait until there is room.
    static final int MOST = 1000;

    private static final Duration REMEMBERED = Duration.ofHours(24);
    private static final Duration UNTOLD = Duration.ofDays(7);

    /// The name of a condition.
    record Key(NoticeKind kind, String subject) implements Comparable<Key> {

        @Override
        public int compareTo(Key other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : subject.compareTo(other.subject);
        }
    }

    /// The last word of a way about a condition.
    record Told(State state, Instant at) {}

    /// A condition in the ledger.
    ///
    /// @param seen the last time that it was observed
    /// @param ended empty while it lasts
    /// @param returns how often it came back within a day of its end
    /// @param told by the name of the way
    record Entry(Condition condition, Instant since, Instant seen, Optional<Instant> ended, int returns,
            Map<String, Told> told) {

        Entry {
            told = Map.copyOf(told);
        }

        Entry seenAt(Condition now, Instant at) {
            return new Entry(now, since, at, ended, returns, told);
        }

        Entry endedAt(Instant at) {
            return new Entry(condition, since, seen, Optional.of(at), returns, told);
        }

        Entry toldBy(String way, Told last) {
            Map<String, Told> all = new HashMap<>(told);
            all.put(way, last);
            return new Entry(condition, since, seen, ended, returns, all);
        }

        Key key() {
            return new Key(condition.kind(), condition.subject());
        }

        Duration quiet() {
            Duration quiet = QUIET.multipliedBy(1L << Math.min(returns, 10));
            return quiet.compareTo(LONGEST_QUIET) > 0 ? LONGEST_QUIET : quiet;
        }

        /// When a way told last that it lasts; empty if it told nothing, or its end.
        Optional<Instant> toldAsRaised(String way) {
            return Optional.ofNullable(told.get(way)).filter(last -> last.state() != State.RESOLVED).map(Told::at);
        }
    }

    private final Map<Key, Entry> entries = new TreeMap<>();
    /// The last reminder by each way.
    private final Map<String, Instant> reminded = new HashMap<>();

    /// Goes on where a file ended, and forgets all else.
    ///
    /// @param now conditions that lasted when the server stopped are not taken for ended before they were looked for
    synchronized void resume(Collection<Entry> kept, Map<String, Instant> reminders, Instant now) {
        entries.clear();
        reminded.clear();
        for (Entry entry : kept) {
            entries.put(entry.key(), entry.ended().isPresent() ? entry : entry.seenAt(entry.condition(), now));
        }
        reminded.putAll(reminders);
    }

    /// All entries, in a fixed order.
    synchronized List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    synchronized Map<String, Instant> reminders() {
        return Map.copyOf(reminded);
    }

    /// The number of conditions of each kind that last.
    synchronized Map<NoticeKind, Integer> open() {
        Map<NoticeKind, Integer> open = new EnumMap<>(NoticeKind.class);
        entries.values()
                .stream()
                .filter(entry -> entry.ended().isEmpty())
                .forEach(entry -> open.merge(entry.condition().kind(), 1, Integer::sum));
        return open;
    }

    /// Takes in what is so now.
    ///
    /// @param ways the names of all ways
    /// @return the number of conditions for which there was no room
    synchronized int observe(Observation now, Collection<String> ways, Instant at) {
        int left = 0;
        for (Condition condition : now.conditions()) {
            Key key = new Key(condition.kind(), condition.subject());
            Entry known = entries.get(key);
            if (known != null && known.ended().isEmpty()) {
                entries.put(key, known.seenAt(condition, at));
            } else if (known != null) {
                entries.put(key, new Entry(condition, at, at, Optional.empty(), known.returns() + 1, known.told()));
            } else if (entries.size() < MOST) {
                entries.put(key, new Entry(condition, at, at, Optional.empty(), 0, Map.of()));
            } else {
                left++;
            }
        }
        entries.replaceAll((key, entry) -> now.unknown().contains(key.kind()) && entry.ended().isEmpty()
                ? entry.seenAt(entry.condition(), at)
                : entry);
        entries.replaceAll((_, entry) -> isOver(entry, at) ? entry.endedAt(entry.seen()) : entry);
        entries.values().removeIf(entry -> isForgotten(entry, ways, at));
        return left;
    }

    private static boolean isOver(Entry entry, Instant at) {
        return entry.ended().isEmpty() && !at.isBefore(entry.seen().plus(entry.quiet())) && entry.seen().isBefore(at);
    }

    /// Kept for a day for its returns, and for a week where a way could not tell its end yet.
    private static boolean isForgotten(Entry entry, Collection<String> ways, Instant at) {
        if (entry.ended().isEmpty()) {
            return false;
        }
        // Counted from when it was over, which is `quiet` later than its end.
        Instant over = entry.ended().get().plus(entry.quiet());
        boolean isTold = ways.stream()
                .allMatch(way -> Optional.ofNullable(entry.told().get(way))
                        .filter(last -> last.state() == State.RESOLVED)
                        .isPresent());
        return !at.isBefore(over.plus(isTold ? REMEMBERED : UNTOLD));
    }

    /// The events that a way has to tell now: beginnings and ends, and a day after the last reminder all that lasts
    /// untold for a day.
    synchronized List<Event> due(String way, Instant at) {
        List<Event> due = new ArrayList<>();
        for (Entry entry : entries.values()) {
            boolean wasRaised = entry.toldAsRaised(way).isPresent();
            if (entry.ended().isEmpty() && !wasRaised) {
                due.add(event(State.RAISED, entry));
            } else if (entry.ended().isPresent() && (wasRaised || !entry.told().containsKey(way))) {
                due.add(event(State.RESOLVED, entry));
            }
        }
        if (Optional.ofNullable(reminded.get(way)).filter(last -> at.isBefore(last.plus(REMINDER))).isEmpty()) {
            entries.values()
                    .stream()
                    .filter(entry -> entry.ended().isEmpty()
                            && entry.toldAsRaised(way).filter(last -> !at.isBefore(last.plus(REMINDER))).isPresent())
                    .forEach(entry -> due.add(event(State.REPEATED, entry)));
        }
        return due.stream().sorted(Comparator.comparing(Event::state)).toList();
    }

    private static Event event(State state, Entry entry) {
        return new Event(state, entry.condition(), entry.since(), entry.ended());
    }

    /// Notes that a way has told events. A condition that changed meanwhile is told again.
    synchronized void told(String way, Collection<Event> events, Instant at) {
        for (Event event : events) {
            Key key = new Key(event.condition().kind(), event.condition().subject());
            entries.computeIfPresent(key, (_, entry) -> entry.toldBy(way, new Told(event.state(), at)));
            if (event.state() == State.REPEATED) {
                reminded.put(way, at);
            }
        }
    }

    /// Forgets what was told of a kind that is switched off.
    synchronized void forget(Collection<NoticeKind> kinds) {
        entries.keySet().removeIf(key -> kinds.contains(key.kind()));
    }
}
