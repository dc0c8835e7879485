package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;

/// The version of a list that clients keep and present, `version` in version 5 of the protocol and `state` in version 4: one
/// byte for its form, one for the list, the checksum of the prefixes, and for a client that has only the beginning of the
/// list, the number of prefixes that it has.
///
/// @param digest of all prefixes
/// @param first how many of them the client has; empty for all
record VersionToken(ThreatList list, Digest digest, OptionalInt first) {

    private static final byte WHOLE = 1;
    private static final byte BEGINNING = 2;
    private static final int HEAD = 2;

    VersionToken(ThreatList list, Digest digest) {
        this(list, digest, OptionalInt.empty());
    }

    /// How many prefixes the client has, if it has not all of them.
    Optional<Integer> beginning() {
        return first.isPresent() ? Optional.of(first.getAsInt()) : Optional.empty();
    }

    /// What the client has.
    ///
    /// @param all the prefixes of the list
    /// @return nothing if there are not as many
    Optional<PrefixSet> of(PrefixSet all) {
        int count = first.orElse(all.size());
        return count >= 0 && count <= all.size() ? Optional.of(all.first(count)) : Optional.empty();
    }

    byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + Digest.SIZE_IN_BYTES + (first.isPresent() ? Integer.BYTES : 0))
                .put(first.isPresent() ? BEGINNING : WHOLE)
                .put(list.code())
                .put(digest.toBytes());
        first.ifPresent(bytes::putInt);
        return bytes.array();
    }

    /// @return nothing if it is not one of ours, such as another server's: the client gets the whole list then
    static Optional<VersionToken> read(byte[] bytes) {
        boolean isWhole = bytes.length == HEAD + Digest.SIZE_IN_BYTES && bytes[0] == WHOLE;
        boolean isBeginning = bytes.length == HEAD + Digest.SIZE_IN_BYTES + Integer.BYTES && bytes[0] == BEGINNING;
        if (!isWhole && !isBeginning) {
            return Optional.empty();
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, HEAD, bytes.length - HEAD);
        byte[] digest = new byte[Digest.SIZE_IN_BYTES];
        in.get(digest);
        OptionalInt first = isBeginning ? OptionalInt.of(in.getInt()) : OptionalInt.empty();
        return ThreatList.coded(bytes[1]).map(list -> new VersionToken(list, Digest.ofBytes(digest), first));
    }
}
