package bloomward.server.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Chooses the connections to close when places run short: from the networks that hold most, and within them from the
/// addresses that hold most, until there is room. A network with less than its share loses nothing, so only as many networks
/// as there are places could keep others away.
///
/// Idle connections go first, the longest idle before the others, then those without a complete request, then those whose
/// reader does not take the answer. An answer being sent is never cut.
final class Crowd {

    /// A connection, its address and its state.
    record Place<T>(T connection, AddressKey address, ConnectionWatch watch) {}

    /// A snapshot of a place: a watch may change at any time, and an order must not.
    private record Seen<T>(T connection, AddressKey address, ConnectionWatch.Use use, long since) {}

    /// @param rank in its group, from 0
    private record Ranked<T>(Seen<T> seen, int rank) {}

    private Crowd() {}

    /// @param room for all of them together
    static <T> List<T> toClose(List<Place<T>> places, int room) {
        List<Seen<T>> seen = new ArrayList<>();
        places.forEach(place -> seen
                .add(new Seen<>(place.connection(), place.address(), place.watch().use(), place.watch().since())));
        // Each address' first connection before each one's second; then the same with networks.
        Comparator<Ranked<T>> byRank = Comparator.<Ranked<T>>comparingInt(Ranked::rank)
                .thenComparing(Ranked::seen, Crowd::moreUseful);
        Function<Seen<T>, AddressKey> network = each -> each.address().wider();
        List<Ranked<T>> ranked = new ArrayList<>();
        for (List<Seen<T>> ofNetwork : groups(seen, network)) {
            List<Ranked<T>> order = new ArrayList<>();
            for (List<Seen<T>> ofAddress : groups(ofNetwork, Seen::address)) {
                ofAddress.sort(Crowd::moreUseful);
                rank(ofAddress, order);
            }
            order.sort(byRank);
            rank(order.stream().map(Ranked::seen).toList(), ranked);
        }
        ranked.sort(byRank.reversed());
        return ranked.stream()
                .limit(Math.max(0, ranked.size() - room))
                .map(Ranked::seen)
                .filter(each -> each.use() != ConnectionWatch.Use.AT_WORK)
                .map(Seen::connection)
                .toList();
    }

    private static <T> Collection<List<Seen<T>>> groups(List<Seen<T>> all, Function<Seen<T>, AddressKey> key) {
        return all.stream()
                .collect(Collectors.groupingBy(key, Collectors.toCollection(ArrayList::new)))
                .values()
                .stream()
                .<List<Seen<T>>>map(group -> group)
                .toList();
    }

    private static <T> void rank(List<Seen<T>> ordered, List<Ranked<T>> into) {
        for (int i = 0; i < ordered.size(); i++) {
            into.add(new Ranked<>(ordered.get(i), i));
        }
    }

    private static int moreUseful(Seen<?> one, Seen<?> other) {
        int byUse = other.use().compareTo(one.use());
        return byUse != 0 ? byUse : Long.signum(other.since() - one.since());
    }
}
