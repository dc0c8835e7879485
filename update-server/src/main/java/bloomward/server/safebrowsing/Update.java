package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/// The changes that a client makes to a list: remove positions of the sorted list that it has, then add prefixes.
///
/// @param target the version that the client has then
/// @param checksum of all prefixes that it has then
/// @param isPartial whether it keeps what it has; otherwise it begins with nothing
record Update(VersionToken target, Digest checksum, boolean isPartial, PrefixSet.Difference difference) {

    /// How much of a list is sent.
    enum Kind {
        WHOLE, PARTIAL, UNCHANGED
    }

    /// The bounds that a client sets.
    ///
    /// @param updateEntries most removals and additions together; 0 for no bound
    /// @param listEntries most prefixes in the list; 0 for no bound
    record Bounds(long updateEntries, long listEntries) {

        boolean allowUpdate(long entries) {
            return updateEntries == 0 || entries <= updateEntries;
        }

        boolean allowList(long entries) {
            return listEntries == 0 || entries <= listEntries;
        }
    }

    /// The way to all of a list.
    ///
    /// @param from the set that the client has; nothing to begin anew
    static Update toAll(ThreatList list, PrefixSet to, Optional<PrefixSet> from) {
        return to(list, to, to.size(), from);
    }

    /// The way to as much of a list as bounds allow: its smallest prefixes. With a bound on updates a client comes
    /// there by several of them, each of which makes a list with a checksum of its own.
    static Update within(Bounds bounds, ThreatList list, PrefixSet to, Optional<PrefixSet> from) {
        int most = bounds.listEntries() == 0 ? to.size() : (int) Math.min(to.size(), bounds.listEntries());
        long entries = bounds.updateEntries() == 0 ? Long.MAX_VALUE : bounds.updateEntries();
        int anew = (int) Math.min(most, entries);
        int further = from.isPresent() ? to.reach(from.get(), most, entries) : -1;
        return further >= anew ? to(list, to, further, from) : to(list, to, anew, Optional.empty());
    }

    private static Update to(ThreatList list, PrefixSet to, int count, Optional<PrefixSet> from) {
        PrefixSet target = to.first(count);
        OptionalInt first = count == to.size() ? OptionalInt.empty() : OptionalInt.of(count);
        return new Update(new VersionToken(list, to.digest(), first), target.digest(), from.isPresent(),
                target.since(from.orElse(PrefixSet.EMPTY)));
    }

    Kind kind() {
        return !isPartial ? Kind.WHOLE : difference.size() == 0 ? Kind.UNCHANGED : Kind.PARTIAL;
    }

    /// A coded set of numbers as a message, which both versions of the protocol number alike.
    static WireMessage message(Rice rice) {
        return new WireMessage().number(1, rice.first())
                .number(2, rice.parameter())
                .number(3, rice.differences())
                .bytes(4, rice.data());
    }

    /// Prefixes read with their lowest byte first, and sorted so, as version 4 codes them.
    static int[] littleEndian(int[] prefixes) {
        int[] turned = new int[prefixes.length];
        for (int i = 0; i < prefixes.length; i++) {
            turned[i] = Integer.reverseBytes(prefixes[i]) ^ Integer.MIN_VALUE;
        }
        Arrays.sort(turned);
        for (int i = 0; i < turned.length; i++) {
            turned[i] ^= Integer.MIN_VALUE;
        }
        return turned;
    }

    /// Four bytes for each prefix, the highest one first.
    static byte[] bytes(int[] prefixes) {
        ByteBuffer bytes = ByteBuffer.allocate(prefixes.length * Integer.BYTES).order(ByteOrder.BIG_ENDIAN);
        bytes.asIntBuffer().put(prefixes);
        return bytes.array();
    }
}
