package bloomward.server.draft;

import bloomward.server.store.Tables;
import bloomward.server.store.TokenTable.TokenRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Tells which tokens count as one person where two are asked for: the maker of a token sees its secret and can use
/// both. So all tokens that come from one another, in any chain, are one person; one made on the machine is a person of
/// its own. Nor does a feed hide a person: what the server fetches counts as theirs who told it from where.
///
/// Revoked ones count too, or else a name that is given again would be somebody else at once.
public final class Persons {

    /// Begins the name under which the server fetches a feed.
    public static final String FEED = "feed:";
    /// The action by which a feed gets its definition.
    public static final String DEFINES_FEED = "feed add";

    private final Map<String, Set<String>> linked = new HashMap<>();
    private final Map<String, String> definers = new HashMap<>();

    private Persons() {}

    public static Persons of(Tables tables) throws IOException {
        Persons persons = new Persons();
        for (TokenRow token : tables.tokens().all()) {
            token.madeBy().ifPresent(maker -> persons.link(token.name(), maker));
        }
        tables.audit().lastActors(DEFINES_FEED).forEach((feed, by) -> persons.definers.put(FEED + feed, by));
        return persons;
    }

    private void link(String name, String other) {
        linked.computeIfAbsent(name, _ -> new HashSet<>()).add(other);
        linked.computeIfAbsent(other, _ -> new HashSet<>()).add(name);
    }

    /// Whether two names, as changes and the audit log have them, may be one person. A feed counts as the
    /// person who gave it its definition.
    public boolean areOne(String name, String other) {
        return areLinked(definers.getOrDefault(name, name), definers.getOrDefault(other, other));
    }

    private boolean areLinked(String name, String other) {
        Set<String> seen = new HashSet<>(Set.of(name));
        Deque<String> left = new ArrayDeque<>(seen);
        while (!left.isEmpty()) {
            for (String next : linked.getOrDefault(left.remove(), Set.of())) {
                if (seen.add(next)) {
                    left.add(next);
                }
            }
        }
        return seen.contains(other);
    }
}
