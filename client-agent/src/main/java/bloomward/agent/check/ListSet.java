package bloomward.agent.check;

import bloomward.agent.store.ListFilter;
import bloomward.agent.store.Protection;
import bloomward.format.FormatException;
import bloomward.format.file.FilterFile;
import bloomward.format.lookup.UrlFilter;
import bloomward.format.release.AllowList;
import bloomward.format.release.Freshness;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Root;
import bloomward.format.release.SignedFilter;
import bloomward.format.url.UrlExpressions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Lists that answer together when a URL is checked. Immutable and safe for all threads; it answers as long as the
/// mappings under it are there.
public final class ListSet {

    private final ListProbe[] lists;
    private final List<String> missing;
    private final AllowList allow;
    private final UnaryOperator<Instant> time;
    private final Function<Instant, Optional<Freshness>> freshness;

    private ListSet(List<ListProbe> lists, List<String> missing, AllowList allow, UnaryOperator<Instant> time,
            Function<Instant, Optional<Freshness>> freshness) {
        this.lists = lists.toArray(ListProbe[]::new);
        this.missing = missing;
        this.allow = allow;
        this.time = time;
        this.freshness = freshness;
    }

    /// The installed set of an agent.
    public static ListSet of(Protection protection) {
        List<ListFilter> lists = protection.lists();
        return new ListSet(lists.stream().map(ListProbe::of).toList(), protection.missing(), protection.allow(),
                protection.floor()::effectiveTime, clock -> Optional.of(protection.freshnessAt(clock)));
    }

    /// A signed file alone. There is no allow file beside it and no server that confirms, so all it finds is unconfirmed.
    ///
    /// @throws FormatException if its entries follow other rules than this program
    public static ListSet of(SignedFilter file, Root root) throws FormatException {
        ListRelease list = file.list();
        return alone(ListProbe.of(list.name(), list.version(), UrlFilter.of(file.file())),
                clock -> Optional.of(Freshness.ofFile(root, file.manifest().value(), clock)));
    }

    /// An unsigned file, which states neither age nor version.
    ///
    /// @param name by which its matches go
    /// @throws FormatException if its entries follow other rules than this program
    public static ListSet ofUnsigned(String name, FilterFile file) throws FormatException {
        return alone(ListProbe.of(name, 0, UrlFilter.of(file)), _ -> Optional.empty());
    }

    private static ListSet alone(ListProbe list, Function<Instant, Optional<Freshness>> freshness)
            throws FormatException {
        return new ListSet(List.of(list), List.of(), AllowList.of(UrlExpressions.CANONICAL, List.of()),
                UnaryOperator.identity(), freshness);
    }

    int count() {
        return lists.length;
    }

    ListProbe list(int index) {
        return lists[index];
    }

    /// Names of lists that belong to the set and cannot be asked.
    List<String> missing() {
        return missing;
    }

    AllowList allow() {
        return allow;
    }

    /// The effective time, by which allow entries end.
    Instant timeAt(Instant clock) {
        return time.apply(clock);
    }

    /// Empty for data without a signed validity.
    Optional<Freshness> freshnessAt(Instant clock) {
        return freshness.apply(clock);
    }
}
