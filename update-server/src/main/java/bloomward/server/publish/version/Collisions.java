package bloomward.server.publish.version;

import bloomward.format.filter.PackedFilter;
import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import bloomward.server.compile.KeyCollisions;
import bloomward.server.compile.WatchedExpressions;
import bloomward.server.store.AllowRow;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Finds entries that share their key, by chance or by intent, with something that must not be found.
///
/// Agents would ask about that host with every visit, and take it for listed while the server is away.
public final class Collisions {

    private final PublisherStore store;

    public Collisions(PublisherStore store) {
        this.store = store;
    }

    /// Entries were found that share their key with something else.
    public static final class FoundException extends Exception {

        private static final long serialVersionUID = 1;

        private final transient Map<Expression, Expression> victims;

        private FoundException(Map<Expression, Expression> victims) {
            super(victims.size() + " entries share their key with hosts that must not be found");
            this.victims = Map.copyOf(victims);
        }

        /// Each entry with the expression that it would hit.
        public Map<Expression, Expression> victims() {
            return victims;
        }
    }

    /// Looks up everything that is watched; an entry that a person has released counts no more.
    ///
    /// @param upTo the change at which the filter was compiled
    public void check(ListRow list, long upTo, PackedFilter packed, WatchedExpressions watched)
            throws IOException, FoundException {
        Map<Expression, Expression> victims;
        try {
            victims = store.read(tables -> {
                KeyCollisions found = KeyCollisions.of(packed, watched, hit -> isListed(tables, list, upTo, hit));
                return found.isEmpty() ? Map.of() : victims(tables, list, upTo, found);
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (!victims.isEmpty()) {
            throw new FoundException(victims);
        }
    }

    /// Expressions that must not be found by chance.
    ///
    /// @param hosts popular and protected ones
    public WatchedExpressions watched(Stream<String> hosts) throws IOException {
        UrlExpressions expressions = new UrlExpressions();
        Stream<Expression> allowed = store.read(tables -> tables.allowed().all())
                .stream()
                .filter(row -> !row.isHeld())
                .map(AllowRow::expression)
                .distinct();
        return WatchedExpressions
                .of(Stream.concat(hosts.flatMap(host -> ofHost(expressions, host)), allowed).iterator());
    }

    private static Stream<Expression> ofHost(UrlExpressions expressions, String host) {
        expressions.read(host);
        Stream.Builder<Expression> all = Stream.builder();
        for (int i = 0; i < expressions.count(); i++) {
            all.add(expressions.expression(i));
        }
        return all.build();
    }

    private static boolean isListed(Tables tables, ListRow list, long upTo, Expression expression) {
        try {
            return tables.entries().history(list.id(), expression).stream().anyMatch(row -> row.isThereAt(upTo));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<Expression, Expression> victims(Tables tables, ListRow list, long upTo, KeyCollisions found)
            throws IOException {
        Map<Expression, Expression> victims = new HashMap<>();
        tables.entries().scan(list.id(), upTo, (expression, _) -> {
            byte[] bytes = expression.toBytes();
            found.sharing(bytes, 0, bytes.length).ifPresent(hit -> victims.put(expression, hit.expression()));
        });
        for (Expression expression : List.copyOf(victims.keySet())) {
            if (tables.holds()
                    .lastDecision(list.id(), expression)
                    .map(HoldRow::state)
                    .filter(HoldState.RELEASED::equals)
                    .isPresent()) {
                victims.remove(expression);
            }
        }
        return victims;
    }
}
