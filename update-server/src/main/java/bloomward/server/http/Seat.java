package bloomward.server.http;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The place of an accepted connection.
final class Seat {

    /// Orders the least useful places first, and among equals the one that has been so for longest.
    private static final Comparator<Seat> LEAST_USEFUL = Comparator.<Seat, ConnectionWatch.Use>comparing(
            seat -> seat.watch.use())
            .thenComparing((one, other) -> Long.signum(one.watch.since() - other.watch.since()))
            .thenComparingLong(seat -> seat.number);

    private final SelectableChannel channel;
    private final ConnectionWatch watch;
    private final long number;
    /// The connection, which comes a moment after the place.
    private volatile @Nullable GuardedEndPoint endPoint;

    /// @param number counts the places of a listener
    Seat(SelectableChannel channel, ConnectionWatch watch, long number) {
        this.channel = channel;
        this.watch = watch;
        this.number = number;
    }

    SelectableChannel channel() {
        return channel;
    }

    ConnectionWatch watch() {
        return watch;
    }

    AddressKey address() {
        return watch.address();
    }

    void take(GuardedEndPoint connection) {
        endPoint = connection;
    }

    /// The stranger that has to give up its place: an idle connection, or else one with an incomplete request, with an answer
    /// that it does not take, or with a request that has not shown a token yet.
    static Optional<Seat> ofStranger(Collection<Seat> seats, Predicate<Seat> among) {
        // a use may change while they are compared, which at worst chooses another stranger
        return seats.stream().filter(seat -> !seat.watch.isKnown()).filter(among).reduce(Seat::lessUseful);
    }

    private static Seat lessUseful(Seat one, Seat other) {
        return LEAST_USEFUL.compare(one, other) <= 0 ? one : other;
    }

    /// Closes the connection.
    void close(IOException why) {
        GuardedEndPoint connection = endPoint;
        if (connection != null) {
            connection.close(why);
            return;
        }
        try {
            channel.close();
        } catch (IOException _) {
            // gone already
        }
    }
}
