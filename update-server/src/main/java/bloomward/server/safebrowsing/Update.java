package bloomward.server.safebrowsing;

import bloomward.server.safebrowsing.Remembered.Form;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/// The changes that a client makes to a list: remove positions of the sorted list that it has, then add prefixes.
///
/// @param from the set that the client has; nothing to begin anew
record Update(VersionToken target, PrefixSet to, Optional<PrefixSet> from) {

    /// How much of a list is sent.
    enum Kind {
        WHOLE, PARTIAL, UNCHANGED
    }

    /// The bounds that a client sets.
    ///
    /// @param updateEntries most removals and additions together; 0 for no bound
    /// @param listEntries most prefixes in the list; 0 for no bound
    record Bounds(long updateEntries, long listEntries) {

        static final Bounds NONE = new Bounds(0, 0);
    }

    /// The update of a list for a client.
    ///
    /// @param known the version that the client has; nothing if it has none, or one of another server
    static Update of(Edition edition, ThreatList list, Optional<VersionToken> known) {
        PrefixSet to = edition.prefixes(list);
        return new Update(new VersionToken(list, to.digest()), to,
                known.filter(token -> token.list() == list).flatMap(token -> edition.known(list, token.digest())));
    }

    Kind kind() {
        return from.isEmpty() ? Kind.WHOLE : from.get().digest().equals(to.digest()) ? Kind.UNCHANGED : Kind.PARTIAL;
    }

    boolean isPartial() {
        return from.isPresent();
    }

    /// The bytes of this update in a form, made once for an edition.
    byte[] written(Edition edition, Form form, Function<PrefixSet.Difference, WireMessage> write) {
        return edition.remembered()
                .get(new Remembered.Key(form, target.list(), from.map(PrefixSet::digest)),
                        () -> write.apply(to.since(from.orElse(PrefixSet.EMPTY))).toBytes());
    }

    /// @throws RefusedException if the list does not fit into the bounds: a part of it would have another checksum
    void requireWithin(Bounds bounds) throws RefusedException {
        if (bounds.equals(Bounds.NONE)) {
            return;
        }
        if (bounds.listEntries() > 0 && to.size() > bounds.listEntries()) {
            throw new RefusedException(RefusedException.Reason.INVALID_ARGUMENT, "the list " + target.list().label()
                    + " has " + to.size() + " entries, more than the database may hold");
        }
        PrefixSet.Difference difference = to.since(from.orElse(PrefixSet.EMPTY));
        int entries = difference.removed().length + difference.added().length;
        if (bounds.updateEntries() > 0 && entries > bounds.updateEntries()) {
            throw new RefusedException(RefusedException.Reason.INVALID_ARGUMENT, "the update of "
                    + target.list().label() + " has " + entries + " entries, more than an update may have");
        }
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
