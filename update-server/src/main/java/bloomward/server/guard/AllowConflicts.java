package bloomward.server.guard;

import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import bloomward.format.url.UrlExpressions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Finds the allow entries that take reach from a listed one: those that have a URL in common with it. The allow list always
/// wins, so this only reports its effect. Used by one thread.
///
/// An entry is hidden whole if every URL that it names is allowed, which is the case if its own expression, read as a URL, is
/// allowed. Otherwise a part of it is allowed if of both hosts one is the other or below it, and of both paths, too:
///
/// ```
/// evil.example/       and  evil.example/a, www.evil.example/        below it
/// evil.example/a/     and  www.evil.example/                        the directory at that host
/// www.evil.example/   and  evil.example/a/                          the same, the other way round
/// ```
///
/// In each case, the host of one with the path of the other is an expression of both, by which they are found.
public final class AllowConflicts {

    private final Set<Expression> allowed;
    /// The domains of the allow entries. Few entries of a list have one of them, so the others cost no more than a look.
    private final Set<String> domains = new HashSet<>();
    private final UrlExpressions expressions = new UrlExpressions();
    /// The allow entries by the expressions of their own page; made when it is first needed.
    private Optional<Index> index = Optional.empty();

    private AllowConflicts(Set<Expression> allowed) {
        this.allowed = allowed;
        allowed.forEach(entry -> domains.add(domainOf(entry)));
    }

    /// The last two labels of a host, which it shares with every host below it; the whole of a shorter host or an address.
    private static String domainOf(Expression entry) {
        String host = Reach.hostOf(entry);
        int last = host.lastIndexOf('.');
        int before = host.lastIndexOf('.', last - 1);
        return last < 0 || before < 0 ? host : host.substring(before + 1);
    }

    public static AllowConflicts of(Collection<Expression> allowed) {
        return new AllowConflicts(Set.copyOf(allowed));
    }

    /// An allow entry that hides this entry whole; the entry's own expression before others.
    public Optional<Expression> hiding(Expression expression) {
        return whole(expression).stream().findFirst();
    }

    /// The allow entries that hide an entry whole.
    public Set<Expression> whole(Expression expression) {
        return domains.contains(domainOf(expression)) ? whole(expression, pages(expression)) : Set.of();
    }

    private Set<Expression> whole(Expression expression, List<Expression> pages) {
        Set<Expression> found = new LinkedHashSet<>();
        if (allowed.contains(expression)) {
            found.add(expression);
        }
        for (Expression wider : pages) {
            if (wider.scope() != Scope.EXACT && allowed.contains(wider)) {
                found.add(wider);
            }
        }
        return found;
    }

    /// The allow entries that take reach from an entry, each with whether they hide it whole.
    public Map<Expression, Boolean> taking(Expression expression) {
        if (!domains.contains(domainOf(expression))) {
            return Map.of();
        }
        List<Expression> pages = pages(expression);
        Map<Expression, Boolean> found = new TreeMap<>();
        index().addPartsOf(expression, pages, found);
        whole(expression, pages).forEach(each -> found.put(each, true));
        return found;
    }

    /// The expressions of the entry, read as a URL.
    private List<Expression> pages(Expression entry) {
        List<Expression> pages = new ArrayList<>();
        if (expressions.read(entry.shown()).isEmpty()) {
            for (int i = 0; i < expressions.count(); i++) {
                pages.add(expressions.expression(i));
            }
        }
        return pages;
    }

    private Index index() {
        if (index.isEmpty()) {
            Index made = new Index();
            allowed.forEach(made::put);
            index = Optional.of(made);
        }
        return index.get();
    }

    private final class Index {

        /// The allow entries by each expression that they lie at or below.
        private final Map<String, List<Expression>> below = new HashMap<>();
        /// The allow entries by their path at their own host and at each host above it.
        private final Map<String, List<Expression>> pathsAbove = new HashMap<>();
        /// The allow entries by their host with their own path and each path above it.
        private final Map<String, List<Expression>> hostsAbove = new HashMap<>();

        void put(Expression entry) {
            List<Expression> pages = pages(entry);
            Reach reach = new Reach(entry, pages);
            for (Expression page : pages) {
                if (page.scope() != Scope.EXACT) {
                    add(below, page.text(), entry);
                }
            }
            if (entry.scope() != Scope.EXACT) {
                reach.hosts.forEach(host -> add(pathsAbove, host + reach.path, entry));
                reach.paths.forEach(path -> add(hostsAbove, reach.host + path, entry));
            }
        }

        private static void add(Map<String, List<Expression>> map, String key, Expression entry) {
            map.computeIfAbsent(key, _ -> new ArrayList<>(1)).add(entry);
        }

        void addPartsOf(Expression entry, List<Expression> pages, Map<Expression, Boolean> found) {
            if (entry.scope() == Scope.EXACT) {
                return; // one page has no parts
            }
            find(below, entry.text(), found);
            Reach reach = new Reach(entry, pages);
            reach.paths.forEach(path -> find(pathsAbove, reach.host + path, found));
            reach.hosts.forEach(host -> find(hostsAbove, host + reach.path, found));
        }

        private static void find(Map<String, List<Expression>> map, String key, Map<Expression, Boolean> found) {
            map.getOrDefault(key, List.of()).forEach(each -> found.put(each, false));
        }
    }

    /// The host and the path of an expression, with all above them.
    private static final class Reach {

        private final String host;
        private final String path;
        private final Set<String> hosts = new LinkedHashSet<>();
        private final Set<String> paths = new LinkedHashSet<>();

        Reach(Expression entry, List<Expression> pages) {
            this.host = hostOf(entry);
            this.path = pathOf(entry);
            hosts.add(host);
            paths.add(path);
            for (Expression page : pages) {
                if (page.scope() != Scope.EXACT) {
                    hosts.add(hostOf(page));
                    paths.add(pathOf(page));
                }
            }
        }

        private static String hostOf(Expression expression) {
            String shown = expression.shown();
            return shown.substring(0, shown.indexOf('/'));
        }

        private static String pathOf(Expression expression) {
            String shown = expression.shown();
            return shown.substring(shown.indexOf('/'));
        }
    }

    /// The judgement on an allow entry that takes reach from listed ones.
    ///
    /// @param allowEntry as people are shown it
    /// @param isWhole whether it hides one of them whole
    public static Judgement.Held conflict(String allowEntry, boolean isWhole, long count, Expression example) {
        String effect = isWhole ? " hides " : " hides parts of ";
        String entries = count == 1 ? " listed entry" : " listed entries";
        return new Judgement.Held(HoldReason.ALLOW_CONFLICT,
                allowEntry + effect + count + entries + ", such as " + example.shown());
    }
}
