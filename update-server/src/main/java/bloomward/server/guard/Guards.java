package bloomward.server.guard;

import static java.util.Objects.requireNonNull;

import bloomward.format.url.Expression;
import bloomward.server.guard.PublicSuffixes.Below;
import bloomward.server.guard.PublicSuffixes.Match;
import bloomward.server.guard.PublicSuffixes.RuleKind;
import bloomward.server.guard.PublicSuffixes.Section;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.stream.Stream;

/// Judges entries one by one. Immutable; used by any number of threads.
///
/// Lists are meant for pages and directories on popular or shared hosts, so most guards apply to whole hosts only.
/// Protected hosts are the exception: nothing at all can be listed below one. An entry is judged with and without
/// `www.`, as lists do not distinguish the two.
///
/// A whole host above a protected one is rejected, unless it is held for a reason that a person reviews anyway: a
/// suffix, or a popular host such as one whose subdomain answers connection checks.
///
/// Stricter than "a wildcard suffix warns" in one case: a wildcard of a registry (`*.np`, `*.bd`) stands for names like
/// `com.np`, below which a whole country registers, so it is held as a suffix.
public final class Guards {

    private static final Judgement PASSED = new Judgement.Passed();

    private final PublicSuffixes suffixes;
    private final HostList popular;
    private final HostList protectedHosts;
    private final HostList shorteners;
    /// The hosts of all three lists.
    private final HostList known;

    private Guards(PublicSuffixes suffixes, HostList popular, HostList protectedHosts, HostList shorteners) {
        this.suffixes = suffixes;
        this.popular = popular;
        this.protectedHosts = protectedHosts;
        this.shorteners = shorteners;
        this.known = popular.plus(protectedHosts).plus(shorteners);
    }

    public static Guards of(PublicSuffixes suffixes, HostList popular, HostList protectedHosts, HostList shorteners) {
        return new Guards(suffixes, popular, protectedHosts, shorteners);
    }

    /// Guards with the built-in lists.
    public static Guards standard() {
        return of(standardSuffixes(), standardPopular(), standardProtected(), standardShorteners());
    }

    /// The Public Suffix List as of the program's build.
    public static PublicSuffixes standardSuffixes() {
        return Standard.SUFFIXES;
    }

    /// Well-known hosts.
    public static HostList standardPopular() {
        return Standard.POPULAR;
    }

    /// Hosts that every network needs. The operator adds the organisation's own, and the update server.
    public static HostList standardProtected() {
        return Standard.PROTECTED;
    }

    /// Hosts that only redirect elsewhere.
    public static HostList standardShorteners() {
        return Standard.SHORTENERS;
    }

    /// Popular and protected hosts, which no entry may hit through a key collision.
    public Stream<String> mustNotBeHit() {
        return Stream.concat(popular.hosts(), protectedHosts.hosts());
    }

    /// A popular or protected host at or below a host, if there is one.
    public Optional<String> wellKnownAtOrBelow(String host) {
        return popular.atOrBelow(host).or(() -> protectedHosts.atOrBelow(host));
    }

    /// Judges an entry.
    public Judgement judge(Expression expression) {
        String shown = expression.shown();
        String host = shown.substring(0, shown.indexOf('/'));
        Optional<String> above = protectedHosts.atOrAbove(host);
        if (above.isPresent()) {
            return Judgement.of(HoldReason.PROTECTED_HOST, place(host, "protected host", "below", above.get()));
        }
        return switch (expression.scope()) {
            case HOST -> judgeHost(host);
            case PREFIX, EXACT -> PASSED;
        };
    }

    /// Finds out first whether any guard knows the host: of a long list, most are unknown.
    private Judgement judgeHost(String host) {
        Optional<Match> suffix = suffixes.asSuffix(host);
        Optional<Below> below = suffixes.below(host);
        return suffix.isEmpty() && below.isEmpty() && known.atOrBelow(Hosts.withoutWww(host)).isEmpty()
                ? PASSED
                : judgeKnownHost(host, suffix, below);
    }

    private Judgement judgeKnownHost(String host, Optional<Match> suffix, Optional<Below> below) {
        Optional<Judgement> bySuffix = suffix.filter(found -> !isOneCustomer(found))
                .map(Guards::judgeSuffix)
                .or(() -> below.map(found -> judgeAboveSuffix(host, found)));
        if (bySuffix.isPresent()) {
            return bySuffix.get();
        }
        String site = Hosts.withoutWww(host);
        if (shorteners.contains(site)) {
            return Judgement.of(HoldReason.SHORTENER, site + " is a shortener");
        }
        return found(HoldReason.POPULAR_HOST, "popular host", popular, site)
                .or(() -> found(HoldReason.PROTECTED_HOST, "protected host", protectedHosts, host))
                .or(() -> found(HoldReason.SHORTENER, "shortener", shorteners, site))
                .or(() -> suffix.map(wildcard -> Judgement.of(HoldReason.WILDCARD_SUFFIX,
                        host + " is a public suffix by the rule " + wildcard.rule() + " only")))
                .orElse(PASSED);
    }

    private static boolean isOneCustomer(Match match) {
        return match.kind() == RuleKind.WILDCARD && match.section() == Section.PRIVATE;
    }

    private static Judgement judgeSuffix(Match match) {
        String detail = switch (match.section()) {
            case ICANN -> match.suffix() + " is a public suffix";
            case PRIVATE -> match.suffix() + " is a public suffix of its owner's customers";
            case NONE -> match.suffix() + " is a top-level domain";
        };
        return Judgement.of(reason(match.section()), detail + " (rule " + match.rule() + ")");
    }

    private static Judgement judgeAboveSuffix(String host, Below below) {
        return Judgement.of(reason(below.section()), host + " lies above a public suffix (rule " + below.rule() + ")");
    }

    private static HoldReason reason(Section section) {
        return switch (section) {
            case ICANN, NONE -> HoldReason.PUBLIC_SUFFIX;
            case PRIVATE -> HoldReason.PRIVATE_SUFFIX;
        };
    }

    private static Optional<Judgement> found(HoldReason reason, String kind, HostList list, String site) {
        return list.atOrBelow(site).map(listed -> Judgement.of(reason, place(site, kind, "above", listed)));
    }

    private static String place(String host, String kind, String where, String listed) {
        return host.equals(listed) ? host + " is a " + kind : host + " lies " + where + " the " + kind + " " + listed;
    }

    private static HostList hosts(InputStream in) throws IOException, GuardDataException {
        return HostList.parse(in, Integer.MAX_VALUE);
    }

    /// Reads a list.
    @FunctionalInterface
    private interface Parser<T> {

        T parse(InputStream in) throws IOException, GuardDataException;
    }

    /// All are read once, when the first of them is asked for: nothing of them changes while the program runs.
    private static final class Standard {
        static final PublicSuffixes SUFFIXES = resource("public_suffix_list.dat", PublicSuffixes::parse);
        static final HostList POPULAR = resource("popular-hosts.txt", Guards::hosts);
        static final HostList PROTECTED = resource("protected-hosts.txt", Guards::hosts);
        static final HostList SHORTENERS = resource("shorteners.txt", Guards::hosts);

        private Standard() {}
    }

    private static <T> T resource(String name, Parser<T> parser) {
        try (InputStream in = requireNonNull(Guards.class.getResourceAsStream(name), name)) {
            return parser.parse(in);
        } catch (IOException | GuardDataException e) {
            throw new IllegalStateException("the program's own " + name + " cannot be read", e);
        }
    }
}
