package bloomward.server.guard;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The Public Suffix List: the names below which anyone can register a name. Immutable.
///
/// The algorithm of publicsuffix.org: of all rules that match, an exception wins, otherwise the one with the most
/// labels; where none matches, the top-level domain is the suffix. Names and rules are compared in the canonical form
/// of expressions.
///
/// ```
///   jp             plain      a.jp is a registered name
///   *.kawasaki.jp  wildcard   a.kawasaki.jp is a suffix, b.a.kawasaki.jp a registered name
///   !city.kawasaki.jp         except that city.kawasaki.jp is a registered name
/// ```
///
/// One more check goes beyond the algorithm, because an entry also covers subdomains: a name that is not a suffix
/// itself but has suffixes below it (`kawasaki.jp` here) would list them all.
public final class PublicSuffixes {

    /// The origin of a rule.
    public enum Section {
        /// A registry, open to everyone.
        ICANN,
        /// The owner of the domain, for its customers.
        PRIVATE,
        /// None: no rule matches, and the top-level domain is used.
        NONE
    }

    /// The kind of the rule that decided.
    public enum RuleKind {
        PLAIN, WILDCARD, EXCEPTION,
        /// No rule in the list.
        DEFAULT
    }

    /// The result for a host.
    ///
    /// @param suffix the public suffix that the host is or lies below
    /// @param rule as in the list, in canonical form
    /// @param isSuffix whether the host is the suffix itself
    public record Match(String suffix, String rule, Section section, RuleKind kind, boolean isSuffix) {}

    /// A suffix that lies below a host.
    public record Below(String rule, Section section) {}

    /// A `HashMap`, not `Map.copyOf`: it compares hashes before names, and every host of a list is looked up here.
    private final Map<String, Section> plain;
    /// By the name after the `*.`.
    private final Map<String, Section> wildcards;
    private final Map<String, Section> exceptions;
    private final Map<String, Below> above;

    PublicSuffixes(SuffixRules rules) {
        plain = new HashMap<>(rules.plain());
        wildcards = new HashMap<>(rules.wildcards());
        exceptions = new HashMap<>(rules.exceptions());
        above = above();
    }

    /// Reads the list in the form published by publicsuffix.org.
    ///
    /// @throws GuardDataException if it is not this list, or has unknown rules
    public static PublicSuffixes parse(InputStream in) throws IOException, GuardDataException {
        return new PublicSuffixes(SuffixRules.read(in));
    }

    /// The number of rules.
    public int size() {
        return plain.size() + wildcards.size() + exceptions.size();
    }

    /// The result for a host in canonical form. An address has no suffix.
    public Optional<Match> match(String host) {
        if (Hosts.isAddress(host)) {
            return Optional.empty();
        }
        Optional<Match> longest = Optional.empty();
        for (int from = 0;;) {
            String name = host.substring(from);
            int dot = name.indexOf('.');
            Section section = exceptions.get(name);
            if (section != null) {
                return Optional.of(new Match(name.substring(dot + 1), "!" + name, section, RuleKind.EXCEPTION, false));
            }
            if (longest.isEmpty()) {
                longest = ruleFor(name, dot, from == 0);
            }
            if (dot < 0) {
                return longest.isPresent()
                        ? longest
                        : Optional.of(new Match(name, "*", Section.NONE, RuleKind.DEFAULT, from == 0));
            }
            from += dot + 1;
        }
    }

    private Optional<Match> ruleFor(String name, int dot, boolean isHost) {
        Section section = plain.get(name);
        if (section != null) {
            return Optional.of(new Match(name, name, section, RuleKind.PLAIN, isHost));
        }
        String parent = dot < 0 ? "" : name.substring(dot + 1);
        section = wildcards.get(parent);
        return section == null
                ? Optional.empty()
                : Optional.of(new Match(name, "*." + parent, section, RuleKind.WILDCARD, isHost));
    }

    /// Whether a host is itself a public suffix.
    public boolean isSuffix(String host) {
        return asSuffix(host).isPresent();
    }

    /// The rule by which a host is itself a public suffix. Two look-ups say for most hosts that there is none.
    Optional<Match> asSuffix(String host) {
        int dot = host.indexOf('.');
        return dot < 0 || plain.containsKey(host) || wildcards.containsKey(host.substring(dot + 1))
                ? match(host).filter(Match::isSuffix)
                : Optional.empty();
    }

    /// The name directly below the suffix, as registered; empty for a suffix or an address.
    public Optional<String> registrable(String host) {
        return match(host).filter(match -> !match.isSuffix()).map(match -> {
            int suffix = host.length() - match.suffix().length();
            return host.substring(host.lastIndexOf('.', suffix - 2) + 1);
        });
    }

    /// A suffix below a host, preferably a registry's.
    public Optional<Below> below(String host) {
        return Optional.ofNullable(above.get(host));
    }

    private Map<String, Below> above() {
        Map<String, Below> parents = new HashMap<>();
        plain.forEach((name, section) -> addAbove(parents, name, new Below(name, section)));
        // The name after the star is above the suffixes too.
        wildcards.forEach((name, section) -> addAbove(parents, "*." + name, new Below("*." + name, section)));
        return parents;
    }

    /// The smallest of several rules, so that the same list always gives the same one.
    private static void addAbove(Map<String, Below> parents, String name, Below below) {
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
            parents.merge(name.substring(dot + 1), below, (one, other) -> {
                int bySection = one.section().compareTo(other.section());
                int order = bySection != 0 ? bySection : one.rule().compareTo(other.rule());
                return order <= 0 ? one : other;
            });
        }
    }
}
