package bloomward.server.guard;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A set of canonical hosts that also finds hosts below and above a given one. Immutable.
///
/// All names are stored in one array of bytes, ordered by their last byte, then the one before it, and so on. A host
/// therefore stands directly before all hosts below it, and both look-ups are binary searches: no hash is involved, and
/// the answer is a name that can be shown. A million hosts take their own bytes and four more each.
public final class HostList {

    private static final HostList EMPTY = new HostList(new byte[0], new int[1]);

    private final byte[] names;
    /// The start of each name, followed by the end of the last.
    private final int[] starts;

    private HostList(byte[] names, int[] starts) {
        this.names = names;
        this.starts = starts;
    }

    public static HostList empty() {
        return EMPTY;
    }

    /// @param hosts in canonical form
    /// @throws IllegalArgumentException if one is not in canonical form
    public static HostList of(Collection<String> hosts) {
        var canonical = new Hosts();
        for (String host : hosts) {
            if (!canonical.canonical(host).equals(Optional.of(host))) {
                throw new IllegalArgumentException("not a canonical host: " + host);
            }
        }
        return ofCanonical(hosts.stream());
    }

    /// Reads a list in a published format; see [HostListReader].
    ///
    /// @throws GuardDataException if it is not in such a format
    public static HostList parse(InputStream in, int limit) throws IOException, GuardDataException {
        return HostListReader.read(in, limit);
    }

    static HostList ofCanonical(Stream<String> hosts) {
        byte[][] sorted = hosts.map(host -> reversed(host.getBytes(StandardCharsets.US_ASCII)))
                .sorted(Arrays::compareUnsigned)
                .toArray(byte[][]::new);
        int count = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || !Arrays.equals(sorted[i], sorted[count - 1])) {
                sorted[count++] = sorted[i];
            }
        }
        int[] starts = new int[count + 1];
        for (int i = 0; i < count; i++) {
            starts[i + 1] = Math.addExact(starts[i], sorted[i].length);
        }
        byte[] names = new byte[starts[count]];
        for (int i = 0; i < count; i++) {
            System.arraycopy(reversed(sorted[i]), 0, names, starts[i], sorted[i].length);
        }
        return new HostList(names, starts);
    }

    private static byte[] reversed(byte[] name) {
        byte[] reversed = new byte[name.length];
        for (int i = 0; i < name.length; i++) {
            reversed[i] = name[name.length - 1 - i];
        }
        return reversed;
    }

    /// The union of this list and another.
    public HostList plus(HostList other) {
        return ofCanonical(Stream.concat(hosts(), other.hosts()));
    }

    public int size() {
        return starts.length - 1;
    }

    /// The hosts, in the order of their reversed names.
    public Stream<String> hosts() {
        return IntStream.range(0, size()).mapToObj(this::host);
    }

    /// Whether the list contains this host itself.
    public boolean contains(String host) {
        return contains(host, 0);
    }

    /// This host if listed, otherwise a listed host below it.
    public Optional<String> atOrBelow(String host) {
        int place = firstFrom(host, 0, "", 0);
        if (place == size() || !endsWith(place, host)) {
            return Optional.empty();
        }
        if (isName(place, host, 0)) {
            return Optional.of(host);
        }
        place = firstFrom(host, 0, ".", place);
        return place < size() && isBelow(place, host) ? Optional.of(host(place)) : Optional.empty();
    }

    /// This host if listed, otherwise the nearest listed host above it.
    public Optional<String> atOrAbove(String host) {
        int from = 0;
        do {
            if (contains(host, from)) {
                return Optional.of(host.substring(from));
            }
            from = host.indexOf('.', from) + 1;
        } while (from > 0);
        return Optional.empty();
    }

    private boolean contains(String host, int from) {
        int place = firstFrom(host, from, "", 0);
        return place < size() && isName(place, host, from);
    }

    private boolean isName(int place, String host, int from) {
        return starts[place + 1] - starts[place] == host.length() - from && compare(place, host, from, "") == 0;
    }

    private boolean isBelow(int place, String host) {
        int dot = starts[place + 1] - host.length() - 1;
        return dot >= starts[place] && names[dot] == '.' && endsWith(place, host);
    }

    private boolean endsWith(int place, String end) {
        int from = starts[place + 1] - end.length();
        if (from < starts[place]) {
            return false;
        }
        for (int i = 0; i < end.length(); i++) {
            if (names[from + i] != end.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// The first place, from the lowest on, whose name is not before `front + host.substring(from)`, both reversed.
    private int firstFrom(String host, int from, String front, int lowest) {
        int low = lowest;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, host, from, front) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(int place, String host, int from, String front) {
        int left = starts[place];
        int at = starts[place + 1] - 1;
        for (int i = host.length() - 1; i >= from; i--) {
            if (at < left) {
                return -1;
            }
            int difference = names[at--] - host.charAt(i);
            if (difference != 0) {
                return difference;
            }
        }
        if (front.isEmpty()) {
            return at < left ? 0 : 1;
        }
        if (at < left) {
            return -1;
        }
        int difference = names[at] - front.charAt(0);
        return difference != 0 ? difference : at == left ? 0 : 1;
    }

    private String host(int place) {
        return new String(names, starts[place], starts[place + 1] - starts[place], StandardCharsets.US_ASCII);
    }
}
