package bloomward.agent.update;

import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.format.release.FileRef;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// A publication at one of its addresses. Nothing that comes from it is believed here.
///
/// @param address its base
record Site(Transport transport, URI address) {

    /// Deltas are held in memory; a longer one saves little beside the packed file, which is not.
    static final int MAX_DELTA_IN_BYTES = 4 << 20;

    /// The name of a file of it in messages.
    String name(PublicPath path) {
        return address.toString() + path;
    }

    Reply get(PublicPath path, int maxLength, Optional<String> etag) throws AttemptException {
        return AttemptException.during(name(path), () -> transport.get(address, path, maxLength, etag));
    }

    /// @return empty if there is none
    Optional<byte[]> root(long version) throws AttemptException {
        return bytes(new PublicPath.RootNote(version), Root.MAX_SIZE_IN_BYTES);
    }

    /// The manifest note with that digest, as it came.
    byte[] manifest(Content path, int maxLength) throws AttemptException {
        return bytes(path, maxLength)
                .orElseThrow(() -> AttemptException.missing(name(path), "latest names it, and it is not there"));
    }

    /// @return empty if there is none, or none that is worth it
    Optional<byte[]> delta(PublicPath.DeltaFile path, long maxLength) throws AttemptException {
        int most = (int) Math.min(maxLength, MAX_DELTA_IN_BYTES);
        return AttemptException.during(name(path), () -> {
            try {
                return bytes(path, transport.get(address, path, most, Optional.empty()));
            } catch (FetchException e) {
                if (e.reason() == FetchException.Reason.TOO_LARGE) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    /// Fetches a file that is named by its digest, from where an earlier attempt had come to.
    void download(ContentKind kind, FileRef file, Path to) throws AttemptException {
        Content path = new Content(kind, file.digest());
        boolean isThere = AttemptException.during(name(path),
                () -> transport.download(address, path, file.length(), to));
        if (!isThere) {
            throw AttemptException.missing(name(path), "the manifest names it, and it is not there");
        }
    }

    static SignedNote note(byte[] bytes, String name, int maxLength) throws AttemptException {
        return AttemptException.during(name, () -> SignedNote.parse(bytes, maxLength));
    }

    private Optional<byte[]> bytes(PublicPath path, int maxLength) throws AttemptException {
        return bytes(path, get(path, maxLength, Optional.empty()));
    }

    private Optional<byte[]> bytes(PublicPath path, Reply reply) throws AttemptException {
        return switch (reply) {
            case Reply.Content content -> Optional.of(content.bytes());
            case Reply.Missing _ -> Optional.empty();
            case Reply.NotModified _ ->
                throw AttemptException.refused(name(path), "not modified, and nothing was there before");
        };
    }
}
