package bloomward.format.release;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// An expression that is never reported, for every list or for one, for good or for some time: a line of an allow file of
/// version 2 (FORMAT.md 17.5).
///
/// @param expression in its spelling as a key
/// @param list empty for every list
/// @param end from which it is no longer allowed, in whole seconds; empty for none
public record AllowEntry(String expression, Optional<String> list, Optional<Instant> end) {

    private static final String EVERY_LIST = "*";
    private static final String NO_END = "-";

    public AllowEntry {
        list.ifPresent(ListName::require);
        end.ifPresent(time -> NoteRole.requireTime("end", time));
    }

    /// Whether it holds for a list.
    public boolean isFor(String name) {
        return list.isEmpty() || list.get().equals(name);
    }

    public boolean isOverAt(Instant time) {
        return end.isPresent() && !time.isBefore(end.get());
    }

    /// Whether it holds for every list, and without an end.
    public boolean isForGood() {
        return list.isEmpty() && end.isEmpty();
    }

    /// For people, behind the expression: empty where it holds for good.
    public String terms() {
        return list.map(name -> " for list " + name).orElse("") + end.map(time -> " until " + time).orElse("");
    }

    String line() {
        return expression + " " + list.orElse(EVERY_LIST) + " " + end.map(Instant::toString).orElse(NO_END);
    }

    /// @param terms a space, the list, a space, and the end
    /// @throws IllegalArgumentException if they are not spelt so
    static AllowEntry parse(String expression, String terms) {
        String[] words = terms.split(" ", -1);
        if (words.length != 3 || !words[0].isEmpty()) {
            throw new IllegalArgumentException("not an expression, a list and an end");
        }
        AllowEntry entry = new AllowEntry(expression,
                words[1].equals(EVERY_LIST) ? Optional.empty() : Optional.of(words[1]),
                words[2].equals(NO_END) ? Optional.empty() : Optional.of(time(words[2])));
        if (!entry.line().equals(expression + terms)) {
            throw new IllegalArgumentException("the end must be written '" + entry.end().orElseThrow() + "'");
        }
        return entry;
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            throw new IllegalArgumentException("the end is not a time like 2026-01-31T23:59:59Z");
        }
    }
}
