package bloomward.server.publish;

import bloomward.format.url.Expression;
import bloomward.server.store.AllowRow;
import bloomward.server.store.AuditLog.AuditRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The persons for whose hosts entries are held: those who allowed a host, and all who ever replaced a list of guards, as
/// no list says who put a host into it.
///
/// On a list that two people look after, such a hold counts as their change, so none of them can approve the draft without
/// the entries.
final class Culprits {

    /// The actor of a hold that belongs to nobody, which needs an approval all the same. No token has such a name.
    static final String GUARDS = "server: guards";

    /// The action of a replaced list of guards in the audit log.
    private static final String REPLACED = "guards";
    private static final int ROWS = 1000;

    private final Map<Expression, String> allowedBy;
    private final Set<String> names;

    private Culprits(Map<Expression, String> allowedBy, Set<String> names) {
        this.allowedBy = allowedBy;
        this.names = names;
    }

    /// @param hosts that must not be hit
    static Culprits of(Tables tables, Collection<Expression> hosts) throws IOException {
        Map<Expression, String> allowedBy = new TreeMap<>();
        Set<String> names = new TreeSet<>();
        boolean isAllAllowed = true;
        for (Expression host : hosts) {
            Optional<AllowRow> allowed = tables.allowed().of(host).stream().filter(row -> !row.isHeld()).findFirst();
            allowed.ifPresent(row -> allowedBy.put(host, row.actor()));
            isAllAllowed &= allowed.isPresent();
        }
        names.addAll(allowedBy.values());
        if (!isAllAllowed) {
            names.add(GUARDS);
            addReplacers(tables, names);
        }
        return new Culprits(allowedBy, names);
    }

    private static void addReplacers(Tables tables, Set<String> names) throws IOException {
        List<AuditRow> rows = tables.audit().from(1, ROWS);
        while (!rows.isEmpty()) {
            rows.stream().filter(row -> row.action().equals(REPLACED)).map(AuditRow::actor).forEach(names::add);
            rows = tables.audit().from(rows.getLast().number() + 1, ROWS);
        }
    }

    /// The actors of the hold.
    Set<String> names() {
        return names;
    }

    /// The host and its part in it, in words for people.
    String words(Expression host) {
        String by = allowedBy.get(host);
        return host.shown() + (by == null
                ? ", a popular or protected host"
                : ", which " + by + " allowed ('allow remove " + hostOf(host) + "')");
    }

    private static String hostOf(Expression host) {
        String shown = host.shown();
        return shown.indexOf('/') == shown.length() - 1 ? shown.substring(0, shown.length() - 1) : shown;
    }
}
