package bloomward.server.safebrowsing;

import bloomward.format.Digest;
import java.util.Arrays;
import java.util.Optional;

/// The version of a list that clients keep and present, `version` in version 5 of the protocol and `state` in version 4: one
/// byte for its form, one for the list, and the checksum of the prefixes.
record VersionToken(ThreatList list, Digest digest) {

    private static final byte FORM = 1;
    private static final int HEAD = 2;

    byte[] toBytes() {
        byte[] bytes = new byte[HEAD + Digest.SIZE_IN_BYTES];
        bytes[0] = FORM;
        bytes[1] = list.code();
        System.arraycopy(digest.toBytes(), 0, bytes, HEAD, Digest.SIZE_IN_BYTES);
        return bytes;
    }

    /// @return nothing if it is not one of ours, such as another server's: the client gets the whole list then
    static Optional<VersionToken> read(byte[] bytes) {
        return bytes.length == HEAD + Digest.SIZE_IN_BYTES && bytes[0] == FORM
                ? ThreatList.coded(bytes[1])
                        .map(list -> new VersionToken(list,
                                Digest.ofBytes(Arrays.copyOfRange(bytes, HEAD, bytes.length))))
                : Optional.empty();
    }
}
